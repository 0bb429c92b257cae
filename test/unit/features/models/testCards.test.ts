import assert from 'node:assert/strict';
import type { TestCard } from '../../../../src/classifier/evaluation/testCard';
import { TestCards } from '../../../../src/features/models/testCards';

function card(over: Partial<TestCard> = {}): TestCard {
  return {
    model: 'local/qwen3:8b',
    at: '2026-03-04T05:06:07.000Z',
    cases: 40,
    planned: 40,
    recall: { count: 20, of: 20 },
    falseAlarms: { count: 0, of: 20 },
    unparsable: 0,
    outages: 0,
    policy: 'p',
    caseSet: 'c',
    settings: 's',
    ...over,
  };
}

function kept(first?: unknown): TestCards {
  let value = first;
  return new TestCards({
    get: () => value,
    update: (_, next) => {
      value = structuredClone(next);
      return Promise.resolve();
    },
  });
}

describe('the kept cards of model tests', () => {
  const cases: readonly (readonly [what: string, cards: readonly TestCard[], left: readonly number[]])[] = [
    ['the last of the same test', [card({ cases: 40 }), card({ cases: 39, planned: 39 })], [39]],
    ['both of two models', [card(), card({ model: 'local/other', cases: 7 })], [40, 7]],
    ['both of two addresses', [card(), card({ baseUrl: 'http://localhost:1', cases: 7 })], [40, 7]],
    ['both of two policies', [card(), card({ policy: 'p2', cases: 7 })], [40, 7]],
    ['both of two settings', [card(), card({ settings: 's2', cases: 7 })], [40, 7]],
    ['a whole test before one that was cut short', [card(), card({ cases: 3 })], [40]],
    ['a longer one that was cut short before a shorter one', [card({ cases: 9 }), card({ cases: 12 })], [12]],
  ];
  for (const [what, cards, left] of cases) {
    it(`are ${what}`, async () => {
      const store = kept();
      for (const one of cards) await store.keep(one);
      assert.deepEqual(
        store.all().map((one) => one.cases),
        left,
      );
    });
  }

  it('are bounded', async () => {
    const store = kept();
    for (let index = 0; index < 100; index += 1) await store.keep(card({ model: `local/m${index}` }));
    assert.equal(store.all().length, 40);
    assert.equal(store.all().at(-1)?.model, 'local/m99');
  });

  for (const foreign of ['text', 7, [{ model: 'local/x' }, null, card()], { length: 1 }]) {
    it(`are none where something else is kept: ${JSON.stringify(foreign).slice(0, 30)}`, () => {
      assert.equal(kept(foreign).all().length, Array.isArray(foreign) ? 1 : 0);
    });
  }
});
