import assert from 'node:assert/strict';
import { BoundedSet } from '../../../src/common/boundedSet';

describe('BoundedSet', () => {
  it('forgets what was used longest ago', () => {
    const set = new BoundedSet(3);
    for (const item of ['a', 'b', 'c']) set.add(item);
    assert.equal(set.has('a'), true);
    set.add('c');
    set.add('d');
    assert.deepEqual(
      ['a', 'b', 'c', 'd', 'e'].filter((item) => set.has(item)),
      ['a', 'c', 'd'],
    );
  });
});
