import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { COMMANDS } from '../../../src/config/contributions';
import type { EffectiveSettings } from '../../../src/config/sources';
import type { Decision } from '../../../src/engine/model/decision';
import type { GateStatus } from '../../../src/gate/api';
import { panelOf } from '../../editor/autoModePanel';
import { until } from '../../editor/until';
import { useEditor } from '../../editor/useEditor';
import { statusItemIn } from '../../editor/statusItem';

describe('settings that get looser behind the user’s back', function () {
  this.timeout(300_000);
  const used = useEditor({
    name: 'sticky-rules',
    files: {
      '.vscode/settings.json': JSON.stringify({
        'autoMode.permissions.deny': ['bash(make deploy*)', 'bash(git push*)'],
        'autoMode.enabled': false,
        '[json]': { 'autoMode.fastPaths.workspaceEdits': true },
      }),
    },
    settings: { 'autoMode.permissions.deny': ['bash(npm publish*)'], 'autoMode.classifierModel': 'anthropic/old-name' },
  });
  const rulesFile = (): string => join(used.editor.workspace, '.vscode', 'settings.json');
  const status = (): Promise<GateStatus> => used.window.executeCommand(COMMANDS.status, {});
  const config = (): Promise<EffectiveSettings> => used.window.executeCommand(COMMANDS.config, {});
  const check = (command: string): Promise<Decision> =>
    used.window.executeCommand(COMMANDS.check, {
      tool: 'bash',
      input: { command },
      cwd: used.editor.workspace,
      interactive: false,
    });
  const panel = panelOf(used);
  const toast = (text: string): Locator => used.window.page.locator('.notification-toast', { hasText: text });

  const goneCount = async (): Promise<number> => (await status()).removedRules?.count ?? 0;

  it('what a workspace sets in vain is noted', async () => {
    const notes = async (): Promise<string[]> =>
      (await status()).problems.map(({ entry }) => entry).filter((entry) => entry.includes('(workspace settings)'));
    await until(notes, [
      'autoMode.enabled (workspace settings)',
      '[json] autoMode.fastPaths.workspaceEdits (workspace settings)',
    ]);
  });

  it('a setting under its old name is moved to the new one', async () => {
    const held = (): Promise<unknown[]> =>
      used.window.runInHost((vscode) => {
        const settings = vscode.workspace.getConfiguration('autoMode');
        return [settings.inspect('classifierModel')?.globalValue, settings.inspect('classifier.model')?.globalValue];
      });
    // Undefined becomes null on its way here.
    await until(held, [null, 'anthropic/old-name']);
    assert.equal((await config()).configuration.classifier.model, 'anthropic/old-name');
  });

  it('a rule that is gone from the workspace still denies', async () => {
    assert.equal((await check('make deploy')).stage, 'permissions.deny');
    assert.equal(await goneCount(), 0);
    await used.window.executeCommand(COMMANDS.showPanel);
    await panel().locator('[data-mode]').first().waitFor();
    await writeFile(rulesFile(), JSON.stringify({ 'autoMode.permissions.deny': ['bash(git push*)'] }));
    await until(goneCount, 1);
    assert.equal((await check('make deploy')).stage, 'permissions.deny');
    await rm(rulesFile());
    await until(goneCount, 2);
    assert.equal((await check('make deploy')).stage, 'permissions.deny');
    assert.equal((await check('git push')).stage, 'permissions.deny');
  });

  it('so it does where the file cannot be read', async () => {
    await writeFile(rulesFile(), '{ "autoMode.permissions.deny": [ "bash(git');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    assert.equal((await check('make deploy')).stage, 'permissions.deny');
    assert.equal((await check('git push')).stage, 'permissions.deny');
    await rm(rulesFile());
    await new Promise((resolve) => setTimeout(resolve, 1500));
  });

  it('and after the extension host started anew', async () => {
    await used.window.reload();
    await until(
      () =>
        check('true').then(
          () => true,
          () => false,
        ),
      true,
    );
    assert.equal((await check('make deploy')).stage, 'permissions.deny');
    // The editor may begin with what it kept of the file.
    await until(async () => (await goneCount()) >= 2, true);
  });

  it('it is shown without a dialog, by a badge, in the panel and in the status bar', async () => {
    await used.window.executeCommand(COMMANDS.showPanel);
    await panel().getByText('Removed Rules').waitFor();
    await panel().getByText('autoMode.permissions.deny: bash(make deploy*)', { exact: true }).waitFor();
    const count = await goneCount();
    await used.window.page
      .locator('.activitybar .action-item', { has: used.window.page.locator('[aria-label*="Auto Mode"]') })
      .locator('.badge-content', { hasText: String(count) })
      .first()
      .waitFor();
    const item = statusItemIn(used.window.page);
    // The broken rule among them needs the user more, and is what the bar shows.
    await item.filter({ hasText: 'Settings Problem' }).waitFor();
    assert.ok((await item.getAttribute('aria-label'))?.includes(`${count} rules were removed`));
    assert.equal(await used.window.page.locator('.monaco-dialog-box').count(), 0);
    await used.window.screenshot('rules-gone');
  });

  it('one click lets the rules go', async () => {
    await panel().getByRole('button', { name: 'Drop Them' }).click();
    await until(goneCount, 0);
    await panel().getByText('Removed Rules').waitFor({ state: 'detached' });
    assert.equal((await check('make deploy')).stage, 'classifier');
    assert.equal((await check('npm publish')).stage, 'permissions.deny');
  });

  it('the command asks in a modal', async () => {
    await writeFile(rulesFile(), JSON.stringify({ 'autoMode.permissions.ask': ['bash(curl*)'] }));
    await until(async () => (await check('curl x')).stage, 'permissions.ask');
    await rm(rulesFile());
    await until(goneCount, 1);
    const asked = used.window.executeCommand<{ dropped: number }>(COMMANDS.dropRules, {});
    const dialog = used.window.page.locator('.monaco-dialog-box');
    await dialog.getByRole('button', { name: 'Change Nothing' }).click();
    assert.deepEqual(await asked, { dropped: 0 });
    assert.equal((await check('curl x')).stage, 'permissions.ask');
  });

  it('a looser user setting is told and undone', async () => {
    await used.window.changeSetting('autoMode.permissions.deny', []);
    const told = toast('autoMode.permissions.deny without bash(npm publish*)');
    await told.waitFor();
    await used.window.screenshot('settings-loosened');
    assert.equal((await check('npm publish')).stage, 'classifier');
    await told.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await check('npm publish')).stage, 'permissions.deny');
    await toast('Your settings are as they were before.').waitFor();
  });

  it('one that was made while no window was open is told at the next start', async () => {
    const key = 'autoMode.pause.total';
    await used.window.changeSetting(key, 50);
    const told = toast('autoMode.pause.total becomes 50');
    await told.waitFor();
    await told.getByRole('button', { name: 'Keep' }).click();
    const path = join(used.editor.root, 'user-data', 'User', 'settings.json');
    const held = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
    await writeFile(path, JSON.stringify({ ...held, 'autoMode.permissions.allow': ['bash(make*)'] }));
    await used.window.reload();
    // A toast may have slid away by now; in the list it stays.
    await used.window.executeCommand('notifications.showList');
    await used.window.page
      .locator('.notification-list-item', { hasText: 'autoMode.permissions.allow with bash(make*)' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await until(async () => (await config()).configuration.permissions.allow, []);
    assert.deepEqual(
      (await config()).configuration.permissions.deny.map(({ text }) => text),
      ['bash(npm publish*)'],
    );
  });
});
