import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { differenceTexts, type FileTexts } from '../../../../src/features/undo/differenceTexts';
import type { SnapshotStore } from '../../../../src/snapshots/snapshotStore';
import { useScratchStore } from '../../snapshots/scratchStore';

describe('the texts of an undo', () => {
  const scratch = useScratchStore();
  const at = (path: string): string => `${scratch.work}/${path}`;

  /** After a run that did this. */
  async function texts(run: () => void, most = 100): Promise<readonly (readonly unknown[])[]> {
    const store: SnapshotStore = scratch.store();
    const bounds = { bytes: 1_000_000_000, milliseconds: 10_000 };
    const { id } = await store.keep({ folder: scratch.work, bounds, run: { command: 'x' } });
    run();
    await store.finish(id);
    const [snapshot] = await store.list();
    assert.ok(snapshot);
    const found = await differenceTexts([{ snapshot, difference: await store.difference(id) }], store, most);
    return found
      .map(({ path, now, then }: FileTexts) => [path.slice(scratch.work.length + 1), now, then])
      .sort(([one], [other]) => String(one).localeCompare(String(other)));
  }

  beforeEach(() => {
    for (const name of ['changed', 'gone', 'same']) writeFileSync(at(name), name);
  });

  it('are those before and after, and none where there is no file', async () => {
    const found = await texts(() => {
      writeFileSync(at('changed'), 'new');
      rmSync(at('gone'));
      writeFileSync(at('made'), 'made');
      mkdirSync(at('folder'));
    });
    assert.deepEqual(found, [
      ['changed', 'new', 'changed'],
      ['gone', undefined, 'gone'],
      ['made', 'made', undefined],
    ]);
  });

  it('of a link are where it leads, and of bytes how many there are', async () => {
    const found = await texts(() => {
      symlinkSync('somewhere', at('link'));
      writeFileSync(at('made'), Buffer.from([0, 1, 2]));
    });
    assert.deepEqual(found, [
      ['link', 'somewhere', undefined],
      ['made', '(not text: 3 bytes)', undefined],
    ]);
  });

  it('that cannot be shown are a sentence, never an empty text', async () => {
    const found = await texts(() => {
      writeFileSync(at('large'), 'x'.repeat(2_000_001));
      for (let index = 0; index < 12; index += 1) writeFileSync(at(`most${index}`), 'x'.repeat(1_900_000));
    });
    const sentence = '(too large to be shown, or not readable)';
    assert.equal(found.find(([name]) => name === 'large')?.[1], sentence);
    const shown = found.filter(([, now]) => now !== sentence);
    assert.equal(shown.length, 10);
  });

  it('are of the first files', async () => {
    const found = await texts(() => {
      for (let index = 0; index < 12; index += 1) writeFileSync(at(`m${index}`), 'x');
    }, 5);
    assert.equal(found.length, 5);
  });

  it('of a file that went since is a sentence', async () => {
    const store = scratch.store();
    const snapshot = await store.keep({
      folder: scratch.work,
      bounds: { bytes: 1_000_000, milliseconds: 10_000 },
      run: { command: 'x' },
    });
    writeFileSync(at('made'), 'x');
    await store.finish(snapshot.id);
    const difference = await store.difference(snapshot.id);
    rmSync(at('made'));
    const [found] = await differenceTexts([{ snapshot, difference }], store, 10);
    assert.equal(found?.now, '(too large to be shown, or not readable)');
  });
});
