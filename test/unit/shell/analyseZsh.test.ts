import assert from 'node:assert/strict';
import { analysed, commandLines, reasons } from './analyseTable';

/** The same in zsh, whatever its options. */
const READ: readonly string[] = [
  'git status && ls -la src | head -20',
  'cd src && cat a.txt',
  "grep -rn 'a*b!' src 2>/dev/null || true",
  'grep -c "^a$" f; echo "exit: $?"',
  'sed -n "1,20p" ~/notes.txt',
  'x=src; ls $x "$x/a" "${x}"',
  'n=$(git rev-parse HEAD); git show "$n"',
  'for f in a b; do wc -l $f; done',
  'if [ -f a ]; then cat a; else echo no; fi',
  'find . -name "*.ts" ! -name "*.d.ts" -exec grep -l x {} +',
  "cat <<'E'\na b\nE",
  'ls | sort > /dev/null 2>&1',
  "printf '%s\\n' a b",
  'git log --format=%h main..HEAD --since=1.day',
  'a --b=c d=e \\f=g --h="$i" -j="k l"',
  'a; { b; c; }; (d)',
];

/** zsh reads them otherwise, with some option or at once. */
const NOT_READ: Readonly<Record<string, readonly string[]>> = {
  'patterns, which may run code': [
    'ls *.ts',
    'ls a?',
    'ls [ab]',
    'a **/x',
    "a *(e:'b':)",
    'a (x|y)',
    'a <1-9>',
    'a<->b',
  ],
  'patterns of EXTENDED_GLOB': ['git show HEAD^', 'git show HEAD~1', 'a b#c', 'a ^b'],
  'values outside quotes': ['a $x', 'a ${x}', 'a $(b)', 'x="a b"; c $x', "x='~'; c $x", 'for f in $(b); do c; done'],
  'programs by their name': [
    ...['a =b', 'a b==c', '[ a == b ]', 'x==b c', 'a b:=c'],
    ...['a ""=b', 'a "$x"=b', 'a "b$x"=c', 'x=b; a $x=c', 'a $?=b', 'a b:""=c', 'command ""=rm b', "'A' \"\"='0'"],
  ],
  'folders by their name': ['a ~x', 'a ~+', 'a ~-', 'a x=~/y', 'a ~1'],
  'forms of expansion': [
    'a "${(e)x}"',
    'a "${=x}"',
    'a "${^x}"',
    'a "$x[1]"',
    'a "$x:h"',
    'a $[1]',
    'a "$#x"',
    'a "$+x"',
  ],
  'values with names beyond ASCII': ['a "$xé"'],
  braces: ['a {b,c}', 'a {b-d}', 'a HEAD@{1}', 'a }', 'a {'],
  'several redirections': ['a >b >c', 'a <b <c', 'a >b | c', 'a | b <c', 'a 1&>b', 'a 10>b', 'a 10<<E\nE'],
  'own redirections': ['a >!b', 'a >! b', 'a &| b', 'a &!', '>b', '<b'],
  history: ['a "b!c"', 'a b!c', 'a "!!"', 'a !$', "a '\n^b^c'", 'cat <<E\n!b\nE'],
  comments: ['a # b', '# a\nb', 'a; #b'],
  quotes: ["a 'b''c'", "a $'\\c'"],
  'own commands': ['noglob a', 'nocorrect a', '- a', 'repeat 2 a', 'print -z a', 'r', 'hash -d a=b', 'where a', 'fc'],
  modules: ['zmodload a', 'autoload a', 'sched 1 a', 'zle a', 'emulate sh'],
  jobs: ['%1', '%a'],
  constructs: ['() { a; }', 'f() { a; }', 'foreach x (a) b; end', '{ a } always { b }', '[[ a == b ]]', '((a))'],
  'calculated words': ['exit a', '[ a -eq 1 ]', '[ 1 -lt "$x" ]', "printf '%d' a", 'test -t x'],
  'own variables': [
    'path=a; ls',
    'for path in a b; do ls; done',
    'read status',
    'cdpath=a',
    'unset fpath',
    'PATH=a ls',
    'a "$IFS"b',
  ],
  'commands in the background': ['cd a && b & c'],
  'builtins of bash': [
    'mapfile -t a',
    'shopt -s b',
    'command cd a',
    'builtin cd a',
    'eval a',
    'source a',
    'cd a b',
    'cd +1',
  ],
};

describe('a line for zsh', () => {
  for (const line of READ) {
    it(`is read: ${JSON.stringify(line)}`, () => {
      assert.deepEqual(reasons(analysed(line, 'zsh')), []);
      assert.deepEqual(commandLines(analysed(line, 'zsh')), commandLines(analysed(line)));
    });
  }
  for (const [what, lines] of Object.entries(NOT_READ)) {
    for (const line of lines) {
      it(`is unknown for ${what}: ${JSON.stringify(line)}`, () => {
        assert.notDeepEqual(reasons(analysed(line, 'zsh')), []);
      });
    }
  }

  it('is listed as far as in a shell that is not read', () => {
    for (const line of [...READ, ...Object.values(NOT_READ).flat()]) {
      assert.deepEqual(commandLines(analysed(line, 'zsh')), commandLines(analysed(line, 'other')), line);
    }
  });

  it('changes the shell in the last command of a pipeline', () => {
    assert.equal(analysed('a | cd x', 'zsh').changesShell, true);
    assert.equal(analysed('a | cd x').changesShell, false);
    const [, , inside] = analysed('a | cd x; b', 'zsh').commands;
    assert.deepEqual(inside?.possibleFolders, ['/srv/project', '/srv/project/x']);
  });

  it('may enter the folder in a variable', () => {
    for (const line of ['cd HOME; a', 'cd HOME/x; a', 'x=/etc; cd x; a', 'cd -- HOME && a']) {
      const last = analysed(line, 'zsh').commands.at(-1);
      assert.deepEqual([last?.cwd, last?.possibleFolders], [undefined, undefined], line);
    }
    assert.equal(analysed('cd src && a', 'zsh').commands.at(-1)?.cwd, '/srv/project/src');
  });

  it('stays where the last part of a pipeline went, also in the next round of a loop', () => {
    for (const line of ['x | cd /a; x', 'for i in a b; do x | cd /a; done', 'while x; do y | cd /a; done']) {
      const folders = (shell: 'bash' | 'zsh'): readonly (string | undefined)[] =>
        analysed(line, shell)
          .commands.filter(({ words: [word] }) => word?.text === 'x')
          .map(({ cwd }) => cwd);
      assert.ok(folders('zsh').includes(undefined), line);
      assert.ok(!folders('bash').includes(undefined), line);
    }
  });

  it('may enter a folder by its name alone', () => {
    const [, next] = analysed('src; a', 'zsh').commands;
    assert.deepEqual(next?.possibleFolders, ['/srv/project', '/srv/project/src']);
  });

  it('is what eval and zsh -c read', () => {
    assert.notDeepEqual(reasons(analysed("zsh -c 'ls =x'")), []);
    assert.notDeepEqual(reasons(analysed("zsh -c 'print -z x'")), []);
    assert.notDeepEqual(reasons(analysed(`zsh -c 'printf %d "$x"'`)), []);
    assert.deepEqual(reasons(analysed("zsh -c 'ls x'")), []);
    assert.notDeepEqual(reasons(analysed("zsh -o cshnullcmd -c 'ls x'")), []);
    assert.deepEqual(reasons(analysed("bash -c 'ls *.ts'", 'zsh')), []);
  });
});

describe('a line for sh', () => {
  for (const line of [
    'builtin cd a',
    'declare x=1',
    'exec -c a',
    'command exec --',
    'command -p exec -- a',
    "eval 'exec -- a'",
    "eval 'declare x=1'",
    'command declare x=1',
    'a {$x,b}',
    "eval 'a {b,c}'",
    "eval 'a &>b'",
    'a 10>b',
    'a 10<<E\nE',
    'source x',
    'a ~x/',
    'a ${x}{,b}',
    'export x=$y',
    '\\export x=$y',
    'readonly "x"=$y',
    'export x="$(a \'"\')"$y"z"',
  ]) {
    it(`is unknown: ${JSON.stringify(line)}`, () => {
      assert.notDeepEqual(reasons(analysed(line, 'sh')), []);
    });
  }
});
