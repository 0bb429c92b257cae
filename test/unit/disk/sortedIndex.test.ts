import assert from 'node:assert/strict';
import fc from 'fast-check';
import { indexedPaths } from '../../../src/disk/gitIndex';
import { SortedIndex } from '../../../src/disk/sortedIndex';
import { runs } from '../propertyRuns';

const ID_BYTES = 20;

/** gitformat-index(5), version 2. */
function indexOf(names: readonly string[], ending: Buffer): Buffer {
  const header = Buffer.alloc(12);
  header.write('DIRC', 'latin1');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(names.length, 8);
  const entries = names.map((name, number) => {
    const bytes = Buffer.from(name, 'utf8');
    const entry = Buffer.alloc(Math.floor((62 + bytes.length + 8) / 8) * 8);
    entry.writeUInt32BE(0o100644, 24);
    entry.writeUInt32BE(number, 36);
    entry.fill(number % 251, 40, 60);
    entry.writeUInt16BE(bytes.length, 60);
    bytes.copy(entry, 62);
    return entry;
  });
  return Buffer.concat([header, ...entries, ending, Buffer.alloc(ID_BYTES)]);
}

/** Version 4: each name drops the end of the one before, and adds its own. */
function compressedIndexOf(names: readonly string[], ending: Buffer): Buffer {
  const header = Buffer.alloc(12);
  header.write('DIRC', 'latin1');
  header.writeUInt32BE(4, 4);
  header.writeUInt32BE(names.length, 8);
  let before = Buffer.alloc(0);
  const entries = names.map((name, number) => {
    const bytes = Buffer.from(name, 'utf8');
    let same = 0;
    while (same < before.length && same < bytes.length && before[same] === bytes[same]) same += 1;
    const stat = Buffer.alloc(62);
    stat.writeUInt32BE(0o100644, 24);
    stat.writeUInt32BE(number, 36);
    stat.fill(number % 251, 40, 60);
    const entry = Buffer.concat([stat, Buffer.from([before.length - same]), bytes.subarray(same), Buffer.alloc(1)]);
    before = bytes;
    return entry;
  });
  return Buffer.concat([header, ...entries, ending, Buffer.alloc(ID_BYTES)]);
}

function inOrder(names: readonly string[]): readonly string[] {
  return [...names].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
}

const NOTHING = Buffer.alloc(0);
const name = fc.array(fc.constantFrom('a', 'b', 'ab', 'a.', 'ä', 'A', '日'), { minLength: 1, maxLength: 4 });
const path = name.map((parts) => parts.join('/'));

describe('looking names up in an index', () => {
  it('finds what a reading of all entries finds, in any order of entries', () => {
    fc.assert(
      fc.property(
        fc.array(path, { maxLength: 30 }),
        fc.boolean(),
        fc.array(fc.oneof(path, fc.constant('')), { maxLength: 8 }),
        fc.constantFrom(NOTHING, Buffer.from('link\0\0\0\0'), Buffer.from('damaged')),
        fc.constantFrom(indexOf, compressedIndexOf),
        (names, isSorted, asked, ending, made) => {
          const index = made(isSorted ? inOrder(names) : names, ending);
          assert.deepEqual(new SortedIndex(index, 'sha1').paths(asked), indexedPaths(index, 'sha1', asked));
        },
      ),
      runs(20261130, 500),
    );
  });

  it('takes the first of several entries of a name, as of an unmerged file', () => {
    const found = new SortedIndex(indexOf(['a', 'b', 'b', 'b', 'c'], NOTHING), 'sha1').paths(['b']);
    assert.equal(found?.files.get('b')?.sizeBytes, 1);
  });

  it('knows nothing of a damaged index', () => {
    const index = indexOf(['a', 'b'], NOTHING);
    for (const cut of [0, 11, 40, 80, 139]) {
      assert.equal(new SortedIndex(index.subarray(0, cut), 'sha1').paths(['a']), undefined, `${cut}`);
    }
    index.writeUInt32BE(0xffff_ffff, 8);
    assert.equal(new SortedIndex(index, 'sha1').paths(['a']), undefined);
  });
});
