import assert from 'node:assert/strict';
import { statusBarText } from '../../../../src/features/status/statusBarText';
import type { PanelMode, PanelSnapshot } from '../../../../src/panel/messages';
import { panelSnapshot } from '../../panel/panelSnapshot';

const textOf = (over: Partial<PanelSnapshot>): ReturnType<typeof statusBarText> => statusBarText(panelSnapshot(over));

describe('the status bar item', () => {
  const modes: readonly (readonly [mode: PanelMode, text: string, warning: boolean])[] = [
    ['on', '$(shield) Auto Mode', false],
    ['off', '$(circle-slash) Auto Off', false],
    ['paused', '$(debug-pause) Auto Paused', true],
    ['outage', '$(debug-disconnect) No Judge', true],
    ['configuration-error', '$(error) Settings Problem', false],
    ['untrusted', '$(workspace-untrusted) Auto Restricted', false],
    ['not-started', '$(error) Not Started', true],
  ];
  for (const [mode, text, warning] of modes) {
    it(`reads “${text}”`, () => {
      const item = textOf({ mode });
      assert.equal(item.text, text);
      assert.equal(item.warning, warning);
      assert.match(item.label, /^Auto Mode: /);
      assert.ok(text.split(' ').length <= 3);
    });
  }

  const overOutage: readonly (readonly [mode: PanelMode, text: string, told: boolean])[] = [
    ['paused', '$(debug-pause) Auto Paused', true],
    ['configuration-error', '$(debug-disconnect) No Judge', true],
    ['untrusted', '$(debug-disconnect) No Judge', true],
    ['outage', '$(debug-disconnect) No Judge', true],
    ['off', '$(circle-slash) Auto Off', false],
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

  const problems = [{ entry: 'bash((', message: 'unbalanced' }];
  const one = { id: 'a', kind: 'blocked-call-ran', tool: 'Bash', at: 'T', detail: 'D', count: 1 } as const;
  const agent = { id: 'codex', name: 'Codex', connectable: true, state: 'alarm', sentence: '' } as const;
  const agents = [{ ...agent, alarms: [one, { ...one, id: 'b' }] }];
  const needs: readonly (readonly [Partial<PanelSnapshot>, text: string, warning: boolean])[] = [
    [{ problems }, '$(warning) Settings Problem', false],
    [{ removedRules: { id: 'r', rules: [], count: 2 } }, '$(history) Removed Rules', false],
    [{ unconfirmed: ['x'] }, '$(question) Review Settings', false],
    [{ waiting: 2, problems, mode: 'off' }, '$(bell-dot) 2 waiting', true],
    [{ waiting: 2, agents, mode: 'paused' }, '$(alert) 2 alarms', true],
    [{ waiting: 2, agents, mode: 'not-started' }, '$(error) Not Started', true],
  ];
  for (const [over, text, warning] of needs) {
    it(`shows what needs the user most: ${text}`, () => {
      const item = textOf(over);
      assert.deepEqual([item.text, item.warning], [text, warning]);
      assert.ok(text.split(' ').length <= 3);
    });
  }

  it('says all of it in the label and the tooltip', () => {
    const { label, tooltip } = textOf({ waiting: 1, problems, agents });
    assert.match(label, /^Auto Mode: On\. 2 alarms: .*1 question .*1 entry .*5 calls checked/);
    assert.equal(tooltip.filter((line) => /alarms|question|entry/.test(line)).length, 3);
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
