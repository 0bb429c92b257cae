import assert from 'node:assert/strict';
import { analysed, commandLines, reasons } from './analyseTable';

/** The same in fish since 3.0, or refused by a version. */
const READ: readonly string[] = [
  'git status && ls -la src | head -20',
  'cd src && cat a.txt',
  'cd src; cat a.txt || echo no',
  "grep -rn 'a*b!' src 2>/dev/null || true",
  "grep -c '^a$' f; echo done",
  'grep "a\\$" f',
  'sed -n "1,20p" ~/notes.txt',
  'cat "$x" "$HOME/a" $HOME/b $PWD',
  'ls *.ts src/*.js',
  'git show HEAD~1 HEAD^ -- a#b',
  'git log --format=%h main..HEAD --since=1.day',
  'git diff "$(git merge-base HEAD main)" $(git rev-parse HEAD)',
  'find . -name "*.ts" ! -name "*.d.ts" -exec grep -l x {} +',
  'find . \\( -name a -o -name b \\)',
  'ls | sort > /dev/null 2>&1',
  '# first\nls # the rest\n\ncat a; # and b\n',
  'ls \\\n  -la',
  '! grep x f && [ -f a ]',
  'LC_ALL=C sort f',
  'export A=b; c "$A"',
  "printf '%s\\n' a b",
  'echo "--- a ---" “b”',
  "awk '{print $1}' f",
];

/** fish reads them otherwise, in some version or in all. */
const NOT_READ: Readonly<Record<string, readonly string[]>> = {
  'substitutions in parentheses': ['a (b)', 'a b(c)', 'a (b)[1]', '(a)', '(cd x; a)', 'a > (b)'],
  'substitutions beside text': ['a x$(b)', 'a $(b)x', 'a $(b)[1]', 'a "$(b)[1]"', 'a $(b)$(c)'],
  'substitutions whose end is searched otherwise': ["a $(b ')')", 'a "$(b # c\n)"', 'a $()', 'a $(! )'],
  lists: ['a $x', 'a x$y', 'a $x[1]', 'a "$x[1]"', 'a "$HOME[1]"', 'a $HOMEx', 'a $argv'],
  'variables that only bash has': ['a "$?"', 'a $$', 'a "$1"', 'a "$@"', 'a $#', 'a "${x}"', 'a "x$"', 'a $$HOME'],
  'names beyond ASCII': ['a "$xé"', 'é=a b'],
  'escapes in single quotes': ["a 'b\\\\c'", "a 'b\\' c", "a 'x\\'; b; 'y'"],
  'escapes elsewhere': ['a b\\n', 'a \\x41', 'a "b\\`c"', 'a "b\\\nc"', 'a b\\\nc'],
  'quotes that fish lacks': ["a $'b'", 'a $"b"', 'a `b`'],
  patterns: ['a ?', 'a [ab]', 'a **', 'a *"*"', 'a > f*', 'A=* b', 'a x[1'],
  braces: ['a {b,c}', 'a HEAD@{1}', 'a {', 'a }', '{ a; }', 'a {$x}'],
  folders: ['a ~x', 'A=~ b', '..; a', './x; a', 'x/; a', '/tmp; a'],
  'words with a meaning at their start': ['a %self', 'a ^f', 'a 1^', '%1'],
  keywords: ['begin; a; end', 'and a', 'or a', 'not a', 'a; and b', 'if a; b; end', 'while a; b; end', "'and' a"],
  'constructs of bash': [
    'for f in a b; do c; done',
    'if a; then b; fi',
    'f() { a; }',
    '[[ a ]]',
    '((1))',
    'a <(b)',
    'a <<E\nb\nE',
    'a <<<b',
    'x=1',
    'time a',
  ],
  redirections: ['a &>f', 'a >|b', 'a 2>|b', 'a >f >g', 'a >?f', '>f a', '>f', 'a <>f', 'a |& b', 'a &| b'],
  'commands in the background': ['a & b', 'a &', 'a&b'],
  'the one shell there is': ['a | cd x', 'cd x | a', 'a $(cd x)', 'a "$(export A=b)"', 'a | exit', 'cd x &'],
  'comments inside a word': ['a \\;#;', 'a \\ #b; c', 'a > \\&#; b', "a 'b'#c"],
  'lines that go on': ['a |\nb', 'a &&\nb', 'a \\\n# b\nc', 'a | # b\nc', 'a&&b'],
  'own commands': [
    'set x b',
    'set -e',
    'eval a',
    'source f',
    '. f',
    'exec a',
    'builtin a',
    'read x',
    'math 1',
    'string a',
    'alias a=b',
    'abbr a b',
    'function f',
    'fish_config',
    '__fish_x',
    'psub',
    'unset x',
    'declare x=1',
    'trap a EXIT',
  ],
  'words of builtins': [
    'cd -',
    'cd "-$x"',
    'cd "$x"-',
    'cd *',
    'cd ""',
    'cd a b',
    'cd -- a',
    'echo -s a',
    'echo -- a',
    'printf -v a b',
    'pwd --help',
    'type --help',
    'test --help',
    'exit x',
    'command cd a',
    'command -s a',
    'command "-v" a',
    'export a=b',
    'export A="b c"',
    'export A=$HOME',
    'export A',
  ],
  'own variables': [
    'HOME=/a b',
    'fish_trace=1 a',
    'PATH=a b',
    'GOPATH=a b',
    'argv=a b',
    'IFS=a b',
    'A=b c "$A"',
    'A= b',
  ],
  'what is typed': ['a\tb', 'a !!', 'a !$', '!a', 'a b!'],
  'the encoding': ['LC_ALL=C a é', 'a \ue000', "a '\ufdd0'"],
  'names that start with a dash': ['! -a', '-a b'],
  'names in quotes': ['"a" b', '$HOME/a b', '~/a b', '\\a b'],
};

describe('a line for fish', () => {
  for (const line of READ) {
    it(`is read: ${JSON.stringify(line)}`, () => {
      assert.deepEqual(reasons(analysed(line, 'fish')), []);
      assert.deepEqual(commandLines(analysed(line, 'fish')), commandLines(analysed(line)));
    });
  }
  for (const [what, lines] of Object.entries(NOT_READ)) {
    for (const line of lines) {
      it(`is unknown for ${what}: ${JSON.stringify(line)}`, () => {
        assert.notDeepEqual(reasons(analysed(line, 'fish')), []);
      });
    }
  }

  it('is listed as far as in a shell that is not read', () => {
    for (const line of [...READ, ...Object.values(NOT_READ).flat()]) {
      assert.deepEqual(commandLines(analysed(line, 'fish')), commandLines(analysed(line, 'other')), line);
    }
  });
});
