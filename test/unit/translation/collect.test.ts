import assert from 'node:assert/strict';
import { collect } from './uiTexts';

interface Found {
  readonly texts?: readonly string[];
  readonly computed?: number;
  readonly untranslated?: number;
}

const CASES: readonly (readonly [source: string, found: Found])[] = [
  [`t('One {name}', { name })`, { texts: ['One {name}'] }],
  [`vscode.l10n.t('One')`, { texts: ['One'] }],
  [`t(many ? 'Two' : 'One')`, { texts: ['Two', 'One'] }],
  ['t(`One ${two}`)', { computed: 1 }],
  ['t(text)', { computed: 1 }],
  [`window.showWarningMessage('Mend it.')`, { untranslated: 1 }],
  [
    `window.showWarningMessage(problem, { modal: true, detail: 'Mend it.' }, t('OK'), 'No')`,
    { texts: ['OK'], untranslated: 2 },
  ],
  ['window.showErrorMessage(`It broke: ${problem}`)', { untranslated: 1 }],
  ['window.showErrorMessage(`${t("It broke.")} ${problem}`)', { texts: ['It broke.'] }],
  [
    `window.showInputBox({ title: 'Name', prompt: t('Which?'), placeHolder: '' })`,
    { texts: ['Which?'], untranslated: 1 },
  ],
  [`box.placeholder = 'Search'`, { untranslated: 1 }],
  [`box.placeholder = known ?? 'Search'`, { untranslated: 1 }],
  [`item = { description: kind === 'user' && 'yours' }`, { untranslated: 1 }],
  ['item = { label: `$(edit) ${name}` }', {}],
  [`other = { id: 'one two', kind: 'ask' }`, {}],
];

describe('texts that people read', () => {
  for (const [source, { texts = [], computed = 0, untranslated = 0 }] of CASES) {
    it(`are found in ${source}`, () => {
      const found = { texts: new Set<string>(), computed: [] as string[], untranslated: [] as string[] };
      collect('src/features/some.ts', source, found);
      assert.deepEqual([...found.texts], texts);
      assert.equal(found.computed.length, computed, found.computed.join('\n'));
      assert.equal(found.untranslated.length, untranslated, found.untranslated.join('\n'));
    });
  }
});
