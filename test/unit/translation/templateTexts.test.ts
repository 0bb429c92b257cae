import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { templateTexts } from './templateTexts';

const WEBVIEW = join(import.meta.dirname, '..', '..', '..', 'webview-ui');

const CASES: readonly (readonly [source: string, words: readonly string[]])[] = [
  ['html`<p>${strings.empty}</p>`', []],
  ['html`<p>Nothing here</p>`', ['Nothing here']],
  ['html`<p>${count} calls</p>`', ['… calls']],
  ['html`<p>${a}: ${b} (${c}) · ×</p>`', []],
  ['html`<button class="plain button" aria-label="Close">×</button>`', ['Close']],
  ['html`<button aria-label=${strings.close} title="${name} file">x</button>`', ['… file']],
  ['html`<input .placeholder=${strings.search} type="search" />`', []],
  ['html`<ul>${rows.map((row) => html`<li>row ${row}</li>`)}</ul>`', ['row …']],
  ['html`<button @click=${() => { this.save(); }} ?disabled=${a > b}>${strings.save}</button>`', []],
  [`button.title = 'Close'`, ['Close']],
  [`button.setAttribute('aria-label', 'Close')`, ['Close']],
  [`button.setAttribute('role', 'option')`, []],
  ['css`p { color: red }`', []],
];

describe('words of the panel', () => {
  for (const [source, words] of CASES) {
    it(`are found in ${source}`, () => {
      assert.deepEqual(
        templateTexts('some.ts', source).map((found) => found.replace('some.ts:1: ', '')),
        words,
      );
    });
  }

  it('all come from the host, which has them translated', () => {
    const files = readdirSync(WEBVIEW, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.d.ts'),
    );
    assert.ok(files.length > 10);
    assert.deepEqual(
      files.flatMap((name) => templateTexts(name, readFileSync(join(WEBVIEW, name), 'utf8'))),
      [],
    );
  });
});
