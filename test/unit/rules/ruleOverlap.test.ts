import assert from 'node:assert/strict';
import { parsePermissionRule, type PermissionRule } from '../../../src/rules/permissionRule';
import { coversWholly } from '../../../src/rules/ruleCoverage';
import { ruleOverlap, type ListedRule, type PermissionList } from '../../../src/rules/ruleOverlap';

function rule(text: string, message?: string): PermissionRule {
  const read = parsePermissionRule({ text, source: 'user', ...(message === undefined ? {} : { message }) });
  assert.ok(read.ok, text);
  return read.rule;
}

describe('coversWholly', () => {
  const covering: readonly (readonly [string, string, 'narrowly' | 'broadly'])[] = [
    ['*', 'bash(npm test)', 'narrowly'],
    ['bash', 'bash(npm test)', 'broadly'],
    ['bash(git push*)', 'bash(git push origin *)', 'narrowly'],
    ['Bash(git *)', 'bash(git push)', 'narrowly'],
    ['bash(npm test)', 'bash(npm test)', 'broadly'],
    ['fetch(https://a.example/*)', 'fetch(https://a.example/b/*)', 'broadly'],
    ['mcp(jira/*)', 'mcp(jira/get_*)', 'narrowly'],
    ['edit(src/**)', 'write(src/a.ts)', 'narrowly'],
    ['write', 'delete(src/**)', 'broadly'],
    ['read(~/.ssh/**)', 'search(~/.ssh)', 'narrowly'],
  ];
  const apart: readonly (readonly [string, string, 'narrowly' | 'broadly'])[] = [
    ['bash(git push)', 'bash(git push*)', 'narrowly'],
    ['bash(git push*)', 'bash', 'narrowly'],
    ['bash(git push*)', 'powershell(git push*)', 'narrowly'],
    // Deny and ask rules mean other spellings too.
    ['bash(git push*)', 'bash(git push --force*)', 'broadly'],
    ['bash(*b])', 'bash([ab])', 'narrowly'],
    ['bash(git ?ush*)', 'bash(git push x)', 'narrowly'],
    ['delete(src/**)', 'edit(src/**)', 'narrowly'],
    ['read(src/**)', 'edit(src/a)', 'narrowly'],
    ['edit(src/*)', 'edit(src/a.ts)', 'narrowly'],
    ['edit(src/**)', 'edit(src/../b)', 'narrowly'],
    ['edit(src/**)', 'edit(srcs/a)', 'narrowly'],
    ['edit(s*c/**)', 'edit(src/a)', 'narrowly'],
    ['*(src/**)', 'edit(src/a)', 'narrowly'],
  ];
  for (const [cover, covered, matching] of covering) {
    it(`${cover} catches all that ${covered} is about, matched ${matching}`, () => {
      assert.equal(coversWholly(rule(cover), rule(covered), matching), true);
    });
  }
  for (const [cover, covered, matching] of apart) {
    it(`does not say that of ${cover} and ${covered}, matched ${matching}`, () => {
      assert.equal(coversWholly(rule(cover), rule(covered), matching), false);
    });
  }
});

describe('ruleOverlap', () => {
  const listed = (list: PermissionList, text: string, message?: string): ListedRule => ({
    list,
    rule: rule(text, message),
  });
  const cases: readonly {
    readonly says: string;
    readonly of: ListedRule;
    readonly beside: readonly ListedRule[];
    readonly expected: string;
  }[] = [
    {
      says: 'the same rule in the same list',
      of: listed('deny', 'Bash( git push* )'),
      beside: [listed('allow', 'bash'), listed('deny', 'bash(git push*)')],
      expected: 'same bash(git push*)',
    },
    {
      says: 'a deny rule before an ask rule that covers an allow rule',
      of: listed('allow', 'bash(git push origin)'),
      beside: [listed('ask', 'bash(git push*)'), listed('deny', 'bash(git*)')],
      expected: 'covered bash(git*)',
    },
    {
      says: 'an ask rule that covers an allow rule',
      of: listed('allow', 'bash(git push origin)'),
      beside: [listed('ask', 'bash(git push*)')],
      expected: 'covered bash(git push*)',
    },
    {
      says: 'a wider deny rule',
      of: listed('deny', 'edit(src/a)'),
      beside: [listed('deny', 'edit(src/**)')],
      expected: 'wider edit(src/**)',
    },
    {
      says: 'nothing where the narrower rule has a message of its own',
      of: listed('deny', 'edit(src/a)', 'Ask first.'),
      beside: [listed('deny', 'edit(src/**)')],
      expected: 'nothing',
    },
    {
      says: 'nothing of an allow rule that is wider than a deny rule',
      of: listed('deny', 'bash(git push*)'),
      beside: [listed('allow', 'bash')],
      expected: 'nothing',
    },
    { says: 'nothing of a rule alone', of: listed('ask', 'bash'), beside: [], expected: 'nothing' },
  ];
  for (const { says, of, beside, expected } of cases) {
    it(`tells ${says}`, () => {
      const overlap = ruleOverlap(of, beside);
      assert.equal(overlap === undefined ? 'nothing' : `${overlap.kind} ${overlap.by.rule.text}`, expected);
    });
  }
});
