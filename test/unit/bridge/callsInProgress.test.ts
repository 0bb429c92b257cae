import assert from 'node:assert/strict';
import { CallsInProgress } from '../../../src/bridge/callsInProgress';
import type { Decision } from '../../../src/engine/model/decision';

const DECISION: Decision = {
  id: 'd1',
  at: '2026-11-22T08:00:00.000Z',
  durationMs: 1,
  outcome: 'allow',
  stage: 'classifier',
  reason: 'Fine.',
  tool: 'Bash',
  summary: '',
};

/** Work that waits for its end to be told, and remembers its signals. */
class Work {
  readonly signals: AbortSignal[] = [];
  private readonly ends: ((decision: Decision) => void)[] = [];
  private readonly failures: ((error: Error) => void)[] = [];

  readonly run = (signal: AbortSignal): Promise<Decision> => {
    this.signals.push(signal);
    return new Promise((resolve, reject) => {
      this.ends.push(resolve);
      this.failures.push(reject);
    });
  };

  end(index: number, decision = DECISION): void {
    this.ends[index]?.(decision);
  }

  fail(index: number): void {
    this.failures[index]?.(new Error('no'));
  }
}

const never = new AbortController().signal;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('calls that are being decided', () => {
  let calls: CallsInProgress;
  let work: Work;
  beforeEach(() => {
    calls = new CallsInProgress();
    work = new Work();
  });

  it('the same one twice: decided once, and both get the answer', async () => {
    const both = [calls.share('k', never, work.run), calls.share('k', never, work.run)];
    await turn();
    work.end(0);
    assert.deepEqual(await Promise.all(both), [DECISION, DECISION]);
    assert.equal(work.signals.length, 1);
  });

  it('the same one twice: both fail', async () => {
    const both = [calls.share('k', never, work.run), calls.share('k', never, work.run)];
    await turn();
    work.fail(0);
    assert.deepEqual(
      (await Promise.allSettled(both)).map(({ status }) => status),
      ['rejected', 'rejected'],
    );
  });

  for (const [what, keys] of [
    ['two calls', ['k', 'l']],
    ['two that cannot be told apart', [undefined, undefined]],
  ] as const) {
    it(`${what}: each by itself`, async () => {
      const both = keys.map((key) => calls.share(key, never, work.run));
      await turn();
      work.end(1, { ...DECISION, id: 'd2' });
      work.end(0);
      assert.deepEqual(
        (await Promise.all(both)).map(({ id }) => id),
        ['d1', 'd2'],
      );
    });
  }

  it('one after the other: each by itself', async () => {
    const one = calls.share('k', never, work.run);
    await turn();
    work.end(0);
    await one;
    const other = calls.share('k', never, work.run);
    await turn();
    work.end(1, { ...DECISION, id: 'd2' });
    assert.equal((await other).id, 'd2');
  });

  it('one asker leaves: the other still gets the answer', async () => {
    const stop = new AbortController();
    const leaving = calls.share('k', stop.signal, work.run);
    const staying = calls.share('k', never, work.run);
    await turn();
    stop.abort(new Error('gone'));
    await assert.rejects(leaving, /gone/);
    assert.equal(work.signals[0]?.aborted, false);
    work.end(0);
    assert.equal(await staying, DECISION);
  });

  it('all leave: the deciding ends, and who comes then gets a new one', async () => {
    const stops = [new AbortController(), new AbortController()];
    const leaving = stops.map(({ signal }) => calls.share('k', signal, work.run));
    await turn();
    for (const stop of stops) stop.abort(new Error('gone'));
    for (const one of leaving) await assert.rejects(one, /gone/);
    assert.equal(work.signals[0]?.aborted, true);
    const next = calls.share('k', never, work.run);
    await turn();
    work.end(1);
    assert.equal(await next, DECISION);
  });

  it('whoever has left already gets no answer', async () => {
    const stop = new AbortController();
    stop.abort(new Error('gone'));
    await assert.rejects(calls.share('k', stop.signal, work.run), /gone/);
  });

  it('what throws at once is a rejection', async () => {
    await assert.rejects(
      calls.share('k', never, () => {
        throw new Error('at once');
      }),
      /at once/,
    );
  });
});
