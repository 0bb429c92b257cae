import assert from 'node:assert/strict';
import { isPlainCodexPatch } from '../../../src/files/codexPatch';
import { isPatch, patchTouches } from '../../../src/files/patchText';
import { InputProblem } from '../../../src/common/inputProblem';
import { withinCpuMs } from '../cpuTime';

const wrap = (...lines: string[]): string => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');

describe('patches of Codex', () => {
  const plain: readonly (readonly [patch: string, touched: readonly string[]])[] = [
    [wrap('*** Add File: a.txt', '+hello', '+'), ['overwrite a.txt']],
    [wrap('*** Delete File: a b.txt'), ['delete a b.txt']],
    [wrap('*** Update File: a', '@@', '-x', '+y'), ['in-place a']],
    [wrap('*** Update File: a', '@@ class X', ' x', '', '-y', '*** End of File'), ['in-place a']],
    [wrap('*** Update File: a', '*** Move to: b/c', '@@', '-x', '+y'), ['rename-from a', 'rename-to b/c']],
    [
      wrap('*** Add File: /w/a', '+*** Delete File: z', '*** Delete File: b', '*** Update File: c', '-x'),
      ['overwrite /w/a', 'delete b', 'in-place c'],
    ],
    [wrap('*** Delete File: a').trimEnd(), ['delete a']],
  ];
  for (const [patch, touched] of plain) {
    it(`plain: ${JSON.stringify(patch)}`, () => {
      assert.equal(isPlainCodexPatch(patch), true);
      assert.deepEqual(
        patchTouches(patch).map(({ path, change }) => `${change} ${path}`),
        touched,
      );
    });
  }

  const odd: readonly (readonly [what: string, patch: string])[] = [
    ['nothing', ''],
    ['no file', wrap()],
    ['no end', '*** Begin Patch\n*** Delete File: a\n'],
    ['text in front', `x\n${wrap('*** Delete File: a')}`],
    ['text behind', `${wrap('*** Delete File: a')}x`],
    ['quotes around it, which Codex takes off', `<<'EOF'\n${wrap('*** Delete File: a')}EOF\n`],
    ['a blank in front of a section', wrap(' *** Delete File: a')],
    ['a line that stays and looks like a section', wrap('*** Update File: a', ' *** Delete File: b')],
    ['a line that stays and looks like a target', wrap('*** Update File: a', '*** Move to: b', ' *** Move to: c')],
    ['two targets', wrap('*** Update File: a', '*** Move to: b', '*** Move to: c')],
    ['a target of a new file', wrap('*** Add File: a', '*** Move to: b')],
    ['a new file whose lines have no sign', wrap('*** Add File: a', 'x')],
    ['lines of a deleted file', wrap('*** Delete File: a', '-x')],
    ['a path with a blank at its end', wrap('*** Delete File: a ')],
    ['line ends of Windows', wrap('*** Delete File: a').replaceAll('\n', '\r\n')],
    ['no path', wrap('*** Delete File: ')],
    ['a directive that is not known', wrap('*** Environment ID: x', '*** Delete File: a')],
    ['too many files', wrap(...Array.from({ length: 101 }, (_, index) => `*** Delete File: f${index}`))],
  ];
  for (const [what, patch] of odd) {
    it(`not plain: ${what}`, () => {
      assert.equal(isPlainCodexPatch(patch), false);
    });
  }

  for (const [what, patch, touched] of [
    ['in front of a section', wrap('\u0085*** Delete File: a'), ['a']],
    ['in front of all', `\u0085${wrap('\u00a0*** Delete File: a')}`, ['a']],
    ['behind a path', wrap('*** Delete File: a\u0085 \u0085'), ['a']],
  ] as const) {
    it(`a blank that Codex cuts off hides nothing: ${what}`, () => {
      assert.ok(isPatch(patch));
      assert.equal(isPlainCodexPatch(patch), false);
      assert.deepEqual(
        patchTouches(patch).map(({ path }) => path),
        touched,
      );
    });
  }

  for (const [what, lines] of [
    ['files', Array.from({ length: 1001 }, (_, index) => `*** Delete File: f${index}`)],
    ['targets', ['*** Update File: a', ...Array.from({ length: 1001 }, (_, index) => ` *** Move to: f${index}`)]],
    ['files of a unified patch', Array.from({ length: 1001 }, (_, index) => `+++ f${index}`)],
  ] as const) {
    it(`too many ${what} to look at are refused, for the last may be the one that matters`, () => {
      assert.throws(() => patchTouches(wrap(...lines)), InputProblem);
    });
  }

  it('of two targets neither hides the other', () => {
    const patch = wrap('*** Update File: a', '*** Move to: /etc/b', ' *** Move to: c');
    assert.deepEqual(
      patchTouches(patch).map(({ path }) => path),
      ['a', '/etc/b', 'c'],
    );
  });

  it('takes linear time', () => {
    withinCpuMs(20_000, () => {
      isPlainCodexPatch(wrap('*** Update File: a', ` ${' '.repeat(40)}x\n`.repeat(200_000).trimEnd()));
      isPlainCodexPatch(wrap(`*** Add File: ${' '.repeat(1_000_000)}`));
    });
  });
});
