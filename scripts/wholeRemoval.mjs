// @ts-check
import { readFile } from 'node:fs/promises';

const REMOVAL = /(\w+)\._\$AR\(\),\1\._\$AA\.remove\(\)/;

/**
 * Lit 3.3.1 to 3.3.3 leave the comment that ends a row of a list in the page when the row goes (lit/lit#5298), so that a list in which
 * rows come and go grows without end. This has it removed as well.
 *
 * @param {string} code of `lit-html/directive-helpers.js`
 * @returns {string}
 * @throws {Error} where the code is another: it may be mended there, and this can go
 */
export function removingWhole(code) {
  if (!REMOVAL.test(code)) throw new Error('lit-html removes rows in another way now: see scripts/wholeRemoval.mjs.');
  return code.replace(REMOVAL, (removal, part) => `${removal},${part}._$AB?.remove()`);
}

/** @type {import('esbuild').Plugin} */
export const wholeRemoval = {
  name: 'whole-removal',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]lit-html[\\/]directive-helpers\.js$/ }, async ({ path }) => ({
      contents: removingWhole(await readFile(path, 'utf8')),
    }));
  },
};
