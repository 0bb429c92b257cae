import assert from 'node:assert/strict';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { COMMANDS } from '../../src/config/contributions';
import type { Decision } from '../../src/engine/model/decision';
import { panelOf } from '../editor/autoModePanel';
import { dialogsOf } from '../editor/dialogs';
import { THEME_KINDS } from '../editor/editorWindow';
import { inspectPanel } from '../editor/panelInspection';
import { until } from '../editor/until';
import { resizeSideBar } from '../editor/sideBar';
import { useEditor } from '../editor/useEditor';
import { modelList, startOpenAiServer, verdict, type OpenAiServer } from '../modelServer/openAiServer';

const MODEL = 'local/qwen3:8b';
const RULE = 'bash(npm test)';

describe('the insights', function () {
  this.timeout(300_000);
  let server: OpenAiServer;

  before(async () => {
    const [allow, block] = [verdict('allow', 'none', 'Only tests.'), verdict('block', 'soft_deny', 'It removes.')];
    server = await startOpenAiServer(
      async (request, index) => {
        const judge = JSON.stringify(request).includes('rm -rf') ? block : allow;
        return { ...(await judge(request, index)), usage: { input: 9001, output: 50, cached: 8000 } };
      },
      () => modelList('qwen3:8b'),
    );
  });
  const used = useEditor(() => ({
    name: 'insights',
    files: {
      'notes.txt': 'some notes\n',
      'package.json': JSON.stringify({ scripts: { test: 'mocha', build: 'rm -rf dist' } }),
    },
    settings: {
      'autoMode.classifier.model': MODEL,
      'autoMode.classifier.baseUrl': server.url,
      'autoMode.classifier.stages': 'one',
      'autoMode.classifier.prices': { [MODEL]: { input: 10, cachedInput: 1, output: 20 } },
      'autoMode.fastPaths.containedCommands': false,
      'autoMode.permissions.ask': ['bash(git push*)'],
    },
  }));
  after(() => server.stop());

  const panel = panelOf(used);
  const { dialog, press } = dialogsOf(used);
  const page = (): Locator => panel().locator('auto-mode-insights');
  const figure = (name: string): Locator => page().locator(`[data-figure="${name}"] dd`);
  const line = (text: string): Locator => page().locator(`[data-line="${text}"]`);
  const files = (name: string): string => {
    const root = join(used.editor.root, 'user-data');
    const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith(name));
    return join(root, found ?? assert.fail(`there is no ${name}`));
  };
  const settings = (): string => readFileSync(files(join('User', 'settings.json')), 'utf8');
  const check = (command: string, agent?: string): Promise<Decision> =>
    used.window.executeCommand<Decision>(COMMANDS.check, {
      tool: agent === undefined ? 'bash' : 'Bash',
      input: { command },
      cwd: used.editor.workspace,
      interactive: false,
      ...(agent === undefined ? {} : { agent }),
    });

  it('says in one sentence that nothing was decided', async () => {
    await used.window.executeCommand(COMMANDS.showPanel);
    await panel().locator('[data-page="insights"]').click();
    await page().getByText('No call was decided in the last 14 days.').waitFor();
  });

  it('counts what is decided while it is looked at', async () => {
    for (let count = 0; count < 3; count += 1) {
      assert.equal((await check(`npm test`, count === 2 ? 'claude-code' : undefined)).stage, 'classifier');
      assert.equal((await check('cat notes.txt')).outcome, 'allow');
      assert.equal((await check('rm -rf node_modules/.cache notes.txt')).outcome, 'block');
    }
    assert.equal((await check('git push origin main')).outcome, 'block');
    await figure('calls').filter({ hasText: /^10$/ }).waitFor();
    assert.equal(await figure('without-model').innerText(), '40%');
    assert.equal(await figure('blocked').innerText(), '4');
    assert.equal(await figure('released').innerText(), '0');
    assert.match(await figure('judge-time').innerText(), /^[\d.]+m?s$/);
    assert.match(await figure('cost').innerText(), /^\$0\.\d+$/);
    await page()
      .locator('[data-chart="settled"] svg rect[data-decider="judge"]')
      .first()
      .waitFor({ state: 'attached' });
    await page().locator('[data-agent="Claude Code"]', { hasText: '1 call' }).waitFor();
  });

  it('proposes a rule where all that it covers ran harmlessly, and none else', async () => {
    await line('npm test').locator('[data-settling="rule"]', { hasText: RULE }).waitFor();
    await line('npm test').getByText('3× judged').waitFor();
    await line('rm -rf node_modules/.cache notes.txt').locator('[data-settling="none"]').waitFor();
    assert.equal(await page().locator('[data-act="add"]').count(), 1);
  });

  it('has a table for each picture, for an agent alone as well', async () => {
    await page().locator('[data-field="agent"]').selectOption({ label: 'Claude Code' });
    await figure('calls').filter({ hasText: /^1$/ }).waitFor();
    await page().locator('[data-field="agent"]').selectOption({ label: 'All' });
    await figure('calls').filter({ hasText: /^10$/ }).waitFor();
    const chart = page().locator('[data-chart="blocked"]');
    await chart.locator('summary').click();
    assert.equal(await chart.locator('tbody tr').count(), 14);
    assert.match(await chart.locator('tbody tr').last().innerText(), /\b4\b/);
    await chart.locator('summary').click();
  });

  it('tries a rule on the call', async () => {
    await line('npm test').locator('[data-act="try"]').click();
    const trial = panel().locator('auto-mode-trial');
    await trial.locator('[data-changes="true"]').waitFor();
    assert.equal(await trial.locator('textarea').inputValue(), 'npm test');
    assert.equal(await trial.locator('input').inputValue(), RULE);
    assert.doesNotMatch(settings(), /npm test/);
    await panel().locator('[data-page="insights"]').click();
  });

  it('adds a rule only after the question, and takes it back', async () => {
    await line('npm test').locator('[data-act="add"]').click();
    await dialog().getByText(RULE).first().waitFor();
    await used.window.screenshot('insights-question');
    await press('Cancel');
    assert.doesNotMatch(settings(), /npm test/);
    await line('npm test').locator('[data-act="add"]').click();
    await press('Add Rules');
    await page().locator('[data-added]', { hasText: RULE }).waitFor();
    await until(() => settings().includes(RULE), true);
    assert.equal((await check('npm test')).stage, 'permissions.allow');
    await line('npm test').getByText('Settled by now.').waitFor();
    await page().locator('[data-act="undo"]').click();
    await page().locator('[data-added]').waitFor({ state: 'detached' });
    await until(() => settings().includes(RULE), false);
    assert.notEqual((await check('npm test')).stage, 'permissions.allow');
  });

  it('can be seen in every theme and width', async () => {
    const log = files('decisions.jsonl');
    const lines = readFileSync(log, 'utf8').trim().split('\n');
    // Two weeks of the same, with fewer calls the longer ago.
    for (let day = 1; day < 14; day += 1) {
      for (const one of lines.slice(day % 5, 12 - (day % 4))) {
        const record = JSON.parse(one) as { readonly decision: Decision };
        const at = new Date(Date.parse(record.decision.at) - day * 86_400_000).toISOString();
        appendFileSync(log, `${JSON.stringify({ ...record, decision: { ...record.decision, at } })}\n`);
      }
    }
    await check('cat notes.txt');
    await page()
      .locator('[data-chart="settled"] g')
      .nth(3)
      .locator('rect[data-decider]')
      .first()
      .waitFor({ state: 'attached' });
    await inspectPanel(used.window, 'insights');
    await resizeSideBar(used.window, 600);
    for (const theme of THEME_KINDS) {
      await used.window.useTheme(theme);
      await used.window.screenshot(`insights-600-${theme}`);
      await page().locator('auto-mode-insight-lines').scrollIntoViewIfNeeded();
      await line('npm test').scrollIntoViewIfNeeded();
      await used.window.screenshot(`insights-600-${theme}-below`);
      await page().locator('h2').scrollIntoViewIfNeeded();
    }
  });
});
