import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { panelStrings } from '../../../src/features/status/panelStrings';
import { inLanguage } from '../translation/language';
import type { PanelStrings } from '../../../src/panel/messages';

const BUNDLE = join(import.meta.dirname, '..', '..', '..', 'media', 'l10n', 'bundle.l10n.de.json');
const german = JSON.parse(readFileSync(BUNDLE, 'utf8')) as Record<string, string>;

const LANGUAGES: readonly (readonly [language: string, bundle: Record<string, string>])[] = [
  ['en', {}],
  ['de', german],
];

/** What stands on each button of the panel that has a longer name for screen readers, and that name. */
function namedButtons(words: PanelStrings): readonly (readonly [visible: string, name: string])[] {
  const { history, modelChoice, ruleEditing } = words;
  return [
    [history.allowOnce, history.allowOnceLabel],
    [history.addRule, history.addRuleLabel],
    [history.details, history.detailsLabel],
    [history.add, history.addLabel],
    [words.copy, words.copyLabel],
    [words.connect, words.connectAgent],
    [words.connectAgain, words.connectAgentAgain],
    [words.disconnect, words.disconnectAgent],
    [words.dismiss, words.dismissAlarm],
    [modelChoice.change, modelChoice.changeSetting],
    ['{button}', modelChoice.buttonOf],
    [ruleEditing.undo, ruleEditing.undoWhat],
  ];
}

describe('the names of the panel’s buttons', () => {
  for (const [language, bundle] of LANGUAGES) {
    for (const [visible, name] of namedButtons(inLanguage(bundle, () => panelStrings(language)))) {
      // Who speaks to the computer says what stands on the button.
      it(`hold what stands on it: ${visible}`, () => {
        assert.ok(name.toLowerCase().includes(visible.toLowerCase()), name);
      });
    }
  }
});
