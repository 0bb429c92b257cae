import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { TextEdit } from '../../../src/files/fileTouch';
import { editedText } from '../../../src/files/resultingText';
import { runs } from '../propertyRuns';

const once = (oldText: string, newText: string): TextEdit => ({ oldText, newText, replaceAll: false });
const all = (oldText: string, newText: string): TextEdit => ({ oldText, newText, replaceAll: true });

describe('editedText', () => {
  const cases: readonly (readonly [
    name: string,
    text: string,
    edits: readonly TextEdit[],
    result: string | undefined,
  ])[] = [
    ['one replacement', 'a b c', [once('b', 'x')], 'a x c'],
    ['two replacements', 'a b c', [once('c', 'z'), once('a', 'x')], 'x b z'],
    ['every occurrence', 'a b a', [all('a', 'x')], 'x b x'],
    ...['$&', '$1', "$'", '$`', '$$', '$<x>'].map(
      (pattern) =>
        [`${pattern}, which some tools take for other text`, 'a b', [once('b', pattern)], undefined] as const,
    ),
    ['a dollar sign', 'a b', [once('b', '${x} $tsc $')], 'a ${x} $tsc $'],
    ['nothing to do', 'a', [], 'a'],
    ['not there', 'a', [once('b', 'x')], undefined],
    ['there twice', 'a a', [once('a', 'x')], undefined],
    ['an empty old text', 'a', [once('', 'x')], undefined],
    ['overlapping', 'abc', [once('ab', 'x'), once('bc', 'y')], undefined],
    ['built on the edit before', 'a', [once('a', 'b'), once('b', 'c')], undefined],
    ['moved by the edit before', 'a b', [once('b', ''), once('a', 'b')], 'b '],
    ['an old text that the edit before doubles', 'a b', [once('a', 'b'), once('b', 'x')], undefined],
    ['a result too large to compute', 'a'.repeat(10_000), [all('a', 'x'.repeat(10_000))], undefined],
  ];
  for (const [name, text, edits, result] of cases) {
    it(name, () => {
      assert.equal(editedText(text, edits), result);
    });
  }

  it('comes to what both kinds of tool come to, or says that it cannot tell', () => {
    const piece = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '{', '"'), maxLength: 4 });
    const edits = fc.array(fc.record({ oldText: piece, newText: piece, replaceAll: fc.boolean() }), { maxLength: 4 });
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c', '{', '"'), maxLength: 12 }), edits, (text, list) => {
        const result = editedText(text, list);
        if (result === undefined) return;
        let oneByOne = text;
        for (const { oldText, newText, replaceAll } of list) {
          oneByOne = replaceAll
            ? oneByOne.replaceAll(oldText, () => newText)
            : oneByOne.replace(oldText, () => newText);
        }
        assert.equal(result, oneByOne);
        // From the end, each where it stood at first: what a tool does that locates all edits before it makes any.
        const spans = list
          .flatMap(({ oldText, newText }) =>
            Array.from(text.matchAll(new RegExp(oldText.replace(/[{]/g, '\\{'), 'g')), ({ index }) => ({
              index,
              oldText,
              newText,
            })),
          )
          .sort((a, b) => b.index - a.index);
        let located = text;
        for (const { index, oldText, newText } of spans) {
          located = located.slice(0, index) + newText + located.slice(index + oldText.length);
        }
        assert.equal(result, located);
      }),
      runs(1, 700),
    );
  });
});
