import assert from 'node:assert/strict';
import { effectSentence } from '../../../src/features/rules/ruleEffectText';
import { pauseText } from '../../../src/features/status/pauseText';
import { oneOrMany } from '../../../src/common/oneOrMany';

describe('a text for one or many', () => {
  for (const [count, text] of [
    [0, 'many'],
    [1, 'one'],
    [2, 'many'],
  ] as const) {
    it(`is the one for ${count}`, () => {
      assert.equal(oneOrMany(count, 'one', 'many'), text);
    });
  }

  it('is told of one call as of one', () => {
    const told = (count: number): readonly string[] => [
      effectSentence('runs-what-was-blocked', count),
      pauseText({ limit: 'total', blocked: count }),
    ];
    assert.deepEqual(told(1), [
      'Would run one that was blocked.',
      'It blocked 1 call in all since you last resumed (autoMode.pause.total).',
    ]);
    assert.deepEqual(told(2), [
      'Would run 2 that were blocked.',
      'It blocked 2 calls in all since you last resumed (autoMode.pause.total).',
    ]);
  });
});
