import assert from 'node:assert/strict';
import { readRuleEntry } from '../../../src/config/ruleEntry';
import { ruleProblem } from '../../../src/rules/permissionRule';

describe('an entry of a permission list', () => {
  const cases: readonly (readonly [text: string, rule: string, message?: string])[] = [
    ['bash(git push*)', 'bash(git push*)'],
    [' WebFetch ', 'WebFetch'],
    ['bash(git push*) "Open a pull request instead."', 'bash(git push*)', 'Open a pull request instead.'],
    ['bash(git push*)"Open (or ask for) a pull request"', 'bash(git push*)', 'Open (or ask for) a pull request'],
    ['WebFetch "Use the cache."', 'WebFetch', 'Use the cache.'],
    ['bash(echo "a" "b")', 'bash(echo "a" "b")'],
    ['bash(echo "a"*) "No."', 'bash(echo "a"*)', 'No.'],
    ['bash(a "b")  "No."  ', 'bash(a "b")', 'No.'],
  ];
  for (const [text, rule, message] of cases) {
    it(`reads ${text}`, () => {
      assert.deepEqual(readRuleEntry(text), message === undefined ? { rule } : { rule, message });
      assert.equal(ruleProblem(rule), undefined);
    });
  }

  for (const text of [
    'bash(a) "say "no" please"',
    'bash(a) "b) "c"',
    'bash(a) "',
    'bash(a) ""',
    'bash(a) " "',
    'bash(a "b"',
    '"No."',
    `bash(a) "${'x'.repeat(1001)}"`,
  ]) {
    it(`takes nothing off ${text.slice(0, 40)}, which is then no rule`, () => {
      assert.deepEqual(readRuleEntry(text), { rule: text });
      assert.notEqual(ruleProblem(text), undefined);
    });
  }
});
