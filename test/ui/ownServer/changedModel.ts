/** A judge on this machine that becomes another model: an outage until the user confirms it. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { COMMANDS } from '../../../src/config/contributions';
import type { Decision } from '../../../src/engine/model/decision';
import type { GateStatus } from '../../../src/gate/api';
import { dialogsOf } from '../../editor/dialogs';
import { quickPicksOf } from '../../editor/quickPicks';
import { until } from '../../editor/until';
import type { UsedEditor } from '../../editor/useEditor';
import { modelList, ollamaTags, startOpenAiServer, verdict, type OpenAiServer } from '../../modelServer/openAiServer';

const DIGEST = '500a1f067a9f782620b40bee6f7b0c89e17ae61f686b92c24933e4ca4b2b8b41';
const OTHER = '9f438cb9cd581fc025612d27f7c1a6669ff83a8bb0ed86c94fcf4c5440555697';
const THIRD = 'a2af6cc3eb7fa8be8504abaf9b04e88f17a119ec3f04a3addf55f92841195f5a';
/** What was seen counts for a second. */
const FORGOTTEN_MS = 1_200;

export function changedModel(used: UsedEditor): void {
  let server: OpenAiServer;
  let digest = DIGEST;
  let calls = 0;

  before(async () => {
    server = await startOpenAiServer(verdict('allow', 'none', 'Only tests.'), () => modelList('qwen3:8b'), {
      '/api/tags': () => ollamaTags({ 'qwen3:8b': digest }),
    });
  });

  after(() => server.stop());

  const { input, row, fromPalette } = quickPicksOf(used);
  const { dialog, button, press, pressKey } = dialogsOf(used);
  const notification = (text: string): Locator =>
    used.window.page.locator('.notification-list-item', { hasText: text }).first();
  const status = (): Promise<GateStatus> => used.window.executeCommand<GateStatus>(COMMANDS.status, {});

  async function check(): Promise<Decision> {
    await delay(FORGOTTEN_MS);
    calls += 1;
    return used.window.executeCommand<Decision>(COMMANDS.check, {
      tool: 'bash',
      input: { command: `npm test -- ${calls}` },
      cwd: used.editor.workspace,
    });
  }

  async function isOutage(): Promise<void> {
    const asked = server.requests.length;
    const decision = await check();
    assert.deepEqual([decision.outcome, decision.outage], ['block', 'model-changed'], JSON.stringify(decision));
    assert.match(decision.reason, /is not the one that was chosen/);
    assert.equal(server.requests.length, asked);
  }

  it('is kept when it is chosen, and judges', async () => {
    await fromPalette('Choose Classifier Model');
    await row('A server of mine').click();
    await input().fill(server.url);
    await used.window.page.keyboard.press('Enter');
    await row('qwen3:8b').click();
    await used.window.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await until(async () => (await status()).classifier.state, 'ready');
    await until(() => server.otherRequests.some(({ path }) => path === '/api/tags'), true);
    assert.equal(server.requests.length, 0);
    const decision = await check();
    assert.deepEqual([decision.outcome, decision.stage], ['allow', 'classifier'], JSON.stringify(decision));
  });

  it('does not judge once another model stands behind its name, and a call opens no dialog', async () => {
    digest = OTHER;
    await isOutage();
    await isOutage();
    assert.equal(await dialog().count(), 0);
    assert.equal((await status()).mode, 'outage');
    // The model was chosen in the gate's own list.
    assert.equal(await notification('Your settings let agents do more').count(), 0);
    await used.window.executeCommand('notifications.showList');
    await notification('is not the one that you chose').waitFor();
    await used.window.screenshot('changed-model-notification');
  });

  it('is confirmed only by a click on yes in a modal', async () => {
    // It may have slid out of sight by now; in the list it stays.
    await used.window.executeCommand('notifications.showList');
    await notification('is not the one that you chose').getByRole('button', { name: 'Review', exact: true }).click();
    await dialog().waitFor();
    const text = await dialog().innerText();
    for (const shown of [server.url, 'qwen3:8b', 'ollama 500a1f067a9f', 'ollama 9f438cb9cd58']) {
      assert.ok(text.includes(shown), text);
    }
    await used.window.screenshot('changed-model-dialog');
    // Enter is not yes.
    await pressKey('Enter');
    await dialog().waitFor({ state: 'detached' });
    await isOutage();

    await fromPalette('Confirm the Changed Model');
    await press('Let It Judge');
    const decision = await check();
    assert.deepEqual([decision.outcome, decision.stage], ['allow', 'classifier'], JSON.stringify(decision));
    assert.equal((await status()).mode, 'on');
  });

  it('changes again, and a caller of the command gets no further than the modal', async () => {
    digest = THIRD;
    await isOutage();
    const asked = used.window.executeCommand<{ confirmed: boolean }>(COMMANDS.confirmModel, {});
    await dialog().waitFor();
    await button('Change Nothing').click();
    assert.deepEqual(await asked, { confirmed: false });
    await isOutage();
    digest = OTHER;
    const decision = await check();
    assert.deepEqual([decision.outcome, decision.stage], ['allow', 'classifier'], JSON.stringify(decision));
  });
}
