import assert from 'node:assert/strict';
import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitContent } from '../../../src/disk/gitContent';
import { Packs } from '../../../src/disk/gitPacks';
import { useScratchStore } from '../../unit/snapshots/scratchStore';

describe('keeping a repository', () => {
  const scratch = useScratchStore();
  const write = (name: string, content: string | Buffer): string => scratch.folder.write(`work/${name}`, content);
  const git = (...args: readonly string[]): string => scratch.folder.git('work', ...args);
  const commit = (): void => {
    git('add', '.');
    git('commit', '-qm', 'x');
  };

  for (const format of ['sha1', 'sha256']) {
    it(`puts back from git's packs what they hold, ${format}`, async () => {
      git('init', '-q', `--object-format=${format}`);
      const text = Array.from({ length: 400 }, (_, line) => `line ${line}`).join('\n');
      for (let version = 0; version < 5; version += 1) {
        for (let file = 0; file < 20; file += 1) write(`src/${file}.txt`, `${text}\n${file} ${version}\n${text}`);
        commit();
      }
      git('gc', '-q');
      write('src/1.txt', 'changed, not committed');
      write('new.txt', 'untracked');
      const before = scratch.tree();
      const store = scratch.store();
      const snapshot = await store.keep({ folder: scratch.work });
      assert.equal(snapshot.complete, true);
      assert.equal(snapshot.files, 2, 'what the packs hold is not copied');
      rmSync(scratch.folder.at('work/src'), { recursive: true });
      rmSync(scratch.folder.at('work/new.txt'));
      await store.finish(snapshot.id);
      assert.deepEqual((await store.undo(snapshot.id)).conflicts, []);
      assert.deepEqual(scratch.tree(), before);
    });
  }

  it('survives a reset that throws away what was staged, and a clean-up of git', async () => {
    git('init', '-q');
    write('a.txt', 'committed\n');
    commit();
    git('gc', '-q');
    write('a.txt', 'staged\n');
    write('b.txt', 'new and staged\n');
    git('add', '.');
    write('c.txt', 'untracked\n');
    const before = scratch.tree();
    const store = scratch.store();
    const { id } = await store.keep({ folder: scratch.work });
    git('reset', '-q', '--hard');
    git('clean', '-qfd');
    git('reflog', 'expire', '--expire=now', '--all');
    git('gc', '-q', '--prune=now');
    await store.finish(id);
    assert.deepEqual((await store.undo(id)).conflicts, []);
    assert.deepEqual(scratch.tree(), before);
  });

  it('copies what only the index names, as what the engine takes for held, also out of a pack', async () => {
    git('init', '-q');
    write('a.txt', 'committed\n');
    commit();
    write('staged.txt', 'staged\n');
    git('add', '.');
    git('gc', '-q');
    const held = new GitContent(() => false);
    const names = ['a.txt', 'staged.txt'].filter((name) => held.holds(scratch.folder.at(`work/${name}`)));
    const before = scratch.tree();
    const store = scratch.store();
    const { id, files } = await store.keep({ folder: scratch.work });
    assert.deepEqual([names, files], [['a.txt'], 1]);
    rmSync(scratch.folder.at('work/staged.txt'));
    git('add', '-A');
    git('gc', '-q', '--prune=now');
    await store.finish(id);
    assert.deepEqual((await store.undo(id)).conflicts, []);
    assert.deepEqual(scratch.tree(), before);
  });

  it('says so where git lost what it held', async () => {
    git('init', '-q');
    write('a.txt', 'committed\n');
    commit();
    git('gc', '-q');
    const store = scratch.store();
    const { id } = await store.keep({ folder: scratch.work });
    rmSync(scratch.folder.at('work/a.txt'));
    rmSync(scratch.folder.at('work/.git/objects'), { recursive: true });
    await store.finish(id);
    assert.deepEqual((await store.undo(id)).conflicts, [{ path: 'a.txt', why: 'content-lost' }]);
  });

  it('leaves out what git ignores, but for what it tracks or what is asked for', async () => {
    git('init', '-q');
    write('.gitignore', 'node_modules/\n*.log\n.env\n');
    write('node_modules/a/index.js', 'x');
    write('node_modules/patched/index.js', 'x');
    write('.env', 'KEY=1');
    write('a.log', 'x');
    write('sub/.gitignore', '!kept.log\n');
    write('sub/kept.log', 'x');
    git('add', '-f', 'node_modules/patched/index.js');
    const store = scratch.store();
    const { id } = await store.keep({ folder: scratch.work, alsoIgnored: ['.env'] });
    const held = async (path: string): Promise<boolean> => (await store.content(id, path)) !== undefined;
    assert.equal(await held('node_modules/a/index.js'), false);
    assert.equal(await held('node_modules/patched/index.js'), true);
    assert.equal(await held('.env'), true);
    assert.equal(await held('a.log'), false);
    assert.equal(await held('sub/kept.log'), true);
  });

  it('never removes what was ignored before, even if the run took it in', async () => {
    git('init', '-q');
    write('.gitignore', '.env\nbuild/\n');
    write('.env', 'KEY=1');
    write('build/out', 'x');
    const store = scratch.store();
    const { id } = await store.keep({ folder: scratch.work });
    write('.gitignore', '');
    write('build/more', 'y');
    await store.finish(id);
    const { remove, conflicts } = await store.undo(id);
    assert.deepEqual([remove, conflicts], [[], []]);
    assert.deepEqual(Object.keys(scratch.tree()).sort(), ['.env', '.gitignore', 'build', 'build/more', 'build/out']);
    assert.match(scratch.tree()['.gitignore'] ?? '', /\.env/);
  });

  it('keeps bytes, not what git would make of them', async () => {
    git('init', '-q');
    write('.gitattributes', '*.txt text eol=crlf\n*.rot filter=rot\n');
    git('config', 'filter.rot.clean', 'tr a-z n-za-m');
    git('config', 'filter.rot.smudge', 'tr a-z n-za-m');
    write('a.txt', 'one\r\ntwo\r\n');
    write('b.rot', 'secret\n');
    commit();
    git('gc', '-q');
    const before = scratch.tree();
    const store = scratch.store();
    const { id, files } = await store.keep({ folder: scratch.work });
    assert.equal(files, 2, 'both, since the packs hold other bytes');
    for (const name of ['a.txt', 'b.rot']) rmSync(scratch.folder.at(`work/${name}`));
    await store.finish(id);
    await store.undo(id);
    assert.deepEqual(scratch.tree(), before);
  });

  it('keeps nested repositories by their own rules, and never what is in .git', async () => {
    git('init', '-q');
    write('inner/.gitignore', 'out/\n');
    write('inner/a.txt', 'x');
    write('inner/out/b.txt', 'x');
    scratch.folder.git('work/inner', 'init', '-q');
    const store = scratch.store();
    const { id } = await store.keep({ folder: scratch.work });
    assert.ok(await store.content(id, 'inner/a.txt'));
    assert.equal(await store.content(id, 'inner/out/b.txt'), undefined);
    assert.equal(await store.content(id, 'inner/.git/HEAD'), undefined);
    const paths = await store.keepPaths({ folder: scratch.work, paths: ['inner'] });
    assert.equal(paths.complete, false);
    assert.deepEqual(paths.left, [{ path: 'inner/.git', why: 'git' }]);
  });

  it('sees a change that hides behind the same size and time', async () => {
    const path = write('a.txt', 'one');
    const store = scratch.store();
    await store.keep({ folder: scratch.work });
    const { atime, mtime } = statSync(path);
    writeFileSync(path, 'two');
    utimesSync(path, atime, mtime);
    const { id } = await store.keep({ folder: scratch.work });
    assert.equal((await store.content(id, 'a.txt'))?.toString(), 'two');
  });

  it('reads packs as git does', () => {
    git('init', '-q');
    for (let at = 0; at < 40; at += 1) {
      write('big.txt', `${'x'.repeat(at * 1000)}\n${Array.from({ length: at * 20 }, (_, n) => n * at).join(' ')}`);
      write(`${at}.bin`, Buffer.from(Array.from({ length: at * 7 }, (_, n) => (n * at) % 256)));
      commit();
    }
    git('repack', '-adq', '--depth=50', '--window=50');
    const packs = new Packs(join(scratch.work, '.git/objects'), 20);
    const blobs = git('cat-file', '--batch-all-objects', '--batch-check=%(objecttype) %(objectname) %(deltabase)')
      .split('\n')
      .map((line) => line.split(' '))
      .filter(([type]) => type === 'blob');
    assert.ok(
      blobs.some(([, , base]) => base !== '0'.repeat(40)),
      'some are deltas',
    );
    for (const [, id = ''] of blobs) {
      const content = packs.blob(id, 10_000_000);
      assert.ok(content, id);
      writeFileSync(scratch.folder.at('one'), content);
      assert.equal(git('hash-object', '--no-filters', scratch.folder.at('one')).trim(), id);
    }
    assert.equal(packs.has('0'.repeat(40)), false);
  });
});
