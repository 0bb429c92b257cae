import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { COMMANDS } from '../../src/config/contributions';
import { panelOf } from '../editor/autoModePanel';
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
  const rows = (): Locator => panel().locator('auto-mode-history-row');
  const row = (text: string): Locator => rows().filter({ hasText: text }).first();
  const button = (text: string, name: string): Locator => row(text).locator(`[data-act="${name}"]`).first();

  async function check(command: string): Promise<Decided> {
    const request = { tool: 'bash', input: { command }, cwd: used.editor.workspace };
    return used.window.executeCommand<Decided>(COMMANDS.check, request);
  }

  async function unfold(text: string): Promise<void> {
    if ((await row(text).locator('details[open]').count()) === 0) await row(text).locator('summary').click();
    await row(text).locator('.story').waitFor();
  }

  before(async () => {
    await used.window.executeCommand(COMMANDS.showPanel);
    for (let count = 1; count <= 15; count++) await check(`git push origin branch-${count}`);
    await row('branch-15').waitFor();
  });

  it('shows twelve, and more of the log on demand', async () => {
    assert.equal(await rows().count(), 12);
    await panel().locator('[data-act="showMore"]').click();
    await panel().locator('[data-shown-count]', { hasText: '15 of 15' }).waitFor();
    assert.equal(await rows().count(), 15);
  });

  it('finds by plain text, also what looks like a pattern or markup', async () => {
    await check('git push origin "<img src=x onerror=alert(1)> \u202E.*"');
    const search = panel().locator('auto-mode-history input[type="search"]');
    await search.fill('.*"');
    await panel().locator('[data-shown-count]', { hasText: '1 of 1' }).waitFor();
    assert.equal(await rows().count(), 1);
    await unfold('onerror');
    assert.match(await row('onerror').locator('.story').innerText(), /\\u\{202E\}/);
    assert.equal(await panel().locator('img').count(), 0);
    await search.fill('BRANCH-7');
    await row('branch-7').waitFor();
    await panel().locator('[data-shown-count]', { hasText: '1 of 1' }).waitFor();
    await search.fill('no such call');
    await panel().locator('[data-no-match]').waitFor();
    await search.fill('');
    await row('branch-15').waitFor();
  });

  it('says why what a deny rule blocks cannot be released, and that no rule lifts it', async () => {
    await unfold('branch-15');
    await row('branch-15').locator('[data-release-note]', { hasText: 'cannot be released' }).waitFor();
    assert.equal(await button('branch-15', 'allowOnce').count(), 0);
    await button('branch-15', 'offer').click();
    await row('branch-15').locator('[data-why]', { hasText: 'deny rule' }).waitFor();
    await button('branch-15', 'close').click();
  });

  it('releases exactly one call once, by a click and by the keyboard', async () => {
    for (const [command, how] of [
      ['touch /srv/by-click', 'click'],
      ['touch /srv/by-key', 'key'],
    ] as const) {
      assert.equal((await check(command)).outcome, 'block');
      await row(command).waitFor();
      await unfold(command);
      const allow = button(command, 'allowOnce');
      await allow.waitFor();
      if (how === 'click') await allow.click();
      else {
        await allow.focus();
        await used.window.page.keyboard.press('Enter');
      }
      await row(command).locator('[data-release-note]', { hasText: 'Released' }).waitFor();
      assert.equal((await check(command)).outcome, 'allow');
      assert.equal((await check(command)).outcome, 'block');
    }
  });

  it('adds a proposed rule after its preview, and takes it back', async () => {
    const command = 'touch /srv/rule';
    assert.equal((await check(command)).outcome, 'block');
    await row(command).waitFor();
    await unfold(command);
    await button(command, 'offer').click();
    const proposals = row(command).locator('[data-proposal]');
    await proposals.first().locator('[data-preview]').waitFor();
    assert.ok((await proposals.count()) <= 3);
    const example = proposals.first().locator('.examples li').first();
    await example.filter({ hasText: 'asks the classifier → runs' }).filter({ hasText: command }).waitFor();
    await used.window.screenshot('history-offer');
    await proposals.first().locator('[data-act="showChanged"]').click();
    const lines = used.window.page.locator('.monaco-editor .view-lines', { hasText: `| bash ${command}` });
    await lines.first().waitFor();
    await used.window.screenshot('history-preview');
    await used.window.executeCommand('workbench.action.closeAllEditors');
    await proposals.first().locator('[data-act="addRule"]').click();
    await panel().locator('[data-act="undoRule"]').waitFor();
    assert.deepEqual(
      [(await check(command)).stage, (await check(`${command}s`)).outcome],
      ['permissions.allow', 'block'],
    );
    await panel().locator('[data-act="undoRule"]').click();
    await panel().locator('[data-act="undoRule"]').waitFor({ state: 'detached' });
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
