import assert from 'node:assert/strict';
import { shownText, type LongText } from '../../../src/panel/longText';

const shown = (text: string, marks: LongText['marks'] = [], pages = 1): string[] =>
  shownText({ name: 'x', text, marks }, pages).pieces.map(({ kind, text: piece }) =>
    kind === 'plain' ? piece : `${kind}:${piece}`,
  );

describe('a long text', () => {
  it('that is short is there whole, with its marks', () => {
    assert.deepEqual(shown('a bb c', [[2, 4]]), ['a ', 'mark:bb', ' c']);
    assert.deepEqual(shownText({ name: 'x', text: 'a', marks: [] }, 1).cut, false);
  });

  it('shows what hides or misleads', () => {
    assert.deepEqual(shown('a\u202Eb\u0000', [[1, 2]]), ['a', 'mark:\\u{202E}', 'b\\u{0}']);
  });

  it('is cut where the page ends, and says how much is left out', () => {
    const text = 'x'.repeat(20_000);
    assert.deepEqual(shown(text), ['x'.repeat(8_000), 'gap:… 12000 characters are not shown here …']);
    assert.deepEqual(shown(text, [], 2), ['x'.repeat(16_000), 'gap:… 4000 characters are not shown here …']);
    assert.deepEqual(shown(text, [], 3), [text]);
    assert.deepEqual(
      [1, 3, 10].map((pages) => shownText({ name: 'x', text, marks: [] }, pages).nextPages),
      [2, undefined, undefined],
    );
  });

  it('shows its first mark wherever that is', () => {
    const text = `${'x'.repeat(50_000)}EVIL${'y'.repeat(50_000)}`;
    assert.deepEqual(shown(text, [[50_000, 50_004]]), [
      'x'.repeat(8_000),
      'gap:… 41700 characters are not shown here …',
      'x'.repeat(300),
      'mark:EVIL',
      'y'.repeat(300),
      'gap:… 49700 characters are not shown here …',
    ]);
  });

  it('shows a mark that begins where the page ends', () => {
    const text = `${'x'.repeat(7_990)}EVIL-EVIL-EVIL${'y'.repeat(1_000)}`;
    assert.deepEqual(shown(text, [[7_990, 8_004]]), [
      'x'.repeat(7_990),
      'mark:EVIL-EVIL-EVIL',
      'y'.repeat(300),
      'gap:… 700 characters are not shown here …',
    ]);
  });

  it('is never cut through a character', () => {
    const text = `${'x'.repeat(7_999)}😀${'y'.repeat(100)}`;
    assert.deepEqual(shown(text)[0], `${'x'.repeat(7_999)}😀`);
  });
});
