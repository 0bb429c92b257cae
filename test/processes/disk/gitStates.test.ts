import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { GitContent } from '../../../src/disk/gitContent';
import { indexedPaths } from '../../../src/disk/gitIndex';
import type { VersionControlState } from '../../../src/files/fileSystem';
import { useTemporaryFolder } from '../../unit/disk/temporaryFolder';
import { withinCpuMs } from '../../unit/cpuTime';

describe('what git knows of files', () => {
  const folder = useTemporaryFolder();
  const git = (): GitContent => new GitContent(() => false);
  const states = (...names: readonly string[]): readonly VersionControlState[] =>
    git().states(names.map((name) => folder.at(name)));

  beforeEach(() => {
    mkdirSync(folder.at('repo'));
    folder.git('repo', 'init', '-q');
  });

  it('tells held, changed, new, ignored and outside apart', () => {
    folder.write('repo/.gitignore', 'dist/\n*.log\n!keep.log\n');
    folder.write('repo/src/.gitignore', '/local\n');
    for (const name of ['src/a.ts', 'src/b.ts', 'keep.log']) folder.write(`repo/${name}`, name);
    folder.git('repo', 'add', '.');
    folder.git('repo', 'commit', '-qm', 'x');
    folder.write('repo/forced.log', 'x');
    folder.git('repo', 'add', '-f', 'forced.log');
    folder.write('repo/src/b.ts', 'work of an hour');
    folder.write('repo/.git/info/exclude', 'mine\n');
    const table: readonly (readonly [string, VersionControlState])[] = [
      ['repo/src/a.ts', 'held'],
      ['repo/src/b.ts', 'changed'],
      ['repo/src/new.ts', 'untracked'],
      ['repo/src/local/x', 'ignored'],
      ['repo/local/x', 'untracked'],
      ['repo/dist/a/b.js', 'ignored'],
      ['repo/debug.log', 'ignored'],
      ['repo/other/keep.log', 'untracked'],
      ['repo/keep.log', 'held'],
      ['repo/forced.log', 'staged'],
      ['repo/mine', 'ignored'],
      ['outside.ts', 'no-repository'],
      ['repo/src', 'holds-tracked'],
      ['repo/dist', 'ignored'],
      ['repo/dist/a', 'ignored'],
      ['repo/other', 'untracked'],
      ['repo', 'holds-tracked'],
    ];
    for (const [name, state] of table) {
      if (!['held', 'staged', 'changed'].includes(state) && /\.\w+$|\/x$|mine$/.test(name)) folder.write(name, 'y');
    }
    assert.deepEqual(
      states(...table.map(([name]) => name)),
      table.map(([, state]) => state),
    );
    for (const [name, state] of table) assert.deepEqual(states(name), [state], name);
    // As git itself says.
    const ours = table.filter(([name, state]) => state === 'ignored' && !statSync(folder.at(name)).isDirectory());
    for (const [name] of ours) {
      assert.equal(folder.git('repo', 'check-ignore', name.slice(5)).trim(), name.slice(5));
    }
  });

  it('says nothing of a repository in which nothing was added but what its ignore files say', () => {
    folder.write('repo/.gitignore', 'b\n');
    folder.write('repo/a', 'a');
    folder.write('repo/b', 'b');
    assert.deepEqual(states('repo/a', 'repo/b', 'repo'), ['untracked', 'ignored', 'untracked']);
  });

  it('takes a work tree inside another for its own', () => {
    folder.write('repo/inner/a', 'a');
    folder.write('repo/b', 'b');
    folder.git('repo/inner', 'init', '-q');
    folder.git('repo/inner', 'add', '.');
    assert.deepEqual(states('repo/inner', 'repo/inner/a', 'repo/b'), ['holds-tracked', 'staged', 'untracked']);
  });

  it('does not call a file changed that is as git left it, in another form', () => {
    folder.write('repo/.gitattributes', '*.txt filter=up\n');
    folder.git('repo', 'config', 'filter.up.clean', 'tr a-z A-Z');
    folder.git('repo', 'config', 'filter.up.smudge', 'tr A-Z a-z');
    const file = folder.write('repo/a.txt', 'text');
    folder.git('repo', 'add', '.');
    assert.deepEqual(states('repo/a.txt'), ['tracked']);
    writeFileSync(file, 'more text');
    assert.deepEqual(states('repo/a.txt'), ['changed']);
  });

  it('is not told by a time that was set back that nothing changed', () => {
    const file = folder.write('repo/a.txt', 'text');
    utimesSync(file, 1_000_000, 1_000_000);
    folder.git('repo', 'add', '.');
    writeFileSync(file, 'evil');
    utimesSync(file, 1_000_000, 1_000_000);
    assert.deepEqual(states('repo/a.txt'), ['tracked']);
  });

  it('does not know of unmerged files, only intended ones, and links', () => {
    folder.write('repo/a', 'a');
    folder.git('repo', 'add', '--intent-to-add', 'a');
    assert.deepEqual(states('repo/a'), ['tracked']);
  });

  it('does not know what a part of an index leaves out', () => {
    folder.write('repo/a', 'a');
    folder.git('repo', 'add', '.');
    folder.git('repo', 'update-index', '--split-index');
    folder.write('repo/b', 'b');
    assert.deepEqual(states('repo/b'), ['unknown']);
    writeFileSync(folder.at('repo/.git/index'), 'DIRC damaged');
    assert.deepEqual(states('repo/a', 'repo/b'), ['unknown', 'unknown']);
  });

  it('compares no more than it has time for', () => {
    const names = Array.from({ length: 5 }, (_, index) => `repo/${index}`);
    for (const name of names) folder.write(name, Buffer.alloc(1_500_000, name));
    folder.git('repo', 'add', '.');
    assert.deepEqual(states(...names), ['staged', 'staged', 'tracked', 'tracked', 'tracked']);
  });

  it('looks at few repositories', () => {
    const names = Array.from({ length: 6 }, (_, index) => `r${index}/a`);
    for (const name of names) {
      folder.write(name, 'a');
      folder.git(name.slice(0, 2), 'init', '-q');
      folder.git(name.slice(0, 2), 'add', '.');
    }
    assert.deepEqual(states(...names), ['staged', 'staged', 'staged', 'unknown', 'unknown', 'unknown']);
  });

  it('follows no link in the place of an ignore file, and none to another machine', () => {
    folder.write('rules', '*\n');
    symlinkSync('../rules', folder.at('repo/.gitignore'));
    folder.write('repo/a', 'a');
    assert.deepEqual(states('repo/a'), ['untracked']);
    const remote = new GitContent((path) => path === folder.at('repo/a'));
    assert.deepEqual(remote.states([folder.at('repo/a')]), ['unknown']);
  });

  it('takes bounded time for ignore files made to take long', () => {
    folder.write('repo/.gitignore', Array.from({ length: 900 }, () => '*a*ab').join('\n'));
    const names = Array.from({ length: 20 }, (_, index) => `repo/${'a'.repeat(200)}${index}`);
    for (const name of names) folder.write(name, 'a');
    withinCpuMs(10_000, () => states(...names));
  });

  it('reads of an index every name, whatever its length', () => {
    const name = `${'d'.repeat(200)}/`.repeat(21) + 'file';
    assert.ok(name.length > 0xfff);
    const entry = Buffer.alloc(Math.floor((62 + name.length + 8) / 8) * 8);
    entry.writeUInt32BE(0o100644, 24);
    entry.writeUInt16BE(0xfff, 60);
    entry.write(name, 62, 'latin1');
    const header = Buffer.from('DIRC\0\0\0\x02\0\0\0\x01', 'latin1');
    const index = Buffer.concat([header, entry, Buffer.alloc(20)]);
    const found = indexedPaths(index, 'sha1', [name, name.slice(0, 200), 'file']);
    assert.deepEqual(
      [found?.files.has(name), [...(found?.folders ?? [])], found?.isWhole],
      [true, [name.slice(0, 200)], true],
    );
  });

  it('reads a sparse index as one that does not list everything', () => {
    for (const name of ['in/a', 'out/b']) folder.write(`repo/${name}`, name);
    folder.git('repo', 'add', '.');
    folder.git('repo', 'commit', '-qm', 'x');
    folder.git('repo', 'sparse-checkout', 'set', '--cone', '--sparse-index', 'in');
    assert.ok(readFileSync(folder.at('repo/.git/index')).includes('sdir'));
    folder.write('repo/out/b', 'new');
    folder.write('repo/in/new', 'new');
    assert.deepEqual(states('repo/in/a', 'repo/out/b', 'repo/in/new'), ['held', 'unknown', 'unknown']);
  });
});
