import assert from 'node:assert/strict';
import { fragmentMarks } from '../../../src/panel/fragmentMarks';

describe('the marks of a fragment', () => {
  const table: readonly (readonly [string, string, string, boolean, readonly string[]])[] = [
    ['one place', 'cd a && git push -f', 'git push -f', false, ['git push -f']],
    ['several places', 'rm a; rm b; rm', 'rm', false, ['rm', 'rm', 'rm']],
    ['places side by side', 'aaaa', 'aa', false, ['aa', 'aa']],
    ['none', 'ls -la', 'git push', false, []],
    ['an empty fragment', 'ls -la', '', false, []],
    ['a blank fragment', 'ls  -la', ' ', false, []],
    ['other blanks', 'git   push\t--force', 'git push --force', false, ['git   push\t--force']],
    ['quotes', `git "push" '--force' x`, 'git push --force', false, [`git "push" '--force`]],
    ['a line that goes on', 'git push \\\n  --force', 'git push --force', false, ['git push \\\n  --force']],
    ['a short one beside quotes', `r"m" x`, 'rm', false, []],
    ['quotes in JSON', JSON.stringify({ a: 'say "no"' }), 'say "no"', true, ['say \\"no\\"']],
    ['a line break in JSON', JSON.stringify(['one\ntwo']), 'one\ntwo', true, ['one\\ntwo']],
    ['a quote at a cut of JSON', '{"a":"x"}', '"', true, []],
    ['right to left', 'echo \u202Eevil\u202C x', '\u202Eevil\u202C', false, ['\u202Eevil\u202C']],
    ['NUL', 'a\u0000b', '\u0000', false, ['\u0000']],
    ['a lone surrogate', 'a\uD83Db', '\uD83D', false, ['\uD83D']],
    ['a pattern', 'a.*b (x', '.*b (', false, ['.*b (']],
  ];
  for (const [what, text, fragment, json, found] of table) {
    it(`of ${what}`, () => {
      const spans = fragmentMarks(text, fragment, json);
      assert.deepEqual(
        spans.map(([start, end]) => text.slice(start, end)),
        found,
      );
    });
  }

  it('of one that the decision cut', () => {
    const line = `echo ${'x'.repeat(3_000)}`;
    assert.deepEqual(fragmentMarks(line, `${line.slice(0, 2_000)}…`), [[0, 2_000]]);
  });

  it('are bounded', () => {
    assert.equal(fragmentMarks('x'.repeat(1_000_000), 'x').length, 100);
  });
});
