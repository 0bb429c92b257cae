import assert from 'node:assert/strict';
import type { IgnoredSetting } from '../../../../src/config/sources';
import {
  ignoredLooseningText,
  looseningText,
  type PlacedLoosening,
} from '../../../../src/features/settings/looseningText';
import { inEnglish, type Translate } from '../../../../src/common/translate';

/** Marks what was translated, so that a word that was not shows. */
const marked: Translate = (text, values) => `<${inEnglish(text, values)}>`;

const CASES: readonly (readonly [PlacedLoosening, string])[] = [
  [{ key: 'enabled', how: 'becomes', entry: 'false' }, '<autoMode.enabled becomes false>'],
  [
    { key: 'permissions.deny', how: 'without', entry: 'bash({entry})', folder: '/w' },
    '<<autoMode.permissions.deny without bash({entry})> in /w>',
  ],
  [{ key: 'permissions.allow', how: 'with', entry: 'bash' }, '<autoMode.permissions.allow with bash>'],
  [{ key: 'folders', how: 'other' }, '<autoMode.folders becomes another one>'],
];

describe('what is looser, in words', () => {
  for (const [looser, text] of CASES) {
    it(text, () => {
      assert.equal(looseningText(looser, marked), text);
    });
  }

  it('of a value that has no effect names the first and counts the rest', () => {
    const setting: IgnoredSetting = {
      key: 'autoMode.enabled',
      source: 'environment',
      why: 'loosens',
      detail: 'English',
    };
    const first = [{ key: 'enabled', how: 'becomes', entry: 'false' }] as const;
    assert.equal(
      ignoredLooseningText({ ...setting, looser: { first, more: 0 } }, marked),
      `<autoMode.enabled becomes false>`,
    );
    assert.equal(
      ignoredLooseningText({ ...setting, looser: { first, more: 2 } }, marked),
      '<<autoMode.enabled becomes false>; and 2 more>',
    );
    assert.equal(ignoredLooseningText(setting, marked), 'English');
  });
});
