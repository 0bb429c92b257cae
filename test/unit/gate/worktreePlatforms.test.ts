import assert from 'node:assert/strict';
import type { FileSystem } from '../../../src/files/fileSystem';
import { Worktrees } from '../../../src/gate/worktrees';
import { fakeFiles, fakeGate, type Tree } from '../engine/fakeGate';

/** A repository with one work tree, in memory. */
function repository(app: string, tree: string): Tree {
  const entry = `${app}/.git/worktrees/x`;
  return {
    ...{ [`${app}/.git/HEAD`]: 'ref: refs/heads/main\n', [`${app}/.git/objects`]: undefined },
    ...{ [`${app}/.git/refs`]: undefined, [`${tree}/.git`]: `gitdir: ${entry}\n` },
    ...{
      [`${entry}/HEAD`]: 'ref: refs/heads/x\n',
      [`${entry}/commondir`]: '../..\n',
      [`${entry}/gitdir`]: `${tree}/.git\n`,
    },
  };
}

/** `/C:/x` as `C:\x`. */
function onWindows(files: FileSystem): FileSystem {
  const inMemory = (path: string): string => `/${path.replaceAll('\\', '/').replace(/\/$/, '')}`;
  return {
    ...files,
    inspect: (path) => files.inspect(inMemory(path)),
    realPath: (path) => files.realPath(inMemory(path))?.slice(1).replaceAll('/', '\\'),
    readText: (path, max) => files.readText(inMemory(path), max)?.replace(/(^|gitdir: )\/(?=C:)/, '$1'),
    isRemote: (path) => path.startsWith('\\\\'),
  };
}

describe('a git work tree of another platform', () => {
  function rootOf(platform: 'darwin' | 'linux' | 'win32', home: string, app: string, tree: string): string | undefined {
    const native = (path: string): string => (platform === 'win32' ? path.slice(1).replaceAll('/', '\\') : path);
    const memory = fakeFiles(repository(app, tree));
    const gatePaths = [native(`${home}/.auto-mode`)];
    const machine = { ...fakeGate().machine, platform, homeDirectory: native(home), gatePaths };
    const worktrees = new Worktrees(machine, platform === 'win32' ? onWindows(memory) : memory);
    return worktrees.claim(native(tree), [native(app)], () => [])?.root;
  }

  it('belongs to its repository', () => {
    assert.equal(rootOf('win32', '/C:/Users/u', '/C:/Users/u/app', '/C:/Users/u/feature'), 'C:\\Users\\u\\feature');
    assert.equal(rootOf('darwin', '/Users/u', '/Users/u/app', '/Users/u/feature'), '/Users/u/feature');
    assert.equal(rootOf('linux', '/home/u', '/home/u/app', '/srv/feature'), '/srv/feature');
  });

  it('is not taken in a hidden folder of a home', () => {
    assert.equal(rootOf('win32', '/C:/Users/u', '/C:/Users/u/app', '/C:/Users/u/.cursor/x'), undefined);
    assert.equal(rootOf('win32', '/C:/Users/u', '/C:/Users/u/app', '/C:/users/U/.cursor/x'), undefined);
    assert.equal(rootOf('darwin', '/Users/u', '/Users/u/app', '/users/U/.cursor/x'), undefined);
    assert.equal(rootOf('linux', '/home/u', '/home/u/app', '/home/u/.cursor/x'), undefined);
    assert.equal(rootOf('linux', '/home/u', '/home/u/app', '/home/other/.cursor/x'), undefined);
  });

  it('is not taken in the files of Auto Mode, or as a home', () => {
    assert.equal(rootOf('win32', '/C:/Users/u', '/C:/Users/u/app', '/C:/Users/u/.AUTO-MODE/x'), undefined);
    assert.equal(rootOf('win32', '/C:/Users/u', '/C:/app', '/C:/Users/u'), undefined);
    assert.equal(rootOf('darwin', '/Users/u', '/Users/u/app', '/Users/U'), undefined);
  });
});
