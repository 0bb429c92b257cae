import assert from 'node:assert/strict';
import type { Shell } from '../../../src/shell/model/analysis';
import { analysed, commandLines, reasons } from './analyseTable';

/** Lines that bash may read otherwise than the analysis, by what is wrong with them. */
const UNKNOWN: Readonly<Record<string, readonly string[]>> = {
  'what the parser gets wrong without a word': [
    'a=(`rm x`)esac',
    'x+=($(b))y',
    `cat <<E\n\${x:-'$(b)'}\nE`,
    `a "\${x:\\\n-'$(b)'}"`,
    'a ${x\\\n-$(b)}',
    'x[a b $(rm y)] ls',
    'find / >&-delete',
    'rm >&-rf /',
    "$'\\x{72}m' a",
    "a $'\\c\u00e9'",
    "a $'b\\\nc'",
    'ls 2\\\n>f',
    'a x<(b)',
    'a 2>( )',
    'a 0<()',
    'a >()',
    'a $(<f time g)',
    '>f if g',
    'a <(b)c',
    'a {a..c..\\x4}',
    'a (b',
    'ls(',
    '&\\\n&',
    'a |\\\n| b',
  ],
  'what is not in the grammar': [
    'a &&',
    'if a; then b',
    `a 'b`,
    'a "b',
    '$(a',
    'a)',
    'a; ;b',
    '(a',
    'for i in a; b',
    'fi',
  ],
  'characters that mislead': [
    'ls\r\nrm x',
    'ls \u00a0x',
    'a\0b',
    'a\fb',
    'a\u200bb',
    'a \u202e b',
    'a\ufeff',
    'a \ud800 b',
    'a\u0085b',
  ],
  'lines that go on without a blank in front': ['r\\\nm x', 'a &&\\\nb', 'a "$\\\nx"', 'a;\\\nb'],
  'constructs that are not read': [
    'f() { a; }',
    'function f { a; }',
    'coproc a',
    'select i in a; do b; done',
    '(( i++ ))',
    'for ((;;)); do a; done',
    'a=(b c)',
    'a[0]=b',
    'a {fd}>f',
    'a $"b"',
    'a @(b|c)',
    'a $[1+1]',
    '[[ -v x ]]',
    '[[ $a -eq 1 ]]',
    '[[ a =~ (b) ]]',
  ],
  backticks: ['a `b`', 'a "`b`"', 'a=`b`', 'a <<E\n`b`\nE'],
  'expansions of parameters': [
    'a ${!x}',
    'a ${x@P}',
    'a ${x:=b}',
    'a ${x=b}',
    'a ${x[0]}',
    'a "${x:-$(b)}"',
    `a \${x:-'b'}`,
    'a ${x:y}',
    'a ${x:-`b`}',
    'a ${x/$(b)/c}',
    'a ${x:-<(b)}',
  ],
  patterns: ['a [$x]', `a ['b']`],
  'ANSI-C escapes': ["a $'\\0b'", "a $'\\xff'", "a $'\\u00e9'", "a $'\\ca'", "a $'\\400'"],
  'copies of descriptors': ['a >&b', 'a >& "2"', 'a <&$x', 'a >&12', 'a 2>&1-'],
  'here-documents': [
    'a <<E\nb',
    'a <<E\n$(b)\nE',
    'a <<E\n${x:-$(b)}\nE',
    'a <<E\nb\\\nE\nE',
    `a <<'E F'\nb\nE F`,
    'a <<"E"F\nb\nEF',
    'a <<\\E\nb\nE',
    'a <<E\n$[1]\nE',
  ],
  braces: [
    'a {b,{c,d}}',
    'a {1..9..2}',
    'a {01..3}',
    'a {$x,b}c',
    'a {~,b}',
    'a {b,c}{}',
    'a {b},}',
    'a [{b,c}]',
    'a {1..9999}',
    'export A={b,c}',
    'a > {b,c}',
  ],
  'names of commands': ['$x a', '"$x"', 'a$x', '$(a)', '* a', "'a b'", '""', '~root/a'],
  arithmetic: [
    'a $((x))',
    'a $((x[$(b)]))',
    'a $((i++))',
    'a $((x=1))',
    'x=$(b); a $((x+1))',
    `x='b[$(c)]'; a $((x))`,
    'a $((`b`))',
    'a $((1<<E))',
  ],
  'builtins that change what later commands mean': [
    'alias ls=rm',
    'unalias ls',
    'hash -p /bin/rm ls',
    'enable -f x.so y',
    'set -- a',
    'set -o posix',
    'set -f',
    'set -a',
    'shopt -s extglob',
    `trap 'rm x' EXIT`,
    'source a',
    '. a',
    'eval "$x"',
    'complete -C a b',
    'compgen -C a',
    'mapfile -C a b',
    `read 'a[$(b)]'`,
    'read "$x"',
    'read -a x',
    `printf -v 'a[$(b)]' c`,
    'printf "$x" a',
    `test -v 'a[$(b)]'`,
    '[ -v "$x" ]',
    'test $x',
    `unset 'a[$(b)]'`,
    'unset -f a',
    'let a=1',
    `declare 'a[$(b)]=1'`,
    'declare -i a=b',
    'declare -n a=b',
    'export "$x"',
    'export -f a',
    'wait -p "$x"',
    'jobs -x a',
    'builtin alias a=b',
    'command . a',
    'fc -s',
    'bind -x a',
    'shift',
  ],
  'assignments that change what later commands are': [
    'PATH=/x',
    'export PATH=/x:$PATH',
    'PATH=$PATH:/x; a',
    'IFS=,',
    'LD_PRELOAD=/x.so; a',
    'export LD_LIBRARY_PATH=.',
    'BASH_ENV=x',
    'ENV=x',
    'PROMPT_COMMAND=x',
    `PS4='$(a)'`,
    'HOME=/x',
    'CDPATH=/x',
    'export GIT_SSH_COMMAND=x',
    'export PAGER=./x',
    'export NODE_OPTIONS=x',
    'read PATH',
    'printf -v PATH x',
    'for PATH in a; do b; done',
    'unset PATH',
    'PATH=/x :',
    'PATH=/x eval a',
    'GLOBIGNORE=x',
  ],
  'what only runs later or elsewhere': [`bash -c "$x"`, `bash -c 'a "b'`, `eval 'f() { a; }'`, `bash -c 'alias a=b'`],
};

const KNOWN: readonly string[] = [
  'a &',
  'a # b `c`',
  `a 'b \`c\` $(d)'`,
  "a '\u00e9' \u{1f600}",
  'a \\\n  b \\\n  && c',
  'set -e',
  'set -euo pipefail',
  'set -ex; set +x',
  'test -f "$x" -a $? -eq 0',
  '[ "$x" = "$y" ]',
  '[ -n "$x" ] && [ $# -gt 0 ]',
  '[ -v x ]',
  'read -r x',
  'read -rp "a? " -n 1 x',
  'while IFS= read -r x; do a "$x"; done < f',
  'mapfile -t x < f',
  'printf "%s\\n" "$x"',
  'printf -v x a',
  'export A=b C="$d"',
  'export A',
  'unset A',
  'declare -x A=b',
  'GIT_PAGER=cat a',
  'PATH=/x a',
  'export GIT_PAGER=cat; a',
  'wait',
  'a & wait $!',
  'pid=$!; wait $pid',
  'alias',
  'a 2>&1 >/dev/null <&-',
  'a <<E\n$b ${c} $? \\$d\nE',
  'exec > f',
  'exit 1',
];

const ONLY_BASH: readonly string[] = [
  "a $'b\\tc'",
  'a $"b"',
  'a {b,c}',
  'a &> f',
  'a &>> f',
  'a <<< b',
  'a |& b',
  '[[ a ]]',
  '(( 1 ))',
  'a=(b)',
  'a+=b',
  'function f { a; }',
  'a <(b)',
  'a ${x/b/c}',
  'a ${x:0:1}',
  'a ${x^^}',
  'time a',
  'a b=~',
  'export A=$b',
  'a 10>b',
  'a 10<<E\nE',
  'a [[ && b',
  'a ~:/',
];

describe('lines that are not understood', () => {
  for (const [title, scripts] of Object.entries(UNKNOWN)) {
    describe(title, () => {
      for (const script of scripts) {
        it(JSON.stringify(script), () => {
          assert.notDeepEqual(reasons(analysed(script)), []);
        });
      }
    });
  }

  for (const script of KNOWN) {
    it(`does not count ${JSON.stringify(script)} among them`, () => {
      assert.deepEqual(reasons(analysed(script)), []);
    });
  }

  it('says why, and which part, and where', () => {
    assert.deepEqual(analysed('a; b `c`').unknown, [{ why: 'backticks', fragment: '`c`', position: 5 }]);
  });

  it('says where a string was opened', () => {
    const [part] = analysed(`a; bash -c 'b \`c\`'`).unknown;
    assert.deepEqual(part, { why: 'backticks', fragment: '`c`', position: 11 });
  });
});

describe('lines for other shells', () => {
  for (const script of ONLY_BASH) {
    it(`sh does not know ${script}`, () => {
      assert.notDeepEqual(reasons(analysed(script, 'sh')), []);
    });
  }

  for (const script of [
    'a && b | c > d 2>&1',
    'a "$b" $(c) ~/d',
    'for i in a b; do c $i; done',
    `a <<'E'\nb\nE`,
    'A=b; c $A ${d:-e} ${f%g}',
    'A=~:/x; a "[[" [ x[[ ~/:',
  ]) {
    it(`sh knows ${JSON.stringify(script)}`, () => {
      assert.deepEqual(reasons(analysed(script, 'sh')), []);
    });
  }

  for (const shell of ['other'] satisfies Shell[]) {
    it(`${shell} is unknown as a whole, and listed as bash reads it`, () => {
      const analysis = analysed('rm -rf / && a', shell);
      assert.deepEqual(reasons(analysis), ['a shell whose language is not read']);
      assert.deepEqual(commandLines(analysis), ['rm -rf /', 'a']);
    });
  }
});
