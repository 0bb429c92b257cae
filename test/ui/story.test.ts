import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { COMMANDS } from '../../src/config/contributions';
import { panelOf } from '../editor/autoModePanel';
import { until } from '../editor/until';
import { useEditor } from '../editor/useEditor';
import { modelList, startOpenAiServer, verdict, type OpenAiServer } from '../modelServer/openAiServer';

const REASON = '<img src=x onerror=alert(1)>\u202E [a](command:autoMode.off)';

describe('the story of a decision', function () {
  this.timeout(300_000);
  let server: OpenAiServer;
  before(async () => {
    server = await startOpenAiServer(verdict('block', 'none', REASON), () => modelList('qwen3:8b'));
  });
  const used = useEditor(() => ({
    name: 'story',
    files: { 'notes.txt': 'some notes\n' },
    settings: {
      'autoMode.permissions.deny': ['bash(git push*)', 'write(huge.txt)'],
      'autoMode.classifier.model': 'local/qwen3:8b',
      'autoMode.classifier.baseUrl': server.url,
      'autoMode.classifier.stages': 'one',
      'autoMode.classifier.logRequests': true,
    },
  }));
  after(() => server.stop());

  const panel = panelOf(used);
  const story = (): Locator => panel().locator('auto-mode-story article');
  const row = (text: string): Locator => panel().locator('auto-mode-activity .decision', { hasText: text }).first();
  const opener = (): Locator => row('--force origin');

  async function blocked(tool: string, input: object): Promise<string> {
    const request = { tool, input, cwd: used.editor.workspace, agent: undefined };
    const { id, outcome } = await used.window.executeCommand<{ id: string; outcome: string }>(COMMANDS.check, request);
    assert.equal(outcome, 'block');
    return id;
  }

  async function open(id: string, text: string): Promise<void> {
    await used.window.executeCommand(COMMANDS.showPanel);
    await row(text).waitFor();
    await row(text).click();
    await panel().locator(`[data-story-of="${id}"] h2`).waitFor();
  }

  async function back(): Promise<void> {
    await panel().locator('[data-story="back"]').click();
    await story().waitFor({ state: 'detached' });
  }

  it('opens by a click, whole, and Back leads to where it was opened', async () => {
    const id = await blocked('bash', { command: 'cd src && git push --force origin main' });
    await open(id, '--force origin');
    const text = await story().innerText();
    for (const part of ['Blocked by your rule', 'bash(git push*)', 'git push --force origin main']) {
      assert.ok(text.includes(part), `“${part}” is not in:\n${text}`);
    }
    const marked = story().locator('[data-part="input"] mark');
    assert.deepEqual(await marked.allInnerTexts(), ['git push --force origin main']);
    assert.equal(await story().locator('[data-said]').innerText(), 'Deny rule: decided: blocked');
    assert.equal(await story().locator('[data-command][data-offends]').count(), 1);
    assert.equal(await panel().locator('auto-mode-activity').isVisible(), false);
    await used.window.screenshot('story');
    await back();
    await panel().locator('auto-mode-activity .decision:focus').waitFor();
  });

  it('opens and closes by the keyboard alone', async () => {
    await opener().focus();
    await used.window.page.keyboard.press('Enter');
    await story().waitFor();
    await panel().locator('h1:focus').waitFor();
    await used.window.page.keyboard.press('Tab');
    await panel().locator('[data-story="back"]:focus').waitFor();
    await used.window.page.keyboard.press('Escape');
    await story().waitFor({ state: 'detached' });
    await panel().locator('auto-mode-activity .decision:focus').waitFor();
  });

  it('says of each check what it did, by the arrow keys', async () => {
    await opener().click();
    const line = story().locator('[data-said]');
    await story().locator('[role="option"][tabindex="0"]').focus();
    const { keyboard } = used.window.page;
    await keyboard.press('ArrowLeft');
    await line.getByText('no opinion').waitFor();
    await keyboard.press('End');
    await line.getByText('not reached').waitFor();
    await keyboard.press('Tab');
    await line.getByText('decided: blocked').waitFor();
    await back();
  });

  it('releases a judged call once, and offers rules for it', async () => {
    await open(await blocked('bash', { command: 'npm run released' }), 'npm run released');
    await story().locator('[data-story="offer"]').click();
    await story().locator('.offer [data-proposal], .offer [data-why]').first().waitFor();
    await used.window.screenshot('story-rules');
    await story().locator('.offer [data-act="close"]').click();
    await story().locator('[data-story="allowOnce"]').click();
    await story().locator('[data-release-note]', { hasText: 'Released until' }).waitFor();
    assert.equal(await story().locator('[data-story="allowOnce"]').count(), 0);
    await back();
  });

  it('is the same text as the command explains', async () => {
    // Not by a place: the release before may still move the rows.
    await opener().press('Enter');
    const id = await story().getAttribute('data-story-of');
    assert.ok(id !== null);
    const explained = await used.window.executeCommand<{ id: string; text: string }>(COMMANDS.explain, { id });
    assert.ok(
      explained.text.includes('\nInput\n  command:\n  | cd src && git push --force origin main\n'),
      explained.text,
    );
    await panel().locator('[data-story="copy"]').waitFor();
  });

  it('leads to the setting that holds the rule', async () => {
    await story().locator('[data-story="more"]').click();
    await story().locator('[data-setting="autoMode.permissions.deny"] button').click();
    const { page } = used.window;
    await page.locator('.settings-editor .setting-item-category', { hasText: 'Permissions' }).first().waitFor();
    await page.locator('.settings-editor', { hasText: 'bash(git push*)' }).waitFor();
    await used.window.screenshot('story-setting');
    await used.window.executeCommand('workbench.action.closeAllEditors');
    await back();
  });

  it('draws a part of a megabyte, says how much is left out, and has all of it in an editor', async () => {
    await open(await blocked('write', { path: 'huge.txt', content: 'long '.repeat(200_000) }), 'huge.txt');
    const shown = story().locator('auto-mode-story-text').nth(1);
    await shown.getByText('992000 characters are not shown here').waitFor();
    await shown.locator('[data-more]').click();
    await shown.getByText('984000 characters are not shown here').waitFor();
    await used.window.screenshot('story-long');
    await shown.locator('[data-open]').click();
    const length = (): Promise<number | undefined> =>
      used.window.runInHost((vscode) => vscode.window.activeTextEditor?.document.getText().length);
    await until(length, 1_000_000);
    await used.window.executeCommand('workbench.action.closeAllEditors');
    await back();
  });

  it('says so where there is no such decision, and opens from the notification', async () => {
    await used.window.executeCommand('workbench.view.explorer');
    const toasts = used.window.page.locator('.notification-toast');
    await used.window.executeCommand('notifications.clearAll');
    await toasts.first().waitFor({ state: 'detached' });
    const id = await blocked('bash', { command: 'git push later' });
    // The notification of an earlier block may come late.
    await toasts.filter({ hasText: 'git push later' }).getByRole('button', { name: 'Why?' }).click();
    await panel().locator(`[data-story-of="${id}"] h2`).waitFor();
  });

  it('has what the classifier was sent and answered after a reload, as text', async () => {
    const id = await blocked('bash', { command: 'npm run judged' });
    await used.window.reload();
    await used.window.executeCommand(COMMANDS.showPanel);
    // The editor keeps what the panel showed at some moment before the reload, which may have been a story.
    const leave = panel().locator('[data-story="back"]');
    await until(async () => {
      if (await leave.isVisible()) await leave.click();
      return row('npm run judged').isVisible();
    }, true);
    await open(id, 'npm run judged');
    const judge = story().locator('[data-part="judge"]');
    await judge.locator('summary').first().click();
    await judge.getByText('Read from the log of requests').waitFor();
    const answer = judge.locator('[data-part="logged-answer-0"]');
    await answer.locator('summary').click();
    await answer.getByText('<img src=x onerror=alert(1)>').waitFor();
    assert.equal(await story().locator('img, a[href^="command:"]').count(), 0);
    const explained = await used.window.executeCommand<{ text: string }>(COMMANDS.explain, { id });
    assert.ok(explained.text.includes('as logged: sent to local/qwen3:8b'), explained.text);
    assert.ok(!explained.text.includes('\u202E'), explained.text);
    await answer.scrollIntoViewIfNeeded();
    await used.window.screenshot('story-logged');
  });
});
