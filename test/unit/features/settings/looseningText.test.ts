import assert from 'node:assert/strict';
import type { IgnoredSetting } from '../../../../src/config/sources';
import {
  ignoredLooseningText,
  looseningText,
  type PlacedLoosening,
} from '../../../../src/features/settings/looseningText';
import { inLanguage, markedTexts } from '../../translation/language';

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
      inLanguage(markedTexts(), () => {
        assert.equal(looseningText(looser), text);
      });
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
    inLanguage(markedTexts(), () => {
      assert.equal(
        ignoredLooseningText({ ...setting, looser: { first, more: 0 } }),
        `<autoMode.enabled becomes false>`,
      );
      assert.equal(
        ignoredLooseningText({ ...setting, looser: { first, more: 2 } }),
        '<<autoMode.enabled becomes false>; and 2 more>',
      );
      assert.equal(ignoredLooseningText(setting), 'English');
    });
  });
});
