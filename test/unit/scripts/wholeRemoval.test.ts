import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { removingWhole } from '../../../scripts/wholeRemoval.mjs';

describe("rows that go from one of the panel's lists", () => {
  it('leave nothing in the page', () => {
    const library = new URL('../../../node_modules/lit-html/directive-helpers.js', import.meta.url);
    const code = readFileSync(library, 'utf8');
    const [, removePart] = /,(\w+=\w+=>\{[^}]*\.remove\(\)\}),/.exec(removingWhole(code)) ?? [];
    const gone: string[] = [];
    const comment = (name: string): object => ({ remove: () => gone.push(name) });
    const part = { _$AR: () => gone.push('content'), _$AA: comment('start'), _$AB: comment('end') };
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the one function of a library, out of all that it imports
    const remove = new Function(
      'part',
      `const ${String(removePart)}; ${String(removePart).split('=')[0] ?? ''}(part);`,
    ) as (part: object) => void;
    remove(part);
    assert.deepEqual(gone, ['content', 'start', 'end']);
  });

  it('are not taken for mended where the library is another', () => {
    assert.throws(() => removingWhole('export const removePart = 1'), /removes rows in another way/);
  });
});
