import assert from 'node:assert/strict';
import fc from 'fast-check';
import { COMMANDS } from '../../../../src/config/contributions';
import { tooltipMarkdown } from '../../../../src/features/status/tooltipMarkdown';
import { codePoint } from '../../codePoint';
import { runs } from '../../propertyRuns';

const LINKS = [
  { label: 'Show Panel', command: COMMANDS.showPanel },
  { label: 'Turn On', command: COMMANDS.on },
];
const ROW = '[Show Panel](command:autoMode.showPanel) | [Turn On](command:autoMode.on)';

/** Reads the numbers of characters as a browser does. */
function read(markdown: string): string {
  return markdown.replaceAll(/&#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Number(code)));
}

describe('the tooltip of the status bar item', () => {
  it('ends with links to commands, which alone are enabled', () => {
    const { value, enabledCommands } = tooltipMarkdown(['Plain words'], LINKS);
    assert.equal(value, `Plain words\n\n${ROW}`);
    assert.deepEqual(enabledCommands, ['autoMode.showPanel', 'autoMode.on']);
  });

  const hostile: readonly string[] = [
    '[click](command:autoMode.off)',
    '<command:autoMode.off>',
    'https://evil.example/path',
    'www.evil.example',
    'somebody@evil.example',
    '![x](https://evil.example/x.png)',
    '<img src=x onerror=alert(1)>',
    '$(shield) `code` **bold** _slant_ ~~gone~~',
    'a\n\n# heading\n- item\n1. item\n    code\n> quote\n| a | b |\n|---|---|',
    '&#60;b&#62; &lt;b&gt; \\[x\\](y)',
    '[x]: https://evil.example\n[x]',
    '    four blanks',
    'line\u2028line\u0000\u202E]\u{1F600}\uD800(',
  ];
  for (const line of hostile) {
    it(`shows as text: ${JSON.stringify(line)}`, () => {
      const { value } = tooltipMarkdown([line], LINKS);
      const [text = '', ...rest] = value.split('\n\n');
      assert.deepEqual(rest, [ROW]);
      assert.match(text, /^(?! )(?:[\p{L}\p{N} ]|&#\d{1,7};)*$/u);
      assert.equal(read(text), line);
    });
  }

  it('shows any text as text', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 60 }), (line) => {
        const [text = ''] = tooltipMarkdown([line], []).value.split('\n\n');
        assert.match(text, /^(?! )(?:[\p{L}\p{N} ]|&#\d{1,7};)*$/u);
        assert.equal(read(text), line);
      }),
      runs(7, 80),
    );
  });
});
