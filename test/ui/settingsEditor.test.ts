import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { ConfigurationReport } from '../../src/config/configurationReport';
import { COMMANDS } from '../../src/config/contributions';
import type { Decision } from '../../src/engine/model/decision';
import type { GateStatus } from '../../src/gate/api';
import { REPOSITORY } from '../editor/editor';
import { dialogsOf } from '../editor/dialogs';
import { webviewOf } from '../editor/editorWindow';
import { until } from '../editor/until';
import { useEditor } from '../editor/useEditor';
import { statusItemIn } from '../editor/statusItem';

interface Property {
  readonly type: string;
  readonly enum?: readonly string[];
  /** Of an object. */
  readonly additionalProperties?: boolean | Property;
}
interface Group {
  readonly title: string;
  readonly properties: Readonly<Record<string, Property>>;
}

const manifest = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
  readonly contributes: { readonly configuration: readonly Group[] };
};
const texts = JSON.parse(readFileSync(join(REPOSITORY, 'package.nls.json'), 'utf8')) as Record<string, string>;
const groups = manifest.contributes.configuration;

/** Runs in the page: the settings that the list holds just now, from above. */
const SHOWN_ROWS = `[...document.querySelectorAll('.settings-tree-container .setting-item')]
  .map((row) => [row.getBoundingClientRect().top, row.querySelector('[data-key]')?.dataset.key, row.className])
  .sort(([above], [below]) => above - below)
  .flatMap(([, key, classes]) => (key === undefined ? [] : [[key, classes]]))`;

/** Whether the list is scrolled to its start, and whether to its end. */
const SHOWN_PLACE = `(() => {
  const rows = document.querySelector('.settings-tree-container .monaco-list-rows');
  const shown = rows.parentElement.clientHeight;
  return { atStart: parseFloat(rows.style.top) >= 0, atEnd: rows.clientHeight + parseFloat(rows.style.top) <= shown + 1 };
})()`;

/** The editor's own class for each way in which it lets a setting be edited. */
function control({ type, enum: values, additionalProperties: each }: Property): string {
  if (values !== undefined) return 'setting-item-enum';
  // Names with a choice each are edited as rows.
  if (typeof each === 'object' && each.enum !== undefined) return 'setting-item-list';
  const kinds: Readonly<Record<string, string>> = {
    boolean: 'setting-item-bool',
    array: 'setting-item-list',
    string: 'setting-item-text',
    number: 'setting-item-number',
    integer: 'setting-item-number',
    object: 'setting-item-complex',
  };
  return kinds[type] ?? assert.fail(type);
}

describe('the Settings editor', function () {
  this.timeout(300_000);
  const used = useEditor({ name: 'settings-editor', files: { 'deploy/run.txt': 'a\n', 'notes.txt': 'a\n' } });

  const editor = (): Locator => used.window.page.locator('.settings-editor');
  const setting = (key: string): Locator => editor().locator(`[data-key="${key}"]`);
  const config = (): Promise<ConfigurationReport> => used.window.executeCommand(COMMANDS.config, {});
  const status = (): Promise<GateStatus> => used.window.executeCommand(COMMANDS.status, {});
  const check = (tool: string, input: object, interactive = false): Promise<Decision> =>
    used.window.executeCommand(COMMANDS.check, { tool, input, cwd: used.editor.workspace, interactive });
  const stageOf = async (command: string): Promise<string> => {
    const { outcome, stage } = await check('bash', { command });
    return `${outcome} ${stage}`;
  };

  async function search(query: string): Promise<void> {
    await used.window.executeCommand('workbench.action.openSettings', query);
    await editor().locator('.setting-item-contents').first().waitFor();
  }

  /** Shows one setting alone. */
  async function show(key: string): Promise<Locator> {
    await search(`@id:${key}`);
    await setting(key).waitFor();
    return setting(key);
  }

  /** Types a text into the entry that `open` opens. The editor may draw the list anew meanwhile, for a late result of the search, and then closes the entry. */
  async function enterItem(list: Locator, open: () => Promise<void>, text: string): Promise<void> {
    const row = list.locator('.setting-list-row:not(.setting-list-edit-row)', { hasText: text });
    const input = list.locator('.setting-list-edit-row input').first();
    const enter = async (): Promise<void> => {
      if ((await input.count()) === 0) await open();
      await input.fill(text, { timeout: 5_000 });
      await input.press('Enter', { timeout: 5_000 });
      await row.waitFor({ timeout: 30_000 });
    };
    await until(async () => {
      if ((await row.count()) === 0) await enter().catch(() => undefined);
      return (await row.count()) > 0;
    }, true);
  }

  async function addItem(list: Locator, text: string): Promise<void> {
    await enterItem(list, () => list.getByText('Add Item').click({ timeout: 5_000 }), text);
  }

  async function removeItem(list: Locator, text: string): Promise<void> {
    const row = list.locator('.setting-list-row', { hasText: text });
    await row.hover();
    await row.locator('.setting-listAction-remove, .codicon-settings-remove').first().click();
    await row.waitFor({ state: 'detached' });
  }

  it('shows every setting in its group and in order, each with a control of its own', async () => {
    await search('@ext:auto-mode.auto-mode');
    await editor().locator('.settings-toc-container .monaco-list-row[aria-level="4"]').first().waitFor();
    const titles = editor().locator('.settings-toc-container .monaco-list-row[aria-level="4"] .settings-toc-entry');
    await until(
      () => titles.allInnerTexts(),
      groups.map(({ title }) => texts[title.slice(1, -1)] ?? assert.fail(title)),
    );
    const expected = groups.flatMap(({ properties }) =>
      Object.entries(properties).map(([key, property]) => [key, control(property)] as const),
    );
    const order = expected.map(([key]) => key);
    const neighbours = (keys: readonly string[]): string[] =>
      keys.slice(1).map((key, index) => `${keys[index] ?? ''} ${key}`);
    const seen = new Map<string, string>();
    const seenTogether = new Set<string>();
    // Beside what the rows show: a tooltip that comes up under the pointer would take the turns of the wheel.
    const box = (await editor().locator('.settings-tree-container').boundingBox()) ?? assert.fail('There is no list.');
    await used.window.page.mouse.move(box.x + box.width - 15, box.y + box.height / 2);
    let step = 400;
    // The list measures its rows as it draws them, and a busy page takes turns of the wheel late: what one pass leaves out, the next shows.
    await until(
      async () => {
        const rows = await used.window.page.evaluate<[key: string, classes: string][]>(SHOWN_ROWS);
        for (const pair of neighbours(rows.map(([key]) => key))) seenTogether.add(pair);
        for (const [key, classes] of rows) seen.set(key, /\bsetting-item-\w+/.exec(classes)?.[0] ?? '');
        const { atStart, atEnd } = await used.window.page.evaluate<{ atStart: boolean; atEnd: boolean }>(SHOWN_PLACE);
        if (atEnd) step = -400;
        else if (atStart) step = 400;
        await used.window.page.mouse.wheel(0, step);
        return {
          controls: order.map((key) => [key, seen.get(key)] as const),
          notInOrder: neighbours(order).filter((pair) => !seenTogether.has(pair)),
        };
      },
      { controls: expected, notInOrder: [] },
    );
    await used.window.screenshot('settings-editor');
  });

  it('shows our message for a bad rule, and the gate names it', async () => {
    const list = await show('autoMode.permissions.deny');
    await addItem(list, 'bash(git push');
    const message = list.locator('.setting-item-validation-message');
    await message.waitFor();
    assert.match(await message.innerText(), /Write tool\(pattern\), such as bash\(git push --force\*\)/);
    await used.window.screenshot('settings-editor-bad-rule');
    await until(
      async () => (await status()).problems.map(({ entry }) => entry),
      ['autoMode.permissions.deny (user settings): bash(git push'],
    );
    await removeItem(list, 'bash(git push');
    await message.waitFor({ state: 'hidden' });
    await until(async () => (await status()).problems, []);
  });

  it('changes, adds and removes rules for the next decision', async () => {
    assert.equal(await stageOf('npm publish'), 'block classifier');
    const list = await show('autoMode.permissions.deny');
    await addItem(list, 'bash(npm publish*) "Ask for a release instead."');
    await until(() => stageOf('npm publish'), 'block permissions.deny');
    assert.match((await check('bash', { command: 'npm publish' })).reason, /Ask for a release instead\./);

    await enterItem(
      list,
      () => list.locator('.setting-list-row', { hasText: 'npm publish' }).dblclick({ timeout: 5_000 }),
      'bash(npm unpublish*)',
    );
    await until(() => stageOf('npm unpublish x'), 'block permissions.deny');
    assert.equal(await stageOf('npm publish'), 'block classifier');

    await removeItem(list, 'npm unpublish');
    await until(() => stageOf('npm unpublish x'), 'block classifier');
  });

  it('changes protected paths for the next decision', async () => {
    const edit = async (): Promise<string> => {
      const input = { path: join(used.editor.workspace, 'deploy/run.txt'), old_string: 'a', new_string: 'b' };
      const { outcome, stage } = await check('edit', input);
      return `${outcome} ${stage}`;
    };
    assert.equal(await edit(), 'allow workspace-edit');
    const list = await show('autoMode.protectedPaths');
    await addItem(list, 'deploy');
    await until(edit, 'block classifier');
    const { settings } = await config();
    const paths = settings['autoMode.protectedPaths'];
    assert.ok(paths !== undefined && 'entries' in paths && paths.entries.length > 50);
    assert.deepEqual(paths.entries.at(-1), { text: 'deploy', source: 'user' });
  });

  it('changes a checkbox for the next decision', async () => {
    assert.equal(await stageOf('ls'), 'allow read-only-command');
    const row = await show('autoMode.fastPaths.readOnlyCommands');
    await row.locator('.setting-value-checkbox').click();
    await until(() => stageOf('ls'), 'block classifier');
    await row.locator('.setting-value-checkbox').click();
    await until(() => stageOf('ls'), 'allow read-only-command');
  });

  it('changes one of several values for the next decision', async () => {
    const row = await show('autoMode.classifier.whenUnavailable');
    await row.locator('select').selectOption('ask');
    await until(async () => (await config()).configuration.classifier.whenUnavailable, 'ask');
    const pending = check('bash', { command: 'make' }, true);
    const { dialog, press } = dialogsOf(used);
    await dialog().filter({ hasText: 'make' }).waitFor();
    await press('Decline');
    assert.equal((await pending).stage, 'user');
    await used.window.changeSetting('autoMode.classifier.whenUnavailable', undefined);
  });

  it('marks in settings.json what cannot be used, and panel and status bar name it', async () => {
    await used.window.changeSetting('autoMode.permissions.deny', ['bash(git push', { rule: 'edit(a)' }]);
    await used.window.changeSetting('autoMode.classifier.onBlock', 'never');
    await used.window.changeSetting('autoMode.folders', {
      'projects/x': {},
      '~/y': { 'permissions.ask': ['bash('], x: 1 },
    });
    await used.window.executeCommand('workbench.action.openSettingsJson');
    const marked = (): Promise<string[]> =>
      used.window.runInHost((vscode) =>
        vscode.languages
          .getDiagnostics()
          .filter(([uri]) => uri.path.endsWith('/settings.json'))
          .flatMap(([, found]) => found.map(({ message }) => message))
          .sort(),
      );
    const ours = texts['setting.permissions.pattern'] ?? '';
    await until(async () => (await marked()).filter((message) => message === ours).length, 3);
    const messages = await marked();
    assert.ok(messages.includes(texts['setting.folders.pattern'] ?? ''), messages.join('\n'));
    assert.ok(
      messages.some((message) => message.includes('"block"')),
      messages.join('\n'),
    );
    const entries = (await status()).problems.map(({ entry }) => entry);
    for (const named of ['bash(git push', 'never', 'projects/x']) {
      assert.ok(
        entries.some((entry) => entry.includes(named)),
        `${named} is not among ${entries.join(', ')}`,
      );
    }
    const item = statusItemIn(used.window.page);
    await item.filter({ hasText: 'Settings Problem' }).waitFor();
    await used.window.page.keyboard.press('Escape');
    await used.window.executeCommand('notifications.clearAll');
    await used.window.executeCommand(COMMANDS.showPanel, {});
    const panel = webviewOf(used.window.page, 'auto-mode.auto-mode');
    await panel.getByText('bash(git push').first().waitFor();
    await used.window.screenshot('settings-problems-panel');
  });

  it('underlines a bad rule of a workspace and says there what to write', async () => {
    for (const key of ['permissions.deny', 'classifier.onBlock', 'folders']) {
      await used.window.changeSetting(`autoMode.${key}`, undefined);
    }
    await until(async () => (await status()).problems, []);
    const file = join(used.editor.workspace, '.vscode', 'settings.json');
    mkdirSync(dirname(file));
    writeFileSync(file, JSON.stringify({ 'autoMode.permissions.ask': ['$defaults', 'bash(npm publish'] }));
    await until(async () => (await status()).problems.length, 1);
    await used.window.page.keyboard.press('Escape');
    await used.window.executeCommand('workbench.action.openWorkspaceSettingsFile');
    const { page } = used.window;
    await page.locator('.squiggly-warning').first().waitFor();
    const told = page.locator('.monaco-hover', { hasText: 'Write tool(pattern), such as' }).first();
    // It closes, or never comes up, where the line is drawn anew under the mouse.
    await until(async () => {
      await page.mouse.move(0, 0);
      await page.locator('.view-line span', { hasText: 'bash(npm publish' }).last().hover();
      return told.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      );
    }, true);
    await used.window.screenshot('settings-json-marks');
  });
});
