import assert from 'node:assert/strict';
import { COMMANDS } from '../../src/config/contributions';
import { dialogsOf } from '../editor/dialogs';
import { useEditor } from '../editor/useEditor';
import { OpenDecisions } from './openDecisions';

/** What the tests read of a decision. */
interface Decided {
  readonly outcome: string;
  readonly stage: string;
  readonly reason: string;
}

describe('the question of an ask rule', function () {
  this.timeout(300_000);
  const used = useEditor({
    name: 'modal',
    settings: { 'autoMode.permissions.ask': ['bash(npm publish*)'] },
  });

  const decisions = new OpenDecisions();
  const { dialog, button, pressKey } = dialogsOf(used);

  function check(command: string): Promise<Decided> {
    return decisions.follow(
      used.window.executeCommand<Decided>(COMMANDS.check, {
        tool: 'Bash',
        input: { command, description: 'Only a test' },
        cwd: used.editor.workspace,
        agent: 'claude-code',
        sessionId: 'modal',
      }),
    );
  }

  /** Asks, and waits for the dialog; the answer comes later. */
  async function ask(command = 'npm publish --access public'): Promise<{ readonly decision: Promise<Decided> }> {
    const decision = check(command);
    await dialog().waitFor();
    return { decision };
  }

  async function assertDeclined(decision: Promise<Decided>): Promise<void> {
    const { outcome, stage } = await decision;
    assert.deepEqual({ outcome, stage }, { outcome: 'block', stage: 'permissions.ask' });
  }

  afterEach(async () => {
    // A failed test must not leave its dialog to the next one.
    await decisions.settle(async () => {
      if ((await dialog().count()) > 0) await used.window.page.keyboard.press('Escape');
    });
    await used.window.executeCommand('notifications.clearAll');
  });

  it('shows the whole action, the folder, the agent and the rule', async () => {
    const { decision } = await ask('npm publish --access public \u202E# safe');
    const text = await dialog().innerText();
    for (const part of [
      'Let Claude Code run this command?',
      '│ npm publish --access public \\u{202E}# safe',
      'Do not ask again this session for exactly this action',
      `Folder: ${used.editor.workspace}`,
      'Agent: Claude Code',
      'bash(npm publish*)',
      'does not run it yet',
    ]) {
      assert.ok(text.includes(part), `“${part}” is not in:\n${text}`);
    }
    for (const theme of ['light', 'high-contrast', 'high-contrast-light', 'dark'] as const) {
      await used.window.useTheme(theme);
      await used.window.screenshot(`modal-${theme}`);
    }
    await button('Decline').click();
    await assertDeclined(decision);
  });

  it('goes on to the other checks after “Continue to checks”', async () => {
    const { decision } = await ask();
    await button('Continue to checks').click();
    const { outcome, stage } = await decision;
    // No classifier is set up here, so the call ends there: it did not run just since the user agreed.
    assert.deepEqual({ outcome, stage }, { outcome: 'block', stage: 'classifier' });
  });

  it('declines when it is cancelled', async () => {
    const { decision } = await ask();
    await button('Cancel').click();
    await assertDeclined(decision);
  });

  for (const key of ['Enter', 'Space', 'Escape']) {
    it(`declines on ${key}`, async () => {
      const { decision } = await ask();
      await pressKey(key);
      await assertDeclined(decision);
    });
  }

  it('is not approved by somebody who was typing', async () => {
    const { decision } = await ask();
    await dialog().locator('.monaco-button:focus').waitFor();
    await used.window.page.keyboard.type('yes, continue to checks\n');
    await assertDeclined(decision);
  });

  it('declines with the words that the user writes, and plainly without any', async () => {
    for (const words of ['Not today.', '']) {
      const { decision } = await ask();
      await button('Decline and tell the agent why...').click();
      const input = used.window.page.locator('.quick-input-widget input').first();
      await input.waitFor();
      await input.fill(words);
      await used.window.page.keyboard.press(words === '' ? 'Escape' : 'Enter');
      const { outcome, reason } = await decision;
      assert.equal(outcome, 'block');
      assert.equal(reason.includes('in their own words: “Not today.”'), words !== '', reason);
    }
  });

  it('shows one question after the other', async () => {
    const { decision: first } = await ask('npm publish one');
    const second = check('npm publish two');
    await used.window.page.locator('.statusbar-item', { hasText: 'Auto Mode' }).filter({ hasText: '2' }).waitFor();
    assert.equal(await dialog().count(), 1);
    assert.ok((await dialog().innerText()).includes('npm publish one'));
    await button('Decline').click();
    await assertDeclined(first);
    await dialog().filter({ hasText: 'npm publish two' }).waitFor();
    await button('Decline').click();
    await assertDeclined(second);
  });

  it('opens an action that does not fit in an editor beside', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `echo line ${index}`);
    const { decision } = await ask(['npm publish', ...lines].join('\n'));
    assert.ok((await dialog().innerText()).includes('is open in an editor beside'));
    const shown = await used.window.runInHost((vscode) =>
      vscode.window.visibleTextEditors.map(({ document }) => document.getText()).join('\n'),
    );
    for (const line of lines) assert.ok(shown.includes(line), line);
    await used.window.screenshot('modal-long-action');
    await button('Decline').click();
    await assertDeclined(decision);
  });

  it('runs the call on yes where the settings make the user the judge', async () => {
    await used.window.changeSetting('autoMode.classifier.whenUnavailable', 'ask');
    const { decision } = await ask();
    assert.ok((await dialog().innerText()).includes('without any further check'));
    await button('Run it').click();
    assert.equal((await decision).outcome, 'allow');
    await used.window.changeSetting('autoMode.classifier.whenUnavailable', undefined);
  });
});
