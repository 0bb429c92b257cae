import assert from 'node:assert/strict';
import fc from 'fast-check';
import { starPattern } from '../../../src/common/starPattern';
import { runs } from '../propertyRuns';

describe('star patterns', () => {
  const cases: readonly [pattern: string, text: string, expected: boolean][] = [
    ['a', 'a', true],
    ['a', 'ab', false],
    ['', '', true],
    ['*', '', true],
    ['a*', 'a', true],
    ['*a', 'ba', true],
    ['*a', 'ab', false],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['a*ab*b', 'abb', false],
    ['a*ab*b', 'aabb', true],
    ['a**b', 'a/\nb', true],
    ['a.c', 'abc', false],
  ];
  for (const [pattern, text, expected] of cases) {
    it(`${pattern} ${expected ? 'matches' : 'leaves'} ${JSON.stringify(text)}`, () => {
      assert.equal(starPattern(pattern)(text), expected);
    });
  }

  it('agrees with a regular expression', () => {
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 6 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (written, subject) => {
        assert.equal(starPattern(written)(subject), new RegExp(`^${written.replaceAll('*', '.*')}$`).test(subject));
      }),
      runs(20261121, 2_000),
    );
  });
});
