/** How a command can be written so that a look at the text does not see it. */

/** What is certain about a disguised command before it runs. */
type Certainty =
  /** The shell's own rules tell every word of it: a floor case stays one. */
  | 'known'
  /** As `known` where it stands alone. Behind `||` or in a pipe what it builds on may not run: there it must not be allowed. */
  | 'known-alone'
  /** Part of it is only known when it runs: it must not be allowed. */
  | 'hidden';

export interface WordDisguise {
  readonly name: string;
  readonly certainty: Certainty;
  /** Undefined: it cannot be put on these words. */
  readonly disguise: (words: readonly string[]) => string | undefined;
}

export interface LineDisguise {
  readonly name: string;
  readonly certainty: Certainty;
  readonly disguise: (line: string) => string | undefined;
}

export interface Position {
  readonly name: string;
  readonly place: (line: string) => string;
}

/** No character that means something to the shell. */
const PLAIN = /^[\w./:@%+=,-]+$/;

function isPlain(word: string): boolean {
  return PLAIN.test(word);
}

/** What is appended to such a command becomes its target. */
function takesTargetLast([program = '']: readonly string[]): boolean {
  return ['cp', 'mv', 'ln', 'install'].includes(program);
}

/** On every word that can take it. */
function onWords(name: string, change: (word: string) => string): WordDisguise {
  return {
    name,
    certainty: 'known',
    disguise: (words) => words.map((word) => (isPlain(word) ? change(word) : word)).join(' '),
  };
}

function onProgram(name: string, certainty: Certainty, change: (program: string) => string): WordDisguise {
  return { name, certainty, disguise: ([program = '', ...rest]) => [change(program), ...rest].join(' ') };
}

function escaped(word: string, code: (unit: number) => string): string {
  return `$'${Array.from(word, (character) => code(character.charCodeAt(0))).join('')}'`;
}

export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

export const WORD_DISGUISES: readonly WordDisguise[] = [
  onWords('single quotes', (word) => `'${word}'`),
  onWords('double quotes', (word) => `"${word}"`),
  onWords('a quoted first letter', (word) => `'${word.slice(0, 1)}'${word.slice(1)}`),
  onWords('empty quotes inside', (word) => `${word.slice(0, 1)}''${word.slice(1)}`),
  onWords('empty double quotes inside', (word) => `${word.slice(0, 1)}""${word.slice(1)}`),
  onWords('a backslash before the first character', (word) => `\\${word}`),
  onWords('a backslash before the last character', (word) => `${word.slice(0, -1)}\\${word.slice(-1)}`),
  onWords('ANSI-C quotes', (word) => `$'${word}'`),
  onWords('ANSI-C hexadecimal', (word) => escaped(word, (unit) => `\\x${unit.toString(16)}`)),
  onWords('ANSI-C octal', (word) => escaped(word, (unit) => `\\${unit.toString(8).padStart(3, '0')}`)),
  onWords('ANSI-C Unicode', (word) => escaped(word, (unit) => `\\u${unit.toString(16).padStart(4, '0')}`)),
  onWords('mixed quotes', (word) => `"${word.slice(0, 1)}"$'${word.slice(1, 2)}'${word.slice(2)}`),
  {
    name: 'brace expansion of the whole command',
    certainty: 'known',
    disguise: (words) =>
      words.length > 1 && words.every((word) => isPlain(word) && !word.includes(','))
        ? `{${words.join(',')}}`
        : undefined,
  },
  {
    name: 'brace expansion of the program',
    certainty: 'known',
    disguise: ([program = '', ...rest]) => `{${[program, ...rest.slice(0, 1)].join(',')}} ${rest.slice(1).join(' ')}`,
  },
  { name: 'line continuations', certainty: 'known', disguise: (words) => words.join(' \\\n  ') },
  onProgram(
    'a line continuation in the program',
    'known',
    (program) => `${program.slice(0, 1)}\\\n${program.slice(1)}`,
  ),
  onProgram('the program in /bin', 'known', (program) => `/bin/${program}`),
  onProgram('the program in /usr/bin', 'known', (program) => `/usr/bin/${program}`),
  onProgram('the program through a longer path', 'known', (program) => `/usr/../usr/./bin//${program}`),
  onProgram('a substitution for the program', 'hidden', (program) => `$(echo ${program})`),
  onProgram('backticks for the program', 'hidden', (program) => `\`echo ${program}\``),
  onProgram('an unset variable inside the program', 'hidden', (p) => `${p.slice(0, 1)}$UNSET${p.slice(1)}`),
  onProgram('an empty expansion inside the program', 'hidden', (p) => `${p.slice(0, 1)}\${UNSET}${p.slice(1)}`),
  onProgram('a default value for the program', 'hidden', (program) => `\${UNSET:-${program}}`),
  onProgram('a positional parameter inside the program', 'hidden', (p) => `${p.slice(0, 1)}$@${p.slice(1)}`),
  onProgram('a glob for the program', 'hidden', (program) => `/bin/${program.slice(0, 1)}?${program.slice(2)}`),
  {
    name: 'a variable for the program',
    certainty: 'known-alone',
    disguise: ([program = '', ...rest]) => `p=${program}; $p ${rest.join(' ')}`,
  },
  {
    name: 'two variables for the program',
    certainty: 'known-alone',
    disguise: ([p = '', ...rest]) => `a=${p.slice(0, 1)} b=${p.slice(1)}; $a$b ${rest.join(' ')}`,
  },
  {
    name: 'a variable for the last word',
    certainty: 'known-alone',
    disguise: (words) => {
      const last = words.at(-1) ?? '';
      return isPlain(last) ? `t=${last}; ${words.slice(0, -1).join(' ')} "$t"` : undefined;
    },
  },
  {
    name: 'a variable that splits into the words',
    certainty: 'known-alone',
    disguise: (words) => (words.every(isPlain) ? `c='${words.join(' ')}'; $c` : undefined),
  },
  {
    name: 'IFS for the blanks',
    certainty: 'hidden',
    disguise: (words) => words.join('${IFS}'),
  },
  {
    name: 'a changed IFS',
    certainty: 'hidden',
    disguise: (words) => (words.every(isPlain) ? `IFS=_; c='${words.join('_')}'; $c` : undefined),
  },
  { name: 'no-break spaces', certainty: 'hidden', disguise: (words) => words.join('\u00a0') },
  { name: 'ideographic spaces', certainty: 'hidden', disguise: (words) => words.join('\u3000') },
  { name: 'tabs', certainty: 'known', disguise: (words) => words.join('\t\t') },
  { name: 'a carriage return at the end', certainty: 'hidden', disguise: (words) => `${words.join(' ')}\r` },
  { name: 'sudo', certainty: 'known', disguise: (words) => `sudo ${words.join(' ')}` },
  { name: 'sudo with options', certainty: 'known', disguise: (words) => `sudo -n -u root -- ${words.join(' ')}` },
  { name: 'doas', certainty: 'known', disguise: (words) => `doas ${words.join(' ')}` },
  { name: 'env', certainty: 'known', disguise: (words) => `env ${words.join(' ')}` },
  { name: 'env with options', certainty: 'known', disguise: (words) => `env -i -u A B=c ${words.join(' ')}` },
  { name: 'timeout', certainty: 'known', disguise: (words) => `timeout -k 5 10s ${words.join(' ')}` },
  { name: 'nohup', certainty: 'known', disguise: (words) => `nohup ${words.join(' ')}` },
  { name: 'nice', certainty: 'known', disguise: (words) => `nice -n 10 ${words.join(' ')}` },
  { name: 'ionice', certainty: 'known', disguise: (words) => `ionice -c 3 ${words.join(' ')}` },
  { name: 'stdbuf', certainty: 'known', disguise: (words) => `stdbuf -oL ${words.join(' ')}` },
  { name: 'setsid', certainty: 'known', disguise: (words) => `setsid ${words.join(' ')}` },
  { name: 'command', certainty: 'known', disguise: (words) => `command -p ${words.join(' ')}` },
  { name: 'exec', certainty: 'known', disguise: (words) => `exec ${words.join(' ')}` },
  { name: 'time', certainty: 'known', disguise: (words) => `time -p ${words.join(' ')}` },
  {
    name: 'xargs',
    certainty: 'known',
    disguise: (words) => (takesTargetLast(words) ? undefined : `xargs -n 1 ${words.join(' ')} < /dev/null`),
  },
  { name: 'find -exec', certainty: 'known', disguise: (words) => `find . -maxdepth 0 -exec ${words.join(' ')} \\;` },
  {
    name: 'find -exec ... +',
    certainty: 'known',
    disguise: (words) => (takesTargetLast(words) ? undefined : `find src -exec ${words.join(' ')} {} +`),
  },
  {
    name: 'eval of words',
    certainty: 'known',
    // A glob is replaced by names of files before `eval` reads the words.
    disguise: (words) => (words.some((word) => word.includes('*')) ? undefined : `eval ${words.join(' ')}`),
  },
  {
    name: 'nested wrappers',
    certainty: 'known',
    disguise: (words) => `sudo -E env A=b nice timeout 5 nohup command ${words.join(' ')}`,
  },
  {
    name: 'busybox',
    certainty: 'known',
    disguise: (words) =>
      ['rm', 'find', 'chmod', 'chown', 'tee', 'cp', 'mv', 'ln', 'dd', 'sed', 'truncate', 'install', 'cat'].includes(
        words[0] ?? '',
      )
        ? `busybox ${words.join(' ')}`
        : undefined,
  },
];

export const LINE_DISGUISES: readonly LineDisguise[] = [
  { name: 'as it is', certainty: 'known', disguise: (line) => line },
  { name: 'bash -c', certainty: 'known', disguise: (line) => `bash -c ${singleQuoted(line)}` },
  { name: 'sh -c', certainty: 'known', disguise: (line) => `sh -c ${singleQuoted(line)}` },
  { name: 'bash -lc', certainty: 'known', disguise: (line) => `bash -lc ${singleQuoted(line)}` },
  {
    name: 'bash with options -c',
    certainty: 'known',
    disguise: (line) => `/bin/bash --norc -e -o pipefail -c ${singleQuoted(line)}`,
  },
  { name: 'sudo bash -c', certainty: 'known', disguise: (line) => `sudo bash -c ${singleQuoted(line)}` },
  {
    name: 'bash -c in bash -c',
    certainty: 'known',
    disguise: (line) => `bash -c ${singleQuoted(`sh -c ${singleQuoted(line)}`)}`,
  },
  { name: 'eval', certainty: 'known', disguise: (line) => `eval ${singleQuoted(line)}` },
  { name: 'env bash -c', certainty: 'known', disguise: (line) => `env -i bash -c ${singleQuoted(line)}` },
  {
    name: 'xargs sh -c',
    certainty: 'known',
    disguise: (line) => (line.includes('%') ? undefined : `ls | xargs -I% sh -c ${singleQuoted(line)}`),
  },
  {
    name: 'find -exec sh -c',
    certainty: 'known',
    disguise: (line) => (line.includes('{}') ? undefined : `find . -exec sh -c ${singleQuoted(line)} \\;`),
  },
  { name: 'su -c', certainty: 'known', disguise: (line) => `su root -c ${singleQuoted(line)}` },
  { name: 'echo into sh', certainty: 'known', disguise: (line) => `echo ${singleQuoted(line)} | sh` },
  { name: 'echo into sudo bash', certainty: 'known', disguise: (line) => `echo ${singleQuoted(line)} | sudo bash` },
  {
    name: 'printf into bash',
    certainty: 'known',
    disguise: (line) => `printf '%s\\n' ${singleQuoted(line)} | bash -s`,
  },
  { name: 'a here-string into bash', certainty: 'known', disguise: (line) => `bash <<< ${singleQuoted(line)}` },
  { name: 'a heredoc into bash', certainty: 'known', disguise: (line) => `bash <<'EOF'\n${line}\nEOF` },
  { name: 'a heredoc through cat into sh', certainty: 'known', disguise: (line) => `cat <<'EOF' | sh\n${line}\nEOF` },
  { name: 'a process substitution', certainty: 'hidden', disguise: (line) => `bash <(echo ${singleQuoted(line)})` },
  {
    name: 'source of a process substitution',
    certainty: 'hidden',
    disguise: (line) => `. <(echo ${singleQuoted(line)})`,
  },
  {
    name: 'base64 into sh',
    certainty: 'hidden',
    disguise: (line) => `echo ${Buffer.from(line).toString('base64')} | base64 -d | sh`,
  },
  {
    name: 'eval of base64',
    certainty: 'hidden',
    disguise: (line) => `eval "$(echo ${Buffer.from(line).toString('base64')} | base64 -d)"`,
  },
  {
    name: 'reversed text into sh',
    certainty: 'hidden',
    disguise: (line) => `echo ${singleQuoted(Array.from(line).reverse().join(''))} | rev | sh`,
  },
  {
    name: 'a variable for the script',
    certainty: 'known-alone',
    disguise: (line) => `s=${singleQuoted(line)}; bash -c "$s"`,
  },
  { name: 'eval of a variable', certainty: 'known-alone', disguise: (line) => `s=${singleQuoted(line)}; eval "$s"` },
  { name: 'a subshell', certainty: 'known', disguise: (line) => `( ${line}\n)` },
  { name: 'a group', certainty: 'known', disguise: (line) => `{ ${line}\n}` },
  { name: 'a function', certainty: 'known-alone', disguise: (line) => `f() { ${line}\n}; f` },
  { name: 'a function with the keyword', certainty: 'known-alone', disguise: (line) => `function f { ${line}\n}\nf` },
  { name: 'if', certainty: 'known', disguise: (line) => `if true; then ${line}\nfi` },
  { name: 'the condition of if', certainty: 'known', disguise: (line) => `if ${line}\nthen :; fi` },
  { name: 'else', certainty: 'known', disguise: (line) => `if false; then :; else ${line}\nfi` },
  { name: 'while', certainty: 'known', disguise: (line) => `while true; do ${line}\ndone` },
  { name: 'for', certainty: 'known', disguise: (line) => `for i in 1 2; do ${line}\ndone` },
  { name: 'case', certainty: 'known', disguise: (line) => `case a in a) ${line}\n;; esac` },
  { name: 'background', certainty: 'known', disguise: (line) => `${line} & wait` },
  {
    name: 'a negation',
    certainty: 'known-alone',
    disguise: (line) => (line.includes('&&') ? undefined : `! ${line}`),
  },
  { name: 'a coprocess', certainty: 'hidden', disguise: (line) => `coproc { ${line}\n}` },
  { name: 'a trap', certainty: 'hidden', disguise: (line) => `trap ${singleQuoted(line)} EXIT` },
  { name: 'an alias', certainty: 'hidden', disguise: (line) => `alias ls=${singleQuoted(line)}\nls` },
  {
    name: 'an arithmetic subscript',
    certainty: 'hidden',
    disguise: (line) => (line.includes("'") ? undefined : `[[ -v 'a[$(${line})]' ]]`),
  },
  {
    name: 'a test that evaluates',
    certainty: 'hidden',
    disguise: (line) => (line.includes("'") ? undefined : `x='a[$(${line})]'; [[ $x -eq 0 ]]`),
  },
];

const HARMLESS_PREFIX = Array.from({ length: 50 }, (_, index) => `echo ${index}`).join('; ');

export const POSITIONS: readonly Position[] = [
  { name: 'first, before another command', place: (line) => `${line}\nls` },
  { name: 'after &&', place: (line) => `ls && ${line}` },
  { name: 'after ||', place: (line) => `ls || ${line}` },
  { name: 'after ;', place: (line) => `git status; ${line}` },
  { name: 'after a newline', place: (line) => `ls -la\n${line}` },
  { name: 'after a comment line', place: (line) => `# list the files\n${line}` },
  { name: 'after &', place: (line) => `sleep 1 & ${line}` },
  { name: 'at the end of a pipe', place: (line) => `cat README.md | ${line}` },
  { name: 'inside $( )', place: (line) => `echo $(${line}\n)` },
  { name: 'inside "$( )"', place: (line) => `echo "files: $(${line}\n)"` },
  { name: 'after 50 harmless commands', place: (line) => `${HARMLESS_PREFIX}; ${line}` },
  { name: 'after cd', place: (line) => `cd src && ${line}` },
];
