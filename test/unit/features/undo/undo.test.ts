import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { UndoFeature, type UndoParts } from '../../../../src/features/undo/undo';
import { KeptRuns } from '../../../../src/gate/keptRuns';
import { useScratchStore } from '../../snapshots/scratchStore';

describe('the undo of a run', () => {
  const scratch = useScratchStore();
  let kept: KeptRuns;
  let undo: UndoFeature;
  let shown: string[];
  let lists: string[];
  /** Before a difference is known. */
  let comparing: () => Promise<void>;
  let answer = true;
  const at = (path: string): string => `${scratch.work}/${path}`;

  beforeEach(async () => {
    const store = scratch.store();
    kept = new KeptRuns({
      openStore: () => store,
      redact: (text) => text,
      log: (line) => {
        assert.equal(line, undefined);
      },
    });
    shown = [];
    lists = [];
    comparing = () => Promise.resolve();
    answer = true;
    undo = feature();
    undo.look({});
    mkdirSync(at('src'));
    for (const name of ['a', 'b', 'c']) writeFileSync(at(name), name);
    const snapshots = { enabled: true, maxMegabytes: 200, maxSeconds: 3, keepDays: 7 };
    await kept.keep({ decisionId: 'd', agent: 'codex', line: 'node x\u202e.js', snapshots }, [scratch.work]);
    writeFileSync(at('a'), 'spoilt');
    rmSync(at('b'));
    writeFileSync(at('src/made'), 'x');
    await kept.finish('d');
  });
  afterEach(() => {
    undo.dispose();
  });

  const feature = (instead: Partial<UndoParts['kept']> = {}): UndoFeature =>
    new UndoFeature({
      kept: {
        ...{
          list: () => kept.list(),
          of: async (id) => {
            const run = await kept.of(id);
            await comparing();
            return run;
          },
          store: kept.store,
          onDidChange: kept.onDidChange,
        },
        removeAll: () => kept.removeAll(),
        changed: () => {
          kept.changed();
        },
        ...instead,
      },
      showList: (text) => {
        lists.push(text);
        return Promise.resolve();
      },
      showDifference: (title) => {
        shown.push(title);
        return Promise.resolve();
      },
      confirm: () => Promise.resolve(answer),
    });

  const chosen = (): ReturnType<UndoFeature['slice']> => undo.slice();

  it('shows the difference first, and then does just that', async () => {
    await undo.execute({ kind: 'compare', id: 'd' });
    assert.equal(shown.length, 1);
    assert.ok(!shown[0]?.includes('\u202e'));
    assert.equal(chosen()?.chosen?.summary, 'To put back: 2. To remove: 1. Left as they are: 0.');
    assert.equal(readFileSync(at('a'), 'utf8'), 'spoilt');
    await undo.execute({ kind: 'putBack', id: 'd' });
    assert.equal(chosen()?.chosen?.state, 'done');
    assert.deepEqual(Object.keys(scratch.tree()).sort(), ['a', 'b', 'c', 'src']);
    assert.equal(readFileSync(at('a'), 'utf8'), 'a');
    const [ofUndo, run] = await undo.list();
    assert.deepEqual([ofUndo?.isUndo, run?.isUndo, run?.files, run?.finished], [true, false, 3, true]);
  });

  it('does nothing that was not shown', async () => {
    await undo.execute({ kind: 'putBack', id: 'd' });
    assert.equal(readFileSync(at('a'), 'utf8'), 'spoilt');
    await undo.execute({ kind: 'compare', id: 'd' });
    rmSync(at('c'));
    writeFileSync(at('a'), 'by hand');
    await undo.execute({ kind: 'putBack', id: 'd' });
    assert.equal(readFileSync(at('a'), 'utf8'), 'by hand');
    assert.equal(chosen()?.chosen?.state, 'compared');
    assert.match(chosen()?.chosen?.summary ?? '', /changed meanwhile/);
    assert.equal(shown.length, 2);
  });

  it('names what changed since, and leaves it', async () => {
    writeFileSync(at('a'), 'by hand');
    await undo.execute({ kind: 'compare', id: 'd' });
    await undo.execute({ kind: 'putBack', id: 'd' });
    assert.equal(readFileSync(at('a'), 'utf8'), 'by hand');
    assert.deepEqual(
      chosen()?.chosen?.files.filter(({ becomes }) => becomes === 'stays'),
      [{ path: 'a', becomes: 'stays', why: 'changed since the run' }],
    );
  });

  it('says so where nothing is kept of a run', async () => {
    await undo.execute({ kind: 'compare', id: 'other' });
    assert.equal(chosen()?.chosen?.state, 'failed');
    assert.equal(chosen()?.chosen?.canPutBack, false);
  });

  it('deletes all only after a yes', async () => {
    answer = false;
    await undo.execute({ kind: 'removeAll' });
    assert.equal((await undo.list()).length, 1);
    answer = true;
    await undo.execute({ kind: 'removeAll' });
    assert.deepEqual(await undo.list(), []);
  });

  it('says that the runs cannot be read, which is not the same as that there are none', async () => {
    const broken = feature({ list: () => Promise.reject(new Error('disk gone')) });
    broken.look({});
    await settled();
    assert.deepEqual([broken.slice()?.runs, broken.slice()?.problem], [undefined, 'disk gone']);
    broken.dispose();
  });

  it('names every file before anything is put back, however many', async () => {
    for (let at = 0; at < 350; at += 1) writeFileSync(`${scratch.work}/src/m${at}`, 'x');
    await kept.finish('d');
    await undo.execute({ kind: 'compare', id: 'd' });
    assert.match(chosen()?.chosen?.summary ?? '', /list of all files is open/);
    assert.equal(lists.length, 1);
    for (const name of ['a', 'b', 'src/made', 'src/m0', 'src/m349']) assert.ok(lists[0]?.includes(`${name}\n`), name);
    assert.ok((chosen()?.chosen?.more ?? 0) > 0);
  });

  it('opens no list where the panel and the editor show all', async () => {
    await undo.execute({ kind: 'compare', id: 'd' });
    assert.deepEqual(lists, []);
  });

  it('shows the run that was asked for last, whichever is compared first', async () => {
    writeFileSync(at('d'), 'd');
    const snapshots = { enabled: true, maxMegabytes: 200, maxSeconds: 3, keepDays: 7 };
    await kept.keep({ decisionId: 'e', agent: 'codex', line: 'node e.js', snapshots }, [scratch.work]);
    let release = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    comparing = () => slow;
    const first = undo.execute({ kind: 'compare', id: 'd' });
    await settled();
    comparing = () => Promise.resolve();
    await undo.execute({ kind: 'compare', id: 'e' });
    release();
    await first;
    assert.equal(chosen()?.chosen?.id, 'e');
    assert.equal(shown.length, 1);
  });

  it('says what was put back where a later folder fails', async () => {
    const other = mkdtempSync(`${tmpdir()}/undo-`);
    try {
      writeFileSync(`${other}/z`, 'z');
      const snapshots = { enabled: true, maxMegabytes: 200, maxSeconds: 3, keepDays: 7 };
      await kept.keep({ decisionId: 'two', agent: 'codex', line: 'x', snapshots }, [scratch.work, other]);
      writeFileSync(at('c'), 'spoilt');
      writeFileSync(`${other}/z`, 'spoilt');
      await kept.finish('two');
      const run = await kept.of('two');
      const { store } = kept;
      const really = store.undo.bind(store);
      let done = 0;
      store.undo = (id) => ((done += 1) === 1 ? really(id) : Promise.reject(new Error('disk full')));
      let changed = 0;
      const failing = feature({ of: () => Promise.resolve(run), changed: () => (changed += 1) });
      failing.look({});
      await failing.execute({ kind: 'compare', id: 'two' });
      await failing.execute({ kind: 'putBack', id: 'two' });
      const { chosen: ended } = failing.slice() ?? {};
      assert.equal(ended?.state, 'failed');
      assert.match(ended.summary, /^disk full Put back: 1\. Removed: 0\./);
      assert.equal(ended.files.length, 1);
      assert.equal(changed, 1);
      failing.dispose();
    } finally {
      rmSync(other, { recursive: true });
    }
  });
});

function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
