/** Every page of the panel in its important states, reached by the keyboard alone; each is inspected in all themes, narrow and zoomed. */
import assert from 'node:assert/strict';
import { COMMANDS } from '../../src/config/contributions';
import { panelOf } from '../editor/autoModePanel';
import { dialogsOf } from '../editor/dialogs';
import { KeyboardWalk } from '../editor/keyboardWalk';
import { inspectPanel } from '../editor/panelInspection';
import { useEditor } from '../editor/useEditor';
import { modelList, startOpenAiServer, verdict, type OpenAiServer } from '../modelServer/openAiServer';

const MODEL = 'local/qwen3:8b';

interface Decided {
  readonly id: string;
  readonly outcome: string;
  readonly stage: string;
}

describe('for everyone, the panel', function () {
  this.timeout(600_000);
  let server: OpenAiServer;
  let down = false;

  before('start a model', async () => {
    const [allow, block] = [verdict('allow', 'none', 'Only tests.'), verdict('block', 'soft_deny', 'It goes live.')];
    server = await startOpenAiServer(
      (request, index) => {
        if (down) return { kind: 'error', status: 401, message: 'No such key' };
        return (/make deploy|vercel deploy/.test(request.rawBody) ? block : allow)(request, index);
      },
      () => modelList('qwen3:8b', 'mistral-small:24b'),
    );
  });
  const used = useEditor(() => ({
    name: 'everyone',
    files: { 'notes.txt': 'some notes\n' },
    settings: {
      'autoMode.permissions.deny': ['bash(git push --force*)', 'bash(npm publish --access*)', 'bash(shutdown*)'],
      'autoMode.permissions.ask': ['bash(npm publish*)'],
      'autoMode.classifier.model': MODEL,
      'autoMode.classifier.baseUrl': server.url,
      'autoMode.classifier.stages': 'one',
      'autoMode.classifier.prices': { [MODEL]: { input: 10, cachedInput: 1, output: 20 } },
    },
  }));
  after(() => server.stop());

  const panel = panelOf(used);
  const press = (key: string): Promise<void> => used.window.page.keyboard.press(key);
  const type = (text: string): Promise<void> => used.window.page.keyboard.type(text);
  const { dialog } = dialogsOf(used);
  const inspect = (name: string): Promise<void> => inspectPanel(used.window, name);
  const walk = (): Promise<KeyboardWalk> => KeyboardWalk.begin(used.window);

  function check(command: string, agent?: string): Promise<Decided> {
    const request = { tool: 'bash', input: { command }, cwd: used.editor.workspace };
    return used.window.executeCommand(COMMANDS.check, agent === undefined ? request : { ...request, agent });
  }

  async function hideAndShow(): Promise<void> {
    await used.window.executeCommand('workbench.view.explorer');
    await used.window.page.locator('iframe.webview.ready').waitFor({ state: 'hidden' });
    await used.window.executeCommand(COMMANDS.showPanel);
  }

  /** Presses a button of the editor's modal dialog. */
  async function answer(label: string): Promise<void> {
    const button = dialog().getByRole('button', { name: label, exact: true });
    await button.waitFor();
    for (let count = 0; count < 10; count++) {
      if ((await dialog().locator(':focus').filter({ hasText: label }).count()) > 0) break;
      await press('Tab');
    }
    await press('Enter');
    await dialog().waitFor({ state: 'detached' });
  }

  it('is reached from an editor, and says what to do before anything has happened', async () => {
    await used.window.runInHost(async (vscode, path) => {
      await vscode.window.showTextDocument(vscode.Uri.file(path));
    }, `${used.editor.workspace}/notes.txt`);
    await press('F1');
    // Until it has the focus, what is typed goes into the document.
    await used.window.page.locator('.quick-input-widget input:focus').waitFor();
    await type('Auto Mode: Show Panel');
    await used.window.page
      .locator('.quick-input-list .monaco-list-row.focused', { hasText: 'Auto Mode: Show Panel' })
      .waitFor();
    await press('Enter');
    await panel().locator('[data-mode="on"]').waitFor();
    await (await walk()).reachEverything();
    await inspect('overview-empty');
    // Tab and Shift+Tab do not lead out of a text again.
    await used.window.executeCommand('workbench.action.closeAllEditors');
    await used.window.executeCommand(COMMANDS.showPanel);
  });

  it('shows an overview of many decisions, some of which could not be judged', async () => {
    for (const command of ['cat notes.txt', 'git push --force origin main', 'npm test', 'make deploy --env=staging']) {
      await check(command, 'codex');
    }
    for (let count = 1; count <= 20; count++) await check(`cat notes.txt | head -n ${count}`, 'claude-code');
    down = true;
    await check('npm run build');
    down = false;
    await panel().locator('[data-mode="outage"]').waitFor();
    await panel().locator('[data-found="25"]').waitFor();
    await (await walk()).reachEverything();
    await inspect('overview-outage');
  });

  it('says that it is paused, what is wrong with the settings, and that nothing fits a search', async () => {
    await used.window.changeSetting('autoMode.permissions.allow', ['bash(git push', 'bash(make test*)']);
    for (let count = 1; count <= 3; count++) await check(`make deploy --env=live-${count}`);
    await panel().locator('[data-mode="paused"]').waitFor();
    await panel().locator('auto-mode-problems').waitFor();
    const keys = await walk();
    await keys.toStart();
    await keys.to('Search decisions');
    await type('no such call');
    await panel().locator('auto-mode-activity', { hasText: 'No decision fits.' }).waitFor();
    await inspect('overview-paused');
    await keys.press('Show All');
    await keys.press('Resume');
    await panel().locator('[data-mode="configuration-error"]').waitFor();
    await used.window.changeSetting('autoMode.permissions.allow', undefined);
    await panel().locator('[data-mode="on"]').waitFor();
  });

  it('opens the story of a decision, and Back leads to its row, even after the panel was hidden', async () => {
    let keys = await walk();
    const row = panel().locator('.decision:focus');
    const back = panel().locator('.page[data-shown="overview"]:not([hidden])');
    await keys.toStart();
    await keys.to('blocked, ');
    await press('ArrowDown');
    await row.and(panel().locator('[aria-posinset="2"]')).waitFor();
    const id = await row.getAttribute('data-id');
    await press('Enter');
    await panel().locator(`[data-story-of="${id}"]`).waitFor();
    await keys.reachEverything();
    await inspect('story');
    await press('Escape');
    await back.waitFor();
    await panel().locator(`.decision:focus[data-id="${id}"]`).waitFor();

    await press('Enter');
    await panel().locator(`[data-story-of="${id}"]`).waitFor();
    await hideAndShow();
    await panel().locator(`[data-story-of="${id}"]`).waitFor();
    keys = await walk();
    await keys.press('Back');
    await panel().locator(`.decision:focus[data-id="${id}"]`).waitFor();
  });

  it('releases a blocked call once, adds a proposed rule and takes it back, while a question waits', async () => {
    const command = 'vercel deploy --target=live-4';
    await check(command);
    const keys = await walk();
    const story = panel().locator('auto-mode-story article');
    // While the keyboard is in the list, it stays as it is.
    await keys.toStart();
    await panel().locator('auto-mode-activity .decision', { hasText: 'live-4' }).first().focus();
    await press('Enter');
    await story.waitFor();
    await keys.press('Allow Once');
    await story.locator('[data-release-note]', { hasText: 'Released' }).waitFor();
    await keys.press('Add Rule…');
    await story.locator('[data-preview]').first().waitFor();

    const decision = check('npm publish --tag next', 'claude-code');
    await answer('More...');
    await used.window.page.locator('.quick-input-widget input:focus').waitFor();
    await type('Answer in the panel');
    await press('Enter');
    await panel().locator('auto-mode-question').waitFor();
    await keys.reachEverything();
    await inspect('overview-asking');
    await keys.press('Decline');
    assert.deepEqual([(await decision).outcome, (await decision).stage], ['block', 'permissions.ask']);
    await panel().locator('auto-mode-question').waitFor({ state: 'detached' });

    await keys.press('Add This Rule');
    await panel().locator('[data-story="undoRule"]').waitFor();
    assert.equal((await check(command)).stage, 'permissions.allow');
    await keys.press('Undo');
    await panel().locator('[data-story="undoRule"]').waitFor({ state: 'detached' });
    await press('Escape');
    await story.waitFor({ state: 'detached' });
  });

  it('edits rules', async () => {
    await used.window.executeCommand(COMMANDS.showPanel);
    const keys = await walk();
    const rules = panel().locator('auto-mode-rules');
    await keys.press('Rules');
    await rules.locator('li.row-item').nth(2).waitFor();
    await keys.reachEverything();
    await keys.press('bash(git push --force*)');
    await rules.locator('li.row-item [data-field="rule"]:focus').waitFor();
    await rules.locator('[data-matches]').waitFor();
    await keys.reachEverything();
    await inspect('rules-edited');
    await keys.to('Entry');
    await press('End');
    await press('Backspace');
    await rules.locator('[data-problem]', { hasText: 'parenthesis' }).waitFor();
    await inspect('rules-invalid');
    await keys.press('Cancel');
    await rules.locator('li.row-item [data-field="rule"]').waitFor({ state: 'detached' });

    await keys.toStart();
    await keys.press('Policy: only when asked for');
    await rules.getByText('block unless you asked for exactly that').waitFor();
    await rules.locator('li.row-item', { hasText: 'Built-in entries' }).waitFor();
    await keys.to('Built-in entries');
    await press('Enter');
    await rules.locator('ol li').first().waitFor();
    await keys.to('Remove');
    await press('Enter');
    await rules.locator('[role="alert"]', { hasText: 'no longer hold' }).waitFor();
    await keys.reachEverything();
    await inspect('rules-defaults');
  });

  it('tries a call, with a rule beside it', async () => {
    await used.window.executeCommand(COMMANDS.showPanel);
    const keys = await walk();
    await keys.press('Rules');
    await panel().locator('auto-mode-trial textarea').waitFor();
    await keys.to('Command');
    await type('npm test && cat notes.txt');
    await keys.to('With this rule');
    await type('bash(npm test*)');
    await panel().locator('auto-mode-trial [data-changes="true"]').waitFor();
    await keys.to('What was understood');
    await press('Enter');
    await keys.reachEverything();
    await inspect('trial');
  });

  it('shows what is missing, tests a model and chooses one', async () => {
    await used.window.executeCommand(COMMANDS.showPanel);
    const keys = await walk();
    await keys.press('Judge');
    await panel().getByRole('radio', { name: 'local/mistral' }).waitFor();
    await panel().locator('[data-need="key"]').first().waitFor();
    await keys.press('Test This Model');
    await answer('Start the Test');
    await panel().locator('auto-mode-model-choice-in-use [data-measured="yes"]').waitFor();
    await keys.toStart();
    // The one in use, which is on.
    await keys.to(MODEL);
    await press('ArrowDown');
    const mistral = panel().locator('[data-model*="mistral"] + [data-unfolded]');
    await mistral.waitFor();
    await inspect('model');
    await mistral.getByRole('button', { name: 'Use This Model' }).waitFor();
    await keys.press('Use This Model');
    await panel().locator('[data-in-use]', { hasText: 'local/mistral' }).waitFor();
  });
});
