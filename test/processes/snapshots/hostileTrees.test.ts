import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { useScratchStore } from '../../unit/snapshots/scratchStore';

const isRoot = process.getuid?.() === 0;

describe('keeping hostile trees', () => {
  const scratch = useScratchStore();
  const at = (name: string): string => scratch.folder.at(`work/${name}`);
  const write = (name: string, content: string | Buffer): string => scratch.folder.write(`work/${name}`, content);

  it('says what it leaves: pipes, sockets and unreadable files', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    const server = createServer().listen(at('socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    write('locked', 'x');
    chmodSync(at('locked'), 0);
    mkdirSync(at('closed'));
    chmodSync(at('closed'), 0);
    write('a', 'x');
    const { left, complete, files } = await scratch.store().keep({ folder: scratch.work });
    server.close();
    assert.equal(complete, false);
    assert.deepEqual(
      left.map(({ path, why }) => `${path} ${why}`).sort(),
      isRoot
        ? ['pipe special', 'socket special']
        : ['closed unreadable', 'locked unreadable', 'pipe special', 'socket special'],
    );
    assert.equal(files, isRoot ? 2 : 1);
  });

  it('keeps links as links, out of the folder, in circles and to nothing', async () => {
    scratch.folder.write('secret/key', 'private');
    const links = { out: scratch.folder.at('secret'), up: '..', self: 'self', nothing: 'missing', inner: 'a' };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, at(name));
    write('a', 'x');
    const before = scratch.tree();
    const store = scratch.store();
    const { id, complete, files } = await store.keep({ folder: scratch.work });
    assert.equal(complete, true);
    assert.equal(files, 1);
    assert.equal(await store.content(id, 'out/key'), undefined);
    for (const name of Object.keys(links)) rmSync(at(name));
    await store.finish(id);
    await store.undo(id);
    assert.deepEqual(scratch.tree(), before);
  });

  it('reaches nothing through a link, however the path is written', async () => {
    scratch.folder.write('secret/key', 'private');
    symlinkSync(scratch.folder.at('secret'), at('out'));
    const paths = [
      'out/key',
      'a/../out/key',
      '../secret/key',
      scratch.folder.at('secret/key'),
      '.git/config',
      'missing',
    ];
    const { complete, files, left } = await scratch.store().keepPaths({ folder: scratch.work, paths });
    assert.equal(files, 0);
    assert.equal(complete, false);
    assert.deepEqual(left.map(({ why }) => why).sort(), ['git', 'outside', 'outside', 'outside', 'outside']);
  });

  it('brings names with line ends, quotes and letters of all kinds back', async () => {
    const names = ['a\nb', "it's", '"q"', 'tab\t', 'ü', 'u\u0308', '-rf', '日本', '\u202egnp', ' ', 'A', 'a'];
    for (const name of names) write(name, name);
    const before = scratch.tree();
    const store = scratch.store();
    const { id } = await store.keep({ folder: scratch.work });
    for (const name of readdirSync(scratch.work)) rmSync(at(name));
    await store.finish(id);
    assert.deepEqual((await store.undo(id)).conflicts, []);
    assert.deepEqual(scratch.tree(), before);
  });

  it('leaves names that are no text', async function () {
    if (process.platform !== 'linux') this.skip();
    writeFileSync(Buffer.concat([Buffer.from(`${scratch.work}/`), Buffer.from([0xff, 0x41])]), 'x');
    const { complete, left } = await scratch.store().keep({ folder: scratch.work });
    assert.equal(complete, false);
    assert.deepEqual(
      left.map(({ why }) => why),
      ['unreadable'],
    );
  });

  it('never writes what a file system may take for .git', async () => {
    for (const name of ['.GIT/hooks/pre-commit', 'git~1/config', '.g\u200cit/config', 'sub/.git./x']) write(name, 'x');
    const store = scratch.store();
    const { id, files } = await store.keep({ folder: scratch.work });
    assert.equal(files, 0);
    rmSync(at('.GIT'), { recursive: true });
    await store.finish(id);
    await store.undo(id);
    assert.equal(existsSync(at('.GIT')), false);
  });

  it('keeps within its bounds, and tells what is beyond', async () => {
    for (let file = 0; file < 20; file += 1) write(`f${file}`, 'x'.repeat(100));
    write('large', 'x'.repeat(2000));
    const store = scratch.store();
    const few = await store.keep({ folder: scratch.work, bounds: { files: 5 } });
    assert.deepEqual([few.files, few.complete, few.leftCount], [5, false, 16]);
    const small = await store.keep({ folder: scratch.work, bounds: { bytes: 950, fileBytes: 1000 } });
    assert.deepEqual(
      [small.files, small.bytes, small.left.find(({ path }) => path === 'large')?.why],
      [9, 900, 'too-large'],
    );
    const late = await store.keep({ folder: scratch.work, bounds: { milliseconds: 0 } });
    assert.deepEqual([late.files, late.complete, late.left[0]?.why], [0, false, 'no-time']);
  });

  it('removes nothing where it does not know what was there', async () => {
    write('a', 'x');
    const store = scratch.store();
    const { id } = await store.keep({ folder: scratch.work, bounds: { milliseconds: 0 } });
    write('b', 'x');
    await store.finish(id);
    assert.deepEqual((await store.undo(id)).remove, []);
    assert.deepEqual(Object.keys(scratch.tree()), ['a', 'b']);
  });

  it('goes through deep trees and long names', async () => {
    let path = '';
    for (let depth = 0; depth < 15; depth += 1) path += `${'d'.repeat(200)}/`;
    write(`${path}file`, 'x');
    const before = scratch.tree();
    const store = scratch.store();
    const { id, complete } = await store.keep({ folder: scratch.work });
    assert.equal(complete, true);
    rmSync(at('d'.repeat(200)), { recursive: true });
    await store.finish(id);
    await store.undo(id);
    assert.deepEqual(scratch.tree(), before);
  });

  it('keeps a whole content of a file that changes all the time, or none', async () => {
    const path = write('busy', '');
    let letter = 0;
    let open = true;
    const change = (): void => {
      letter += 1;
      writeFileSync(path, String.fromCharCode(97 + (letter % 26)).repeat(100_000));
      if (open) setImmediate(change);
    };
    change();
    const store = scratch.store();
    for (let round = 0; round < 10; round += 1) {
      for (let file = 0; file < 20; file += 1) write(`${round}/${file}`, 'x'.repeat(20_000));
      const { id, left } = await store.keep({ folder: scratch.work });
      const content = await store.content(id, 'busy');
      if (content === undefined) assert.equal(left[0]?.path, 'busy');
      else assert.equal(new Set(content).size, 1);
    }
    open = false;
  });

  it('ends in time on very many files', async function () {
    this.timeout(60_000);
    for (let folder = 0; folder < 100; folder += 1) {
      mkdirSync(at(`${folder}`));
      for (let file = 0; file < 1000; file += 1) writeFileSync(at(`${folder}/${file}`), '');
    }
    const started = performance.now();
    const { files, complete } = await scratch.store().keep({ folder: scratch.work });
    assert.ok(performance.now() - started < 10_000);
    assert.ok(files <= 10_000);
    assert.equal(complete, false);
  });

  it('never keeps the gate’s own home', async () => {
    scratch.folder.write('gate/token', 'secret');
    const { id } = await scratch.store().keep({ folder: scratch.folder.path });
    assert.equal(await scratch.store().content(id, 'gate/token'), undefined);
  });

  it('is private', async () => {
    write('a', 'x');
    await scratch.store().keep({ folder: scratch.work });
    const modes = (folder: string): readonly number[] => [
      lstatSync(folder).mode & 0o077,
      ...readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? modes(join(folder, entry.name)) : [lstatSync(join(folder, entry.name)).mode & 0o077],
      ),
    ];
    assert.deepEqual([...new Set(modes(scratch.folder.at('gate/snapshots')))], [0]);
  });
});
