import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createNodeFileSystem } from '../../../../src/disk/nodeFileSystem';
import type { MachineFacts } from '../../../../src/files/machineFacts';
import { ignoredKeys, workspaceFileNotes, workspaceFiles } from '../../../../src/features/settings/workspaceFileNotes';
import { temporaryFolder } from '../../log/temporaryFolder';

describe('what a settings file of the workspace sets in vain', () => {
  const texts: readonly (readonly [what: string, text: string, keys: readonly string[]])[] = [
    ['by name', '{"autoMode.enabled": false}', ['autoMode.enabled']],
    [
      'nested',
      '{"autoMode": {"rules": {"allow": []}, "enabled": false}}',
      ['autoMode.enabled', 'autoMode.rules.allow'],
    ],
    ['half nested', '{"autoMode.classifier": {"model": "a/b"}}', ['autoMode.classifier.model']],
    ['deny and ask rules', '{"autoMode.permissions.deny": [], "autoMode": {"permissions": {"ask": []}}}', []],
    [
      'for a language',
      '{"[a]": {"autoMode.enabled": false, "autoMode.permissions.deny": []}}',
      ['[a] autoMode.enabled', '[a] autoMode.permissions.deny'],
    ],
    ['among comments', '// x\n{"autoMode.enabled": false, /* y */ }', ['autoMode.enabled']],
    [
      'under an old name',
      '{"autoMode.classifierModel": "a/b"}',
      ['autoMode.classifier.model', 'autoMode.classifierModel'],
    ],
    ['by a slip in the name', '{"autoMode.permission.deny": ["bash(a)"]}', ['autoMode.permission.deny']],
    ['that is none of ours', '{"editor.fontSize": 5, "autoModel": 1}', []],
    ['that is no JSON', '{"autoMode.enabled"', []],
    ['in something else', '["autoMode.enabled"]', []],
  ];
  for (const [what, text, keys] of texts) {
    it(`is told: ${what}`, () => {
      assert.deepEqual([...ignoredKeys(text, 'settings')].sort(), [...keys].sort());
      assert.deepEqual(ignoredKeys(text, 'workspace'), []);
      assert.deepEqual([...ignoredKeys(`{"settings": ${text}}`, 'workspace')].sort(), [...keys].sort());
    });
  }

  describe('on disk', () => {
    const folder = temporaryFolder();
    const machine = (): MachineFacts => ({
      platform: process.platform,
      homeDirectory: folder(),
      loginShell: undefined,
      gatePaths: [],
      secretGatePaths: [],
    });
    const notes = async (name: string): Promise<readonly string[]> => {
      const found = await workspaceFileNotes(
        workspaceFiles([join(folder(), name)], undefined),
        machine(),
        createNodeFileSystem(),
      );
      return found.map(({ key }) => key);
    };
    const SETTING = '{"autoMode.enabled": false}';
    function file(name: string, text: string): void {
      mkdirSync(join(folder(), name, '.vscode'), { recursive: true });
      writeFileSync(join(folder(), name, '.vscode', 'settings.json'), text);
    }

    it('is found through links, in plain files alone, and without waiting', async () => {
      file('plain', SETTING);
      mkdirSync(join(folder(), 'linked'));
      symlinkSync(join(folder(), 'plain', '.vscode'), join(folder(), 'linked', '.vscode'));
      mkdirSync(join(folder(), 'piped', '.vscode'), { recursive: true });
      execFileSync('mkfifo', [join(folder(), 'piped', '.vscode', 'settings.json')]);
      mkdirSync(join(folder(), 'folder', '.vscode', 'settings.json'), { recursive: true });
      mkdirSync(join(folder(), 'device', '.vscode'), { recursive: true });
      symlinkSync('/dev/zero', join(folder(), 'device', '.vscode', 'settings.json'));
      mkdirSync(join(folder(), 'loop', '.vscode'), { recursive: true });
      symlinkSync('settings.json', join(folder(), 'loop', '.vscode', 'settings.json'));
      file('huge', `{"x": "${'x'.repeat(300_000)}", "autoMode.enabled": false}`);
      assert.deepEqual(await notes('plain'), ['autoMode.enabled']);
      assert.deepEqual(await notes('linked'), ['autoMode.enabled']);
      for (const name of ['piped', 'folder', 'device', 'loop', 'absent']) assert.deepEqual(await notes(name), []);
      assert.deepEqual(await notes('huge'), ['(a file of more than 256 KB, which is not looked at)']);
    });

    it('is found in a workspace file', async () => {
      const path = join(folder(), 'a.code-workspace');
      writeFileSync(path, `{"folders": [], "settings": ${SETTING}}`);
      const found = await workspaceFileNotes(workspaceFiles([], path), machine(), createNodeFileSystem());
      assert.deepEqual(found, [{ key: 'autoMode.enabled', source: 'workspace', why: 'not-its-place', detail: path }]);
    });
  });
});
