import assert from 'node:assert/strict';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { createNodeFileSystem } from '../../../../src/disk/nodeFileSystem';
import { isSameSearch, recordedSearch, type RecordedSearch } from '../../../../src/engine/known/askedSearch';
import type { FileSystem, SearchedFiles } from '../../../../src/files/fileSystem';
import { useTemporaryFolder } from '../../disk/temporaryFolder';
import { runs } from '../../propertyRuns';

const NAMES = ['a.ts', '.env', '.hidden/b', 'deep/c.ts', 'deep/.git/config', 'deep/er/key.pem', '.gitignore'] as const;

const isWanted = (path: string): boolean => path.endsWith('.env') || path.endsWith('.pem');
const searched = (hidden: boolean, enters?: (folder: string) => boolean): SearchedFiles => ({
  hidden,
  byName: (name) => name === '.env',
  ...(enters !== undefined && { enters }),
});

describe('a search that is known', () => {
  const folder = useTemporaryFolder();
  const disk = createNodeFileSystem();
  const search = (options: SearchedFiles): RecordedSearch => recordedSearch(disk, folder.at('tree'), isWanted, options);

  function write(names: readonly string[]): void {
    rmSync(folder.at('tree'), { recursive: true, force: true });
    for (const name of ['kept', ...names]) folder.write(join('tree', name), name === '.gitignore' ? 'deep\n' : '');
  }

  it('holds exactly while a search of the same kind would ask and find the same', () => {
    const tree = fc.subarray([...NAMES]);
    let same = 0;
    fc.assert(
      fc.property(tree, tree, fc.boolean(), fc.boolean(), (before, after, hidden, isNarrow) => {
        const options = searched(hidden, isNarrow ? (path) => !path.endsWith('er') : undefined);
        write(before);
        const { asked } = search(options);
        assert.ok(asked);
        assert.ok(isSameSearch(asked, disk));
        write(after);
        const isSame = isSameSearch(asked, disk);
        assert.equal(isSame, JSON.stringify(search(options).asked) === JSON.stringify(asked));
        same += isSame ? 1 : 0;
      }),
      runs(20261130, 150),
    );
    assert.ok(same > 0);
  });

  it('tells a link by where it leads', () => {
    write([]);
    symlinkSync('kept', folder.at('tree/link'));
    const { asked } = search(searched(true));
    assert.ok(asked);
    rmSync(folder.at('tree/link'));
    symlinkSync('a.ts', folder.at('tree/link'));
    assert.equal(isSameSearch(asked, disk), false);
  });

  it('is not kept where it is unknown, may end for want of time, or asks about too many files', () => {
    write([]);
    const unknown: FileSystem = { ...disk, searchWouldRead: () => 'unknown' };
    assert.equal(recordedSearch(unknown, folder.at('tree'), isWanted, searched(true)).asked, undefined);
    assert.equal(search({ ...searched(true), isOver: () => false }).asked, undefined);
    const endless: FileSystem = {
      ...disk,
      searchWouldRead: (root, wanted) => {
        for (let at = 0; at < 10_000; at += 1) wanted(`${root}/${at}`, `${root}/${at}`);
        return 'no';
      },
    };
    const { asked, found } = recordedSearch(endless, folder.at('tree'), isWanted, searched(true));
    assert.deepEqual([asked, found], [undefined, 'no']);
  });

  it('ends soon where a file is new, and is not the same', () => {
    write(['a.ts']);
    const { asked } = search(searched(true));
    assert.ok(asked);
    let times = 0;
    const files: FileSystem = {
      ...disk,
      searchWouldRead: (root, wanted) => {
        for (times = 1; times < 1_000; times += 1) if (wanted(`${root}/${times}`, `${root}/${times}`)) return 'yes';
        return 'no';
      },
    };
    assert.equal(isSameSearch(asked, files), false);
    assert.equal(times, 1);
  });
});
