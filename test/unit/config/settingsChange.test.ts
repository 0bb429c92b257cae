import assert from 'node:assert/strict';
import { affectsSettings } from '../../../src/config/settingsChange';

/** As the editor's own event answers: only the first place counts at which a changed key begins like the section. */
function changed(...keys: readonly string[]): { affectsConfiguration(section: string): boolean } {
  const all = `\n${keys.join('\n')}\n`;
  return {
    affectsConfiguration: (section) => {
      const at = all.indexOf(`\n${section}`);
      return at !== -1 && ['\n', '.'].includes(all.charAt(at + 1 + section.length));
    },
  };
}

describe('a change of the editor’s settings', () => {
  const cases: readonly (readonly [affects: boolean, ...keys: string[]])[] = [
    [true, 'autoMode.permissions.deny'],
    [true, 'editor.fontSize', 'autoMode.enabled'],
    [true, 'autoModeOther', 'autoMode.permissions.deny'],
    [true, 'autoModeOther.x', 'autoMode.permissions.ask'],
    [true, 'autoModerator', 'autoMode.hard_deny'],
    [true, 'autoMode'],
    [false, 'editor.fontSize'],
    [false, 'autoModeOther.permissions.deny'],
  ];
  for (const [affects, ...keys] of cases) {
    it(`of ${keys.join(' and ')} ${affects ? 'is' : 'is not'} about ours`, () => {
      assert.equal(affectsSettings(changed(...keys)), affects);
    });
  }
});
