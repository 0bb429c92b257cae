import assert from 'node:assert/strict';
import type { RemovalRun } from '../../../src/engine/model/ports';
import { KeptRemovals } from '../../../src/gate/keptRemovals';

const HOUR = 3_600_000;
const NEVER = new AbortController().signal;

/** What is kept on the disk, and what has become of the removed files. */
class Copies {
  readonly held = new Set<string>();
  readonly changed = new Set<string>();
  readonly finished = new Set<string>();
  isBroken = false;

  keepAll({ decisionId }: RemovalRun): Promise<undefined> {
    this.held.add(decisionId);
    return Promise.resolve(undefined);
  }

  finishIfChanged(decisionId: string): Promise<boolean | undefined> {
    if (this.isBroken) return Promise.resolve(undefined);
    if (this.changed.has(decisionId)) this.finished.add(decisionId);
    return Promise.resolve(this.changed.has(decisionId));
  }

  drop(decisionId: string): Promise<void> {
    this.held.delete(decisionId);
    return Promise.resolve();
  }
}

describe('kept removals', () => {
  let copies: Copies;
  let timers: { readonly at: number; readonly work: () => void }[];
  let removals: KeptRemovals;

  beforeEach(() => {
    copies = new Copies();
    timers = [];
    removals = new KeptRemovals(copies, (milliseconds, work) => {
      const timer = { at: milliseconds, work };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    });
  });

  async function pass(milliseconds: number): Promise<void> {
    const due = timers.filter(({ at }) => at <= milliseconds);
    timers = timers.filter((one) => !due.includes(one));
    for (const { work } of due) work();
    await new Promise(setImmediate);
  }

  async function keep(decisionId: string): Promise<void> {
    const run = { decisionId, agent: 'geminiCli', line: 'rm -r build', folder: '/p', paths: ['/p/build'] };
    const snapshots = { enabled: true, maxMegabytes: 1, maxSeconds: 1, keepDays: 7 };
    assert.deepEqual(await removals.keep({ ...run, snapshots }, NEVER), { kind: 'kept' });
  }

  it('keeps the copy while the call may still wait for the agent, however long', async () => {
    await keep('a');
    await pass(100 * HOUR);
    assert.deepEqual([...copies.held], ['a']);
    copies.changed.add('a');
    await removals.callEnded('a');
    assert.deepEqual([[...copies.held], [...copies.finished]], [['a'], ['a']]);
  });

  it('drops the copy of a call that ended and has removed nothing hours later', async () => {
    await keep('a');
    await removals.callEnded('a');
    await pass(HOUR);
    assert.deepEqual([...copies.held], ['a'], 'it may go on in the background');
    await pass(3 * HOUR);
    assert.deepEqual([...copies.held], []);
  });

  it('drops no copy where nobody can say whether anything was removed', async () => {
    await keep('a');
    copies.isBroken = true;
    await removals.callEnded('a');
    await pass(3 * HOUR);
    assert.deepEqual([...copies.held], ['a']);
  });

  it('drops the copy of a call that does not run', async () => {
    await keep('a');
    removals.decided({ id: 'a', outcome: 'block' });
    await pass(0);
    assert.deepEqual([...copies.held], []);
    const gone = new AbortController();
    gone.abort();
    const snapshots = { enabled: true, maxMegabytes: 1, maxSeconds: 1, keepDays: 7 };
    const run = { decisionId: 'b', agent: 'pi', line: 'rm x', folder: '/p', paths: ['/p/x'], snapshots };
    await assert.rejects(removals.keep(run, gone.signal));
    assert.deepEqual([...copies.held], []);
  });

  it('keeps copies of calls without an end, however many there are', async () => {
    for (let at = 0; at < 300; at += 1) await keep(String(at));
    await pass(100 * HOUR);
    assert.equal(copies.held.size, 300);
  });
});
