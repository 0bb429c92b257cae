import assert from 'node:assert/strict';
import { basename } from 'node:path';
import type { Locator } from 'playwright-core';
import { COMMANDS } from '../../src/config/contributions';
import { dialogsOf } from '../editor/dialogs';
import { useEditor } from '../editor/useEditor';
import { statusItemIn } from '../editor/statusItem';
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
  const { dialog, button, pressKey, pickMore } = dialogsOf(used);
  const list = (): Locator => used.window.page.locator('.quick-input-widget:visible');

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
      if ((await dialog().count()) > 0 || (await list().count()) > 0) await used.window.page.keyboard.press('Escape');
    });
    await used.window.executeCommand('notifications.clearAll');
  });

  it('shows the whole action, the folder, the agent and the rule', async () => {
    const { decision } = await ask('npm publish --access public \u202E# safe');
    const text = await dialog().innerText();
    for (const part of [
      'Claude Code wants to run:',
      '│ npm publish --access public \\u{202E}# safe',
      `in ${basename(used.editor.workspace)} · your rule bash(npm publish*)`,
      'The agent says, unchecked: “Only a test”',
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

  it('goes on to the other checks after “Yes, continue”', async () => {
    const { decision } = await ask();
    await button('Yes, continue').click();
    const { outcome, stage } = await decision;
    // No classifier is set up here, so the call ends there: it did not run just since the user agreed.
    assert.deepEqual({ outcome, stage }, { outcome: 'block', stage: 'classifier' });
  });

  it('has four buttons, Decline with the focus, and says only once what a yes means', async () => {
    const { decision } = await ask();
    const buttons = await dialog().locator('.dialog-buttons .monaco-button').allInnerTexts();
    assert.deepEqual([...buttons].sort(), ['Decline', 'More...', "Yes, and don't ask again this session", 'Yes, continue']);
    assert.equal(await dialog().locator('.monaco-button:focus').innerText(), 'Decline');
    assert.ok(!(await dialog().innerText()).includes('does not run it yet'));
    await used.window.screenshot('modal-usual');
    await button('Decline').click();
    await assertDeclined(decision);
  });

  it('declines on Escape: it opens the list of More..., which declines on Escape or Enter', async () => {
    for (const key of ['Escape', 'Enter']) {
      const { decision } = await ask();
      await pressKey('Escape');
      await list().waitFor();
      if (key === 'Enter') await used.window.screenshot('modal-more');
      await used.window.page.keyboard.press(key);
      await assertDeclined(decision);
      assert.equal(await dialog().count(), 0);
    }
  });

  it('comes back from the list', async () => {
    const { decision } = await ask();
    await pickMore('Back to the question');
    await button('Decline').click();
    await assertDeclined(decision);
  });

  for (const key of ['Enter', 'Space']) {
    it(`declines on ${key}`, async () => {
      const { decision } = await ask();
      await pressKey(key);
      await assertDeclined(decision);
    });
  }

  it('is not approved by somebody who was typing', async () => {
    const { decision } = await ask();
    await dialog().locator('.monaco-button:focus').waitFor();
    await used.window.page.keyboard.type('yes, continue\n');
    await assertDeclined(decision);
  });

  it('declines with the words that the user writes, and plainly without any', async () => {
    for (const words of ['Not today.', '']) {
      const { decision } = await ask();
      await pickMore('Decline and tell the agent why...');
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
    await statusItemIn(used.window.page).filter({ hasText: '2 waiting' }).waitFor();
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
    assert.ok((await dialog().innerText()).includes('Open beside: all'));
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
    assert.ok((await dialog().innerText()).includes('no check follows your yes'));
    await button('Yes, run it').click();
    assert.equal((await decision).outcome, 'allow');
    await used.window.changeSetting('autoMode.classifier.whenUnavailable', undefined);
  });
});
