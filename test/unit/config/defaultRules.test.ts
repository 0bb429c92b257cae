import assert from 'node:assert/strict';
import { DEFAULT_ENTRIES } from '../../../src/config/defaultRules';

const { protectedPaths: _paths, 'permissions.ask': _askRules, ...rules } = DEFAULT_ENTRIES;

describe('the built-in rules', () => {
  for (const [key, entries] of Object.entries(rules)) {
    it(`${key}: every entry is one line that begins with a short name of its own`, () => {
      const names = entries.map((entry) => /^([A-Z][A-Za-z -]{2,30}): \S.*\.$/.exec(entry)?.[1]);
      assert.equal(names.includes(undefined), false, entries[names.indexOf(undefined)]);
      assert.equal(new Set(names).size, names.length);
    });
  }

  it('every soft rule says what the user must have named', () => {
    for (const entry of rules['rules.softDeny']) assert.match(entry, / The user must have named [^.]+\.$/);
  });

  it('together stay within 3,000 tokens, at four characters each', () => {
    const characters = Object.values(rules)
      .flat()
      .reduce((sum, entry) => sum + entry.length + 3, 0);
    assert.ok(characters <= 12_000, `${characters} characters`);
  });
});
