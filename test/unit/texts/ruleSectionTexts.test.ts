import assert from 'node:assert/strict';
import { ruleSectionTexts } from '../../../src/texts/ruleSectionTexts';
import { RULE_SECTIONS } from '../../../src/panel/ruleEditing';

describe('the texts of the rule lists', () => {
  it('has a name, a purpose and an example for every list', () => {
    const sections = ruleSectionTexts();
    for (const section of RULE_SECTIONS) {
      assert.ok(
        Object.values(sections[section]).every((text) => text !== ''),
        section,
      );
    }
  });
});
