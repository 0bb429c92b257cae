import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { COMMANDS } from '../../../src/config/contributions';
import { dialogsOf } from '../../editor/dialogs';
import { webviewOf } from '../../editor/editorWindow';
import { until } from '../../editor/until';
import { useEditor } from '../../editor/useEditor';

const HOSTILE = 'bash(echo <img src=x onerror=alert(1)>\u202E*)';

describe('the rule editor', function () {
  this.timeout(300_000);
  const used = useEditor({
    name: 'rule-editor',
    files: { 'notes.txt': 'some notes\n' },
    settings: {
      'autoMode.permissions.deny': ['bash(git push --force*)', 'bash(npm publish*)', HOSTILE],
      'autoMode.permissions.allow': ['bash(git push --force origin)'],
    },
  });

  const panel = (): Locator => webviewOf(used.window.page, 'auto-mode.auto-mode').locator('auto-mode-rules');
  const group = (section = 'permissions.deny'): Locator => panel().locator(`[data-group="${section}"]`);
  const rows = (): Locator => group().locator('li.row-item');
  const row = (text: string): Locator => panel().locator('li.row-item').filter({ hasText: text });
  const act = (name: string): Locator => panel().locator(`[data-act="${name}"]`);
  const field = (): Locator => panel().locator('[data-field="rule"]');
  const keyboard = (): (typeof used.window.page)['keyboard'] => used.window.page.keyboard;

  /** Undefined too while the editor is writing the file. */
  function setting(name: string): unknown {
    const file = join(used.editor.root, 'user-data', 'User', 'settings.json');
    try {
      return (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)[`autoMode.${name}`];
    } catch {
      return undefined;
    }
  }

  /** What a click writes is in the file some time after it. */
  const written = (name: string, expected: unknown): Promise<void> => until(() => setting(name), expected);

  const check = (command: string): Promise<{ readonly outcome: string }> =>
    used.window.executeCommand(COMMANDS.check, { tool: 'bash', input: { command }, cwd: used.editor.workspace });

  async function edit(section: string): Promise<void> {
    await used.window.executeCommand(COMMANDS.editRules, { section });
    await group(section).locator('.fold[aria-expanded="true"]').waitFor();
    await panel().locator('.fold[aria-expanded="true"]').nth(1).waitFor({ state: 'detached' });
  }

  async function addNew(): Promise<void> {
    if ((await field().count()) === 0) await act('new').click();
    await panel().locator('[data-field="rule"]:focus').waitFor();
  }

  /** Where a new one is to be kept. */
  const keepIn = (label: string): Promise<unknown> => panel().locator('#place').selectOption({ label });

  it('opens at a list by the command, with hostile text as text', async () => {
    for (const command of ['git push origin main', 'cat notes.txt', 'git push origin other', 'npm publish']) {
      await check(command);
    }
    await edit('permissions.deny');
    await row('onerror').waitFor();
    assert.equal(await rows().count(), 3);
    assert.equal(await panel().locator('img').count(), 0);
    assert.match(await row('onerror').innerText(), /\\u\{202E\}/);
    await used.window.screenshot('rule-editor-deny');
  });

  it('says what is wrong while a rule is typed, and what a right one would have done', async () => {
    await addNew();
    await field().fill('bash(git push');
    await panel().locator('[data-problem]', { hasText: 'parenthesis' }).waitFor();
    await panel().locator('[data-act="save"][disabled]').waitFor();
    await field().fill('bash(cat *)');
    await panel().locator('[data-matches]', { hasText: 'It matches 1 of the last 4 calls.' }).waitFor();
    await panel().locator('[data-matches]', { hasText: 'cat notes.txt' }).waitFor();
    await panel().locator('[data-effect]', { hasText: 'Would block 1 that ran.' }).waitFor();
    await used.window.screenshot('rule-editor-matches');
  });

  it('adds, edits, moves and removes by mouse, and undoes it all', async () => {
    const first = ['bash(git push --force*)', 'bash(npm publish*)', HOSTILE];
    await act('save').click();
    await written('permissions.deny', [...first, 'bash(cat *)']);

    await row('bash(cat *)').waitFor();
    await act('cancel').click();
    await row('bash(cat *)').locator('.entry').click();
    await field().fill('bash(cat notes*)');
    await panel().locator('[data-field="message"]').fill('Read it with your own tool.');
    await act('save').click();
    await written('permissions.deny', [...first, 'bash(cat notes*) "Read it with your own tool."']);

    // The fields of the entry make room first.
    await panel().locator('li.row-item [data-field="rule"]').waitFor({ state: 'detached' });
    await row('bash(cat notes*)').hover();
    await row('bash(cat notes*)').locator('.grip').hover();
    const top = (await rows().first().boundingBox()) ?? assert.fail('There is no entry.');
    const { mouse } = used.window.page;
    await mouse.down();
    await mouse.move(top.x + 20, top.y + 4, { steps: 5 });
    await mouse.up();
    await written('permissions.deny', ['bash(cat notes*) "Read it with your own tool."', ...first]);

    await row('bash(cat notes*)').locator('.entry').click();
    await act('remove').click();
    await written('permissions.deny', first);
    await panel().locator('[data-act="undo"]:not([disabled])').waitFor();
    for (const expected of [
      ['bash(cat notes*) "Read it with your own tool."', ...first],
      [...first, 'bash(cat notes*) "Read it with your own tool."'],
      [...first, 'bash(cat *)'],
      first,
    ]) {
      await act('undo').click();
      await written('permissions.deny', expected);
    }
  });

  it('does the same by keyboard alone', async () => {
    const [force, publish] = ['bash(git push --force*)', 'bash(npm publish*)'];
    await act('new').focus();
    await keyboard().press('Enter');
    await panel().locator('[data-field="rule"]:focus').waitFor();
    await keyboard().type('bash(make deploy*)');
    await keyboard().press('Enter');
    await written('permissions.deny', [force, publish, HOSTILE, 'bash(make deploy*)']);
    await row('bash(make deploy*)').waitFor();
    await keyboard().press('Escape');
    await act('new').and(panel().locator(':focus')).waitFor();
    await rows().first().locator('.entry').focus();
    await keyboard().press('End');
    await keyboard().press('Alt+ArrowUp');
    await keyboard().press('Alt+ArrowUp');
    await written('permissions.deny', [force, 'bash(make deploy*)', publish, HOSTILE]);
    await panel().locator('[role="status"].unseen', { hasText: 'Moved to place 2 of 4.' }).waitFor();

    await row('bash(make deploy*)').locator('.entry:focus').waitFor();
    await keyboard().press('Enter');
    await panel().locator('li.row-item [data-field="rule"]:focus').waitFor();
    await keyboard().press('End');
    await keyboard().press('Backspace');
    await keyboard().type(' --now)');
    await keyboard().press('Enter');
    await written('permissions.deny', [force, 'bash(make deploy* --now)', publish, HOSTILE]);

    await row('--now').locator('.entry:focus').waitFor();
    await keyboard().press('Delete');
    await written('permissions.deny', [force, publish, HOSTILE]);
    await row('npm publish').locator('.entry:focus').waitFor();
    await keyboard().press('Control+z');
    await written('permissions.deny', [force, 'bash(make deploy* --now)', publish, HOSTILE]);
    await act('undo').focus();
    for (const expected of [
      [force, 'bash(make deploy*)', publish, HOSTILE],
      [force, publish, 'bash(make deploy*)', HOSTILE],
      [force, publish, HOSTILE, 'bash(make deploy*)'],
      [force, publish, HOSTILE],
    ]) {
      await keyboard().press('Enter');
      await written('permissions.deny', expected);
    }
  });

  it('offers an example where a list is empty', async () => {
    await edit('permissions.ask');
    await used.window.changeSetting('autoMode.permissions.ask', []);
    await act('example').click();
    assert.equal(await field().inputValue(), 'bash(npm publish*)');
    await act('cancel').click();
    await used.window.changeSetting('autoMode.permissions.ask', undefined);
  });

  it('shows how often a rule decided in the last week', async () => {
    await edit('permissions.deny');
    await row('npm publish').locator('[data-hits="1"]').waitFor();
    await used.window.screenshot('rule-editor-hits');
  });

  it('shows at once what is changed in the settings', async () => {
    const before = setting('permissions.deny') as string[];
    await used.window.changeSetting('autoMode.permissions.deny', [...before, 'bash(shutdown*)']);
    await row('shutdown').waitFor();
    await used.window.changeSetting('autoMode.permissions.deny', before);
    await row('shutdown').waitFor({ state: 'detached' });
  });

  it('points out a rule that another one shadows', async () => {
    await edit('permissions.allow');
    await panel().locator('[data-mark="overlap"]', { hasText: 'denies every such call first' }).waitFor();
  });

  it('shows what stands behind $defaults, and removes it with a warning only', async () => {
    await edit('rules.softDeny');
    await row('Built-in entries').locator('.entry').click();
    await row('Built-in entries').locator('ol li').first().waitFor();
    await act('warn').click();
    await panel().locator('[role="alert"]', { hasText: 'no longer hold' }).waitFor();
    await used.window.screenshot('rule-editor-defaults');
    await act('remove').click();
    await written('rules.softDeny', []);
    await act('addDefaults').click();
    await written('rules.softDeny', ['$defaults']);
  });

  it('writes for this folder alone, and into the settings of the workspace', async () => {
    await edit('permissions.deny');
    await addNew();
    await keepIn('This folder alone');
    await field().fill('bash(git push --force*)');
    await act('save').click();
    await written('folders', { [used.editor.workspace]: { 'permissions.deny': ['bash(git push --force*)'] } });

    await panel().locator('li.row-item [data-place="folder"]').waitFor();
    await keepIn('Workspace settings');
    await field().fill('bash(terraform apply*)');
    await act('save').click();
    await row('terraform').locator('[data-place="workspace"]').waitFor();
    await act('cancel').click();
    const file = join(used.editor.workspace, '.vscode', 'settings.json');
    assert.match(readFileSync(file, 'utf8'), /"autoMode.permissions.deny":\s*\[\s*"bash\(terraform apply\*\)"/);
    assert.equal((await check('terraform apply')).outcome, 'block');
  });

  it('moves a rule by command, and only after a yes to the whole change', async () => {
    const { page } = used.window;
    const { pressKey } = dialogsOf(used);
    const dialog = page.locator('.monaco-dialog-box');
    const before = setting('permissions.deny') as string[];
    await edit('permissions.deny');
    await row('onerror').waitFor();
    await used.window.executeCommand('notifications.clearAll');
    // Without an argument the panel shows the rules, from where they are moved.
    await edit('rules.softDeny');
    await used.window.executeCommand(COMMANDS.moveRule);
    await group().locator('.fold[aria-expanded="true"]').waitFor();
    const published = { section: 'permissions.deny', entry: 'bash(npm publish*)', toSection: 'permissions.allow' };
    const refused = used.window.executeCommand<{ changed: boolean }>(COMMANDS.moveRule, published);
    await dialog.waitFor();
    const told = await dialog.innerText();
    assert.match(told, /│ - bash\(npm publish\*\)[^]*│ \+ bash\(npm publish\*\)/);
    await used.window.screenshot('rule-move-question');
    await pressKey('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await refused, { changed: false });
    assert.deepEqual(setting('permissions.deny'), before);

    for (const command of [COMMANDS.moveRule, COMMANDS.removeRuleList, COMMANDS.undoRuleChange]) {
      for (const wrong of [
        null,
        0,
        'x',
        [],
        [{}],
        { section: {} },
        { section: 'permissions.deny', entry: ['x'] },
        { a: 1 },
      ]) {
        await assert.rejects(used.window.executeCommand(command, wrong), /Give \{/);
      }
    }

    const move = { section: 'permissions.deny', entry: HOSTILE, toSection: 'permissions.allow' };
    const late = assert.rejects(used.window.executeCommand(COMMANDS.moveRule, move), /was changed elsewhere meanwhile/);
    await dialog.waitFor();
    assert.ok((await dialog.innerText()).includes(HOSTILE.replace('\u202E', '\\u{202E}')));
    await used.window.changeSetting('autoMode.permissions.deny', [...before].reverse());
    await row('onerror').and(rows().first()).waitFor();
    await dialog.getByRole('button', { name: 'Move the Entry', exact: true }).click();
    await late;
    assert.deepEqual(setting('permissions.deny'), [...before].reverse());
    await used.window.changeSetting('autoMode.permissions.deny', before);
    await written('permissions.deny', before);
  });

  it('leads to the same list in the Settings editor', async () => {
    await edit('permissions.deny');
    await row('bash(npm publish*)').locator('.entry').click();
    await act('openSettings').click();
    const shown = used.window.page.locator('.settings-editor [data-key="autoMode.permissions.deny"]');
    await shown.getByText('bash(npm publish*)').waitFor();
    await used.window.executeCommand('workbench.action.closeAllEditors');
  });
});
