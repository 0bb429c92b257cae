import assert from 'node:assert/strict';
import { KNOWN_PRICES, tokenCost, type TokenCount } from '../../../../src/classifier/models/modelPrices';
import type { TokenPrice } from '../../../../src/engine/model/configuration';

describe('what tokens cost', () => {
  const price: TokenPrice = { input: 1, cachedInput: 0.1, cacheWrite: 1.25, output: 5 };
  const million = 1_000_000;
  const none: TokenCount = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };
  const counts: readonly [what: string, tokens: Partial<TokenCount>, price: TokenPrice, dollars: number][] = [
    ['nothing', {}, price, 0],
    ['input', { inputTokens: million }, price, 1],
    ['input from a cache', { cachedTokens: million }, price, 0.1],
    ['input put into a cache', { cacheWriteTokens: million }, price, 1.25],
    [
      'input put into a cache at no price of its own',
      { cacheWriteTokens: million },
      { ...price, cacheWrite: undefined },
      1,
    ],
    ['output', { outputTokens: million }, price, 5],
    [
      'all together',
      { inputTokens: 500, cachedTokens: 4_000, cacheWriteTokens: 1_000, outputTokens: 100 },
      price,
      (500 + 400 + 1_250 + 500) / million,
    ],
  ];
  for (const [what, tokens, at, dollars] of counts) {
    it(what, () => {
      assert.ok(Math.abs(tokenCost({ ...none, ...tokens }, at) - dollars) < 1e-12);
    });
  }

  it('knows that a cache of Anthropic costs a quarter more to write, and that others write for nothing', () => {
    for (const [model, { input, cacheWrite }] of Object.entries(KNOWN_PRICES.prices)) {
      assert.equal(cacheWrite, model.startsWith('anthropic/') ? input * 1.25 : undefined, model);
    }
  });
});
