import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { COMMANDS } from '../../src/config/contributions';
import type { Decision } from '../../src/engine/model/decision';
import { panelOf } from '../editor/autoModePanel';
import { dialogsOf } from '../editor/dialogs';
import { useEditor } from '../editor/useEditor';

/** The editor's own words stay English: its language pack is an empty one of the test's. */
describe('in a German editor', function () {
  this.timeout(300_000);
  const used = useEditor({
    name: 'german',
    language: 'de',
    settings: { 'autoMode.permissions.deny': ['bash(git push*)'], 'autoMode.permissions.ask': ['bash(npm publish*)'] },
  });

  const panel = panelOf(used);
  const { dialog, button } = dialogsOf(used);

  function check(command: string): Promise<Decision> {
    return used.window.executeCommand<Decision>(COMMANDS.check, {
      tool: 'Bash',
      input: { command },
      cwd: used.editor.workspace,
      agent: 'claude-code',
    });
  }

  it('extensions are told so', async () => {
    assert.equal(await used.window.runInHost((vscode) => vscode.env.language), 'de');
  });

  it('the panel is German, and its document says so', async () => {
    await used.window.executeCommand(COMMANDS.showPanel);
    await panel().getByText('Noch kein Aufruf.').first().waitFor();
    await panel().locator('[data-mode="on"]', { hasText: 'Ein' }).waitFor();
    await panel().getByRole('button', { name: 'Claude Code verbinden' }).waitFor();
    assert.equal(await panel().locator('html').getAttribute('lang'), 'de');
    await used.window.screenshot('panel-german');
  });

  it('a notification of a block is German, and the reason is what the agent is told', async () => {
    const decision = await check('git push origin main');
    assert.match(decision.reason, /rule/);
    const toast = used.window.page.locator('.notification-toast');
    await toast.getByText('blockiert: Ihre Regel').waitFor();
    await toast.getByRole('button', { name: 'Warum?' }).waitFor();
    await used.window.screenshot('notification-german');
    await used.window.executeCommand('notifications.clearAll');
  });

  it('the modal question of an ask rule is German', async () => {
    const decision = check('npm publish --access public');
    await dialog().getByText('Claude Code möchte ausführen:').waitFor();
    const text = await dialog().innerText();
    for (const part of [`in ${basename(used.editor.workspace)} · Ihre Regel`, 'Ja, weiter', 'Mehr...']) {
      assert.ok(text.includes(part), `“${part}” is not in:\n${text}`);
    }
    await used.window.screenshot('modal-german');
    await button('Ablehnen').click();
    assert.equal((await decision).outcome, 'block');
  });

  it('the status bar is German', async () => {
    // It follows the answer to the question a moment later.
    const counted = '2 Aufrufe geprüft, 0 erlaubt, 2 blockiert.';
    await used.window.page.locator(`.statusbar-item [aria-label*="${counted}"]`).first().waitFor();
  });

  it('the titles in the palette are German', async () => {
    await used.window.page.keyboard.press('F1');
    const input = used.window.page
      .locator('.quick-input-widget input.input, .quick-input-widget .quick-input-box input')
      .first();
    await input.fill('>Auto Mode: Klassifikatormodell');
    await used.window.page
      .locator('.quick-input-list .monaco-list-row', { hasText: 'Auto Mode: Klassifikatormodell auswählen' })
      .first()
      .waitFor();
    await used.window.screenshot('palette-german');
    await used.window.page.keyboard.press('Escape');
  });
});
