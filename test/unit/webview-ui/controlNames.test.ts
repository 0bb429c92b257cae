import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { uiTexts } from '../translation/uiTexts';

const BUNDLE = join(import.meta.dirname, '..', '..', '..', 'media', 'l10n', 'bundle.l10n.de.json');
const german = JSON.parse(readFileSync(BUNDLE, 'utf8')) as Record<string, string>;

const LANGUAGES: readonly (readonly [language: string, bundle: Record<string, string>])[] = [
  ['en', {}],
  ['de', german],
];

/** What is on each button of the panel that has a longer name for screen readers, and that name. */
const NAMED: readonly (readonly [visible: string, name: string])[] = [
  ['Add This Rule', 'Add This Rule: {rule} ({scope})'],
  ['Connect', 'Connect {agent}'],
  ['Connect Again', 'Connect Again: {agent}'],
  ['Disconnect', 'Disconnect {agent}'],
  ['Trust…', 'Trust… the hooks of {agent}'],
  ['Fix…', 'Fix… {agent}'],
  ['Dismiss', 'Dismiss the alarm about {tool}'],
  ['Change', 'Change: {name}'],
  ['Undo', 'Undo: {what}'],
];

describe('the names of the panel’s buttons', () => {
  for (const [language, bundle] of LANGUAGES) {
    for (const [visible, name] of NAMED) {
      // Who speaks to the computer says what stands on the button.
      it(`hold what is on it, ${language}: ${visible}`, () => {
        const said = (text: string): string => (bundle[text] ?? text).toLowerCase();
        assert.ok(said(name).includes(said(visible)), name);
      });
    }
  }

  it('are names that the panel has', () => {
    const { texts } = uiTexts();
    assert.deepEqual(
      NAMED.flat().filter((text) => !texts.has(text)),
      [],
    );
  });
});
