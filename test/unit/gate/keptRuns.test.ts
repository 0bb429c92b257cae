import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { KeptRuns, type RunToKeep } from '../../../src/gate/keptRuns';
import { useScratchStore } from '../snapshots/scratchStore';

describe('what is kept of a run', () => {
  const scratch = useScratchStore();
  const lines: string[] = [];
  let news = 0;

  function runs(openStore = () => scratch.store()): KeptRuns {
    lines.length = 0;
    news = 0;
    const kept = new KeptRuns({
      openStore,
      redact: (text) => text.replaceAll('hunter2', '***'),
      log: (line) => lines.push(line),
    });
    kept.onDidChange(() => (news += 1));
    return kept;
  }

  function run(decisionId: string, snapshots: Partial<RunToKeep['snapshots']> = {}): RunToKeep {
    return {
      decisionId,
      agent: 'codex',
      line: 'node run.js hunter2\nrm x',
      snapshots: { enabled: true, maxMegabytes: 200, maxSeconds: 3, keepDays: 7, ...snapshots },
    };
  }

  beforeEach(() => {
    for (const folder of ['a', 'a/inner', 'b']) mkdirSync(`${scratch.work}/${folder}`);
    for (const file of ['a/1', 'a/inner/2', 'b/3']) writeFileSync(`${scratch.work}/${file}`, file);
  });

  it('is one run for all open folders, each file once, without secrets', async () => {
    const kept = runs();
    const folders = ['a', 'a/inner', 'b', 'b'].map((name) => `${scratch.work}/${name}`);
    assert.equal(await kept.keep(run('d1'), folders), undefined);
    assert.equal(await kept.keep(run('d2'), folders.slice(0, 1)), undefined);
    const [second, first] = await kept.list();
    assert.deepEqual([second?.id, first?.id], ['d2', 'd1']);
    assert.deepEqual(
      first?.snapshots.map(({ folder }) => folder).sort(),
      ['a', 'b'].map((name) => `${scratch.work}/${name}`),
    );
    assert.deepEqual(first.snapshots[0]?.run, {
      command: 'node run.js ***\\nrm x',
      agent: 'codex',
      decisionId: 'd1',
    });
    assert.equal(news, 2);
  });

  it('can be undone in part once finished, and the undo is a run of its own', async () => {
    const kept = runs();
    await kept.keep(run('d'), [scratch.work]);
    writeFileSync(`${scratch.work}/a/1`, 'spoilt');
    await kept.finish('d');
    const [snapshot] = (await kept.of('d'))?.snapshots ?? [];
    assert.equal(snapshot?.finished, true);
    const { undoneBy } = await kept.store.undo(snapshot.id);
    assert.deepEqual(
      (await kept.list()).map(({ id }) => id),
      [undoneBy, 'd'],
    );
  });

  it('goes when the run never started, or the user wants it gone', async () => {
    const kept = runs();
    await kept.keep(run('d1'), [scratch.work]);
    await kept.keep(run('d2'), [scratch.work]);
    await kept.drop('d1');
    assert.deepEqual(
      (await kept.list()).map(({ id }) => id),
      ['d2'],
    );
    await kept.removeAll();
    assert.deepEqual(await kept.list(), []);
  });

  it('says what is left out, and why', async () => {
    const said = await runs().keep(run('d', { maxMegabytes: 0 }), [scratch.work]);
    assert.equal(
      said,
      'Undo cannot put everything back: 3 files or folders are not kept (beyond autoMode.snapshots.maxMegabytes or larger than 50 MB).',
    );
  });

  it('says that nothing could be kept, and never rejects', async () => {
    const kept = runs(() => {
      throw new Error('disk\nfull');
    });
    assert.match((await kept.keep(run('d'), [scratch.work])) ?? '', /could not be kept/);
    await kept.finish('d');
    await kept.drop('d');
    await kept.clean();
    assert.equal(lines.length, 4);
    assert.ok(lines.every((line) => !line.includes('\n')));
    assert.match((await runs().keep(run('d'), [`${scratch.work}/missing`])) ?? '', /could not be kept/);
  });

  it('is nothing where it is switched off', async () => {
    const kept = runs();
    assert.equal(await kept.keep(run('d', { enabled: false }), [scratch.work]), undefined);
    assert.deepEqual(await kept.list(), []);
  });
});
