import assert from 'node:assert/strict';
import {
  OUTERMOST,
  makeWord,
  textWord,
  writtenText,
  type SimpleCommand,
  type Word,
} from '../../../../src/shell/model/analysis';
import { readCallAs } from '../../../../src/shell/calls/commandCall';
import type { CommandSpec } from '../../../../src/shell/model/commandTable';

const TOOL: CommandSpec = {
  names: ['tool'],
  digitsOption: true,
  options: [
    { names: ['-a', '--all'] },
    { names: ['-b'] },
    { names: ['-n', '--number'], value: 'required' },
    { names: ['-c', '--color'], value: 'optional' },
    { names: ['-U'], value: 'numeric' },
    { names: ['--arg'], value: 'pair' },
  ],
};

/** `*` in a word is a pattern, `$x` a value without quotes, `%x` one in quotes. */
function word(written: string): Word {
  const pieces = written
    .split(/(\*|\$\w|%\w)/)
    .filter((part) => part !== '')
    .map((text) => {
      if (text === '*') return { kind: 'glob' as const, text };
      if (/^[$%]\w$/.test(text)) return { kind: 'value' as const, text, quoted: text.startsWith('%') };
      return { kind: 'text' as const, text };
    });
  return pieces.length === 0 ? textWord('', 0) : makeWord(pieces, written, 0);
}

function read(spec: CommandSpec, line: string): { options: string[]; operands: string[]; unlisted: string[] } {
  const command: SimpleCommand = {
    words: line.split(' ').map(word),
    assignments: [],
    redirections: [],
    context: OUTERMOST,
    cwd: '/w',
    position: 0,
  };
  const call = readCallAs(command, spec);
  return {
    options: call.options.map(({ name, value }) =>
      value === undefined ? name : `${name}=${writtenText(value.word).slice(value.from)}`,
    ),
    operands: call.operands.map(writtenText),
    unlisted: call.unlisted.map(writtenText),
  };
}

describe('reading a call by its table', () => {
  const cases: readonly (readonly [line: string, options: string, operands: string, unlisted: string])[] = [
    ['tool -a x', '-a', 'x', ''],
    ['tool -ab x -a', '-a -b -a', 'x', ''],
    ['tool -abn5 x', '-a -b -n=5', 'x', ''],
    ['tool -n 5 x', '-n=5', 'x', ''],
    ['tool -n -a x', '-n=-a', 'x', ''],
    ['tool --number=5 --number 6', '--number=5 --number=6', '', ''],
    ['tool --color x', '--color', 'x', ''],
    ['tool --color=red -cred -c x', '--color=red -c=red -c', 'x', ''],
    ['tool -U5a -U x', '-U -a -U', 'x', ''],
    ['tool -5 x', '', 'x', ''],
    ['tool -- -a x', '', '-a x', ''],
    ['tool - x', '', '- x', ''],
    ['tool --arg k v x', '--arg=v', 'x', ''],
    ['tool --arg k', '', '', '--arg'],
    ['tool -x', '', '', '-x'],
    ['tool -ax', '-a', '', '-ax'],
    ['tool --al', '--al', '', '--al'],
    ['tool --all=x', '', '', '--all=x'],
    ['tool -n', '-n', '', '-n'],
    // What is only known when it runs.
    ['tool $x', '', '$x', '$x'],
    ['tool %x', '', '%x', '%x'],
    ['tool *', '', '*', '*'],
    ['tool ./*', '', './*', ''],
    ['tool a%x', '', 'a%x', ''],
    ['tool a$x', '', 'a$x', 'a$x'],
    ['tool -n $x y', '-n=$x', 'y', '$x'],
    ['tool -n * y', '-n=*', 'y', '*'],
    ['tool -n %x y', '-n=%x', 'y', ''],
    ['tool --number=%x', '--number=%x', '', ''],
    ['tool --number=$x', '', '', '--number=$x'],
    ['tool -n$x', '', '', '-n$x'],
    ['tool -n%x', '-n=%x', '', ''],
    ['tool -a%x', '-a', '', '-a%x'],
    ['tool -%x', '', '', '-%x'],
    ['tool --arg $x v', '--arg=v', '', '$x'],
    ['tool -- $x', '', '$x', ''],
  ];
  for (const [line, options, operands, unlisted] of cases) {
    it(line, () => {
      const found = read(TOOL, line);
      assert.deepEqual(
        [found.options.join(' '), found.operands.join(' '), found.unlisted.join(' ')],
        [options, operands, unlisted],
      );
    });
  }

  it('takes everything behind the first operand as operands in the posix style', () => {
    assert.deepEqual(read({ ...TOOL, style: 'posix' }, 'tool -a x -b').operands, ['x', '-b']);
  });

  it('takes every argument as an operand in the style of words', () => {
    assert.deepEqual(read({ ...TOOL, style: 'words' }, 'tool -a -- $x'), {
      options: [],
      operands: ['-a', '--', '$x'],
      unlisted: [],
    });
  });

  it('takes options with one dash as whole words in the long style', () => {
    const spec: CommandSpec = { names: ['tool'], style: 'long', options: [{ names: ['-all'] }, { names: ['-a'] }] };
    assert.deepEqual(read(spec, 'tool -all -a -al').unlisted, ['-al']);
  });
});
