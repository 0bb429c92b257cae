import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packExtension, productVsix } from '../../scripts/package.mjs';
import { makeTemporaryRoot, removeTemporaryRoot } from '../../scripts/temporaryRoot.mjs';
import { COMMANDS } from '../../src/config/contributions';
import type { Decision } from '../../src/engine/model/decision';
import type { AutoModeApi } from '../../src/gate/api';
import { webviewOf } from '../editor/editorWindow';
import { inspectPanel } from '../editor/panelInspection';
import { useEditor } from '../editor/useEditor';
import { unzip } from '../editor/zipArchive';
import { statusItemIn } from '../editor/statusItem';

/** So the editor refuses what the whole gate needs, else only what is shown. */
const REFUSED_ALL = 'the gate cannot start';
/** Stands before the product's code. */
const REFUSAL = `(({ window, workspace }) => {
  const refuse = () => { throw new RangeError('refused <b>here</b>'); };
  if (workspace.getConfiguration().get('window.title') === '${REFUSED_ALL}') workspace.registerTextDocumentContentProvider = refuse;
  else window.createStatusBarItem = refuse;
})(require('vscode'));\n`;

describe('a part of the surface that cannot start', function () {
  this.timeout(600_000);
  let root: string;
  before('make such a product', async () => {
    root = await makeTemporaryRoot();
    await unzip(await productVsix(), root);
    const code = join(root, 'extension', 'dist', 'extension.js');
    await writeFile(code, REFUSAL + (await readFile(code, 'utf8')));
    await packExtension(join(root, 'extension'), join(root, 'product.vsix'));
    await rm(join(root, 'extension'), { recursive: true });
  });
  after(() => removeTemporaryRoot(root));
  const used = useEditor(() => ({
    name: 'broken-part',
    settings: { 'workbench.hover.delay': 500 },
    vsix: [join(root, 'product.vsix')],
  }));

  it('leaves the gate up, and the user is told', async () => {
    // It may have slid out of sight by now; in the list it stays.
    await used.window.executeCommand('notifications.showList');
    const message = used.window.page.locator('.notification-list-item', { hasText: 'could not all start' });
    await message.first().waitFor();
    const decision = await used.window.runInHost(async (vscode, cwd) => {
      const extension = vscode.extensions.getExtension<AutoModeApi>('auto-mode.auto-mode');
      const request = { tool: 'bash', input: { command: 'make' }, cwd, interactive: false };
      return (await extension?.activate())?.check(request);
    }, used.editor.workspace);
    assert.equal(`${decision?.outcome ?? ''} ${decision?.stage ?? ''}`, 'block classifier');
  });

  it('that is the gate itself: every call is blocked, and status bar and panel say why and what can be done', async () => {
    const { window, editor } = used;
    const panel = webviewOf(window.page, 'auto-mode.auto-mode');
    const mode = (name: string, word: string): Promise<void> =>
      Promise.all([
        panel.locator(`[data-mode="${name}"]`, { hasText: word }).waitFor(),
        statusItemIn(window.page).filter({ hasText: word }).waitFor(),
      ]).then(() => undefined);
    await window.changeSetting('window.title', REFUSED_ALL);
    await window.reload();
    await window.executeCommand('notifications.showList');
    const message = window.page.locator('.notification-list-item', { hasText: 'could not start in this window' });
    await message.first().waitFor();
    for (const name of ['Show Log', 'Reload Window']) await message.first().getByRole('button', { name }).waitFor();
    await window.executeCommand(COMMANDS.showPanel);
    await mode('not-started', 'Not Started');
    await panel.getByText('refused <b>here</b>').first().waitFor();
    const request = { tool: 'bash', input: { command: 'ls' }, cwd: editor.workspace };
    assert.equal((await window.executeCommand<Decision>(COMMANDS.check, request)).outcome, 'block');
    await panel.locator('[data-counter="blocked"]', { hasText: '1' }).waitFor();
    await inspectPanel(window, 'not-started');
    await statusItemIn(window.page).hover();
    await window.page.locator('.monaco-hover a', { hasText: 'Show Log' }).waitFor();
    await window.screenshot('not-started-tooltip');

    assert.deepEqual(await panel.locator('vscode-button').allInnerTexts(), ['Reload Window', 'Show Log']);
    await window.changeSetting('window.title', undefined);
    await panel.getByRole('button', { name: 'Reload Window' }).click();
    await panel.locator('[data-mode="on"]').waitFor();
  });
});
