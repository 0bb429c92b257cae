import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { indexedNames } from '../../../src/disk/gitIndex';
import { PackIndex } from '../../../src/disk/gitPackIndex';
import { useTemporaryFolder } from '../../unit/disk/temporaryFolder';
import { runs } from '../../unit/propertyRuns';

const EVERYTHING = 1_000_000;

describe("a pack's index", () => {
  const folder = useTemporaryFolder();

  function packed(): { readonly path: string; readonly ids: readonly string[] } {
    folder.git('.', 'init', '-q', 'repo');
    for (let file = 0; file < 300; file += 1) folder.write(`repo/${file}`, `${file}`);
    folder.git('repo', 'add', '.');
    folder.git('repo', 'commit', '-qm', 'x');
    folder.git('repo', 'gc', '-q');
    const packs = folder.at('repo/.git/objects/pack');
    const name = readdirSync(packs).find((one) => one.endsWith('.idx')) ?? '';
    const ids = folder.git('repo', 'cat-file', '--batch-all-objects', '--batch-check=%(objectname)').trim().split('\n');
    return { path: `${packs}/${name}`, ids };
  }

  it('finds the same whether its names are kept or read one after the other', () => {
    const { path, ids } = packed();
    const [kept, read] = [PackIndex.at(path, 20, EVERYTHING), PackIndex.at(path, 20, 0)];
    assert.ok(kept && read);
    assert.deepEqual([kept.keptBytes, read.keptBytes], [ids.length * 20, 0]);
    for (const id of ids) {
      const bytes = Buffer.from(id, 'hex');
      assert.ok(kept.has(bytes) && read.has(bytes));
      assert.equal(read.offset(bytes), kept.offset(bytes));
      // Its neighbour.
      bytes.writeUInt8(bytes.readUInt8(19) ^ 1, 19);
      assert.deepEqual([kept.has(bytes), read.has(bytes)], [false, false]);
    }
  });

  it('does not know ids of another length', () => {
    const { path, ids } = packed();
    for (const mostKept of [0, EVERYTHING]) {
      const index = PackIndex.at(path, 20, mostKept);
      for (const length of [0, 1, 19, 21, 32]) {
        const id = Buffer.concat([Buffer.from(ids[0] ?? '', 'hex'), Buffer.alloc(32)]).subarray(0, length);
        assert.deepEqual([index?.has(id), index?.offset(id)], [false, undefined], `${length}`);
      }
    }
  });

  it('survives lies about counts and places', () => {
    const { path, ids } = packed();
    const honest = readFileSync(path);
    const id = Buffer.from(ids[0] ?? '', 'hex');
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(1_200), fc.nat(255)), { maxLength: 20 }), fc.nat(3_000), (lies, cut) => {
        const index = Buffer.from(honest.subarray(0, honest.length - cut));
        for (const [at, byte] of lies) index.writeUInt8(byte, at);
        writeFileSync(path, index);
        for (const mostKept of [0, EVERYTHING]) {
          const found = PackIndex.at(path, 20, mostKept);
          found?.has(id);
          found?.offset(id);
        }
      }),
      runs(20261130, 300),
    );
  });
});

describe('a compressed index of git', () => {
  it('is not read where its names would take far more memory than itself', () => {
    const header = Buffer.from('DIRC\0\0\0\x04\0\0\0\0', 'latin1');
    const entry = (dropped: number, suffix: string): Buffer => {
      const bytes = Buffer.alloc(62);
      bytes.writeUInt32BE(0o100644, 24);
      return Buffer.concat([bytes, Buffer.from([dropped]), Buffer.from(`${suffix}\0`, 'latin1')]);
    };
    const index = (first: string, count: number): Buffer => {
      const entries = Array.from({ length: count }, (_, at) => entry(at === 0 ? 0 : 1, at === 0 ? first : 'b'));
      const whole = Buffer.concat([header, ...entries, Buffer.alloc(20)]);
      whole.writeUInt32BE(count, 8);
      return whole;
    };
    assert.equal(indexedNames(index('src/a', 1_000), 'sha1')?.length, 1_000);
    assert.equal(indexedNames(index('x'.repeat(60_000), 1_000), 'sha1'), undefined);
  });
});
