import assert from 'node:assert/strict';
import { statusBarText } from '../../../../src/host/ui/statusBarText';
import { inEnglish } from '../../../../src/host/ui/translate';
import type { PanelMode, PanelSnapshot } from '../../../../src/panel/messages';
import { panelSnapshot } from './panelSnapshot';

const textOf = (over: Partial<PanelSnapshot>): ReturnType<typeof statusBarText> =>
  statusBarText(panelSnapshot(over), inEnglish);

describe('the status bar item', () => {
  const modes: readonly (readonly [mode: PanelMode, text: string, warning: boolean])[] = [
    ['on', '$(shield) Auto Mode: On', false],
    ['off', '$(circle-slash) Auto Mode: Off', false],
    ['paused', '$(debug-pause) Auto Mode: Paused', true],
    ['outage', '$(debug-disconnect) Auto Mode: No Classifier', true],
    ['configuration-error', '$(error) Auto Mode: Settings Problem', false],
    ['untrusted', '$(workspace-untrusted) Auto Mode: Restricted', false],
  ];
  for (const [mode, text, warning] of modes) {
    it(`reads “${text}”`, () => {
      const item = textOf({ mode });
      assert.equal(item.text, text);
      assert.equal(item.warning, warning);
      assert.ok(item.label.startsWith(text.replace(/^\$\([a-z-]+\) /, '')));
    });
  }

  it('counts problems and waiting questions, with an icon and with words', () => {
    const item = textOf({ waiting: 1, problems: [{ entry: 'bash((', message: 'unbalanced' }] });
    assert.equal(item.text, '$(shield) Auto Mode: On $(bell-dot) 1 $(warning) 1');
    assert.equal(
      item.label,
      'Auto Mode: On. 1 question waits for you. 1 entry of the settings cannot be used. 5 calls checked, 3 allowed, 2 blocked.',
    );
  });

  it('tells the counters in the tooltip', () => {
    assert.ok(textOf({}).tooltip.includes('5 calls checked, 3 allowed, 2 blocked.'));
  });

  it('shows why a mode holds, shortened and with hidden characters visible', () => {
    const { tooltip } = textOf({ mode: 'outage', modeDetail: `bad \u202E${'x'.repeat(1_000)}` });
    assert.ok(tooltip.some((line) => line.startsWith('bad \\u{202E}x') && line.length <= 300));
  });
});
