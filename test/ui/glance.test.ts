/** What is seen of Auto Mode between two thoughts: few words on each screen, and each usual task in few clicks. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { COMMANDS } from '../../src/config/contributions';
import { panelOf } from '../editor/autoModePanel';
import { dialogsOf } from '../editor/dialogs';
import { OUT } from '../editor/editor';
import { THEME_KINDS } from '../editor/editorWindow';
import { resizeSideBar } from '../editor/sideBar';
import { shownWords } from '../editor/shownWords';
import { statusItemIn } from '../editor/statusItem';
import { useEditor } from '../editor/useEditor';
import { modelList, startOpenAiServer, verdict, type OpenAiServer } from '../modelServer/openAiServer';
import { OpenDecisions } from './openDecisions';

const MODEL = 'local/qwen3:8b';
const CALLS = [
  ...['git status --short', 'cat notes.txt', 'npm test', 'git push --force origin main'].map(asked('claude-code')),
  ...['ls src', 'cat package.json', 'npm run lint', 'npm test'].map(asked('codex')),
  ...['grep -rn price src', 'npm test', 'vercel deploy --prod'].map(asked('claude-code')),
];

function asked(agent: string): (command: string) => { readonly command: string; readonly agent: string } {
  return (command) => ({ command, agent });
}

describe('at a glance', function () {
  this.timeout(1_200_000);
  let server: OpenAiServer;
  before('start a model', async () => {
    const [allow, block] = [verdict('allow', 'none', 'Only tests.'), verdict('block', 'soft_deny', 'It goes live.')];
    server = await startOpenAiServer(
      (request, index) => (request.rawBody.includes('vercel deploy') ? block : allow)(request, index),
      () => modelList('qwen3:8b', 'mistral-small:24b'),
    );
  });
  const used = useEditor(() => ({
    name: 'glance',
    files: { 'notes.txt': 'some notes\n', 'package.json': '{ "scripts": { "test": "mocha", "lint": "eslint ." } }\n' },
    settings: {
      'autoMode.permissions.deny': ['bash(git push --force*)'],
      'autoMode.permissions.ask': ['bash(npm publish*)'],
      'autoMode.classifier.model': MODEL,
      'autoMode.classifier.baseUrl': server.url,
      'autoMode.classifier.stages': 'one',
      'autoMode.classifier.prices': { [MODEL]: { input: 10, cachedInput: 1, output: 20 } },
      'autoMode.fastPaths.containedCommands': false,
    },
  }));
  after(() => server.stop());

  const panel = panelOf(used);
  const decisions = new OpenDecisions();
  const { dialog, button } = dialogsOf(used);
  const body = (): Locator => panel().locator('body');
  const row = (text: string): Locator => panel().locator('auto-mode-activity .decision', { hasText: text }).first();
  const story = (): Locator => panel().locator('auto-mode-story article');
  const act = (name: string): Locator => panel().locator(`auto-mode-story [data-story="${name}"]`);
  const page = (name: string): Locator => panel().locator(`[data-page="${name}"]`).first();
  const notification = (): Locator => used.window.page.locator('.notification-toast-container').first();
  const screens: Record<string, unknown> = {};
  const clicks: Record<string, number> = {};

  function check(command: string, agent = 'claude-code', interactive = false): Promise<{ readonly outcome: string }> {
    const request = { tool: 'Bash', input: { command, description: 'Asked for by the user' }, agent, interactive };
    const session = { cwd: used.editor.workspace, sessionId: `${agent}-1` };
    return decisions.follow(used.window.executeCommand(COMMANDS.check, { ...request, ...session }));
  }

  /** Notes what a screen shows, and keeps a picture of it. */
  async function note(name: string, element: Locator): Promise<Awaited<ReturnType<typeof shownWords>>> {
    const shown = await shownWords(element);
    screens[name] = shown;
    await used.window.screenshot(`glance-${name}`);
    return shown;
  }

  /** Each place is clicked once it is there. */
  async function task(name: string, places: readonly Locator[], end: () => Promise<unknown>): Promise<void> {
    for (const [index, place] of places.entries()) {
      await place.waitFor();
      await used.window.screenshot(`task-${name}-${index + 1}`);
      await place.click();
    }
    await end();
    await used.window.screenshot(`task-${name}-end`);
    clicks[name] = places.length;
  }

  after('keep the figures', async () => {
    await mkdir(OUT, { recursive: true });
    await writeFile(join(OUT, 'glance.json'), JSON.stringify({ screens, clicks }, undefined, 2));
  });

  it('asks in few words, and one click approves', async () => {
    const first = check('npm publish --access public', 'claude-code', true);
    await dialog().waitFor();
    await note('ask-first', dialog());
    await button('Decline').click();
    assert.equal((await first).outcome, 'block');
    const second = check('npm publish --tag beta', 'claude-code', true);
    await dialog().filter({ hasText: 'beta' }).waitFor();
    const { text } = await note('ask', dialog());
    const beside = text.replace('npm publish --tag beta', '').replace('Asked for by the user', '');
    assert.ok(beside.trim().split(/\s+/).length <= 35, text);
    await task('approve', [button('Yes, continue')], () => second);
    assert.equal((await second).outcome, 'allow');
    const third = check('npm publish --tag next', 'claude-code', true);
    await task('never-ask', [button("Yes, and don't ask again this session")], () => third);
    assert.equal((await check('npm publish --tag next', 'claude-code', true)).outcome, 'allow');
  });

  it('notifies of a block in few words, from which two clicks let it run once', async () => {
    await used.window.executeCommand('notifications.clearAll');
    const command = 'vercel deploy --prod --yes';
    assert.equal((await check(command, 'claude-code', true)).outcome, 'block');
    await notification().waitFor();
    const { words } = await note('block', notification());
    assert.ok(words <= 20 + 8, `${words} words with those of the buttons`);
    const press = (name: string): Locator => notification().getByRole('button', { name, exact: true });
    await task('release', [press('Allow Once...'), button('Allow Once')], () =>
      dialog().waitFor({ state: 'detached' }),
    );
    await used.window.executeCommand('notifications.clearAll');
    await check('vercel deploy --prod --force', 'claude-code', true);
    await task('why', [press('Why?')], () => story().waitFor());
    await used.window.executeCommand('notifications.clearAll');
  });

  it('shows the overview, a decision and all pages in every theme, narrow and wide', async () => {
    for (const { command, agent } of CALLS) await check(command, agent);
    await used.window.executeCommand('notifications.clearAll');
    await used.window.executeCommand(COMMANDS.showPanel);
    if (await act('back').isVisible()) await act('back').click();
    await row('vercel deploy --prod').waitFor();
    await note('overview', body());
    const { words } = await shownWords(statusItemIn(used.window.page));
    assert.ok(words <= 4, 'its icon is named in the text of the item');
    screens['status'] = await shownWords(statusItemIn(used.window.page));
    const visits: readonly (readonly [name: string, visit: () => Promise<void>])[] = [
      ['overview', async () => panel().locator('auto-mode-activity .decision').first().waitFor()],
      [
        'decision',
        async () => {
          await row('git push --force').click();
          await story().waitFor();
        },
      ],
      [
        'insights',
        async () => {
          await act('back').click();
          await page('insights').click();
          await panel().locator('[data-figure="calls"]').waitFor();
        },
      ],
      [
        'rules',
        async () => {
          await page('rules').click();
          await panel().locator('auto-mode-rules li.row-item').first().waitFor();
        },
      ],
      [
        'judge',
        async () => {
          await page('model').click();
          await panel().locator('[data-in-use]').waitFor();
        },
      ],
    ];
    for (const [name, visit] of visits) {
      await visit();
      await note(name, body());
      for (const width of [600, 300]) {
        await resizeSideBar(used.window, width);
        for (const theme of THEME_KINDS) {
          await used.window.useTheme(theme);
          await used.window.screenshot(`${name}-${width}-${theme}`);
        }
      }
      await used.window.useTheme('light');
    }
    await page('overview').click();
  });

  it('adds a rule, takes it back, connects an agent and chooses a judge in few clicks', async () => {
    await check('vercel deploy --prod');
    await used.window.executeCommand(COMMANDS.showPanel);
    await task(
      'add-rule',
      [row('vercel deploy --prod'), act('offer'), story().locator('[data-act="addRule"]').first()],
      () => act('undoRule').waitFor(),
    );
    await task('undo-rule', [act('undoRule')], () => act('undoRule').waitFor({ state: 'detached' }));
    await act('back').click();
    await panel().locator('[data-act="toAgents"]').click();
    await panel().locator('auto-mode-agents:focus').waitFor();
    await task('connect', [panel().getByRole('button', { name: 'Connect Codex' }), button('Connect')], () =>
      panel().locator('[data-agent="codex"][data-state="connected"]').waitFor(),
    );
    await used.window.executeCommand('workbench.action.closeAllEditors');
    const mistral = panel().getByRole('radio', { name: 'local/mistral' });
    const use = panel()
      .locator('[data-model*="mistral"] + [data-unfolded]')
      .getByRole('button', { name: 'Use This Model' });
    await task('judge', [page('model'), mistral, use], () =>
      panel().locator('[data-in-use]', { hasText: 'local/mistral' }).waitFor(),
    );
    const few = { approve: 1, 'never-ask': 1, release: 2, why: 1, 'add-rule': 3, 'undo-rule': 1, connect: 2, judge: 3 };
    for (const [name, count] of Object.entries(clicks)) assert.equal(count, few[name as keyof typeof few], name);
  });
});
