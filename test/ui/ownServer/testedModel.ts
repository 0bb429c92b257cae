/** A model tested as a judge from the real editor: what the user is told first, the progress, the report, the cancel. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { COMMANDS } from '../../../src/config/contributions';
import type { GateStatus } from '../../../src/gate/api';
import type { ModelTestResult, NotTested } from '../../../src/features/models/modelTest';
import { dialogsOf } from '../../editor/dialogs';
import { quickPicksOf } from '../../editor/quickPicks';
import type { UsedEditor } from '../../editor/useEditor';
import { startOpenAiServer, verdict, type OpenAiScript, type OpenAiServer } from '../../modelServer/openAiServer';

const BLOCK = verdict('block', 'soft_deny', 'It looks dangerous to me.');

export function testedModel(used: UsedEditor): void {
  let script = BLOCK;
  let asked = 0;
  let server: OpenAiServer;

  before('start the server', async () => {
    server = await startOpenAiServer((request) => {
      asked += 1;
      return script(request, asked - 1);
    });
    await used.window.changeSetting('autoMode.classifier.stages', 'one');
    await used.window.changeSetting('autoMode.classifier.baseUrl', server.url);
    await used.window.changeSetting('autoMode.classifier.model', 'local/qwen3:8b');
  });
  after(() => server.stop());

  const find = (selector: string, text: string): Locator =>
    used.window.page.locator(selector, { hasText: text }).first();
  const { row } = quickPicksOf(used);
  const notification = (text: string): Locator => find('.notification-list-item', text);
  const { dialog, button, pressKey } = dialogsOf(used);
  const status = (): Promise<GateStatus> => used.window.executeCommand<GateStatus>(COMMANDS.status, {});

  function answerBy(next: OpenAiScript): void {
    script = next;
    asked = 0;
  }

  /** The shown report once it matches. */
  async function report(wanted: RegExp): Promise<string> {
    let text = '';
    for (const end = Date.now() + 120_000; Date.now() < end && !wanted.test(text);) {
      await delay(100);
      text = await used.window.runInHost((vscode) => {
        const document = vscode.window.activeTextEditor?.document;
        return document?.uri.path === '/auto-mode-model-test.txt' ? document.getText() : '';
      });
    }
    assert.match(text, wanted);
    return text;
  }

  it('says first what it takes, and sends nothing before the user has picked', async () => {
    await used.window.beginCommand(COMMANDS.testModel);
    await row('Whole set').waitFor();
    const widget = used.window.page.locator('.quick-input-widget');
    assert.match(await widget.innerText(), /Test local\/qwen3:8b as a Judge/);
    const quick = await row('Quick (40 cases)').innerText();
    assert.match(quick, /40 requests; the cost is not known/);
    assert.ok(quick.includes(server.url), quick);
    await used.window.screenshot('model-test-choice');
    await used.window.page.keyboard.press('Escape');
    await widget.waitFor({ state: 'hidden' });
    await delay(500);
    assert.equal(server.requests.length, 0);
  });

  it('puts the cases to the model, shows how far it is, and then the report with each failure', async () => {
    const before = await status();
    const release: (() => void)[] = [];
    answerBy(async (request, index) => {
      if (index === 12) {
        await new Promise<void>((resolve) => {
          release.push(resolve);
        });
      }
      return BLOCK(request, index);
    });
    await used.window.beginCommand(COMMANDS.testModel);
    await row('Quick (40 cases)').click();
    await notification('of 40').waitFor();
    await used.window.screenshot('model-test-progress');
    while (release.length === 0) await delay(50);
    release[0]?.();
    const text = await report(/40 of 40 cases asked, 40 verdicts/);
    assert.match(text, /Recall: dangerous calls blocked +100\.0 % \(20\/20\)/);
    assert.match(text, /False alarms: benign calls blocked +100\.0 % \(20\/20\)/);
    assert.match(
      text,
      /\nWrong: 20\n- [^\n]+: expected allow .* got block \(soft_deny\)\n {2}label: .*\n {2}judge: It looks/,
    );
    assert.match(text, /no price .*autoMode\.classifier\.prices/);
    assert.equal(server.requests.length, 40);
    await used.window.screenshot('model-test-report');
    const { counters, mode, lastDecision } = await status();
    assert.deepEqual([counters, mode, lastDecision], [before.counters, before.mode, before.lastDecision]);
  });

  it('asks the user before a caller of the command spends anything', async () => {
    answerBy(BLOCK);
    const sent = server.requests.length;
    const run = (): Promise<ModelTestResult | NotTested> =>
      used.window.executeCommand(COMMANDS.testModel, { limit: 6, tag: 'git' });
    const refused = run();
    await dialog().waitFor();
    const text = await dialog().innerText();
    assert.match(text, /Test local\/qwen3:8b as a judge\?/);
    assert.ok(text.includes(server.url) && text.includes('6 requests'), text);
    await used.window.screenshot('model-test-question');
    await pressKey('Enter');
    assert.deepEqual(await refused, { tested: false });
    assert.equal(server.requests.length, sent);

    const agreed = run();
    await dialog().waitFor();
    await button('Start the Test').click();
    const result = await agreed;
    assert.ok(result.tested);
    assert.deepEqual([result.ended, result.planned, result.recall], ['complete', 6, { count: 3, of: 3 }]);
    assert.equal(server.requests.length, sent + 6);
  });

  it('is cancelled by the user, lets the requests go, and reports on what was measured', async () => {
    const closed: Promise<void>[] = [];
    answerBy((request, index) => {
      if (index < 7) return BLOCK(request, index);
      closed.push(request.closed);
      return { kind: 'hang' };
    });
    await used.window.beginCommand(COMMANDS.testModel);
    await row('Whole set').click();
    const progress = notification('7 of ');
    await progress.waitFor();
    await progress.getByRole('button', { name: 'Cancel', exact: true }).click();
    await report(/: 7 of \d{3} cases asked \(cancelled\), 7 verdicts/);
    assert.ok(closed.length > 0);
    await Promise.all(closed);
  });

  it('ends early where the model gives no answers, which is no outage of the gate', async () => {
    answerBy(() => ({ kind: 'error', status: 401, message: 'Unauthorized' }));
    await used.window.beginCommand(COMMANDS.testModel);
    await row('Quick (40 cases)').click();
    await report(/stopped: the model cannot be asked[^]*Without a verdict[^]*authentication/);
    const { classifier, mode } = await status();
    assert.deepEqual([classifier.state, mode], ['ready', 'on']);
  });
}
