import assert from 'node:assert/strict';
import fc from 'fast-check';
import { asPickText, pickText } from '../../../src/editor/pickText';
import { shortLine } from '../../../src/common/visibleText';
import { runs } from '../propertyRuns';

/** A row of a quick pick as VS Code draws it, with its pictures in angle brackets. */
function drawn(row: string): string {
  return row.replace(/(\\)?\$\(([a-z0-9-]+(?:~[a-z]+)?)\)/giu, (_, escape: string | undefined, name: string) =>
    escape === undefined ? `<${name}>` : `$(${name})`,
  );
}

describe('the text of a row in a quick pick', () => {
  const cases: readonly (readonly [what: string, text: string, shown: string])[] = [
    ['plain text', 'npm test', 'npm test'],
    ['a command in a command', 'echo $(pwd) "$(date +%F)"', 'echo $(pwd) "$(date +%F)"'],
    ['the picture of a tick', '$(check) harmless', '$(check) harmless'],
    ['a turning picture', '$(sync~spin)', '$(sync~spin)'],
    ['one that is escaped already', '\\$(check) \\\\$(check)', '\\$(check) \\\\$(check)'],
    ['one in another', '$($(check))', '$($(check))'],
    ['one with a hidden character', '$(che\u200Bck)', '$(che\\u{200B}ck)'],
  ];
  for (const [what, text, shown] of cases) {
    it(`shows ${what}`, () => {
      assert.equal(drawn(pickText(text, 100)), shown);
    });
  }

  it('is cut to a length as it is seen', () => {
    assert.equal(drawn(pickText(`${'$(check)'.repeat(3)}x`, 24)), `${'$(check)'.repeat(2)}$(check…`);
  });

  it('never holds a picture, and is otherwise the text', () => {
    const parts = fc.constantFrom('$', '(', ')', '\\', 'check', '~spin', ' ', '$(check)', '\\$(check)');
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (list) => {
        const text = list.join('');
        assert.equal(drawn(asPickText(text)), text);
        assert.equal(drawn(pickText(text, 60)), shortLine(text, 60));
      }),
      runs(7, 1_000),
    );
  });
});
