import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { COMMANDS } from '../../src/config/contributions';
import type { GateStatus } from '../../src/gate/api';
import type { PanelAgent } from '../../src/panel/messages';
import type { PanelDenial } from '../../src/panel/panelDenial';
import { runHook } from '../editor/agentHook';
import { panelOf } from '../editor/autoModePanel';
import { dialogsOf } from '../editor/dialogs';
import { pressOn } from '../editor/pressOn';
import { useEditor } from '../editor/useEditor';
import { statusItemIn } from '../editor/statusItem';

/** Codex's payloads, brought by the launcher as Codex would. */
describe("the panel's agents", function () {
  this.timeout(300_000);
  const used = useEditor({
    name: 'agents',
    settings: { 'autoMode.permissions.deny': ['bash(git push*)'] },
  });

  const panel = panelOf(used);
  const codex = (state: PanelAgent['state']): Locator => panel().locator(`[data-agent="codex"][data-state="${state}"]`);
  const { button, press } = dialogsOf(used);
  /** All that is known of it. */
  const unfold = (): Promise<void> => pressOn(panel().locator('[data-agent="codex"] .toggle'));
  const status = async (): Promise<PanelAgent> => {
    const { agents } = await used.window.executeCommand<GateStatus>(COMMANDS.status, {});
    return agents.find(({ id }) => id === 'codex') ?? assert.fail('Codex is not listed');
  };

  /** What the launcher prints. */
  async function launch(payload: object, ...more: readonly string[]): Promise<string> {
    const origin = { session_id: 's1', cwd: used.editor.workspace, permission_mode: 'bypassPermissions' };
    return (await runHook(used.editor.home, ['codex', ...more], { ...origin, ...payload })).stdout;
  }
  const notice = (hook_event_name: string, fields: object = {}): Promise<string> =>
    launch({ hook_event_name, ...fields }, 'notice');
  const callOf = (id: string, command: string): object => ({
    turn_id: 't1',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: id,
  });
  const ask = (id: string, command: string, fields: object = {}): Promise<string> =>
    launch({ hook_event_name: 'PreToolUse', ...callOf(id, command), ...fields });
  const ended = (id: string, command: string): Promise<string> => notice('PostToolUse', callOf(id, command));
  /** A call that is allowed: a new file in the workspace. */
  const patch = (id: string): object => ({
    ...callOf(id, `*** Begin Patch\n*** Add File: ${id}.txt\n+text\n*** End Patch`),
    tool_name: 'apply_patch',
  });

  it('says of each that its calls are not checked, and offers to connect it', async () => {
    await used.window.executeCommand(COMMANDS.showPanel);
    await codex('not-connected').waitFor();
    await unfold();
    await codex('not-connected').getByText('Its calls are not checked. Connect it.').waitFor();
    const { agents } = await used.window.executeCommand<GateStatus>(COMMANDS.status, {});
    assert.equal(await panel().locator('[data-agent][data-state="not-connected"]').count(), agents.length);
  });

  it('connects one by keyboard, and claims nothing yet', async () => {
    await pressOn(panel().getByRole('button', { name: 'Connect Codex' }));
    await used.window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Ask me' }).first().click();
    await press('Connect');
    await codex('connected').getByText('Not yet seen in this window.').waitFor();
    await used.window.executeCommand('workbench.action.closeAllEditors');
  });

  it('is "protected" only once a verdict was seen to be kept', async () => {
    await notice('SessionStart', { source: 'startup' });
    await codex('connected').getByText('no call of it has been judged yet').waitFor();
    await launch({ hook_event_name: 'PreToolUse', ...patch('c1') });
    await codex('connected').getByText('Calls are judged.').waitFor();
    await notice('PostToolUse', patch('c1'));
    await codex('protected').getByText('No block has been seen to hold yet.').waitFor();
    assert.match(await ask('c2', 'git push', { agent_id: 'helper\u202E\nof mine' }), /deny/);
    await notice('UserPromptSubmit', { prompt: 'Go on.' });
    await notice('SessionEnd');
    for (const fact of [
      'bypassPermissions',
      'itself does not ask',
      'Last verdict: blocked (Deny rule)',
      'Sub-agents seen: 1',
    ]) {
      await codex('protected').filter({ hasText: fact }).waitFor();
    }
    await used.window.screenshot('agents-protected');
  });

  it('tells the sub-agent and the mode of a denial, with hidden characters shown', async () => {
    const [denial] = await used.window.executeCommand<PanelDenial[]>(COMMANDS.denials, {});
    assert.deepEqual([denial?.subAgent, denial?.mode], ['helper\u202E\nof mine', 'bypassPermissions']);
    await panel().locator('auto-mode-activity .decision', { hasText: 'git push' }).first().click();
    const story = panel().locator('auto-mode-story article');
    await story.waitFor();
    await story.locator('[data-part="facts"] summary').click();
    const text = await story.innerText();
    assert.ok(text.includes('helper\\u{202E}\\nof mine') && text.includes('bypassPermissions'), text);
    await used.window.page.keyboard.press('Escape');
    await story.waitFor({ state: 'detached' });
  });

  it('raises an alarm that names agent and tool when a blocked call ran', async () => {
    await ask('c3', 'git push origin main');
    await ended('c3', 'git push origin main');
    await codex('alarm').getByText('A blocked call ran: Bash').first().waitFor();
    await panel()
      .locator('[role="alert"]')
      .filter({ hasText: /^\s*Alarm: Codex did not keep to a verdict/ })
      .first()
      .waitFor({ state: 'attached' });
    const toast = used.window.page.locator('.notification-toast', { hasText: 'Auto Mode alarm: Codex.' });
    await toast.getByRole('button', { name: 'Show Log' }).waitFor();
    await used.window.screenshot('agents-alarm');
    await toast.getByRole('button', { name: 'Show Panel' }).click();
    await statusItemIn(used.window.page).locator('.codicon-alert').waitFor();
  });

  it('hides no alarm behind a later call that ran as it was allowed', async () => {
    await launch({ hook_event_name: 'PreToolUse', ...patch('c4') });
    await notice('PostToolUse', patch('c4'));
    const { state, alarms } = await status();
    assert.deepEqual([state, alarms.map(({ tool }) => tool)], ['alarm', ['Bash']]);
  });

  for (const theme of ['dark', 'light', 'high-contrast', 'high-contrast-light'] as const) {
    it(`follows the ${theme} theme`, async () => {
      await used.window.useTheme(theme);
      await codex('alarm').scrollIntoViewIfNeeded();
      await panel().getByRole('button', { name: 'Dismiss the alarm about Bash' }).focus();
      await used.window.screenshot(`agents-${theme}`);
    });
  }

  it('keeps the alarm until it is dismissed, by keyboard', async () => {
    await pressOn(panel().getByRole('button', { name: 'Dismiss the alarm about Bash' }));
    await codex('alarm').waitFor({ state: 'detached' });
    assert.deepEqual((await status()).alarms, []);
  });

  it('disconnects after a question', async () => {
    await pressOn(panel().getByRole('button', { name: 'Disconnect Codex' }));
    await button('Disconnect').click();
    await codex('not-connected').waitFor();
  });
});
