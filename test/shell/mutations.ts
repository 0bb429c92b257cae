/** Makes new command lines from those of the corpus. */
import type { RandomNumbers } from './randomNumbers';

/** What means something to bash, or might to a parser that differs from it. */
const TOKENS: readonly string[] = [
  ...[';', '&', '|', '&&', '||', '|&', ';;', ';&', '(', ')', '{ ', '; }', '{', '}', '!', '! ', '\n', ' ', '\t', '  '],
  ...["'", '"', '\\', '`', '$', "$'", '$"', '\\\n', ' \\\n', "''", '""', "\\'", '\\"', '\\`', '\\$', '\\\\'],
  ...[
    '$(b)',
    '`b`',
    '$(',
    '${',
    '${x}',
    '$x',
    '"$x"',
    '$((1))',
    '$((',
    '))',
    '$[1]',
    '<(b)',
    '>(b)',
    '"$(b)"',
    "'$(b)'",
  ],
  ...[
    '${x:-b}',
    '${x:-$(b)}',
    '"${x:-`b`}"',
    '${x:=b}',
    '${x#b}',
    '${x/a/$(b)}',
    '${#x}',
    '${!x}',
    '${x@P}',
    '$@',
    '"$@"',
  ],
  ...[
    '$*',
    '$#',
    '$?',
    '$$',
    '$!',
    '$_',
    '$-',
    '$0',
    '$1',
    '$HOME',
    '"$HOME"',
    '$PWD',
    '~',
    '~/',
    '~root',
    '~+',
    '-',
    '--',
  ],
  ...[
    '>f',
    '>>f',
    '2>f',
    '>&2',
    '2>&1',
    '&>f',
    '&>>f',
    '>|f',
    '<>f',
    '<f',
    '>&f',
    '>&-',
    '2>&-',
    '<&0',
    '{fd}>f',
    '> "$x"',
  ],
  ...[
    '<<E\n',
    '<<-E\n',
    "<<'E'\n",
    '\nE\n',
    '\nE',
    '<<<b',
    '<<<"$(b)"',
    '<<E\n$(b)\nE\n',
    '<<"E"\n$(b)\nE\n',
    '<<\\E\n',
  ],
  ...[
    '*',
    '?',
    '[a]',
    '[!a]',
    '[',
    ']',
    '*.ts',
    '/*',
    '{a,b}',
    '{1..3}',
    '{a..c}',
    '{a,',
    ',',
    '..',
    '.',
    '/',
    './',
    '@(a|b)',
  ],
  ...[
    'x=1',
    'x=1 ',
    'x=$(b) ',
    'x+=1',
    'a[0]=1',
    'a=(b c)',
    'a=($(b))',
    'IFS=, ',
    'PATH=. ',
    'export x=1',
    'unset x',
    '=',
  ],
  ...[
    'if a; then b; fi',
    'if ',
    'then ',
    ' fi',
    'else ',
    'for x in a b; do b $x; done',
    'while a; do b; done',
    ' do ',
    ' done',
  ],
  ...[
    'case x in x) b;; esac',
    'case ',
    ' in ',
    ' esac',
    'f() { b; }; f',
    'f() { b; }',
    'function f { b; }',
    'select ',
    'until ',
  ],
  ...[
    '[[ a == b ]]',
    '[[ ',
    ' ]]',
    '((1))',
    '((x=1))',
    'coproc b',
    'time ',
    'time -p ',
    'eval ',
    'eval b',
    "eval '",
    'exec ',
  ],
  ...[
    'cd x',
    'cd x && ',
    'cd ..',
    'cd',
    'cd /tmp; ',
    'cd - ',
    '(cd y; b)',
    'pushd x',
    'command ',
    'builtin ',
    'command -v ',
    'set -f',
  ],
  ...[
    'set -- a b',
    'shift',
    'alias a=b',
    'shopt -s extglob',
    'trap b EXIT',
    '. f',
    'source f',
    'return',
    'exit',
    'break',
    'true',
  ],
  ...[
    'read x',
    'printf -v x b',
    'declare x=1',
    'local x',
    'let x=1',
    'test a',
    '[ a ]',
    ':',
    'wait',
    'false',
    'hash -p b a',
    'a',
    'b',
  ],
  ...[
    '#',
    ' #',
    '# b\n',
    '\r',
    '\f',
    '\v',
    '\u0001',
    '\u001b',
    '\u007f',
    '\u0080',
    '\u00a0',
    '\u2003',
    '\u2028',
    '\u200b',
    '\ufeff',
  ],
  ...[
    '(b)',
    '(',
    ')',
    '[1]',
    '$x[1]',
    '"$x[1]"',
    "\\'",
    '\\\\',
    '\\n',
    '\\x62',
    '\\cA',
    '%self',
    '**',
    '&|',
    '2>|',
    '>?',
  ],
  ...[
    'and ',
    '; or ',
    'not ',
    'begin; ',
    '; end',
    '; set x b; ',
    'export x=b; ',
    ' | cd x',
    '$HOME',
    '"$HOME"',
    '^',
    '{}',
  ],
  ...[
    'é',
    '“',
    '𝒂',
    '%',
    '^',
    '@',
    '+',
    ':',
    '0',
    '1',
    '2',
    '-n',
    '-e',
    '-c',
    "bash -c 'b'",
    'sudo ',
    'env ',
    'xargs ',
    'echo ',
  ],
];

type Step = (line: string, random: RandomNumbers, corpus: readonly string[]) => string;

const STEPS: readonly Step[] = [
  insertToken,
  insertToken,
  insertToken,
  (line, random) => cut(line, random, () => ''),
  (line, random) => cut(line, random, () => random.pick(TOKENS)),
  (line, random) => cut(line, random, (part) => part + part),
  (line, random) => cut(line, random, (part) => `'${part}'`),
  (line, random) => cut(line, random, (part) => `"${part}"`),
  (line, random) => cut(line, random, (part) => `$(${part})`),
  (line, random) => cut(line, random, (part) => `\`${part}\``),
  (line, random) =>
    cut(line, random, (part) => random.pick([`{ ${part}; }`, `(${part})`, `{${part},b}`, `\${x:-${part}}`])),
  (line, random) => cut(line, random, (part) => Array.from(part, (char) => `\\${char}`).join('')),
  (line, random) =>
    cut(
      line,
      random,
      (part) => `$'${Array.from(part, (char) => `\\x${(char.codePointAt(0) ?? 0).toString(16)}`).join('')}'`,
    ),
  swapToken,
  splice,
  join,
  wrap,
];

/** How many steps: after each, fewer lines make sense to bash. */
const STEP_COUNTS: readonly number[] = [1, 1, 1, 2, 2, 3];

/** A line of the corpus after one to three random steps. */
export function mutate(corpus: readonly string[], random: RandomNumbers): string {
  let line = random.pick(corpus);
  for (let steps = random.pick(STEP_COUNTS); steps > 0; steps -= 1) line = random.pick(STEPS)(line, random, corpus);
  return line.slice(0, 2000);
}

/** A place between two characters; not inside a surrogate pair. */
function placeIn(line: string, random: RandomNumbers): number {
  const at = random.below(line.length + 1);
  return /^[\udc00-\udfff]/.test(line.slice(at)) ? at - 1 : at;
}

function insertToken(line: string, random: RandomNumbers): string {
  const at = placeIn(line, random);
  return line.slice(0, at) + random.pick(TOKENS) + line.slice(at);
}

/** Replaces a short stretch, mostly a word or a single character. */
function cut(line: string, random: RandomNumbers, replacement: (part: string) => string): string {
  const words = [...line.matchAll(/\S+/g)];
  if (random.below(2) === 0 && words.length > 0) {
    const { index, 0: word } = random.pick(words);
    return line.slice(0, index) + replacement(word) + line.slice(index + word.length);
  }
  const from = placeIn(line, random);
  const to = Math.max(from, placeIn(line.slice(0, from + 1 + random.below(6)), random));
  return line.slice(0, from) + replacement(line.slice(from, to)) + line.slice(to);
}

/** One special character becomes another. */
function swapToken(line: string, random: RandomNumbers): string {
  const specials = [...line.matchAll(/[^\w\s]/gu)];
  if (specials.length === 0) return insertToken(line, random);
  const { index, 0: special } = random.pick(specials);
  return line.slice(0, index) + random.pick(TOKENS) + line.slice(index + special.length);
}

/** The beginning of one line and the end of another. */
function splice(line: string, random: RandomNumbers, corpus: readonly string[]): string {
  const other = random.pick(corpus);
  return line.slice(0, placeIn(line, random)) + other.slice(placeIn(other, random));
}

function join(line: string, random: RandomNumbers, corpus: readonly string[]): string {
  return line + random.pick([';', '\n', ' && ', ' || ', ' | ', ' & ', ' ', '']) + random.pick(corpus);
}

/** The whole line inside something else. */
function wrap(line: string, random: RandomNumbers): string {
  const [before, after] = random.pick([
    ['$(', ')'],
    ['"$(', ')"'],
    ['`', '`'],
    ['(', ')'],
    ['{ ', '; }'],
    ['if a; then ', '; fi'],
    ['a <(', ')'],
    ['eval "', '"'],
    ["eval '", "'"],
    ['cd x && ', ''],
    ['cd x; ', ' > f'],
    ['cat <<E\n', '\nE\n'],
    ["cat <<'E'\n", '\nE\nb'],
    ['f() { ', '; }; f'],
    ['for x in a b; do ', '; done'],
    ['case a in a) ', ';; esac'],
    ['! ', ' &'],
    ['time ', ''],
    ['exec ', ''],
    ['command ', ''],
  ] as const);
  return before + line + after;
}
