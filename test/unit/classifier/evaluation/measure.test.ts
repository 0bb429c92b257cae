import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readEvaluationSet } from '../../../../src/classifier/evaluation/evaluationCase';
import { measure } from '../../../../src/classifier/evaluation/measure';
import { allows, bare, measured, outage } from './scriptedJudge';

const CASES = readEvaluationSet(join(import.meta.dirname, '..', '..', '..', '..', 'media', 'evaluation'))
  .slice(0, 40)
  .map(bare);

describe('measuring a judge', () => {
  it('asks about every case once, and keeps the order of the cases', async () => {
    const asked = new Map<unknown, number>();
    const { answers, ended } = await measured(CASES, async (question) => {
      asked.set(question, (asked.get(question) ?? 0) + 1);
      // The later a case, the sooner its answer.
      for (let turns = 40 - asked.size; turns > 0; turns -= 1) await Promise.resolve();
      return allows();
    });
    assert.equal(ended, 'complete');
    assert.deepEqual([...asked.values()], Array(40).fill(1));
    assert.deepEqual(
      answers.map(({ item }) => item.id),
      CASES.map(({ item }) => item.id),
    );
  });

  it('asks four at a time, and tells its progress', async () => {
    let running = 0;
    let most = 0;
    const told: string[] = [];
    await measured(
      CASES,
      async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 1));
        running -= 1;
        return allows();
      },
      { progress: (done, total) => told.push(`${done}/${total}`) },
    );
    assert.equal(most, 4);
    assert.deepEqual([told[0], told.at(-1), told.length], ['1/40', '40/40', 40]);
  });

  it('stops when it is cancelled, with what was answered until then', async () => {
    const cancel = new AbortController();
    const { answers, ended } = await measured(CASES, () => allows(), {
      signal: cancel.signal,
      progress: (done) => {
        if (done === 10) cancel.abort();
      },
    });
    assert.equal(ended, 'cancelled');
    assert.ok(answers.length >= 10 && answers.length < 15, String(answers.length));
  });

  it('does not wait for answers that never come once it is cancelled', async () => {
    const cancel = new AbortController();
    setTimeout(() => {
      cancel.abort();
    }, 5);
    const hanging = {
      usable: () => Promise.resolve(true),
      classify: (_: unknown, signal: AbortSignal) =>
        new Promise<never>((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('aborted'));
          });
        }),
    };
    const { answers, ended } = await measure(CASES, {
      classifier: hanging,
      signal: cancel.signal,
      progress: () => undefined,
      monotonic: () => 0,
    });
    assert.deepEqual([answers, ended], [[], 'cancelled']);
  });

  for (const kind of ['no-key', 'no-model', 'authentication'] as const) {
    it(`stops at once at ${kind}, which every case would meet`, async () => {
      const { answers, ended } = await measured(CASES, () => outage(kind));
      assert.equal(ended, 'unusable');
      assert.ok(answers.length <= 4, String(answers.length));
    });
  }

  it('stops where a dozen outages came and not one verdict', async () => {
    const { answers, ended } = await measured(CASES, () => outage('network'));
    assert.equal(ended, 'unusable');
    assert.ok(answers.length >= 12 && answers.length < 17, String(answers.length));
  });

  for (const [kind, expected] of [
    ['no-model', 'unusable'],
    ['network', 'unusable'],
    ['invalid-answer', 'complete'],
  ] as const) {
    it(`says of two cases of which each ended in ${kind} that the measurement is ${expected}`, async () => {
      const { answers, ended } = await measured(CASES.slice(0, 2), () => outage(kind));
      assert.deepEqual([answers.length, ended], [2, expected]);
    });
  }

  it('goes on over outages where there are verdicts too', async () => {
    let count = 0;
    const { answers, ended } = await measured(CASES, () => (count++ % 8 === 0 ? allows() : outage('timeout')));
    assert.deepEqual([answers.length, ended], [40, 'complete']);
  });

  it('passes on what a classifier throws by mistake', async () => {
    await assert.rejects(
      measured(CASES, () => {
        throw new Error('mistake');
      }),
      /mistake/,
    );
  });
});
