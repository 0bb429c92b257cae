import assert from 'node:assert/strict';
import type { CommandContext } from '../../../src/shell/model/analysis';
import { analysed, commandLines, reasons, shown, wordsOf } from './analyseTable';

const NOTHING: CommandContext = {
  pipe: undefined,
  conditional: false,
  substitution: false,
  function: undefined,
  background: false,
  via: [],
  asOtherUser: false,
  elsewhere: undefined,
};

/** What the context of the command `x` says beyond nothing. */
const CONTEXTS: readonly (readonly [script: string, context: Partial<CommandContext>])[] = [
  ['x', {}],
  ['a; x', {}],
  ['a | x', { pipe: { index: 1, length: 2 } }],
  ['x | a | b', { pipe: { index: 0, length: 3 } }],
  ['a | { b; x; }', { pipe: { index: 1, length: 2 } }],
  ['x && a', {}],
  ['a && x', { conditional: true }],
  ['a || x', { conditional: true }],
  ['if a; then x; fi', { conditional: true }],
  ['if a; then b; else x; fi', { conditional: true }],
  ['case $a in b) x;; esac', { conditional: true }],
  ['while a; do x; done', { conditional: true, rounds: 'unknown' }],
  ['while sleep 1; do x; done', { conditional: true, rounds: 'unknown' }],
  ['until read -r a; do x; done', { conditional: true, rounds: 'unknown' }],
  ['while read -t 1 a; do x; done', { conditional: true, rounds: 'unknown' }],
  ['while IFS= read -r a; do x; done', { conditional: true, rounds: 'lines' }],
  ['while true; do x & done', { conditional: true, background: true, startsForEver: true, rounds: 'endless' }],
  ['while true; do while read a; do x; done; done', { conditional: true, rounds: 'unknown' }],
  ['for i in $a; do x; done', { conditional: true, rounds: 'values' }],
  ['for i in a b; do for j in $(c); do x; done; done', { conditional: true, rounds: 'values' }],
  ['for i in $a; do for j in a b; do x; done; done', { conditional: true, rounds: 'values' }],
  ['for i in $a; do while read b; do x; done; done', { conditional: true, rounds: 'unknown' }],
  ['(x)', {}],
  ['! x', {}],
  ['time -p x', {}],
  ['a $(x)', { substitution: true }],
  ['a "b $(x) c"', { substitution: true }],
  ['a $(b $(x))', { substitution: true }],
  ['a <(x)', { substitution: true }],
  ['a > >(x)', { substitution: true }],
  ['A=$(x) b', { substitution: true }],
  ['a <<< "$(x)"', { substitution: true }],
  ['x &', { background: true }],
  ['{ a; x; } &', { background: true }],
  ['f() { x; }', { function: 'f', conditional: true }],
  ['timeout 5 x', { via: ['timeout'] }],
  [`bash -c 'x'`, { via: ['bash'] }],
  [`eval x`, { via: ['eval'] }],
  [`timeout 5 bash -c 'a && x'`, { via: ['timeout', 'bash'], conditional: true }],
  ['sudo x', { via: ['sudo'], asOtherUser: true }],
];

describe('contexts of commands', () => {
  for (const [script, context] of CONTEXTS) {
    it(script, () => {
      const found = analysed(script).commands.find((command) => command.words[0]?.text === 'x');
      assert.deepEqual(found?.context, { ...NOTHING, ...context });
    });
  }
});

const REDIRECTIONS: readonly (readonly [script: string, ...redirections: string[]])[] = [
  ['x > f', '> f'],
  ['x >>f 2>&1 <g', '>> f', '2>& 1', '< g'],
  ['> f x', '> f'],
  ['x >| f <> g &> h &>> i', '>| f', '<> g', '&> h', '&>> i'],
  ['x 2>/dev/null >&2 2>&-', '2> /dev/null', '>& 2', '2>& -'],
  ['x > "$f"', '> <"$f">'],
  ['{ x; a; } > f', '> f'],
  ['{ x 2> g; } > f', '2> g', '> f'],
  ['( x ) > f', '> f'],
  ['while a; do x; done < f > g', '< f', '> g'],
  ['if a; then x; fi > f', '> f'],
  ['x |& a', '2>& 1'],
  ['x <<< "a b"', '<<< a b'],
  [`x <<'E'\na $b\n\`c\`\nE`, '<< a $b\n`c`\n'],
  [`x <<E\na\n\\$b\nE`, '<< a\n$b\n'],
  ['x <<E\na $b ${c}\nE', '<< a <"$b"> <"${c}">\n'],
  [`x <<-'E'\n\ta\n\t\tb\n\tE`, '<< a\nb\n'],
  [`x <<'A' <<"B"\na\nA\nb\nB`, '<< a\n', '<< b\n'],
  [`x <<'E' > f && a\nb\nE`, '<< b\n', '> f'],
];

describe('redirections', () => {
  for (const [script, ...redirections] of REDIRECTIONS) {
    it(JSON.stringify(script), () => {
      const analysis = analysed(script);
      assert.deepEqual(reasons(analysis), []);
      const found = analysis.commands.find((command) => command.words[0]?.text === 'x');
      assert.deepEqual(
        found?.redirections.map(
          ({ descriptor, operator, target }) => `${descriptor ?? ''}${operator} ${shown(target)}`,
        ),
        redirections,
      );
    });
  }

  it('takes the text of a quoted here-document as data', () => {
    const analysis = analysed(`git commit -m "$(cat <<'EOF'\nfix: it's \`x\` $(rm -rf /)\nEOF\n)" && git push`);
    assert.deepEqual(reasons(analysis), []);
    assert.deepEqual(
      analysis.commands.map((command) => command.words[0]?.text),
      ['cat', 'git', 'git'],
    );
  });
});

describe('[[ ]]', () => {
  for (const [script, ...words] of [
    ['[[ -f a && ! ( $x == b* ) ]]', '[[', '-f', 'a', '&&', '!', '(', '<$x>', '==', 'b<glob *>', ')', ']]'],
    ['[[ $? -eq 0 ]]', '[[', '<$?>', '-eq', '0', ']]'],
    ['[[ "$a" < b || -z $c ]]', '[[', '<"$a">', '<', 'b', '||', '-z', '<$c>', ']]'],
  ] as const) {
    it(script, () => {
      const analysis = analysed(script);
      assert.deepEqual(reasons(analysis), []);
      assert.deepEqual(wordsOf(analysis.commands[0]), words);
    });
  }
});

describe('what is listed', () => {
  for (const [script, ...lines] of [
    ['a; b & c && d || e | f', 'a', 'b', 'c', 'd', 'e', 'f'],
    ['a\n\n# c\nb # d', 'a', 'b'],
    ['a $(b) <(c)', 'b', 'c', 'a <$(b)> <"<(c)">'],
    ['if a; then b; elif c; then d; else e; fi', 'a', 'b', 'c', 'd', 'e'],
    ['case $(a) in x|y) b;; *) c;; esac', 'a', 'b', 'c'],
    ['until a; do b; done', 'a', 'b'],
    ['! a | b', 'a', 'b'],
    ['A=1', ''],
    ['> f', ''],
    ['a \\\n  b', 'a b'],
    // Found inside what is not understood
    ['f() { a; b; }', 'a', 'b'],
    ['coproc a b', 'a b'],
    ['(( x = $(a) ))', 'a'],
    ['for ((i=$(a);;)); do b; done', 'a', 'b'],
    ['select x in y; do a; done', 'a'],
    ['x=($(a) b)', 'a', ''],
    ['p `a`', 'a', 'p <`a`>'],
    ['p "${x:-$(a)}"', 'a', 'p <${x:-$(a)}>'],
    ['p <<E\n$(a)\nE', 'a', 'p'],
    ['[[ -n $(a) ]]', 'a', '[[ -n <$(a)> ]]'],
    ['r\\\nm x', 'rm x'],
  ] as const) {
    it(JSON.stringify(script), () => {
      assert.deepEqual(commandLines(analysed(script)), lines);
    });
  }
});
