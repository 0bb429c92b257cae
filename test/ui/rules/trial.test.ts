import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { COMMANDS } from '../../../src/config/contributions';
import type { GateStatus } from '../../../src/gate/api';
import type { TrialResult } from '../../../src/panel/trial';
import { panelOf } from '../../editor/autoModePanel';
import { useEditor } from '../../editor/useEditor';

describe('trying a call', function () {
  this.timeout(300_000);
  const used = useEditor({
    name: 'trial',
    files: { 'notes.txt': 'some notes\n' },
    settings: { 'autoMode.permissions.ask': ['bash(git push*)'] },
  });

  const panel = panelOf(used);
  const page = (): Locator => panel().locator('auto-mode-trial');
  const call = (): Locator => page().getByRole('textbox', { name: 'Command, or tool call as JSON' });
  const rule = (): Locator => page().getByRole('textbox', { name: 'With this rule as well (optional)' });
  const outcome = (name: string): Locator => page().locator(`[data-outcome="${name}"]`);

  it('opens by its command, and says what to do', async () => {
    await used.window.executeCommand(COMMANDS.showPanel);
    await panel().locator('[data-mode="on"]').waitFor();
    // Without an argument, as from the palette.
    await used.window.runInHost((vscode, id) => vscode.commands.executeCommand(id), COMMANDS.tryCall);
    await page().locator('textarea:focus').waitFor();
    await panel().locator('auto-mode-rules').waitFor();
  });

  it('shows what would be decided, by keyboard alone', async () => {
    await call().focus();
    await used.window.page.keyboard.type('cat notes.txt');
    await outcome('allow').waitFor();
    await page().getByText('Read-only command').first().waitFor();
    await used.window.page.keyboard.press('Tab');
    await used.window.page.keyboard.press('Tab');
    await used.window.page.keyboard.type('bash(cat*)');
    await page().locator('[data-changes="true"]').waitFor();
    await outcome('block').waitFor();
    await used.window.page.keyboard.press('Shift+Tab');
    await used.window.page.keyboard.type('Ask');
    await outcome('ask').waitFor();
    await used.window.screenshot('trial-rule');
  });

  it('says what is wrong with a rule', async () => {
    await rule().fill('bash(cat');
    await page().locator('[data-problem]', { hasText: 'closing parenthesis' }).waitFor();
    await rule().fill('');
  });

  it('says what comes after a yes', async () => {
    await call().fill('git push');
    await outcome('ask').waitFor();
    await page().getByText('After your yes').waitFor();
    await outcome('judge').waitFor();
  });

  it('has counted, asked and run nothing', async () => {
    const { counters, waiting } = await used.window.executeCommand<GateStatus>(COMMANDS.status, {});
    assert.equal(counters.checked, 0);
    assert.equal(waiting, 0);
    assert.equal(await used.window.page.locator('.monaco-dialog-box').count(), 0);
  });

  it('remembers what was typed while the panel was hidden', async () => {
    // What is typed is kept once there is a moment's rest, which the verdict about it shows.
    await call().fill('cat notes.txt');
    await outcome('allow').waitFor();
    await call().fill('git push origin main');
    await outcome('judge').waitFor();
    await used.window.executeCommand('workbench.view.explorer');
    await used.window.page.locator('iframe.webview.ready').waitFor({ state: 'hidden' });
    await used.window.executeCommand(COMMANDS.showPanel);
    await outcome('judge').waitFor();
    assert.equal(await call().inputValue(), 'git push origin main');
  });

  it('decides when the field is left, without a moment’s rest: the panel may be gone before that', async () => {
    const root = panel().locator('html');
    await root.evaluate(`(() => {
      globalThis.laterAsBefore = window.setTimeout;
      window.setTimeout = (act, milliseconds) => (milliseconds === 150 ? 0 : globalThis.laterAsBefore.call(window, act, milliseconds));
    })()`);
    await call().fill('cat notes.txt');
    await used.window.page.keyboard.press('Tab');
    await outcome('allow').waitFor();
    await root.evaluate('window.setTimeout = globalThis.laterAsBefore');
    await call().fill('git push origin main');
    await outcome('judge').waitFor();
  });

  it('shows what the classifier would see of it', async () => {
    await page().locator('summary').click();
    await page().getByRole('button', { name: 'Show What the Judge Would See' }).click();
    await used.window.page.locator('.tab', { hasText: 'auto-mode-request.txt' }).waitFor();
  });

  it('answers callers with JSON', async () => {
    const tried = await used.window.executeCommand<TrialResult>(COMMANDS.tryCall, {
      text: 'cat notes.txt',
      rule: 'bash(cat*)',
      section: 'deny',
    });
    assert.equal(tried.verdict.outcome, 'allow');
    assert.equal(tried.withRule?.outcome, 'block');
  });
});
