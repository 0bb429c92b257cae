import assert from 'node:assert/strict';
import { seedLines } from './corpus';
import { mutate } from './mutations';
import { RandomNumbers } from './randomNumbers';

const mutations = (seed: number, count: number): string[] => {
  const random = new RandomNumbers(seed);
  return Array.from({ length: count }, () => mutate(seedLines, random));
};

describe('mutations', () => {
  it('are the same for the same seed', () => {
    assert.deepEqual(mutations(7, 100), mutations(7, 100));
    assert.notDeepEqual(mutations(7, 100), mutations(8, 100));
  });

  it('are many different lines of whole characters', () => {
    const lines = mutations(9, 2000);
    assert.ok(new Set(lines).size > 1900);
    for (const line of lines) assert.equal(Buffer.from(line).toString(), line);
  });
});
