import assert from 'node:assert/strict';
import { analysed, commandLines, reasons, wordsOf } from './analyseTable';

/** The words behind `p`, as bash passes them on. */
const WORDS: readonly (readonly [script: string, ...words: string[]])[] = [
  [`p a  b\tc`, 'a', 'b', 'c'],
  [`p 'a b' "c d" e\\ f`, 'a b', 'c d', 'e f'],
  [`p 'r'm r\\m "r"m ""`, 'rm', 'rm', 'rm', ''],
  [`p "a\\qb\\$c\\\`d\\"e\\\\f"`, 'a\\qb$c`d"e\\f'],
  [`p 'a\\b'`, 'a\\b'],
  [`p "a\\\nb"`, 'ab'],
  [`p $ "$" a$ $% $=`, '$', '$', 'a$', '$%', '$='],
  [`p "$'a'"`, `$'a'`],
  [`p a#b "#c" \\#`, 'a#b', '#c', '#'],
  // ANSI-C quoting
  [`p $'\\x72\\155' $'a\\tb\\n' $'it\\'s' $'\\e' $'\\q'`, 'rm', 'a\tb\n', "it's", '\x1b', '\\q'],
  [`p $'\\u0072m' $'\\U00000041'`, 'rm', 'A'],
  // Braces
  [`p {a,b}c x{1..3}`, 'ac', 'bc', 'x1', 'x2', 'x3'],
  [`p {a,b}{c,d} {a,} {,"b c"}`, 'ac', 'ad', 'bc', 'bd', 'a', 'b c'],
  [`p {c..a} {1..-1}`, 'c', 'b', 'a', '1', '0', '-1'],
  [
    `p {} {a} a{}b {{.Names}} stash@{0} '{a,b}' {a\\,b} \\{a,b}`,
    '{}',
    '{a}',
    'a{}b',
    '{{.Names}}',
    'stash@{0}',
    '{a,b}',
    '{a,b}',
    '{a,b}',
  ],
  [`p src/*.{ts,js}`, 'src/<glob *>.ts', 'src/<glob *>.js'],
  // Tilde
  [`p ~ ~/x "~" '~/x' \\~ a~ ~'/x'`, '/home/u', '/home/u/x', '~', '~/x', '~', 'a~', '~/x'],
  [`p a=~/x a=b:~ --a=~/x a==~`, 'a=/home/u/x', 'a=b:/home/u', '--a=~/x', 'a==~'],
  [`p ~root/x ~+`, '<"~root">/x', '<"~+">'],
  // Globs
  [
    `p *.ts a?b [a-c]x "*" \\* '?' [ a[ "[a]"`,
    '<glob *>.ts',
    'a<glob ?>b',
    '<glob [a-c]>x',
    '*',
    '*',
    '?',
    '[',
    'a[',
    '[a]',
  ],
  // Values
  [`p $x "$x" a\${x}b $1 $@ "$@" "$*" $?`, '<$x>', '<"$x">', 'a<${x}>b', '<$1>', '<$@>', '<$@>', '<"$*">', '<$?>'],
  [
    `p \${x:-a b} "\${x##*/}" \${#x} \${x:0:3} "\${x//a/b}"`,
    '<${x:-a b}>',
    '<"${x##*/}">',
    '<${#x}>',
    '<${x:0:3}>',
    '<"${x//a/b}">',
  ],
  [`p $(a b) "x$(a)y"`, '<$(a b)>', 'x<"$(a)">y'],
  [`p $((1 + 2)) "$((3*(4-1)))"`, '<$((1 + 2))>', '<"$((3*(4-1)))">'],
  [`p <(a) >(b)`, '<"<(a)">', '<">(b)">'],
  [`p "$HOME" $HOME/x "\${HOME}" $PWD`, '/home/u', '/home/u/x', '/home/u', '/srv/project'],
];

/** Variables that are assigned in the line; the words of the last command. */
const VARIABLES: readonly (readonly [script: string, ...words: string[]])[] = [
  ['x=a; p $x "$x" ${x}b', 'a', 'a', 'ab'],
  ['x="a b"; p $x "$x" y$x', 'a', 'b', 'a b', 'ya', 'b'],
  ['x=; p $x "$x" a$x', '', 'a'],
  ['x="*"; p $x "$x"', '<$x>', '*'],
  ['x=a; x=b; p $x', 'b'],
  ['x=a y=$x; p $y', 'a'],
  ['x=a && p $x', 'a'],
  ['x=~/a; p "$x"', '/home/u/a'],
  ['export x=a; p $x', 'a'],
  ['declare -r x=a; p $x', 'a'],
  ['x=$!; p $x', '<$!>'],
  ['{ x=a; }; p $x', 'a'],
  // Not certain, or set elsewhere
  ['x=$(a); p "$x"', '<"$x">'],
  ['x=a p $x', '<$x>'],
  ['(x=a); p $x', '<$x>'],
  ['x=a | b; p $x', '<$x>'],
  ['x=a & p $x', '<$x>'],
  ['a && x=b; p $x', '<$x>'],
  ['if a; then x=b; fi; p $x', '<$x>'],
  ['x=a; if b; then x=c; fi; p $x', '<$x>'],
  ['x=a; while b; do x=c; done; p $x', '<$x>'],
  ['x=a; read x; p $x', '<$x>'],
  ['x=a; unset x; p $x', '<$x>'],
  ['x=a; x+=b; p $x', '<$x>'],
  ['x=a; eval "x=b"; p $x', '<$x>'],
  ['local x=a; p $x', '<$x>'],
  ['export x=a > f; p $x', '<$x>'],
  ['readonly x=a; x=b; p $x', '<$x>'],
  ['RANDOM=1; p $RANDOM', '<$RANDOM>'],
  ['x=a; command export x=b; p $x', '<$x>'],
  ['if a; then x=b; else x=b; fi; p $x', 'b'],
];

const RAW: readonly (readonly [script: string, raw: string, position: number])[] = [
  [`p 'a b'`, `'a b'`, 2],
  ['x; p "$y"', '"$y"', 5],
  ['p {a,b}', '{a,b}', 2],
  ['p $(q "r")', '$(q "r")', 2],
];

describe('words of a command line', () => {
  for (const [script, ...words] of WORDS) {
    it(script, () => {
      const analysis = analysed(script);
      assert.deepEqual(reasons(analysis), []);
      assert.deepEqual(wordsOf(analysis.commands.at(-1)).slice(1), words);
    });
  }

  for (const [script, ...words] of VARIABLES) {
    it(script, () => {
      assert.deepEqual(wordsOf(analysed(script).commands.at(-1)).slice(1), words);
    });
  }

  for (const [script, raw, position] of RAW) {
    it(`${script} is written as ${raw}`, () => {
      const word = analysed(script).commands.at(-1)?.words[1];
      assert.deepEqual([word?.raw, word?.position], [raw, position]);
    });
  }

  it('replaces no braces in an assignment and no glob', () => {
    const [command] = analysed('x={a,b} y=*').commands;
    assert.deepEqual(
      command?.assignments.map(({ name, value }) => [name, value.text]),
      [
        ['x', '{a,b}'],
        ['y', '*'],
      ],
    );
  });

  it('keeps assignments in front of a command', () => {
    const [command] = analysed('A=1 B+="$x" c').commands;
    assert.deepEqual(
      command?.assignments.map(({ name, value, append }) => [name, value.text, append]),
      [
        ['A', '1', false],
        ['B', undefined, true],
      ],
    );
  });

  it('repeats the body of a loop over a known list', () => {
    assert.deepEqual(commandLines(analysed('for i in a "b c" {1..2}; do p $i "$i"; done')), [
      'p a a',
      'p b c b c',
      'p 1 1',
      'p 2 2',
    ]);
  });

  it('takes the variable of a loop over other lists as a value', () => {
    assert.deepEqual(commandLines(analysed('for i in *.ts; do p "$i"; done')), ['p <glob *>.ts']);
    assert.deepEqual(commandLines(analysed('for i in $(ls); do p "$i"; done')).at(-1), 'p <"$i">');
    assert.deepEqual(commandLines(analysed('for i in {1..100}; do p "$i"; done')), ['p <"$((i))">']);
  });

  it('knows that a counter is a number', () => {
    const analysis = analysed('i=0; while [ $i -lt 5 ]; do i=$((i + 1)); done');
    assert.deepEqual(reasons(analysis), []);
  });
});
