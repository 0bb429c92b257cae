import assert from 'node:assert/strict';
import fc from 'fast-check';
import { notificationText } from '../../../src/editor/notificationText';
import { shortLine, visibleDocument, visibleLine, visibleLines } from '../../../src/common/visibleText';
import { codePoint } from '../codePoint';
import { runs } from '../propertyRuns';

const LINE: readonly (readonly [what: string, text: string, shown: string])[] = [
  ['plain text', 'npm test -- --grep "x y"', 'npm test -- --grep "x y"'],
  ['letters of other scripts', 'größe 日本語 עברית ❤', 'größe 日本語 עברית ❤'],
  ['an accent written as a mark of its own', 'e\u0301', 'e\u0301'],
  ['right-to-left override', 'rm \u202Egnp.x', 'rm \\u{202E}gnp.x'],
  ['bidi isolates', '\u2066a\u2069', '\\u{2066}a\\u{2069}'],
  ['zero-width space and joiner', 'a\u200Bb\u200Dc', 'a\\u{200B}b\\u{200D}c'],
  ['byte order mark', '\uFEFFx', '\\u{FEFF}x'],
  ['tag characters', 'a\u{E0041}', 'a\\u{E0041}'],
  ['variation selector', 'x\uFE0F', 'x\\u{FE0F}'],
  ['Hangul filler', '\u3164', '\\u{3164}'],
  ['blank Braille cell', '\u2800', '\\u{2800}'],
  ['no-break and ideographic space', 'a\u00A0b\u3000c', 'a\\u{A0}b\\u{3000}c'],
  ['line separator', 'a\u2028b', 'a\\u{2028}b'],
  ['ANSI colours', '\u001B[31mred', '\\u{1B}[31mred'],
  ['NUL and C1 control', '\0\u0085', '\\u{0}\\u{85}'],
  ['carriage return', 'safe\rrm', 'safe\\rrm'],
  ['line break and tab', 'a\n\tb', 'a\\n\\tb'],
  ['half of a surrogate pair', 'a\uD83D', 'a\\u{D83D}'],
  ['private use', '\uE000', '\\u{E000}'],
  ['many spaces', `a${' '.repeat(40)}b`, 'a\\u{20}×40b'],
  ['some spaces', `a${' '.repeat(32)}b`, `a${' '.repeat(32)}b`],
  ['marks piled up', `e${'\u0301'.repeat(6)}`, `e${'\u0301'.repeat(4)}\\u{301}\\u{301}`],
];

describe('visible text', () => {
  for (const [what, text, shown] of LINE) {
    it(`shows ${what}`, () => {
      assert.equal(visibleLine(text), shown);
    });
  }

  it('keeps line breaks where lines are shown, and tabs in a document', () => {
    assert.equal(visibleLines('a\n\tb\r\n'), 'a\n\\tb\\r\n');
    assert.equal(visibleDocument('a\n\tb\r\n'), 'a\n\tb\\r\n');
  });

  it('leaves no invisible character in any text', () => {
    const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 60 }), (text) => {
        assert.doesNotMatch(visibleLine(text), invisible);
        assert.doesNotMatch(visibleLines(text).replaceAll('\n', ''), invisible);
      }),
      runs(4, 500),
    );
  });
});

describe('one short line', () => {
  const cases: readonly (readonly [what: string, text: string, limit: number, shown: string])[] = [
    ['a text that fits', 'npm test', 8, 'npm test'],
    ['a longer one with an ellipsis', 'npm tests', 8, 'npm tes…'],
    ['an indented one', '  a \t b  ', 20, 'a b'],
    ['several lines as one', 'a\nb', 20, 'a\\nb'],
    ['the start of a huge one', 'x'.repeat(1_000_000), 5, 'xxxx…'],
    ['blanks beyond the part that is read', `${' '.repeat(50)}rm`, 10, '…'],
  ];
  for (const [what, text, limit, shown] of cases) {
    it(`shows ${what}`, () => {
      assert.equal(shortLine(text, limit), shown);
    });
  }
});

describe('notification text', () => {
  it('cannot form a link that runs a command', () => {
    const linked = /\[[^\]]+\]\([^)\s]+/;
    for (const text of [
      '[Fix it](command:autoMode.off)',
      'a [b](https://example.org) [c](command:x)',
      '[[x]](command:y)',
      '[x]\u200B(command:y)',
      '[x]\n(command:y)',
    ]) {
      assert.doesNotMatch(notificationText(text, 200), linked, text);
    }
  });
});
