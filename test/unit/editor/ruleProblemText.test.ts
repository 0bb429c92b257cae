import assert from 'node:assert/strict';
import { inLanguage, markedTexts } from '../translation/language';
import { ruleProblem } from '../../../src/rules/permissionRule';
import { ruleProblemText } from '../../../src/editor/ruleProblemText';

describe('what is wrong with a rule, in the user’s language', () => {
  for (const [what, rule] of [
    ['too long', 'x'.repeat(1501)],
    ['empty', ''],
    ['no tool name', '7up(x)'],
    ['no tool name, which says that it is none', '"a" is no tool name; b" is no tool name; c'],
    ['a long name', `7${'u'.repeat(100)}`],
    ['no closing parenthesis', 'bash(git'],
    ['an empty pattern', 'bash()'],
    ['a long pattern', `bash(${'x'.repeat(1025)})`],
    ['a private character', 'bash(\ue000)'],
  ] as const) {
    it(`is the engine's word in English, and every word of it translated: ${what}`, () => {
      const english = ruleProblem(rule);
      assert.ok(english !== undefined);
      assert.equal(ruleProblemText(rule), english);
      const asked: string[] = [];
      const translated = inLanguage(markedTexts(asked), () => ruleProblemText(rule));
      assert.ok(translated?.startsWith('<') && translated.endsWith('>'), translated);
      assert.ok(asked.length > 0);
    });
  }

  it('is nothing for a rule', () => {
    assert.equal(ruleProblemText('bash(git push*)'), undefined);
  });
});
