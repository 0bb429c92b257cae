import assert from 'node:assert/strict';
import { localFolders } from '../../../src/editor/localFolders';

describe('folders of a window that agents can work in', () => {
  const cases: readonly (readonly [what: string, scheme: string, fsPath: string, expected: readonly string[]])[] = [
    ['a folder on the disk', 'file', '/w/app', ['/w/app']],
    // Its path looks like one on the disk, and this one would claim every call on the machine.
    ['the root of a folder in memory', 'memfs', '/', []],
    ['a repository that is only looked at', 'vscode-vfs', '/ada/app', []],
  ];
  for (const [what, scheme, fsPath, expected] of cases) {
    it(what, () => {
      assert.deepEqual(localFolders([{ uri: { scheme, fsPath } }]), expected);
    });
  }
  it('no folder at all', () => {
    assert.deepEqual(localFolders(undefined), []);
  });
});
