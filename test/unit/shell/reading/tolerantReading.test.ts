import assert from 'node:assert/strict';
import { readTolerantly } from '../../../../src/shell/reading/tolerantReading';

function commandsOf(text: string): readonly string[] {
  return readTolerantly(text, { cwd: '/w', home: '/home/u' }).map(({ words, redirections }) =>
    [
      ...words.map((word) => word.text ?? word.pieces.map((piece) => piece.text).join('')),
      ...redirections.map(({ operator, target }) => `${operator}${target.text ?? '?'}`),
    ].join(' '),
  );
}

describe('the tolerant reader', () => {
  const cases: readonly [string, readonly string[]][] = [
    ['a b; c | d && e', ['a b', 'c', 'd', 'e']],
    ['if x; then rm -rf ~/y', ['x', 'rm -rf /home/u/y']],
    ['begin; not a; and rm x; end', ['a', 'rm x', 'end']],
    ['rm $HOME/a "${HOME}/b" $env:USERPROFILE/c ~', ['rm /home/u/a /home/u/b /home/u/c /home/u']],
    ['rm ~other/a $HOMES/b', ['rm ~other/a $HOMES/b']],
    ["echo 'rm -rf /' # rm -rf /", ['echo rm -rf /']],
    ['cat <<X\nrm -rf /\nX\nls', ['cat', 'ls']],
    ['echo a >>~/.bashrc 2>/dev/null', ['echo a >>/home/u/.bashrc >/dev/null']],
    ['sudo -n rm x', ['sudo -n rm x', 'rm x', 'x']],
    ['Remove-Item -Recurse ~', ['Remove-Item -Recurse /home/u']],
    ['a 2>| rm x y; b', ['a x y >rm', 'rm x y >rm', 'b']],
    ['r\\x6d x', ['rx6d x', 'rm x']],
    ['\\162\\u006D x\\x3bz', ['162u006D xx3bz', 'rm x;z']],
  ];
  for (const [text, expected] of cases) {
    it(`reads ${JSON.stringify(text)}`, () => {
      assert.deepEqual(commandsOf(text), expected);
    });
  }
});
