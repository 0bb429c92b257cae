import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readEvaluationSet, type EvaluationCase } from '../../../../src/classifier/evaluation/evaluationCase';
import type { CaseAnswer } from '../../../../src/classifier/evaluation/measure';
import { score, type Score } from '../../../../src/classifier/evaluation/score';
import { scoreText } from '../../../../src/classifier/evaluation/scoreText';
import { KNOWN_PRICES } from '../../../../src/classifier/models/modelPrices';
import { allows, bare, blocks, measured, outage, seeded, verdict, type Judge } from './scriptedJudge';

const CASES = readEvaluationSet(join(import.meta.dirname, '..', '..', '..', '..', 'media', 'evaluation')).map(bare);
const HALF = CASES.length / 2;

async function scored(judge: Judge): Promise<Score> {
  return score((await measured(CASES, judge)).answers, undefined);
}

const share = (part: { readonly count: number; readonly of: number }): number => part.count / part.of;

describe('scripted judges over the whole set', () => {
  it('one that always allows has recall 0 and no false alarm', async () => {
    const result = await scored(() => allows());
    assert.deepEqual(result.recall, { count: 0, of: HALF });
    assert.deepEqual(result.falseAlarms, { count: 0, of: HALF });
    assert.deepEqual(result.pairs, { count: 0, of: HALF });
    assert.equal(result.failures.length, HALF);
    assert.ok(result.failures.every(({ expected, got }) => expected === 'block' && got === 'allow'));
  });

  it('one that always blocks has full recall and nothing but false alarms', async () => {
    const result = await scored(() => blocks());
    assert.deepEqual(result.recall, { count: HALF, of: HALF });
    assert.deepEqual(result.falseAlarms, { count: HALF, of: HALF });
    assert.deepEqual(result.pairs, { count: 0, of: HALF });
    assert.equal(result.failures.length, HALF);
  });

  it('one that knows the labels has full marks', async () => {
    const labels = new Map<unknown, EvaluationCase>(CASES.map(({ item, question }) => [question, item]));
    const result = await scored((asked) => {
      const { expected, tiers, rules } = labels.get(asked)!;
      return verdict(expected, tiers[0]!, 'As labelled.', rules[0] === undefined ? undefined : `${rules[0]}: text.`);
    });
    for (const part of [result.recall, result.pairs, result.tiers, result.rules]) assert.equal(share(part), 1);
    assert.equal(result.falseAlarms.count, 0);
    assert.deepEqual(result.failures, []);
  });

  for (const rate of [0.2, 0.5, 0.9]) {
    it(`one that blocks at random, ${rate} of the calls, scores near that on both sides`, async () => {
      const random = seeded(20_261_122);
      const result = await scored(() => (random() < rate ? blocks() : allows()));
      // Three standard deviations of so many throws.
      const near = 3 * Math.sqrt((rate * (1 - rate)) / HALF);
      assert.ok(Math.abs(share(result.recall) - rate) < near, JSON.stringify(result.recall));
      assert.ok(Math.abs(share(result.falseAlarms) - rate) < near, JSON.stringify(result.falseAlarms));
    });
  }

  it('one that looks for words is better than chance and far from good', async () => {
    const danger = /--force|-f\b|rm -r|delete|drop|publish|deploy|prod|curl[^|]*\||sudo|secret|base64/i;
    const result = await scored(({ input }) => (danger.test(JSON.stringify(input)) ? blocks() : allows()));
    assert.ok(
      share(result.recall) > share(result.falseAlarms) + 0.1,
      JSON.stringify([result.recall, result.falseAlarms]),
    );
    assert.ok(share(result.recall) < 0.8, JSON.stringify(result.recall));
    assert.ok(share(result.falseAlarms) > 0.05, JSON.stringify(result.falseAlarms));
    assert.ok(share(result.pairs) < 0.7, JSON.stringify(result.pairs));
  });

  it('one that always blocks with the words of a hard rule has the right tier of no soft case', async () => {
    const result = await scored(() => verdict('block', 'hard_deny', 'No.', 'Attacks: text.'));
    const hard = CASES.filter(({ item }) => item.tiers.includes('hard_deny')).length;
    assert.deepEqual(result.tiers, { count: hard, of: HALF });
    const attacks = CASES.filter(({ item }) => item.rules.includes('Attacks')).length;
    assert.deepEqual(result.rules, { count: attacks, of: HALF });
  });

  it('one that often gives no verdict is measured by its verdicts, with faults and outages apart', async () => {
    const random = seeded(7);
    const result = await scored(() => {
      const thrown = random();
      if (thrown < 0.2) return outage('invalid-answer');
      if (thrown < 0.3) return outage('timeout');
      return thrown < 0.35 ? outage('rate-limit') : blocks();
    });
    const { formatFaults, outages, outageKinds, verdicts } = result;
    assert.equal(formatFaults.of, CASES.length);
    assert.ok(Math.abs(share(formatFaults) - 0.2) < 0.07);
    assert.ok(Math.abs(share(outages) - 0.15) < 0.06);
    assert.deepEqual(Object.keys(outageKinds).sort(), ['rate-limit', 'timeout']);
    assert.equal((outageKinds.timeout ?? 0) + (outageKinds['rate-limit'] ?? 0), outages.count);
    assert.equal(verdicts + formatFaults.count + outages.count, CASES.length);
    assert.equal(share(result.recall), 1);
    assert.equal(result.recall.of + result.falseAlarms.of, verdicts);
    assert.ok(result.pairs.of < HALF);
    assert.equal(result.withoutVerdict.length, formatFaults.count + outages.count);
  });
});

describe('the score of a few answers', () => {
  const [benign, dangerous] = CASES.map(({ item }) => item).filter(
    ({ pair }) => pair === 'force-push-named-branch',
  ) as [EvaluationCase, EvaluationCase];
  const answered = (item: EvaluationCase, answer: CaseAnswer['answer'], durationMs: number): CaseAnswer => ({
    item,
    answer,
    durationMs,
  });

  it('takes latency by nearest rank, of verdicts only', () => {
    const times = Array.from({ length: 20 }, (_, index) => answered(benign, allows(), (20 - index) * 100));
    const result = score([...times, answered(benign, outage('timeout'), 20_000)], undefined);
    assert.deepEqual(result.latency, { p50Ms: 1_000, p95Ms: 1_900 });
    assert.deepEqual(score([answered(benign, allows(), 7)], undefined).latency, { p50Ms: 7, p95Ms: 7 });
    assert.equal(score([answered(benign, outage('timeout'), 7)], undefined).latency, undefined);
  });

  it('adds up tokens and cost; without a price there is no cost', () => {
    const answers = [
      answered(benign, allows(), 1),
      answered(dangerous, blocks(), 1),
      answered(benign, outage('network'), 1),
    ];
    const result = score(answers, { input: 1, cachedInput: 0.1, output: 5 });
    assert.deepEqual(result.tokens, {
      inputTokens: 200,
      cachedTokens: 1800,
      cacheWriteTokens: 0,
      outputTokens: 100,
    });
    assert.ok(Math.abs(result.cost! - (200 + 180 + 500) / 1e6) < 1e-12);
    assert.equal(score(answers, undefined).cost, undefined);
  });

  it('groups by tag', () => {
    const { byTag } = score([answered(benign, blocks(), 1), answered(dangerous, blocks(), 1)], undefined);
    assert.deepEqual(byTag, [
      { tag: 'git', recall: { count: 1, of: 1 }, falseAlarms: { count: 1, of: 1 } },
      { tag: 'permission', recall: { count: 1, of: 1 }, falseAlarms: { count: 1, of: 1 } },
    ]);
  });

  it('prints the figures of a tag only where there are enough of them', () => {
    const judge = {
      model: 'a/b',
      ended: 'complete',
      planned: 6,
      prices: KNOWN_PRICES,
      priceOption: '--price',
    } as const;
    const some = Array.from({ length: 3 }, () => [
      answered(benign, allows(), 1),
      answered(dangerous, blocks(), 1),
    ]).flat();
    assert.match(scoreText(score(some, undefined), judge), /\ngit +100\.0 % \(3\/3\) +0\.0 % \(0\/3\)\n/);
    assert.doesNotMatch(scoreText(score(some.slice(1), undefined), judge), /By tag/);
  });

  it('has nothing to say of no answers', () => {
    const result = score([], undefined);
    assert.deepEqual(
      [result.recall, result.pairs, result.latency],
      [{ count: 0, of: 0 }, { count: 0, of: 0 }, undefined],
    );
  });

  it('is printed with its failures, and what a judge says stays one line', () => {
    const said = 'Looks\nfine.\u2028- other/case: expected allow\u001b[2J';
    const result = score(
      [answered(dangerous, allows(said), 1_234), answered(benign, outage('invalid-answer'), 1)],
      KNOWN_PRICES.prices['anthropic/claude-haiku-4-5'],
    );
    const judge = {
      model: 'anthropic/claude-haiku-4-5',
      ended: 'cancelled',
      planned: 40,
      prices: KNOWN_PRICES,
      priceOption: '--price',
    } as const;
    const text = scoreText(result, judge);
    assert.match(text, /^anthropic\/claude-haiku-4-5: 2 of 40 cases asked \(cancelled\), 1 verdicts\n/);
    assert.match(text, /Recall: dangerous calls blocked +0\.0 % \(0\/1\)\n/);
    assert.match(text, /False alarms: benign calls blocked +-\n/);
    assert.match(text, /Latency +p50 1\.23 s, p95 1\.23 s/);
    assert.match(text, /Estimated cost +\$0\.0004 \(list prices of 2026-11-22/);
    assert.ok(
      text.includes(`- ${dangerous.id}: expected block (soft_deny), got allow (none)\n  label: ${dangerous.reason}\n`),
    );
    assert.ok(text.includes('  judge: Looks fine. - other/case: expected allow [2J\n'));
    assert.ok(text.includes(`- ${benign.id}: invalid-answer: There was invalid-answer.\n`));
    assert.ok(scoreText(score([], undefined), judge).includes('no price for this model (give one with --price)'));
  });
});
