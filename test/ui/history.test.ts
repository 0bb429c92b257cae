import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { COMMANDS } from '../../src/config/contributions';
import { panelOf } from '../editor/autoModePanel';
import { pressOn } from '../editor/pressOn';
import { useEditor } from '../editor/useEditor';

interface Decided {
  readonly id: string;
  readonly outcome: string;
  readonly stage: string;
}

describe('the history of blocked calls', function () {
  this.timeout(300_000);
  const used = useEditor({
    name: 'history',
    files: { 'notes.txt': 'some notes\n' },
    settings: { 'autoMode.permissions.deny': ['bash(git push*)'] },
  });

  const panel = panelOf(used);
  const rows = (): Locator => panel().locator('auto-mode-activity .decision');
  const row = (text: string): Locator => rows().filter({ hasText: text }).first();
  const story = (): Locator => panel().locator('auto-mode-story article');
  const act = (name: string): Locator => panel().locator(`auto-mode-story [data-story="${name}"]`);
  const search = (): Locator => panel().locator('auto-mode-activity input[type="search"]');
  const found = (count: number): Promise<void> => panel().locator(`[data-found="${count}"]`).waitFor();

  async function check(command: string): Promise<Decided> {
    const request = { tool: 'bash', input: { command }, cwd: used.editor.workspace };
    return used.window.executeCommand<Decided>(COMMANDS.check, request);
  }

  /** From the newest call that has the text. */
  async function open(text: string): Promise<void> {
    await back();
    // The list stays where the user was.
    const newer = panel().locator('auto-mode-activity .newer');
    await row(text).or(newer).first().waitFor();
    if (await newer.isVisible()) await newer.click();
    await row(text).click();
    await story().waitFor();
  }

  async function back(): Promise<void> {
    if (!(await story().isVisible())) return;
    await act('back').click();
    await story().waitFor({ state: 'detached' });
  }

  before(async () => {
    await used.window.executeCommand(COMMANDS.showPanel);
    for (let count = 1; count <= 15; count++) await check(`git push origin branch-${count}`);
    await row('branch-15').waitFor();
  });

  it('is a part of the list of decisions, and is shown by its command', async () => {
    await check('cat notes.txt');
    await found(16);
    await used.window.runInHost((vscode, id) => vscode.commands.executeCommand(id), COMMANDS.denials);
    await panel().locator('auto-mode-activity-bar [aria-pressed="true"]', { hasText: 'Blocked 15' }).waitFor();
    await found(15);
    await used.window.screenshot('history-blocked');
  });

  it('finds by plain text, also what looks like a pattern or markup', async () => {
    await check('git push origin "<img src=x onerror=alert(1)> \u202E.*"');
    await search().fill('.*"');
    await found(1);
    assert.match((await row('onerror').getAttribute('aria-label')) ?? '', /\\u\{202E\}/);
    assert.equal(await panel().locator('img').count(), 0);
    await search().fill('BRANCH-7');
    await row('branch-7').waitFor();
    await found(1);
    await search().fill('no such call');
    await found(0);
    await search().fill('');
    await row('branch-15').waitFor();
  });

  it('offers no release of what a deny rule blocks, and says that no rule lifts it', async () => {
    await open('branch-15');
    await story().locator('[data-reason]', { hasText: 'deny rule' }).waitFor();
    await act('offer').waitFor();
    assert.equal(await act('allowOnce').count(), 0);
    await act('offer').click();
    await story().locator('[data-why]', { hasText: 'deny rule' }).waitFor();
  });

  it('releases exactly one call once, by a click and by the keyboard', async () => {
    for (const [command, how] of [
      ['touch /srv/by-click', 'click'],
      ['touch /srv/by-key', 'key'],
    ] as const) {
      await back();
      assert.equal((await check(command)).outcome, 'block');
      await open(command);
      await act('allowOnce').waitFor();
      if (how === 'click') await act('allowOnce').click();
      else await pressOn(act('allowOnce'));
      await story().locator('[data-release-note]', { hasText: 'Released' }).waitFor();
      assert.equal((await check(command)).outcome, 'allow');
      assert.equal((await check(command)).outcome, 'block');
    }
  });

  it('adds a proposed rule after its preview, and takes it back', async () => {
    const command = 'touch /srv/rule';
    await back();
    assert.equal((await check(command)).outcome, 'block');
    await open(command);
    await act('offer').click();
    const proposals = story().locator('[data-proposal]');
    await proposals.first().locator('[data-preview]').waitFor();
    assert.ok((await proposals.count()) <= 3);
    await used.window.screenshot('history-offer');
    await proposals.first().locator('[data-act="showChanged"]').click();
    const lines = used.window.page.locator('.monaco-editor .view-lines', { hasText: `| bash ${command}` });
    await lines.first().waitFor();
    await used.window.screenshot('history-preview');
    await used.window.executeCommand('workbench.action.closeAllEditors');
    await proposals.first().locator('[data-act="addRule"]').click();
    await act('undoRule').waitFor();
    assert.deepEqual(
      [(await check(command)).stage, (await check(`${command}s`)).outcome],
      ['permissions.allow', 'block'],
    );
    await act('undoRule').click();
    await act('undoRule').waitFor({ state: 'detached' });
    assert.equal((await check(command)).outcome, 'block');
  });

  it('moves a rule to another list and undoes it by command, each after a yes', async () => {
    const { page } = used.window;
    const yes = (name: string): Promise<void> =>
      page.locator('.monaco-dialog-box').getByRole('button', { name, exact: true }).click();
    const stage = async (): Promise<string> => (await check('git push origin moved')).stage;
    const move = { section: 'permissions.deny', entry: 'bash(git push*)', toSection: 'permissions.allow' };
    const moved = used.window.executeCommand<{ changed: boolean }>(COMMANDS.moveRule, move);
    await page.locator('.monaco-dialog-box', { hasText: '+ bash(git push*)' }).waitFor();
    await used.window.screenshot('rule-move');
    await yes('Move the Entry');
    assert.equal((await moved).changed, true);
    assert.equal(await stage(), 'permissions.allow');
    const undone = used.window.executeCommand<{ changed: boolean }>(COMMANDS.undoRuleChange, {});
    await yes('Undo It');
    assert.equal((await undone).changed, true);
    assert.equal(await stage(), 'permissions.deny');
  });

  it('gives the same to callers of the commands', async () => {
    const replayed = await used.window.executeCommand<{ looked: number; changed: readonly unknown[] }>(
      COMMANDS.replay,
      {
        rule: 'bash(touch /srv/rule)',
        section: 'allow',
      },
    );
    assert.ok(replayed.looked > 15);
    assert.ok(replayed.changed.length > 0);
    const records = await used.window.executeCommand<readonly unknown[]>(COMMANDS.exportDenials, { search: 'branch-' });
    assert.equal(records.length, 15);
    const undone = used.window.executeCommand<{ changed: boolean }>(COMMANDS.undoRuleChange, {});
    assert.equal((await undone).changed, false);
  });
});
