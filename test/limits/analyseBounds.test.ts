import assert from 'node:assert/strict';
import { analysed, commandLines, reasons } from '../unit/shell/analyseTable';
import { withinCpuMs } from '../unit/cpuTime';
import { textWord } from '../../src/shell/model/analysis';
import { readFind } from '../../src/shell/tables/findExpression';

const filled = (text: string, length: number): string => text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** Texts that cost a careless reader much. */
const HOSTILE: readonly string[] = [
  'a;',
  'a|',
  'a&&',
  'cd a&&',
  'a=1;',
  'a=$(b)&&',
  '$a ',
  '{a,b}',
  '{1..256} ',
  '`',
  '$(',
  'echo "$(',
  '((',
  '(',
  '[',
  "'",
  '"',
  '\\',
  'cat <<E\n',
  '{',
  '${a:-',
  '$((',
  '<(',
  '~:',
  '# a ',
  '! ',
  'case a in a) ',
  'if a; then ',
  'for i in a b c; do ',
  'while a; do ',
  'f(){ ',
  '[[ a && ',
  'bash -c "',
  'xargs ',
  'sudo ',
  "$'\\x",
  'a[$(',
  'x="$x$x";',
  'for i in {1..64}; do a; done;',
  "bash -c 'bash -c b';",
];

describe('groups of find in groups', () => {
  for (const depth of [900, 100_000]) {
    it(`${depth} deep are read in bounded time`, () => {
      const texts = ['.', ...Array<string>(depth).fill('('), '-name', 'a', ...Array<string>(depth).fill(')')];
      const words = texts.map((text) => textWord(text, 0));
      const { names } = withinCpuMs(5_000, () => readFind(words));
      assert.equal(names === undefined, depth > 1_000);
    });
  }
});

describe('any text', () => {
  for (const text of HOSTILE) {
    it(`repeats of ${JSON.stringify(text)} are analysed in bounded time`, () => {
      for (const length of [1000, 8192, 1 << 20]) {
        withinCpuMs(5_000, () => analysed(filled(text, length)), `${length} characters`);
      }
    });
  }

  it('is unknown beyond the longest length, and listed up to there', () => {
    const analysis = analysed(`rm -rf /\n${filled('a b\n', 100_000)}`);
    assert.match(reasons(analysis)[0] ?? '', /longer than/);
    assert.equal(commandLines(analysis)[0], 'rm -rf /');
  });

  it('is unknown where it is nested too deeply', () => {
    const analysis = analysed(`rm -rf /\n${'$('.repeat(60)}a${')'.repeat(60)}`);
    assert.match(reasons(analysis)[0] ?? '', /nested/);
    assert.equal(commandLines(analysis)[0], 'rm -rf /');
  });

  it('is unknown where more commands run than are listed', () => {
    const analysis = analysed(filled('a;', 8000));
    assert.equal(analysis.commands.length, 256);
    assert.deepEqual(reasons(analysis), ['it runs more commands than are listed']);
  });

  for (const [text, unit] of [
    ['words', 'x '],
    ['redirections', '>x '],
  ] as const) {
    it(`is unknown where there are too many ${text}, and lists the command with all of them`, () => {
      const analysis = analysed(`rm a; ls ${unit.repeat(1100)}; rm b`);
      assert.deepEqual(reasons(analysis), ['it has more words than are judged']);
      const [first, second, ...others] = analysis.commands;
      assert.equal(first?.words.length, 2);
      assert.equal((second?.words.length ?? 0) + (second?.redirections.length ?? 0), 1101);
      assert.deepEqual(others, []);
    });
  }

  it('is unknown where its words come to too many', () => {
    assert.match(reasons(analysed(filled('a {1..200} ', 8000))).at(-1) ?? '', /words/);
  });

  it('is unknown where strings in strings are too deep', () => {
    let script = 'a';
    for (let depth = 0; depth < 12; depth++) script = `eval ${script}`;
    assert.deepEqual(reasons(analysed(script)), ['scripts in scripts, too many or too deep']);
  });

  it('lists the bodies of nested loops no more than so many times', () => {
    const loops = 5;
    const script = `${'for i in 1 2 3 4 5 6 7 8; do '.repeat(loops)}p $i${'; done'.repeat(loops)}`;
    assert.ok(analysed(script).commands.length <= 64 * 8);
  });

  it('forgets values that grow', () => {
    const doublings = Array.from({ length: 30 }, () => 'x=$x$x;').join('');
    const analysis = analysed(`x=ab; ${doublings} p "$x"`);
    assert.equal(analysis.commands.at(-1)?.words[1]?.text, undefined);
  });
});
