import assert from 'node:assert/strict';
import { decide } from '../../../src/engine/decide';
import { diskSnapshot } from '../../../src/files/diskSnapshot';
import type { FileSystem } from '../../../src/files/fileSystem';
import { DiskBudget } from '../../../src/files/diskBudget';
import { fakeFiles, fakeGate, WORKSPACE } from '../engine/fakeGate';

const { machine: MACHINE, clock: STOPPED } = fakeGate();

function snapshotOf(files: FileSystem, budget = new DiskBudget(STOPPED)): FileSystem {
  return diskSnapshot(files, MACHINE, budget);
}

interface CountedFiles {
  readonly files: FileSystem;
  /** What was looked at, in order. */
  readonly looks: string[];
}

function counted(files: FileSystem): CountedFiles {
  const looks: string[] = [];
  return {
    looks,
    files: {
      ...files,
      inspect: (path) => {
        looks.push(`entry ${path}`);
        return files.inspect(path);
      },
      realPath: (path) => {
        looks.push(`real ${path}`);
        return files.realPath(path);
      },
      gitLinks: (gitFolder) => {
        looks.push(`links ${gitFolder}`);
        return files.gitLinks(gitFolder);
      },
    },
  };
}

describe('the disk as one call sees it', () => {
  it('is asked once about an entry', () => {
    const { files, looks } = counted(fakeFiles({ '/a/file': 'text' }));
    const snapshot = snapshotOf(files);
    for (let time = 0; time < 3; time += 1) {
      assert.deepEqual(snapshot.inspect('/a/file'), { type: 'file', links: 1, sizeBytes: 4 });
      assert.equal(snapshot.inspect('/a/none'), 'absent');
      assert.equal(snapshot.realPath('/a/none'), undefined);
      snapshot.gitLinks('/a/.git');
    }
    assert.deepEqual(looks, ['entry /a/file', 'entry /a/none', 'real /a/none', 'links /a/.git']);
  });

  it('is looked at anew after an await', async () => {
    const tree: Record<string, string | undefined> = {};
    const snapshot = snapshotOf({ ...fakeFiles({}), inspect: (path) => fakeFiles(tree).inspect(path) });
    assert.equal(snapshot.inspect('/late'), 'absent');
    tree['/late'] = 'text';
    await Promise.resolve();
    assert.notEqual(snapshot.inspect('/late'), 'absent');
  });

  it('is read once until the next await, for each bound of its own', async () => {
    const tree: Record<string, string | undefined> = { '/a': 'before' };
    const bounds: number[] = [];
    const snapshot = snapshotOf({
      ...fakeFiles({}),
      readText: (path, maxBytes) => {
        bounds.push(maxBytes);
        return tree[path]?.slice(0, maxBytes);
      },
    });
    assert.equal(snapshot.readText('/a', 100), 'before');
    tree['/a'] = 'after';
    assert.equal(snapshot.readText('/a', 100), 'before');
    assert.equal(snapshot.readText('/a', 3), 'aft');
    await Promise.resolve();
    assert.equal(snapshot.readText('/a', 100), 'after');
    assert.deepEqual(bounds, [100, 3, 100]);
  });

  it('keeps no more text than its bound', () => {
    let reads = 0;
    const text = 'x'.repeat(1_500_000);
    const snapshot = snapshotOf({
      ...fakeFiles({}),
      readText: () => {
        reads += 1;
        return text;
      },
    });
    for (const path of ['/a', '/b', '/a', '/b']) assert.equal(snapshot.readText(path, 2_000_000), text);
    assert.equal(reads, 3);
  });

  it('does not tell the names in folders any more where they are too many', () => {
    const names = Array.from({ length: 4_000 }, (_, index) => `${index}`);
    const snapshot = snapshotOf({ ...fakeFiles({}), listNames: () => names });
    const told = Array.from({ length: 5 }, () => snapshot.listNames('/a', 5_000) !== undefined);
    assert.deepEqual(told, [true, true, false, false, false]);
  });

  it('lists a folder once until something is waited for', async () => {
    let listings = 0;
    const listNames = (path: string): readonly string[] => [path, String((listings += 1))];
    const snapshot = snapshotOf({ ...fakeFiles({}), listNames });
    assert.deepEqual(
      [snapshot.listNames('/a', 9), snapshot.listNames('/a', 9)],
      [
        ['/a', '1'],
        ['/a', '1'],
      ],
    );
    assert.deepEqual(
      [snapshot.listNames('/b', 9), snapshot.listNames('/a', 8)],
      [
        ['/b', '2'],
        ['/a', '3'],
      ],
    );
    await Promise.resolve();
    assert.deepEqual(snapshot.listNames('/a', 9), ['/a', '4']);
  });

  it('does not search for longer than a decision may take, whatever the searches say', () => {
    let now = 0;
    let searches = 0;
    const files: FileSystem = {
      ...fakeFiles({}),
      searchWouldRead: () => {
        searches += 1;
        now += 8;
        return 'no';
      },
    };
    const budget = new DiskBudget({ now: () => now, monotonic: () => now });
    const search = (snapshot: FileSystem, root = '/a'): string =>
      snapshot.searchWouldRead(root, () => true, { hidden: false, byName: () => false });
    const first = snapshotOf(files, budget);
    assert.deepEqual([search(first), search(first), search(first)], ['no', 'no', 'unknown']);
    assert.equal(first.listNames('/a', 10), undefined);
    const later = snapshotOf(files, budget);
    assert.deepEqual([search(later, '/b'), search(later)], ['unknown', 'no']);
    assert.equal(searches, 3);
  });

  it("ends a search at the end of its own time, or of the decision's", () => {
    let now = 0;
    const files: FileSystem = {
      ...fakeFiles({}),
      searchWouldRead: (_root, _wanted, { isOver }) => {
        while (isOver?.() === false) now += 1;
        return 'unknown';
      },
    };
    const snapshot = snapshotOf(files, new DiskBudget({ now: () => now, monotonic: () => now }));
    const ends = [5, 5, undefined, 5].map((maxMilliseconds) => {
      snapshot.searchWouldRead('/a', () => true, {
        hidden: false,
        byName: () => false,
        ...(maxMilliseconds !== undefined && { maxMilliseconds }),
      });
      return now;
    });
    assert.deepEqual(ends, [5, 10, 12, 12]);
  });

  it('asks git once about the same files until something is waited for', async () => {
    let times = 0;
    const files: FileSystem = {
      ...fakeFiles({}),
      versionControlStates: (paths) => {
        times += 1;
        return paths.map(() => 'held');
      },
    };
    const snapshot = snapshotOf(files);
    const ask = (...paths: readonly string[]): number => {
      snapshot.versionControlStates(paths);
      return times;
    };
    assert.deepEqual([ask('/a', '/b'), ask('/a', '/b'), ask('/a')], [1, 1, 2]);
    await Promise.resolve();
    assert.equal(ask('/a', '/b'), 3);
  });

  it('costs a decision about many files one look at each entry', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `src/${index}.ts`);
    const { files, looks } = counted(
      fakeFiles(Object.fromEntries(names.map((name) => [`${WORKSPACE}/${name}`, 'text']))),
    );
    const gate = { ...fakeGate(), files };
    const command = `wc -l ${names.join(' ')}`;
    const { stage } = await decide(
      { tool: 'bash', input: { command }, cwd: WORKSPACE },
      gate,
      new AbortController().signal,
    );
    assert.equal(stage, 'read-only-command');
    assert.equal(looks.length, new Set(looks).size, `looked twice: ${looks.join(' ')}`);
  });

  it('costs a decision one search of a folder, however often a line asks for it', async () => {
    const inMemory = fakeFiles({
      [`${WORKSPACE}/src/a`]: 'x',
      [`${WORKSPACE}/doc/a`]: 'x',
      [`${WORKSPACE}/key/a.pem`]: '',
    });
    const roots: string[] = [];
    const files: FileSystem = {
      ...inMemory,
      searchWouldRead: (...search) => {
        roots.push(search[0]);
        return inMemory.searchWouldRead(...search);
      },
    };
    const stageOf = async (command: string): Promise<string> => {
      const request = { tool: 'bash', input: { command }, cwd: WORKSPACE };
      return (await decide(request, { ...fakeGate(), files }, new AbortController().signal)).stage;
    };
    assert.equal(await stageOf('rg x src; rg y ./src | rg z; rg x doc'), 'read-only-command');
    assert.deepEqual(roots, [`${WORKSPACE}/src`, `${WORKSPACE}/doc`]);
    assert.equal(await stageOf('rg x src; rg y ./src; rg x key'), 'classifier');
  });
});
