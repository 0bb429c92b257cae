import assert from 'node:assert/strict';
import { analyse } from '../../../src/shell/analyse';
import { analysed } from './analyseTable';

/** The folder of the command `x`. */
const FOLDERS: readonly (readonly [script: string, folder: string | undefined])[] = [
  ['x', '/srv/project'],
  ['cd a && x', '/srv/project/a'],
  ['cd /a/./c// && x', '/a/c'],
  // Behind a link it leads elsewhere.
  ['cd /a/../b && x', undefined],
  ['cd /proc/self/cwd && x', undefined],
  ['cd .. && x', '/srv'],
  ['cd -- a && x', '/srv/project/a'],
  ['cd "a b" && x', '/srv/project/a b'],
  ['cd ~/a && x', '/home/u/a'],
  ['cd && x', '/home/u'],
  ['cd a && cd b && x', '/srv/project/a/b'],
  ['cd a && b | x', '/srv/project/a'],
  ['cd a && (x)', '/srv/project/a'],
  ['cd a && { b; x; }', '/srv/project/a'],
  ['cd a && y $(x)', '/srv/project/a'],
  ['d=a; cd $d && x', '/srv/project/a'],
  [`cd a && bash -c 'cd b && x'`, '/srv/project/a/b'],
  ['(cd a && b); x', '/srv/project'],
  ['cd a | b; x', '/srv/project'],
  ['cd a & x', '/srv/project'],
  ['y $(cd a); x', '/srv/project'],
  [`bash -c 'cd a'; x`, '/srv/project'],
  ['cd a || x', '/srv/project'],
  ['cd a || exit 1; x', '/srv/project/a'],
  ['cd a || { echo no; exit 1; }; x', '/srv/project/a'],
  ['set -e; cd a; x', '/srv/project/a'],
  ['set -euo pipefail\ncd a\nx', '/srv/project/a'],
  ['cd a || exit 1 >&2; x', '/srv/project/a'],
  ['cd a > f && x', '/srv/project/a'],
  ['if cd a; then x; fi', '/srv/project/a'],
  ['if ! cd a; then exit; fi; x', '/srv/project/a'],
  ['command cd a && x', '/srv/project/a'],
  ['pushd a && x', '/srv/project/a'],
  ['pushd ~/a > f && x', '/home/u/a'],
  ['pushd a && cd .. && x', '/srv/project'],
  // The folder may be the old one, or is not known
  ['cd a; x', undefined],
  ['cd a\nx', undefined],
  ['cd a || true; x', undefined],
  ['cd a && b || x', undefined],
  ['set -e; set +e; cd a; x', undefined],
  ['set -e; cd a && b; x', undefined],
  ['if b; then cd a; fi; x', undefined],
  ['while b; do cd a; x; done', undefined],
  ['for i in a b; do cd $i && y; done; x', undefined],
  // A builtin whose redirection fails is not run.
  ['cd a || exit > f; x', undefined],
  ['cd - && x', undefined],
  ['cd "$d" && x', undefined],
  ['cd *.d && x', undefined],
  ['cd a b && x', undefined],
  ['cd -P a && x', undefined],
  ['pushd a && popd && x', undefined],
  ['pushd && x', undefined],
  ['pushd +1 && x', undefined],
  ['pushd -n a && x', undefined],
  ['pushd -n && x', undefined],
  ['pushd -- a && x', undefined],
  ['pushd "" && x', undefined],
  ['pushd "$d" && x', undefined],
  ['CDPATH=/q; pushd a && x', undefined],
  ['pushd a; x', undefined],
  ['popd; x', undefined],
  ['CDPATH=/q; cd a && x', undefined],
  ['CDPATH=/q cd a && x', undefined],
  ['HOME=/q; cd && x', undefined],
  ['eval "cd a"; x', undefined],
  ['f() { cd a; }; f; x', undefined],
  ['source a; x', undefined],
];

describe('folders of commands', () => {
  for (const [script, folder] of FOLDERS) {
    it(JSON.stringify(script), () => {
      const found = analysed(script).commands.findLast((command) => command.words[0]?.text === 'x');
      assert.notEqual(found, undefined);
      assert.equal(found?.cwd, folder);
    });
  }

  it('knows only absolute folders where the place is not known', () => {
    const place = { cwd: undefined, home: undefined };
    const folder = (script: string): string | undefined => analyse(script, 'bash', place).commands.at(-1)?.cwd;
    assert.equal(folder('x'), undefined);
    assert.equal(folder('cd a && x'), undefined);
    assert.equal(folder('cd /a && x'), '/a');
    assert.equal(folder('cd ~/a && x'), undefined);
  });
});

describe('what a tilde and $HOME stand for', () => {
  for (const [script, word] of [
    ['x ~', '/home/u'],
    ['HOME=/q; x ~', '/q'],
    ['HOME=$q; x ~', undefined],
    ['HOME=/q x ~', '/home/u'],
    [`bash -c 'x ~'`, '/home/u'],
    [`HOME=/q bash -c 'x ~'`, undefined],
    [`sudo bash -c 'x ~'`, undefined],
    [`env -i bash -c 'x ~'`, undefined],
    [`cd a && x $PWD`, undefined],
  ] as const) {
    it(script, () => {
      assert.equal(analysed(script).commands.at(-1)?.words[1]?.text, word);
    });
  }
});

describe('changes of a shell that lives on', () => {
  for (const script of [
    'cd a',
    'cd a && b',
    'x=1',
    'export A=b',
    'alias a=b',
    'f() { a; }',
    'set -e',
    'shopt -s a',
    'unset a',
    'read a',
    '. a',
    'eval a',
    'pushd a',
    'for i in a; do b; done',
  ]) {
    it(`${script} does`, () => {
      assert.equal(analysed(script).changesShell, true);
    });
  }
  for (const script of [
    'a',
    'A=1 b',
    '(cd a)',
    'cd a | b',
    'cd a &',
    'b $(cd a)',
    `bash -c 'cd a; x=1'`,
    'a > f',
    '[[ a ]]',
    '(f() { a; })',
  ]) {
    it(`${script} does not`, () => {
      assert.equal(analysed(script).changesShell, false);
    });
  }
});
