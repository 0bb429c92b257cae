import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '..', '..', '..', 'webview-ui');
/** `.style=` sets the property, which the content security policy of the panel does not look at. */
const REFUSED = /(?<![.\w-])style=|styleMap|setAttribute\(\s*'style'/u;

describe('style attributes', () => {
  it('are what is looked for', () => {
    for (const text of ['<p style=${a}>', '<p\n  style="a"', 'styleMap({})', "setAttribute('style', a)"]) {
      assert.match(text, REFUSED);
    }
    for (const text of ['<p .style=${a}>', "style = ''", 'static override styles = []']) {
      assert.doesNotMatch(text, REFUSED);
    }
  });

  it('are set nowhere in the panel, where they would have no effect', () => {
    for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.ts'))) {
      // What a comment says about them is no attribute.
      const code = readFileSync(join(FOLDER, name), 'utf8').replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gmu, '');
      assert.doesNotMatch(code, REFUSED, name);
    }
  });
});
