import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GLYPHS } from '../../../../webview-ui/common/icon';

describe("the panel's icons", () => {
  const mapping = join(
    import.meta.dirname,
    '..',
    '..',
    '..',
    '..',
    'node_modules/@vscode/codicons/src/template/mapping.json',
  );
  const names = JSON.parse(readFileSync(mapping, 'utf8')) as Readonly<Record<string, readonly string[]>>;

  for (const [name, place] of Object.entries(GLYPHS)) {
    it(`has '${name}' where the font that is shipped has it`, () => {
      assert.ok(names[String(place)]?.includes(name), `${name} is not at ${place}`);
    });
  }
});
