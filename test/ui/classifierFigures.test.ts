/** What the classifier takes, and calls that it could not judge, as the panel shows them. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { COMMANDS } from '../../src/config/contributions';
import type { Decision } from '../../src/engine/model/decision';
import type { GateStatus } from '../../src/gate/api';
import { panelOf } from '../editor/autoModePanel';
import { until } from '../editor/until';
import { useEditor } from '../editor/useEditor';
import { statusItemIn } from '../editor/statusItem';
import { modelList, startOpenAiServer, verdict, type OpenAiServer } from '../modelServer/openAiServer';

const MODEL = 'local/qwen3:8b';

describe('the figures of the classifier', function () {
  this.timeout(300_000);
  let server: OpenAiServer;
  let down = false;
  let calls = 0;

  before(async () => {
    const judge = verdict('allow', 'none', 'Only tests.');
    server = await startOpenAiServer(
      async (request, index) => {
        if (down) return { kind: 'error', status: 401, message: 'No such key' };
        const reply = await judge(request, index);
        return { ...reply, usage: { input: 9001, output: 50, cached: 8000 } };
      },
      () => modelList('qwen3:8b'),
    );
  });
  const used = useEditor(() => ({
    name: 'classifierFigures',
    settings: {
      'autoMode.classifier.model': MODEL,
      'autoMode.classifier.baseUrl': server.url,
      'autoMode.classifier.stages': 'one',
      'autoMode.classifier.prices': { [MODEL]: { input: 10, cachedInput: 1, output: 20 } },
    },
  }));
  after(() => server.stop());

  const panel = panelOf(used);
  /** What the line on the judge says when it is pointed at. */
  const figures = async (): Promise<string> => (await panel().locator('[data-classifier]').getAttribute('title')) ?? '';
  const statusItem = (): Locator => statusItemIn(used.window.page);
  const status = (sessionId?: string): Promise<GateStatus> =>
    used.window.executeCommand<GateStatus>(COMMANDS.status, sessionId === undefined ? {} : { sessionId });

  async function check(sessionId: string): Promise<Decision> {
    calls += 1;
    const request = { tool: 'bash', input: { command: `npm test -- ${calls}` }, cwd: used.editor.workspace, sessionId };
    return used.window.executeCommand<Decision>(COMMANDS.check, request);
  }

  it('say nothing before anything was judged', async () => {
    await used.window.executeCommand(COMMANDS.showPanel);
    await panel().locator('[data-mode="on"]').waitFor();
    assert.equal(await panel().locator('[data-classifier="ready"]').getAttribute('title'), '');
  });

  it('count calls, tokens and cost, for the day and the session', async () => {
    for (const session of ['one', 'one', 'two']) assert.equal((await check(session)).outcome, 'allow');
    const each = (1001 * 10 + 8000 + 50 * 20) / 1e6;
    const { usage } = await status();
    assert.deepEqual([usage.today.judged, usage.session?.judged, usage.total.judged], [3, 1, 3]);
    assert.ok(Math.abs((usage.today.costUsd ?? 0) - 3 * each) < 1e-9);
    assert.equal((await status('one')).usage.session?.judged, 2);
    await until(async () => (await figures()).includes('3 calls judged'), true);
    const glance = await panel().locator('[data-classifier="ready"]').innerText();
    assert.equal(glance.trim(), 'Judge: local/qwen3:8b · Today: about $0.06');
    const text = await figures();
    assert.match(text, /^Today: 3 calls judged · 27,153 tokens \(89% cached\) · about \$0\.06 · median \d\.\ds$/m);
    assert.match(text, /^This agent session: 1 call judged · 9,051 tokens/m);
  });

  it('tell calls that could not be judged from denials, and name the outage', async () => {
    down = true;
    const decision = await check('two');
    assert.deepEqual([decision.outcome, decision.outage], ['block', 'authentication']);
    await panel().locator('[data-mode="outage"]').waitFor();
    // Once, where a user looks first.
    await panel().locator('auto-mode-status .detail', { hasText: 'Key refused: ' }).waitFor();
    await panel().locator('[data-classifier="outage"]', { hasText: 'Not answering' }).waitFor();
    assert.equal(await panel().locator('auto-mode-classifier p', { hasText: 'Key refused: ' }).count(), 0);
    await panel().locator('.decision[data-outcome="unjudged"][aria-label*="Could not be judged"]').waitFor();
    await until(async () => (await figures()).includes('1 could not be judged'), true);
    await statusItem().filter({ hasText: 'No Judge' }).waitFor();
    const { counters, usage } = await status();
    assert.deepEqual([counters.blocked, counters.unjudged, counters.outages], [1, 1, { authentication: 1 }]);
    assert.deepEqual(usage.today.outages, { authentication: 1 });
  });

  for (const theme of ['dark', 'light', 'high-contrast'] as const) {
    it(`follow the ${theme} theme`, async () => {
      await used.window.useTheme(theme);
      await panel().locator('[data-mode="outage"]').scrollIntoViewIfNeeded();
      await used.window.screenshot(`classifier-outage-${theme}`);
    });
  }

  it('show the outage until a call is judged again', async () => {
    down = false;
    assert.equal((await check('two')).outcome, 'allow');
    await panel().locator('[data-mode="on"]').waitFor();
    await statusItem().filter({ hasText: 'Auto Mode' }).waitFor();
  });

  it('are there after a reload', async () => {
    await used.window.reload();
    const { usage, mode } = await status('two');
    assert.deepEqual([usage.today.judged, usage.today.unjudged, usage.session?.judged, mode], [4, 1, 2, 'on']);
  });
});
