import assert from 'node:assert/strict';
import { statusBarText } from '../../../../src/features/status/statusBarText';
import type { PanelMode, PanelSnapshot } from '../../../../src/panel/messages';
import { panelSnapshot } from '../../panel/panelSnapshot';

const textOf = (over: Partial<PanelSnapshot>): ReturnType<typeof statusBarText> => statusBarText(panelSnapshot(over));

describe('the status bar item', () => {
  const modes: readonly (readonly [mode: PanelMode, text: string, warning: boolean])[] = [
    ['on', '$(shield) Auto Mode: On', false],
    ['off', '$(circle-slash) Auto Mode: Off', false],
    ['paused', '$(debug-pause) Auto Mode: Paused', true],
    ['outage', '$(debug-disconnect) Auto Mode: No Classifier', true],
    ['configuration-error', '$(error) Auto Mode: Settings Problem', false],
    ['untrusted', '$(workspace-untrusted) Auto Mode: Restricted', false],
    ['not-started', '$(error) Auto Mode: Not Started', true],
  ];
  for (const [mode, text, warning] of modes) {
    it(`reads “${text}”`, () => {
      const item = textOf({ mode });
      assert.equal(item.text, text);
      assert.equal(item.warning, warning);
      assert.ok(item.label.startsWith(text.replace(/^\$\([a-z-]+\) /, '')));
    });
  }

  const overOutage: readonly (readonly [mode: PanelMode, text: string, told: boolean])[] = [
    ['paused', '$(debug-pause) Auto Mode: Paused $(debug-disconnect)', true],
    ['configuration-error', '$(error) Auto Mode: Settings Problem $(debug-disconnect)', true],
    ['untrusted', '$(workspace-untrusted) Auto Mode: Restricted $(debug-disconnect)', true],
    ['outage', '$(debug-disconnect) Auto Mode: No Classifier', true],
    ['off', '$(circle-slash) Auto Mode: Off', false],
  ];
  for (const [mode, text, told] of overOutage) {
    it(`${told ? 'shows' : 'does not show'} an outage while the mode is ${mode}`, () => {
      const detail = 'Not reached: check the network.';
      const classifier = { state: 'outage', detail } as const;
      const item = textOf({ mode, classifier, ...(mode === 'outage' ? { modeDetail: detail } : {}) });
      assert.equal(item.text, text);
      assert.equal(item.warning, told);
      assert.equal(item.tooltip.filter((line) => line === detail).length, told ? 1 : 0);
    });
  }

  it('counts problems and waiting questions, with an icon and with words', () => {
    const item = textOf({ waiting: 1, problems: [{ entry: 'bash((', message: 'unbalanced' }] });
    assert.equal(item.text, '$(shield) Auto Mode: On $(bell-dot) 1 $(warning) 1');
    assert.match(item.label, /^Auto Mode: On\. 1 question .*1 entry .*5 calls checked/);
  });

  it('stands out for an alarm, whatever the mode, and counts alarms', () => {
    const one = { id: 'a', kind: 'blocked-call-ran', tool: 'Bash', at: 'T', detail: 'D', count: 1 } as const;
    const agent = { id: 'codex', name: 'Codex', connectable: true, state: 'alarm', sentence: '' } as const;
    const item = textOf({ agents: [{ ...agent, alarms: [one, { ...one, id: 'b' }] }] });
    assert.equal(item.text, '$(shield) Auto Mode: On $(alert) 2');
    assert.match(item.label, /2 alarms: agents did not keep to verdicts/);
    assert.equal(item.warning, true);
  });

  it('tells the counters in the tooltip', () => {
    assert.ok(textOf({}).tooltip.includes('5 calls checked, 3 allowed, 2 blocked.'));
    const counters = {
      checked: 5,
      allowed: 2,
      blocked: 3,
      unjudged: 1,
      outages: { network: 1 },
      forModel: 0,
      byStage: {},
    };
    const { tooltip, label } = textOf({ counters });
    const told = '5 calls checked, 2 allowed, 3 blocked, 1 of these not judged.';
    assert.ok(tooltip.includes(told) && label.endsWith(told));
  });

  const switches: readonly (readonly [mode: PanelMode, waiting: number, commands: string])[] = [
    ['on', 0, 'showPanel denials off'],
    ['off', 0, 'showPanel denials on'],
    ['paused', 1, 'showPanel showWaiting denials resume'],
    ['not-started', 0, 'showPanel showLog'],
  ];
  for (const [mode, waiting, commands] of switches) {
    it(`links to ${commands} while it is ${mode}`, () => {
      const { links } = textOf({ mode, waiting, ...(mode === 'not-started' ? { notStarted: true } : {}) });
      assert.equal(links.map(({ command }) => command.replace('autoMode.', '')).join(' '), commands);
    });
  }

  it('shows why a mode holds, shortened and with hidden characters visible', () => {
    const { tooltip } = textOf({ mode: 'outage', modeDetail: `bad \u202E${'x'.repeat(1_000)}` });
    assert.ok(tooltip.some((line) => line.startsWith('bad \\u{202E}x') && line.length <= 300));
  });
});
