import assert from 'node:assert/strict';
import fc from 'fast-check';
import { visibleLine, visibleLines } from '../../../../src/common/visibleText';
import { codeBlock, inlineCode, prose } from '../../../../src/features/chat/chatMarkdown';
import { codePoint } from '../../codePoint';
import { runs } from '../../propertyRuns';
import { outsideOfCode, PLAIN, shownText } from './markdownReader';

const HOSTILE: readonly string[] = [
  '```\n[click](command:autoMode.off)\n```',
  '``````\n~~~\n````text\n```',
  '   ```\n\t```\n````   ',
  '`[click](command:autoMode.off)`',
  '`` ` ``` ` ``',
  '`',
  '',
  '   ',
  ' a ',
  'a\r```\r\nb\u2028```\u0000',
  '<img src=x onerror=alert(1)> $(shield) $x^2$ https://evil.example ![x](https://evil.example/x.png)',
  '# heading\n- item\n1. item\n> quote\n| a |\n|---|\n---\n===',
  '**bold** _slant_ ~~gone~~ &lt;b&gt; \\`x\\`',
];

/** Backticks, breaks and ticks of links come often enough to meet. */
const anything = fc.string({
  unit: fc.oneof(codePoint, fc.constantFrom('`', '\n', ' ', '[', '](', '~', '*')),
  maxLength: 80,
});

function isOneBlock(text: string): void {
  const lines = codeBlock(text).split('\n');
  assert.match(lines[0] ?? '', /^`{3,}text$/u);
  assert.equal(lines.at(-1), lines[0]?.replace('text', ''));
  assert.equal(lines.slice(1, -1).join('\n'), visibleLines(text));
  assert.equal(outsideOfCode(codeBlock(text)), '');
}

function isOneSpan(text: string): void {
  const span = inlineCode(text);
  assert.doesNotMatch(span, /\n/u);
  assert.equal(outsideOfCode(`a ${span} b`), 'a  b');
  const [, , shown = ''] = /^(`+) ?(.*?) ?\1$/u.exec(span) ?? [];
  const line = visibleLine(text);
  if (line.trim() !== '') assert.equal(shown.trim(), line.trim());
}

function isPlain(text: string): void {
  assert.match(prose(text), PLAIN);
  assert.doesNotMatch(prose(text), /\*\*|^- |[:()`]/mu);
}

describe('hostile text in an answer of the chat', () => {
  for (const text of HOSTILE) {
    it(`is shown, and no markup: ${JSON.stringify(text)}`, () => {
      isOneBlock(text);
      isOneSpan(text);
      isPlain(text);
    });
  }

  it('never becomes markup', () => {
    fc.assert(
      fc.property(anything, (text) => {
        isOneBlock(text);
        isOneSpan(text);
        isPlain(text);
      }),
      runs(31, 150),
    );
  });

  it('keeps its words in prose', () => {
    assert.equal(shownText(prose('It matches (twice): a_b*c.')), 'It matches (twice): a_b*c.');
    assert.equal(prose('one\n\n  two'), 'one\n\ntwo');
  });

  it('is shortened, and its length is said', () => {
    const long = `${'a`'.repeat(3_000)}\u{1F600}`;
    for (const shown of [codeBlock(long), inlineCode(long)]) {
      assert.ok(shown.length < 5_000);
      assert.match(shown, /6002/u);
      assert.equal(outsideOfCode(shown), '');
    }
  });
});
