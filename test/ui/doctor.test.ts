import assert from 'node:assert/strict';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { COMMANDS } from '../../src/config/contributions';
import type { DoctorReport } from '../../src/features/agents/doctor';
import { panelOf } from '../editor/autoModePanel';
import { dialogsOf } from '../editor/dialogs';
import { pressOn } from '../editor/pressOn';
import { until } from '../editor/until';
import { useEditor } from '../editor/useEditor';

const USERS = '{\n  // Mine.\n  "model": "sonnet"\n}\n';

describe('connecting all agents, and the Doctor', function () {
  this.timeout(300_000);
  const used = useEditor({ name: 'doctor' });

  const page = (): Locator => used.window.page.locator('body');
  const { dialog, press } = dialogsOf(used);
  const editorText = async (): Promise<string> =>
    (await used.window.page.locator('.editor-instance .view-lines').innerText()).replaceAll('\u00a0', ' ');
  const panel = panelOf(used);
  const settings = (): string => join(used.editor.home, '.claude', 'settings.json');
  const closeAll = (): Promise<unknown> => used.window.executeCommand('workbench.action.closeAllEditors');
  const report = (): Promise<DoctorReport> => used.window.executeCommand<DoctorReport>(COMMANDS.doctor, {});

  before('an agent of each kind was used here', async () => {
    for (const name of ['.claude', '.copilot', '.codex']) await mkdir(join(used.editor.home, name));
    for (const [name, file] of [
      ['.claude', 'history.jsonl'],
      ['.copilot', 'config.json'],
      ['.codex', 'config.toml'],
    ] as const) {
      await writeFile(join(used.editor.home, name, file), '');
    }
  });

  it('shows every change in one editor and asks once', async () => {
    await writeFile(settings(), USERS.replace('  // Mine.\n', ''));
    const connected = used.window.executeCommand(COMMANDS.connect, {});
    await used.window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Ask me' }).first().click();
    await dialog().getByText('Connect Claude Code').first().waitFor();
    // Each file by its own path, and none as a file that was renamed.
    const header = used.window.page.locator('.multiDiffEntry .header').first();
    await until(async () => /^settings\.json\s*~\/\.claude$/.test(await header.innerText()), true);
    await used.window.screenshot('doctor-connect-all');
    assert.match(await dialog().innerText(), /settings\.json[^]*auto-mode\.json[^]*hooks\.json/);
    await press('Connect');
    await connected;
    await page().getByText('PreToolUse').first().waitFor();
    await used.window.screenshot('doctor-connected-all');
    const { agents } = await report();
    const connectedHere = ['claude-code', 'copilot', 'codex'];
    assert.ok(connectedHere.every((name) => name in agents));
    for (const [name, links] of Object.entries(agents)) {
      const expected = connectedHere.includes(name) ? 'ok' : 'not-checked';
      assert.equal(links.find(({ link }) => link === 'hooks')?.state, expected, JSON.stringify(links));
    }
    await closeAll();
  });

  it('is run from the panel, and its page says of each link how it is', async () => {
    await used.window.executeCommand(COMMANDS.showPanel);
    await pressOn(panel().locator('auto-mode-agent .toggle', { hasText: 'Connected' }).first());
    await pressOn(panel().getByRole('button', { name: 'Run Doctor' }));
    await used.window.page.locator('.tab', { hasText: 'auto-mode-doctor' }).waitFor();
    await page().getByText('For all agents').first().waitFor();
    await used.window.executeCommand('workbench.action.closeSidebar');
    await used.window.screenshot('doctor-fine');
    const text = await editorText();
    for (const line of [
      /nothing is wrong/,
      /The launcher is the one that this version writes/,
      /A probe went through/,
    ]) {
      assert.match(text, line);
    }
    await closeAll();
  });

  it('says what is wrong and what to do', async () => {
    await writeFile(settings(), USERS);
    await rm(join(used.editor.home, '.copilot', 'hooks', 'auto-mode.json'));
    await mkdir(join(used.editor.workspace, '.codex'));
    await writeFile(join(used.editor.workspace, '.codex', 'config.toml'), '[features]\nhooks = false\n');
    await appendFile(join(used.editor.home, '.auto-mode', 'launcher'), '\n');
    await used.window.beginCommand(COMMANDS.doctor);
    await used.window.page.locator('.tab', { hasText: 'auto-mode-doctor' }).waitFor();
    await page().getByText('[PROBLEM]').first().waitFor();
    await used.window.screenshot('doctor-problems');
    const text = await editorText();
    for (const line of [
      /not valid JSON \(line 2\)/,
      /features\.hooks = false/,
      /not the one that this version writes/,
    ]) {
      assert.match(text, line);
    }
    assert.equal(await readFile(settings(), 'utf8'), USERS);
  });
});
