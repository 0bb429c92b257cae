import assert from 'node:assert/strict';
import type { FileChange } from '../../../../src/files/fileTouch';
import { fileFloor } from '../../../../src/floor/files/fileFloor';
import { fakeFiles, type Tree } from '../../engine/fakeGate';
import { LINUX, floorFor, located } from '../../files/fileWorld';

describe('fileFloor: folders that are removed or replaced', () => {
  const TREE: Tree = {
    '/home/u/.ssh/authorized_keys': 'key',
    '/home/u/.config/Code/User/settings.json': '{}',
    '/home/u/.claude/projects/-p/1.jsonl': '{}',
    '/home/u/.claude/projects/-p/memory/notes.md': 'x',
    '/home/u/project/.claude/settings.json': '{"hooks":{}}',
    '/home/u/project/.vscode/settings.json': '{"editor.tabSize":2}',
    '/home/u/project/.github/workflows/ci.yml': 'x',
    '/home/u/other/.vscode/settings.json': '{"autoMode.permissions.deny":["bash(rm *)"]}',
    '/home/u/other/.github/hooks/gate.json': '{}',
    '/home/u/project/src/a.ts': 'x',
    '/home/u/project/data/extensions/list.csv': 'x',
    '/opt/editor/data/extensions/x/package.json': '{}',
    '/opt/editor/data/user-data/User/settings.json': '{}',
    '/home/u/project/evil/settings.json': '{"hooks":{}}',
  };
  const cases: readonly (readonly [change: FileChange, path: string, check: string | undefined])[] = [
    ['delete', '/', 'gate-files'],
    ['delete', '~', 'gate-files'],
    ['delete', '/home', 'gate-files'],
    ['delete', '/home/other', 'system-folder'],
    ['rename-from', '/usr', 'system-folder'],
    ['delete', '/etc', 'system-folder'],
    ['delete', '~/.ssh', 'ssh-access'],
    ['rename-from', '~/.config', 'editor-settings'],
    ['delete', '~/.config/Code/User', 'editor-settings'],
    ['delete', '~/.claude/projects', 'agent-transcript'],
    ['delete', '~/.claude/projects/-p', 'agent-transcript'],
    ['delete', '~/.claude/projects/-p/memory', undefined],
    ['delete', '~/.claude/projects/-p/memory/notes.md', undefined],
    ['delete', '.claude', 'agent-permissions'],
    ['delete', '.vscode', undefined],
    ['delete', '/home/u/other/.vscode', 'workspace-settings'],
    ['rename-to', '/home/u/other/.vscode', 'workspace-settings'],
    ['delete', '.github', undefined],
    ['delete', '/home/u/other/.github', 'agent-hooks'],
    ['delete', 'src', undefined],
    ['delete', 'data', undefined],
    ['delete', '/opt/editor/data', 'editor-extensions'],
    ['delete', '/opt/editor/data/extensions', 'editor-extensions'],
    ['delete', 'src/a.ts', undefined],
    ['rename-to', 'src/b.ts', undefined],
    // What is put there is not known, and may hold hooks.
    ['rename-to', '.codex', 'agent-hooks'],
    ['rename-to', '/usr/local/bin/x', undefined],
  ];
  for (const [change, path, check] of cases) {
    it(`${change} ${path}: ${check ?? 'left to the later stages'}`, () => {
      assert.equal(floorFor({ path, change }, { tree: TREE })?.check, check);
    });
  }

  it('looks at what a move brings along', () => {
    const move = (from: string, to: string) => {
      const files = fakeFiles(TREE);
      const touches = [
        located({ path: from, change: 'rename-from' }, LINUX, files),
        located({ path: to, change: 'rename-to' }, LINUX, files),
      ];
      return fileFloor(touches, LINUX, files)?.check;
    };
    assert.equal(move('src', '.cursor'), undefined);
    assert.equal(move('evil', '.gemini'), 'agent-permissions');
    assert.equal(move('src', 'lib'), undefined);
  });

  it('removes nothing below a link, only the link', () => {
    const tree = { '/home/u/project/gone': { link: '/srv/nothing' } };
    assert.equal(floorFor({ path: 'gone', change: 'delete' }, { tree }), undefined);
  });
});
