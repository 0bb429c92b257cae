import assert from 'node:assert/strict';
import { QuestionUsage } from '../../../src/classifier/questionUsage';
import type { ModelReply } from '../../../src/classifier/models/provider';
import type { TokenPrice } from '../../../src/engine/model/configuration';
import { classifierUsageSchema } from '../../../src/engine/model/decision';

const HAIKU = { provider: 'anthropic', model: 'claude-haiku-4-5' };
const OWN = { provider: 'local', model: 'qwen3:8b' };

interface Case {
  readonly name: string;
  readonly model: typeof HAIKU;
  readonly prices?: Readonly<Record<string, TokenPrice>>;
  readonly replies: readonly ModelReply['usage'][];
  /** In millionths of a dollar. */
  readonly cost: number | undefined;
}

const CASES: readonly Case[] = [
  { name: 'nothing was answered', model: HAIKU, replies: [], cost: undefined },
  {
    name: 'a built-in price',
    model: HAIKU,
    replies: [{ inputTokens: 100, outputTokens: 20, cachedTokens: 3000, cacheWriteTokens: 40 }],
    cost: 100 + 20 * 5 + 3000 * 0.1 + 40 * 1.25,
  },
  {
    name: 'both stages together',
    model: HAIKU,
    replies: [
      { inputTokens: 100, outputTokens: 10 },
      { inputTokens: 200, outputTokens: 90, cachedTokens: 1000 },
    ],
    cost: 300 + 100 * 5 + 1000 * 0.1,
  },
  {
    name: 'the user has another price than the built-in one',
    model: HAIKU,
    prices: { 'anthropic/claude-haiku-4-5': { input: 7, cachedInput: 0, output: 11 } },
    replies: [{ inputTokens: 10, outputTokens: 1, cachedTokens: 500, cacheWriteTokens: 2 }],
    cost: 10 * 7 + 11 + 2 * 7,
  },
  {
    name: 'the user has a price for cache writes',
    model: OWN,
    prices: { 'local/qwen3:8b': { input: 1, cachedInput: 0.5, cacheWrite: 3, output: 2 } },
    replies: [{ inputTokens: 10, outputTokens: 5, cachedTokens: 4, cacheWriteTokens: 6 }],
    cost: 10 + 5 * 2 + 4 * 0.5 + 6 * 3,
  },
  {
    name: 'a price of nothing is known, and is nothing',
    model: OWN,
    prices: { 'local/qwen3:8b': { input: 0, cachedInput: 0, output: 0 } },
    replies: [{ inputTokens: 10, outputTokens: 5 }],
    cost: 0,
  },
  {
    name: 'a server claims more tokens than there can be',
    model: HAIKU,
    replies: [
      { inputTokens: 1e308, outputTokens: 5 },
      { inputTokens: 10, outputTokens: 5 },
    ],
    cost: undefined,
  },
  { name: 'no price', model: OWN, replies: [{ inputTokens: 10, outputTokens: 5 }], cost: undefined },
  {
    name: 'a model whose name every object knows',
    model: { provider: 'local', model: 'x' },
    prices: Object.create({ 'local/x': { input: 1, cachedInput: 1, output: 1 } }) as Record<string, TokenPrice>,
    replies: [{ inputTokens: 10, outputTokens: 5 }],
    cost: undefined,
  },
  { name: 'tokens that nobody counted', model: HAIKU, replies: [{}], cost: undefined },
  { name: 'an answer whose length nobody counted', model: HAIKU, replies: [{ inputTokens: 10 }], cost: undefined },
  {
    name: 'one of two answers not counted',
    model: HAIKU,
    replies: [{ inputTokens: 10, outputTokens: 5 }, {}],
    cost: undefined,
  },
];

describe('what a question costs', () => {
  for (const { name, model, prices = {}, replies, cost } of CASES) {
    it(name, () => {
      const usage = new QuestionUsage(model, { now: () => 0, monotonic: () => 0 }, prices);
      for (const reply of replies) usage.add(reply);
      const { costUsd } = classifierUsageSchema.parse(usage.soFar());
      if (cost === undefined) assert.equal(costUsd, undefined);
      else assert.ok(Math.abs(costUsd! - cost / 1e6) < 1e-12, String(costUsd));
      assert.equal('costUsd' in usage.soFar(), cost !== undefined, 'not even as undefined');
    });
  }

  it('sums tokens over both stages, and names the later one', () => {
    let time = 100;
    const usage = new QuestionUsage(HAIKU, { now: () => 0, monotonic: () => time }, {});
    usage.begin('first-look');
    usage.add({ inputTokens: 1, outputTokens: 2 });
    usage.begin('judgement');
    usage.add({ inputTokens: 10, outputTokens: 20, cachedTokens: 30, cacheWriteTokens: 40 });
    time = 750;
    const { costUsd: _costUsd, ...rest } = usage.soFar();
    assert.deepEqual(rest, {
      ...HAIKU,
      stage: 'judgement',
      latencyMs: 650,
      inputTokens: 11,
      outputTokens: 22,
      cachedTokens: 30,
      cacheWriteTokens: 40,
    });
  });
});
