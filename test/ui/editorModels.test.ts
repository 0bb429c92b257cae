import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { productVsix } from '../../scripts/package.mjs';
import { COMMANDS } from '../../src/config/contributions';
import type { Decision } from '../../src/engine/model/decision';
import type { AutoModeApi, GateStatus } from '../../src/gate/api';
import { chatModelsVsix, type ChatModelRequest, type ChatModelScript } from '../editor/chatModels';
import { dialogsOf } from '../editor/dialogs';
import type { HostFunction } from '../editor/hostConnection';
import { quickPicksOf } from '../editor/quickPicks';
import { until } from '../editor/until';
import { useEditor } from '../editor/useEditor';

/** Brings models that need consent, and beside them models that do not. */
const GUARDED = 'guarded-models';
/** Cannot bring models that need consent. */
const OPEN = 'open-models';

function verdict(decision: 'allow' | 'block', tier: string, reason: string): ChatModelScript {
  return { parts: [{ tool: 'classify_result', input: { thinking: 'so', decision, tier, reason } }] };
}
const ALLOW = verdict('allow', 'none', 'It only builds.');

/** Runs in the extension host: cancels a call once the model is asked about it, and waits until both have ended. */
const giveUp: HostFunction<[object, string], { decision: string; answered: number; cancelled: number }> = async (
  vscode,
  request,
  seen,
) => {
  const api = vscode.extensions.getExtension<AutoModeApi>('auto-mode.auto-mode')?.exports;
  const source = new vscode.CancellationTokenSource();
  const pending = api?.check(request, source.token);
  const asked = (): Thenable<{ cancelledAt?: number }[]> => vscode.commands.executeCommand(seen);
  while ((await asked()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const start = Date.now();
  source.cancel();
  const given = await pending;
  const end = Date.now();
  for (;;) {
    const [last] = await asked();
    if (last?.cancelledAt !== undefined) {
      const decision = `${given?.outcome ?? ''} ${given?.stage ?? ''}`;
      return { decision, answered: end - start, cancelled: last.cancelledAt - start };
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

describe("the editor's own models", function () {
  this.timeout(300_000);

  let vsix: readonly string[] = [];
  before('pack the chat models', async function () {
    this.timeout(300_000);
    vsix = [
      await productVsix(),
      await chatModelsVsix(GUARDED, ['guarded', 'beside'], true),
      await chatModelsVsix(OPEN, ['open'], false),
    ];
  });
  const used = useEditor(() => ({
    name: 'editor-models',
    vsix,
    // Without the editor's AI features there are no models.
    settings: { 'chat.disableAIFeatures': false },
  }));

  const { dialog, button, press, pressKey } = dialogsOf(used);
  const { input, row, fromPalette } = quickPicksOf(used);
  const notification = (text: string): Locator =>
    used.window.page.locator('.notification-list-item', { hasText: text }).first();
  const status = (): Promise<GateStatus> => used.window.executeCommand<GateStatus>(COMMANDS.status, {});
  const script = (next: ChatModelScript, extension = GUARDED): Promise<void> =>
    used.window.executeCommand(`${extension}.script`, next);
  const requests = (extension = GUARDED): Promise<readonly ChatModelRequest[]> =>
    used.window.executeCommand<readonly ChatModelRequest[]>(`${extension}.requests`);
  const chosen = async (): Promise<string | undefined> =>
    (await used.window.executeCommand<{ model?: string }>(COMMANDS.model, {})).model;
  const type = (model: string): Promise<void> => used.window.changeSetting('autoMode.classifier.model', model);

  let calls = 0;
  /** A call that only a classifier can settle; each another one, so that no verdict is remembered. */
  const call = (): object => {
    calls += 1;
    return { tool: 'bash', input: { command: `make target${calls}` }, cwd: used.editor.workspace };
  };
  const check = (): Promise<Decision> => used.window.executeCommand<Decision>(COMMANDS.check, call());

  /** An agent's call must never bring up a dialog, be it ever so late. */
  async function assertNoDialog(): Promise<void> {
    await delay(1_000);
    assert.equal(await dialog().count(), 0, 'a dialog came up');
  }

  it('are not taken unless the user chose one', async () => {
    await script(ALLOW);
    await script(ALLOW, OPEN);
    assert.equal((await check()).outage, 'no-key');
    assert.deepEqual([await requests(), await requests(OPEN)], [[], []]);
  });

  it('are not asked by a call of an agent before the user has consented, and nobody is asked for consent then', async () => {
    await type('editor/guarded/small');
    const decision = await check();
    assert.equal(`${decision.outcome} ${decision.stage} ${decision.outage ?? ''}`, 'block classifier no-consent');
    assert.match(decision.remedy ?? '', /Choose Classifier Model/);
    await assertNoDialog();
    assert.deepEqual(await requests(), []);
    assert.equal((await status()).classifier.state, 'not-set-up');
    await type('');
  });

  it('are listed where the user chooses, and not taken where they then refuse', async () => {
    await fromPalette('Choose Classifier Model');
    await input().fill('editor/');
    for (const vendor of ['guarded', 'beside', 'open']) {
      for (const model of ['small', 'org/large']) await row(`editor/${vendor}/${model}`).waitFor();
    }
    await used.window.screenshot('choose-editor-model');
    await row('editor/guarded/small').click();
    await dialog().waitFor();
    const text = await dialog().innerText();
    assert.match(text, /Auto Mode/);
    assert.match(text, /judges for Auto Mode /);
    await used.window.screenshot('consent-to-editor-model');
    await button('Cancel').click();
    await notification('has not let Auto Mode use').waitFor();
    assert.equal(await chosen(), undefined);
    assert.deepEqual(await requests(), []);
  });

  it('judge once the user has chosen one and consented', async () => {
    await script({ parts: [{ text: 'OK' }] });
    await fromPalette('Choose Classifier Model');
    await row('editor/guarded/small').click();
    await press('Allow');
    await until(chosen, 'editor/guarded/small');
    const [greeting, ...more] = await requests();
    assert.deepEqual(more, []);
    assert.ok((greeting?.messages ?? []).map(({ text }) => text).join('').length < 100);

    await script(ALLOW);
    const allowed = await check();
    assert.equal(`${allowed.outcome} ${allowed.stage}`, 'allow classifier');
    assert.equal(allowed.reason, 'It only builds.');
    assert.deepEqual(
      [allowed.classifier?.provider, allowed.classifier?.model, allowed.classifier?.inputTokens],
      ['editor', 'guarded/small', 1234],
    );
    assert.equal((await status()).classifier.state, 'ready');

    await script(verdict('block', 'soft_deny', 'It deploys.'));
    const blocked = await check();
    assert.equal(`${blocked.outcome} ${blocked.stage} ${blocked.tier ?? ''}`, 'block classifier soft_deny');
    assert.equal(blocked.outage, undefined);
    assert.equal(blocked.reason, 'It deploys.');
    await assertNoDialog();
  });

  it('get the policy first, then the material, and have to call the one tool', async () => {
    await script(ALLOW);
    await check();
    await check();
    const [first, second] = await requests();
    assert.deepEqual(
      first?.messages.map(({ role }) => role),
      [1, 1],
    );
    assert.match(first.messages[0]?.text ?? '', /<judge-policy>\nYou are the judge of auto mode/);
    assert.match(first.messages[1]?.text ?? '', /^<gate-facts>[^]*make target\d+/);
    assert.equal(second?.messages[0]?.text, first.messages[0]?.text);
    assert.deepEqual(
      first.tools.map(({ name }) => name),
      ['classify_result'],
    );
    assert.equal(first.toolMode, 2);
    assert.deepEqual(first.modelOptions, { temperature: 0 });
  });

  const failures: readonly [string, ChatModelScript, string][] = [
    ['two tool calls', { parts: [...(ALLOW.parts ?? []), ...(ALLOW.parts ?? [])] }, 'invalid-answer'],
    ['another tool', { parts: [{ tool: 'run', input: {} }] }, 'invalid-answer'],
    ['nothing', {}, 'invalid-answer'],
    ['a megabyte of text', { parts: [{ repeat: 'x'.repeat(100_000), times: 15 }] }, 'invalid-answer'],
    ['no permission', { error: { code: 'NoPermissions', message: 'no' } }, 'no-consent'],
    ['blocked', { error: { code: 'Blocked', message: 'no' } }, 'access-blocked'],
    ['blocked for a quota', { error: { code: 'Blocked', message: 'Quota exceeded' } }, 'quota'],
    ["Copilot's quota error", { error: { name: 'ChatQuotaExceeded', message: 'Upgrade' } }, 'quota'],
    ["Copilot's rate error", { error: { name: 'ChatRateLimited', message: 'Slow down' } }, 'rate-limit'],
    ['not found', { error: { code: 'NotFound', message: 'gone' } }, 'no-model'],
    ['an error of its own', { error: { message: 'socket hang up' } }, 'provider-error'],
    ['an error in the middle of the answer', { ...ALLOW, error: { message: 'cut off' } }, 'provider-error'],
  ];
  for (const [what, next, kind] of failures) {
    it(`that give ${what} are an outage: ${kind}`, async () => {
      await script(next);
      const decision = await check();
      assert.equal(`${decision.outcome} ${decision.stage} ${decision.outage ?? ''}`, `block classifier ${kind}`);
      assert.match(decision.reason, /This is no judgement of the call/);
      assert.ok((decision.remedy ?? '').length > 10);
    });
  }

  it('answer in text what is in the form for it', async () => {
    await script({ parts: [{ text: '{"decision":"allow","tier":"none",' }, { text: '"reason":"It only builds."}' }] });
    assert.equal((await check()).outcome, 'allow');
  });

  it('are outside the time limit an outage, and the request is cancelled', async () => {
    await used.window.changeSetting('autoMode.classifier.timeoutSeconds', 1);
    await script({ hang: true });
    assert.equal((await check()).outage, 'timeout');
    await until(async () => (await requests())[0]?.cancelledAt !== undefined, true);
    await used.window.changeSetting('autoMode.classifier.timeoutSeconds', undefined);
  });

  it('are cancelled within 100 ms when the agent gives up', async () => {
    /** How long decision and model each take to end; what the machine is busy with beside comes on top. */
    const cancel = async (): Promise<{ decision: string; answered: number; cancelled: number }> => {
      await script({ hang: true });
      return used.window.runInHost(giveUp, call(), `${GUARDED}.requests`);
    };
    const seen = [];
    // The product takes its time every time, a busy machine does not.
    do {
      const last = await cancel();
      assert.equal(last.decision, 'block cancelled');
      seen.push(Math.max(last.answered, last.cancelled));
    } while (Math.min(...seen) >= 100 && seen.length < 20);
    assert.ok(Math.min(...seen) < 100, `let go after ${seen.join(', ')} ms`);
  });

  it('that are not there are an outage', async () => {
    for (const model of ['editor/guarded/none', 'editor/nobody/small', 'editor/guarded']) {
      await type(model);
      assert.equal((await check()).outage, 'no-model', model);
    }
    await type('editor/guarded/small');
  });

  it('keep the consent over a restart', async () => {
    await used.window.reload();
    await script(ALLOW);
    // A window that is still starting takes longer to tell of a consent than the product waits for it.
    await used.window.runInHost(async (vscode, provider) => {
      await vscode.lm.selectChatModels({ vendor: 'guarded' });
      await vscode.authentication.getSession(provider, [], { silent: true });
    }, `__auto-mode-test.${GUARDED}`);
    assert.equal((await check()).outcome, 'allow');
    await assertNoDialog();
  });

  it('are not asked any more once the user takes the consent back, and nobody is asked for it again', async () => {
    const managed = used.window.executeCommand('_manageTrustedExtensionsForAccount', {
      providerId: `__auto-mode-test.${GUARDED}`,
      accountLabel: 'Test account',
    });
    await used.window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Auto Mode' }).first().waitFor();
    await used.window.screenshot('take-consent-back');
    await row('Auto Mode').click();
    await used.window.page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
    await managed;
    await script(ALLOW);
    assert.equal((await check()).outage, 'no-consent');
    await assertNoDialog();
    assert.deepEqual(await requests(), []);
  });

  it('that need no consent are asked at once by a typed setting, where no consent can be needed', async () => {
    await type('editor/open/org/large');
    await script(ALLOW, OPEN);
    assert.equal((await check()).outcome, 'allow');
    assert.equal((await requests(OPEN))[0]?.model, 'open/org/large');
    await assertNoDialog();
  });

  it('that need no consent although others of the same extension do are asked after the user has chosen them', async () => {
    await type('editor/beside/small');
    await script(ALLOW);
    assert.equal((await check()).outage, 'no-consent');
    await type('');
    await fromPalette('Choose Classifier Model');
    await row('editor/beside/small').click();
    await until(chosen, 'editor/beside/small');
    assert.equal((await check()).outcome, 'allow');
    await assertNoDialog();
  });

  it('are set by a caller only after the user has agreed', async () => {
    const pending = used.window.executeCommand<{ model?: string }>(COMMANDS.model, { model: 'editor/open/small' });
    await dialog().waitFor();
    assert.match(await dialog().innerText(), /editor\/open\/small/);
    await button('Use This Model').click();
    assert.equal((await pending).model, 'editor/open/small');
  });

  it('are offered when an agent is connected and nobody judges yet', async () => {
    await type('');
    await used.window.beginCommand(COMMANDS.connectClaudeCode);
    await row('A model of the editor').click();
    await row('editor/open/org/large').click();
    await dialog().waitFor();
    assert.match(await dialog().innerText(), /Connect Claude Code to Auto Mode\?/);
    await pressKey('Escape');
    assert.equal(await chosen(), 'editor/open/org/large');
  });
});
