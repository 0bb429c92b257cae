import assert from 'node:assert/strict';
import { ruleEditingStrings } from '../../../../src/features/rules/ruleEditingStrings';
import { RULE_SECTIONS } from '../../../../src/panel/ruleEditing';

describe('ruleEditingStrings', () => {
  it('has a name, a purpose and an example for every list', () => {
    const { sections } = ruleEditingStrings();
    for (const section of RULE_SECTIONS) {
      assert.ok(
        Object.values(sections[section]).every((text) => text !== ''),
        section,
      );
    }
  });
});
