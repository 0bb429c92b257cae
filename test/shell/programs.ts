/** Makes small scripts whose meaning hangs on what the shell remembers: variables, folders, functions, options. */
import type { RandomNumbers } from './randomNumbers';

const NAMES: readonly string[] = ['x', 'y', 'x', 'IFS', 'HOME', 'PWD', 'CDPATH', 'REPLY', 'OLDPWD', '_', 'f'];
const VALUES: readonly string[] = [
  ...[
    'a',
    'b',
    'rm',
    '1',
    '2',
    '"a b"',
    "'a  b'",
    "''",
    '',
    '$x',
    '"$y"',
    '$y',
    '${x}',
    '${x}c',
    '"$x$y"',
    '$(b)',
    '/tmp',
    'd',
  ],
  ...[
    '/',
    '..',
    '.',
    '~',
    '*',
    "'*'",
    "'a[$(rm q)]'",
    'x',
    'y',
    '$((x))',
    '$((x+1))',
    '$HOME',
    '$PWD',
    '"$PWD/d"',
    ',',
    '-',
    '-e',
  ],
  ...[
    "$'a\\tb'",
    'a\\ b',
    '$?',
    '$#',
    '"$@"',
    '$1',
    '{a,b}',
    '{1..3}',
    'cd',
    'f',
    'echo',
    'exit',
    ':',
    '${x:-a}',
    '${y:=b}',
    '~/d',
  ],
];
const WORDS: readonly string[] = [
  ...VALUES,
  'p',
  'q',
  '$x',
  '$x',
  '"$x"',
  '$y',
  '"$y"',
  '$PWD',
  '~',
  '-n',
  '--',
  '$((x++))',
];
const FOLDERS: readonly string[] = [
  ...[
    'd',
    'e',
    'd',
    '..',
    '.',
    '/tmp',
    '/',
    '-',
    '',
    '~',
    '~/d',
    '$x',
    '"$x"',
    '"$HOME"',
    '"$PWD/d"',
    'd/e',
    'd/../e',
    './d',
    '$(b)',
  ],
  ...[
    '-P d',
    '-- d',
    '-L d',
    "''",
    '/tmp/d',
    'd e',
    '../d',
    '//tmp',
    '{d,e}',
    'd*',
    '-e d',
    '$OLDPWD',
    '~+',
    "'d'",
    'd > f',
    'd 2> g',
  ],
];
const SIMPLE: readonly ((script: Program) => string)[] = [
  (it) => `a ${it.word()}`,
  (it) => `b ${it.word()} ${it.word()}`,
  (it) => `a ${it.word()} > ${it.word()}`,
  (it) => `${it.name()}=${it.value()}`,
  (it) => `${it.name()}=${it.value()}`,
  (it) => `x=${it.value()}`,
  (it) => `${it.name()}=${it.value()} ${it.name()}=${it.value()}`,
  (it) => `${it.name()}=${it.value()} a ${it.word()}`,
  (it) => `${it.name()}=${it.value()} ${it.simple()}`,
  (it) => `${it.name()}+=${it.value()}`,
  (it) => `cd ${it.folder()}`,
  (it) => `cd ${it.folder()}`,
  (it) => `cd ${it.folder()} && ${it.simple()}`,
  (it) =>
    `cd ${it.folder()} || ${it.pick(['exit', 'exit 1', 'return', 'a', ': x', 'true', 'exit 1 2', 'exit > n/f', 'break'])}`,
  (it) =>
    it.pick([
      'pushd d',
      'popd',
      'pushd',
      'dirs',
      'pushd /tmp > /dev/null',
      'chdir d',
      'set -e',
      'set +e',
      'set -eu',
      'set -f',
    ]),
  (it) =>
    it.pick([
      'exit',
      'exit 0',
      'exit 1',
      'return',
      'true',
      'false',
      ':',
      'set -- a rm',
      'shift',
      'wait',
      'hash -r',
      'set -u',
    ]),
  (it) =>
    it.pick([
      'set -e > n/f',
      'exit > n/f',
      'exit 1 2',
      'cd d > n/f',
      'x=b > n/f',
      'export x=b > n/f',
      'unset x > n/f',
      'f > n/f',
    ]),
  (it) =>
    `${it.pick(['export', 'declare', 'readonly', 'typeset', 'local', 'export -n', 'declare -i', 'declare -x'])} ${it.name()}=${it.value()}`,
  (it) =>
    `${it.pick(['export', 'unset', 'readonly', 'read', 'unset -v', 'unset -f', 'local', 'mapfile -t', 'declare'])} ${it.name()}`,
  (it) => `read ${it.name()} <<< ${it.word()}`,
  (it) => `printf -v ${it.name()} ${it.word()}`,
  (it) => `((${it.pick(['x', 'y'])}${it.pick(['++', '=1', '+=2', '', '==y', '=y'])}))`,
  (it) => `a $((${it.pick(['x', 'y', 'x+1', 'x=3', 'y++', '1+1'])}))`,
  (it) => `[[ ${it.word()} ${it.pick(['==', '!=', '-eq', '<', '=~', '-nt'])} ${it.word()} ]]`,
  (it) => `[ ${it.word()} = ${it.word()} ]`,
  (it) => `test ${it.pick(['-f', '-d', '-n', '-z', '-v', '-e'])} ${it.word()}`,
  (it) => `eval ${it.pick(["'", '"'])}${it.simple().replace(/['"]/g, '')}${it.pick(["'", '"', ''])}`,
  (it) => `${it.pick(['command', 'builtin', 'exec', 'time', '!', 'eval', 'command --', 'time -p'])} ${it.simple()}`,
  (it) =>
    it.pick(['f', 'f', 'f p', 'f $x', 'g', 'x=b f', 'f > h', 'f; g', '$x', '$x p', '"$x" p', '$y', '$x$y', '${x} q']),
  (it) => `a $(${it.statement()})`,
  (it) => `a <(${it.statement()})`,
  (it) => `x=$(${it.statement()})`,
  (it) => `a "$(${it.simple()})" > f`,
  (it) => `cat <<${it.pick(['E', "'E'", '-E'])}\n${it.word()} $(b) $x\nE\n:`,
];
const COMPOUND: readonly ((script: Program) => string)[] = [
  (it) => `(${it.list()})`,
  (it) => `{ ${it.list()}; }`,
  (it) => `{ ${it.list()}; } > ${it.word()}`,
  (it) => `if ${it.list()}; then ${it.list()}; fi`,
  (it) => `if ${it.simple()}; then ${it.list()}; else ${it.list()}; fi`,
  (it) => `if ! ${it.simple()}; then ${it.list()}; elif ${it.simple()}; then ${it.list()}; fi`,
  (it) => `for ${it.name()} in ${it.word()} ${it.word()}; do ${it.list()}; done`,
  (it) => `for ${it.name()} in ${it.word()} ${it.word()}; do ${it.list()}; done`,
  (it) => `while ${it.simple()}; do ${it.list()}; ${it.pick(['break', 'break', 'exit', 'c'])}; done`,
  (it) => `until ${it.simple()}; do ${it.list()}; break; done`,
  (it) => `while read ${it.name()}; do ${it.list()}; break; done < ${it.word()}`,
  (it) => `case ${it.word()} in ${it.pick(['a', '*', '$x', 'b|a', '"$(b)"'])}) ${it.list()};; *) ${it.list()};; esac`,
  (it) => `${it.pick(['f', 'g', 'f', 'cd', 'x', 'a', 'exit', 'export'])}() { ${it.list()}; }`,
  (it) => `f() (${it.list()})`,
  (it) =>
    `f() { ${it.list()}; }; ${it.pick(['f', 'f p', 'f || c', 'x=b f', 'f & c', 'f | c', '(f)', 'a $(f)', 'f && f'])}`,
];

class Program {
  readonly #random: RandomNumbers;
  #left = 9;

  constructor(random: RandomNumbers) {
    this.#random = random;
  }

  pick<T>(values: readonly T[]): T {
    return this.#random.pick(values);
  }

  name(): string {
    return this.#random.below(3) === 0 ? this.pick(NAMES) : this.pick(['x', 'y']);
  }

  value(): string {
    return this.pick(VALUES);
  }

  word(): string {
    return this.pick(WORDS);
  }

  folder(): string {
    return this.pick(FOLDERS);
  }

  simple(): string {
    this.#left -= 1;
    return this.#left < 0 ? 'a $x' : this.pick(SIMPLE)(this);
  }

  statement(): string {
    const kind = this.#random.below(8);
    if (kind < 2 && this.#left > 2) return this.pick(COMPOUND)(this);
    if (kind === 2) return `${this.simple()} ${this.pick(['&&', '||', '|', '&', '|&'])} ${this.simple()}`;
    return this.simple();
  }

  list(): string {
    const statements = [this.statement()];
    while (this.#random.below(5) < 2) statements.push(this.statement());
    return statements.join(this.pick(['; ', '; ', ' && ', '\n', ' || ']));
  }

  script(): string {
    const statements = [this.statement(), this.statement()];
    while (this.#random.below(3) > 0 && this.#left > 0) statements.push(this.statement());
    return `${statements.join(this.pick(['; ', '; ', ' && ', '\n']))}${this.pick(['; ', '; ', ' && '])}${this.pick(['c $x', 'c "$y" > f', 'c'])}`;
  }
}

export function randomProgram(random: RandomNumbers): string {
  return new Program(random).script();
}

/** Characters that mean something together. */
const SOUPS: readonly string[] = [
  '{},.ab12-',
  '{},.ab$x\'"\\',
  '\'"\\$ab `',
  '$\'"\\xu0147c{}',
  '<>&|012-ab f',
  '<>&|()$ab f{}',
  '${}x:-=+?#%/"\'\\a',
  '$(())`ab;"\\ ',
  '~/.:=ux+- ',
  '[]!^-a*?\\\'"$x ',
  '\\\n a#;&|',
  '()[]{}!&|;ab \n',
  'x=+a[] $()"',
  '<EF-\'"\\\n$ax',
];

/** A command with characters thrown together in its argument. */
export function randomSoup(random: RandomNumbers): string {
  const alphabet = Array.from(random.pick(SOUPS));
  const soup = Array.from({ length: 1 + random.below(9) }, () => random.pick(alphabet)).join('');
  const [before, after] = random.pick([
    ['a ', ''],
    ['a ', ' b'],
    ['a "', '"'],
    ['a > ', ''],
    ['x=', '; a $x'],
    ['', ''],
    ['cat <<E\n', '\nE\nb'],
    ['a $(', ')'],
    ['[[ a == ', ' ]] && b'],
    ['for x in ', '; do a $x; done'],
    ['export x=', '; a $x'],
    ['cd ', ' && b'],
  ] as const);
  return before + soup + after;
}
