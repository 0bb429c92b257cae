import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { UndoFeature } from '../../../src/features/undo/undo';
import { KeptRuns } from '../../../src/gate/keptRuns';
import { useScratchStore } from '../snapshots/scratchStore';

describe('the undo of a run', () => {
  const scratch = useScratchStore();
  let kept: KeptRuns;
  let undo: UndoFeature;
  let shown: string[];
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
    answer = true;
    undo = new UndoFeature({
      kept,
      showDifference: (title) => {
        shown.push(title);
        return Promise.resolve();
      },
      confirm: () => Promise.resolve(answer),
    });
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
});
