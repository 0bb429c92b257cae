import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..', 'webview-ui');
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(ROOT, name), 'utf8'));

/** The properties of each element of the panel. */
const declared = new Map(
  sources.flatMap((source) => {
    const element = /@customElement\('([\w-]+)'\)/.exec(source)?.[1];
    const properties = [...source.matchAll(/@property\([^)]*\)\s+(?:override )?(\w+)/g)].map(([, name]) => name);
    return element === undefined ? [] : [[element, new Set(properties)] as const];
  }),
);

/** What templates set: `<auto-mode-x .name=${...}`. The compiler does not look into them. */
const set = sources.flatMap((source) =>
  [...source.matchAll(/<(auto-mode-[\w-]+)((?:[^>`]|=>|\$\{[^}]*\})*)/g)].flatMap(([, element = '', attributes = '']) =>
    [...attributes.matchAll(/\s\.(\w+)=\$\{/g)].map(([, name = '']) => ({ element, name })),
  ),
);

describe('the templates of the panel', () => {
  it('set only properties that the elements have', () => {
    assert.ok(set.length > 50, `${set.length} properties were found`);
    assert.deepEqual(
      set.filter(({ element, name }) => declared.get(element)?.has(name) !== true),
      [],
    );
  });
});
