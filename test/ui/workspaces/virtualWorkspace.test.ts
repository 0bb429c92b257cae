import assert from 'node:assert/strict';
import { join } from 'node:path';
import { COMMANDS } from '../../../src/config/contributions';
import type { EffectiveSettings } from '../../../src/config/sources';
import type { Decision } from '../../../src/engine/model/decision';
import { OUT } from '../../editor/editor';
import { EditorWindow } from '../../editor/editorWindow';
import { useEditor } from '../../editor/useEditor';

/** Deny and ask rules, and what would loosen. */
const WORKSPACE_SETTINGS = {
  'autoMode.permissions.deny': ['bash(git push*)'],
  'autoMode.permissions.ask': ['bash(curl*)'],
  'autoMode.permissions.allow': ['bash', 'write'],
  'autoMode.enabled': false,
};

describe('a virtual workspace', function () {
  this.timeout(300_000);
  const used = useEditor({
    name: 'virtual-workspace',
    withoutWindow: true,
    files: { 'virtual/.vscode/settings.json': JSON.stringify(WORKSPACE_SETTINGS), 'virtual/notes.txt': 'some notes\n' },
  });

  const folder = (): string => join(used.editor.workspace, 'virtual');

  /** Opens a folder so that for VS Code it is on no disk. Its path is one on the disk, as those of virtual workspaces may happen to be. */
  function openVirtually(workspace: string): Promise<EditorWindow> {
    const { context, server, root } = used.editor;
    const addressOf = (path: string): URL => server.addressOf(`test-virtual:${path}`);
    return EditorWindow.open(context, { ...server, addressOf }, { workspace, sockets: join(root, 's'), out: OUT });
  }

  it('has no edits in the workspace, and its rules hold', async () => {
    const window = await openVirtually(folder());
    const opened = await window.runInHost((vscode) =>
      vscode.workspace.workspaceFolders?.map(({ uri }) => `${uri.scheme} ${uri.path}`),
    );
    assert.deepEqual(opened, [`test-virtual ${folder()}`]);
    const { configuration } = await window.executeCommand<EffectiveSettings>(COMMANDS.config, {});
    assert.deepEqual(configuration.workspaceFolders, []);
    assert.equal(configuration.enabled, true);
    assert.deepEqual(configuration.permissions.allow, []);

    const stages: string[] = [];
    for (const [tool, text] of [
      ['write', 'notes.txt'],
      ['write', join(folder(), 'src', 'new.ts')],
      ['bash', 'git push origin main'],
      ['bash', 'curl https://example.com'],
      ['bash', 'code --disable-extensions'],
      ['bash', 'make all'],
    ] as const) {
      const input = tool === 'bash' ? { command: text } : { path: text, content: 'x' };
      const call = { tool, input, cwd: folder(), interactive: false };
      const { outcome, stage } = await window.executeCommand<Decision>(COMMANDS.check, call);
      stages.push(`${tool} ${outcome} ${stage}`);
    }
    assert.deepEqual(stages, [
      'write block classifier',
      'write block classifier',
      'bash block permissions.deny',
      'bash block permissions.ask',
      'bash block hard-deny',
      'bash block classifier',
    ]);
  });
});
