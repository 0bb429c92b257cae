import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ObjectStore, sha256 } from '../../../src/snapshots/objectStore';
import { Pace } from '../../../src/snapshots/pace';
import { SnapshotError } from '../../../src/snapshots/snapshotStore';
import { LIMITS, useScratchStore } from '../../unit/snapshots/scratchStore';

const OLD = new Date(Date.now() - 7_200_000);

describe('the store of snapshots on disk', () => {
  const scratch = useScratchStore();
  const write = (name: string, content: string): string => scratch.folder.write(`work/${name}`, content);
  const directory = (): string => scratch.folder.at('gate/snapshots');
  const objects = (): readonly string[] =>
    readdirSync(join(directory(), 'objects')).flatMap((shard) =>
      readdirSync(join(directory(), 'objects', shard)).map((name) => join(directory(), 'objects', shard, name)),
    );
  const age = (): void => {
    for (const path of objects()) utimesSync(path, OLD, OLD);
  };

  it('lists what another window kept, the newest first, and nothing half written', async () => {
    write('a', 'x');
    const one = await scratch.store().keep({ folder: scratch.work, run: { command: 'make', agent: 'codex' } });
    const two = await scratch.store().keepPaths({ folder: scratch.work, paths: ['a'] });
    await scratch.store().finish(one.id);
    writeFileSync(join(directory(), `${one.id}.json.abc`), '{"version":1');
    writeFileSync(join(directory(), '000000000-000000000000.json'), '{"version":1', { mode: 0o600 });
    writeFileSync(join(directory(), '000000001-000000000000.json'), '{}', { mode: 0o600 });
    const list = await scratch.store().list();
    assert.deepEqual(
      list.map(({ id, finished, run }) => [id, finished, run]).sort(),
      [
        [one.id, true, { command: 'make', agent: 'codex' }],
        [two.id, false, undefined],
      ].sort(),
    );
  });

  it('drops the oldest beyond the number, and contents that nothing needs', async () => {
    const store = scratch.store({ ...LIMITS, snapshots: 2 });
    const ids: string[] = [];
    for (let at = 0; at < 4; at += 1) {
      write('a', `content ${at}`);
      const { id } = await store.keep({ folder: scratch.work });
      await store.finish(id);
      ids.push(id);
    }
    await store.clean();
    assert.equal(objects().length > 8, true, 'new contents stay: another window may be at it');
    age();
    await store.clean();
    assert.deepEqual(
      (await store.list()).map(({ id }) => id),
      [ids[3], ids[2]],
    );
    for (const id of [ids[2] ?? '', ids[3] ?? '']) assert.ok(await store.content(id, 'a'));
    const texts = objects().map((path) => readFileSync(path, 'utf8'));
    assert.equal(texts.includes('content 0'), false);
    assert.equal(texts.includes('content 2'), true);
  });

  it('drops the oldest beyond the size and the days', async () => {
    const bounded = scratch.store({ ...LIMITS, bytes: 150_000 });
    for (let at = 0; at < 3; at += 1) {
      write('a', `${at}`.repeat(100_000));
      await bounded.finish((await bounded.keep({ folder: scratch.work })).id);
    }
    await bounded.clean();
    assert.equal((await bounded.list()).length, 1);
    const expired = scratch.store({ ...LIMITS, days: 0 });
    await expired.clean();
    assert.equal((await expired.list()).length, 0);
  });

  it('drops what is held for no newer one, and only when its days are over', async () => {
    const limits = { ...LIMITS, bytes: 300_000, snapshots: 2 };
    const store = scratch.store(limits);
    write('a', 'a'.repeat(100_000));
    const held = await store.keepPaths({ folder: scratch.work, paths: ['a'], held: true });
    rmSync(scratch.folder.at('work/a'));
    await store.finish(held.id);
    for (let at = 0; at < 5; at += 1) {
      write('b', `${at}`.repeat(150_000));
      await store.finish((await store.keep({ folder: scratch.work })).id);
      await store.clean();
    }
    age();
    await store.clean();
    assert.equal((await store.list()).length, 2, 'one that is held, and one of the others');
    assert.equal((await store.content(held.id, 'a'))?.length, 100_000);
    const later = scratch.store({ ...limits, days: 0 });
    await later.clean();
    assert.deepEqual(await later.list(), []);
  });

  it('holds no more than half of its room', async () => {
    const store = scratch.store({ ...LIMITS, bytes: 300_000 });
    const hold = (name: string): Promise<unknown> => {
      write(name, name.repeat(100_000));
      return store.keepPaths({ folder: scratch.work, paths: [name], held: true });
    };
    await hold('a');
    await assert.rejects(hold('b'), SnapshotError);
    assert.equal((await store.list()).length, 1);
    const few = scratch.store({ ...LIMITS, snapshots: 1 });
    await assert.rejects(few.keepPaths({ folder: scratch.work, paths: ['a'], held: true }), SnapshotError);
  });

  it("holds a copy of what git's packs hold too, which git may remove", async () => {
    const git = (...args: readonly string[]): string => scratch.folder.git('work', ...args);
    write('a', 'staged\n');
    git('init', '-q', '--template=');
    git('add', 'a');
    git('gc', '-q');
    const store = scratch.store();
    // The next one knows from it that a pack holds the content.
    await store.keep({ folder: scratch.work });
    const { id } = await store.keepPaths({ folder: scratch.work, paths: ['a'], held: true });
    rmSync(scratch.folder.at('work/a'));
    await store.finish(id);
    git('rm', '-q', '--cached', 'a');
    git('gc', '-q', '--prune=now');
    assert.deepEqual((await store.undo(id)).conflicts, []);
    assert.equal(scratch.tree()['a'], 'file 644 staged\n');
  });

  it('removes no content once it is late to know what another window uses', async () => {
    scratch.store();
    const store = new ObjectStore(join(directory(), 'objects'));
    store.put(sha256(Buffer.from('x')), Buffer.from('x'));
    age();
    await store.sweep(new Set(), new Pace(-1));
    assert.equal(objects().length, 1);
    await store.sweep(new Set(), new Pace(60_000));
    assert.equal(objects().length, 0);
  });

  it('never drops the newest of a folder in which a run goes on', async () => {
    const store = scratch.store({ bytes: 0, snapshots: 0, days: 0 });
    write('a', 'x');
    await store.keep({ folder: scratch.work });
    const { id } = await store.keep({ folder: scratch.work });
    age();
    await store.clean();
    assert.deepEqual(
      (await store.list()).map((one) => one.id),
      [id],
    );
    assert.ok(await store.content(id, 'a'));
  });

  it('gives no content that was changed on the disk', async () => {
    write('a', 'content');
    const store = scratch.store();
    const { id } = await store.keep({ folder: scratch.work });
    const path = objects().find((one) => readFileSync(one, 'utf8') === 'content') ?? '';
    writeFileSync(path, 'CONTENT');
    rmSync(scratch.folder.at('work/a'));
    await store.finish(id);
    assert.deepEqual((await store.undo(id)).conflicts, [{ path: 'a', why: 'content-lost' }]);
  });

  it('bears two windows that keep, clean and undo at once', async () => {
    for (let at = 0; at < 30; at += 1) write(`f${at}`, `content ${at}`);
    const windows = [scratch.store(), scratch.store()];
    const snapshots = await Promise.all(
      windows.flatMap((store) =>
        Array.from({ length: 5 }, async () => {
          const snapshot = await store.keep({ folder: scratch.work });
          await store.clean();
          return snapshot;
        }),
      ),
    );
    for (const { id, complete } of snapshots) {
      assert.equal(complete, true);
      for (let at = 0; at < 30; at += 1) {
        assert.equal((await scratch.store().content(id, `f${at}`))?.toString(), `content ${at}`);
      }
    }
  });
});
