import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { uiTexts } from './uiTexts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Each has a plainer word: no, anybody, any, notified, is, lost, correct, follow, must. */
const REFUSED =
  /\b(?:none|whoever|whomever|whatever|whichever|whence|told|stands?|gone|mend(?:s|ed|ing)?|heeds?|shall|thereof|hitherto)\b/iu;

/** Names and commands are no words of ours. */
function proseOf(text: string): string {
  return text.replace(/`[^`]*`|\{\w+\}|\]\([^)]*\)/gu, ' ');
}

describe('the words of English texts', () => {
  it('are plain', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.nls.json'), 'utf8')) as Record<string, string>;
    const all = [...uiTexts().texts, ...Object.values(manifest)];
    assert.deepEqual(
      all.filter((text) => REFUSED.test(proseOf(text))),
      [],
    );
  });

  it('would be found', () => {
    for (const text of ['There is none.', 'It stands here.', 'Whoever asks is told.', 'Mend it.']) {
      assert.match(proseOf(text), REFUSED);
    }
    assert.doesNotMatch(proseOf('Set `none` to allow anyone to understand.'), REFUSED);
  });
});
