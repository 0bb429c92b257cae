import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { PanelAlarm, PanelMode, PanelSnapshot } from '../../../../src/panel/messages';
import type { PanelDenial } from '../../../../src/panel/panelDenial';
import { modeText } from '../../../../src/texts/modeText';
import { Announcer } from '../../../../webview-ui/frame/announcer';
import { panelSnapshot } from '../../panel/panelSnapshot';

const denial = (number: number): PanelDenial => ({
  id: `d${number}`,
  at: '2026-03-04T05:06:07.000Z',
  tool: 'bash',
  reason: `Reason ${number}.`,
  summary: 'bash x',
  kind: 'permissions.deny',
});

/** The list shows twelve denials, whatever was blocked. */
function snapshotOf(blocked: number, alarms: readonly PanelAlarm[] = []): PanelSnapshot {
  const denials = Array.from({ length: Math.min(blocked, 12) }, (_, index) => denial(blocked - index));
  const counters = { checked: blocked, allowed: 0, blocked, unjudged: 0, outages: {}, forModel: 0, byStage: {} };
  const agents = [{ id: 'codex', name: 'Codex', connectable: true, state: 'alarm', sentence: '', alarms }] as const;
  return panelSnapshot({ counters, denials, agents });
}

describe('what is announced', () => {
  const told: string[] = [];
  let announcer: Announcer;
  const show = (snapshot: PanelSnapshot): readonly string[] => {
    announcer.show(snapshot);
    return told.splice(0);
  };
  beforeEach(() => {
    told.length = 0;
    announcer = new Announcer({
      say: (text) => told.push(`said: ${text}`),
      warn: (text) => told.push(`warned: ${text}`),
    });
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  it('is nothing of what was there when the panel opened', () => {
    assert.deepEqual(show(snapshotOf(3)), []);
  });

  it('is a block at once, and then all that follow in a few seconds together', () => {
    show(snapshotOf(0));
    assert.deepEqual(show(snapshotOf(1)), ['said: Blocked: bash. Reason 1.']);
    for (let blocked = 2; blocked <= 40; blocked++) assert.deepEqual(show(snapshotOf(blocked)), []);
    mock.timers.tick(5000);
    assert.deepEqual(told.splice(0), ['said: 39 more calls were blocked. The last: bash. Reason 40.']);
    mock.timers.tick(60_000);
    assert.deepEqual(told, []);
    assert.deepEqual(show(snapshotOf(41)), ['said: Blocked: bash. Reason 41.']);
  });

  it('is an alarm at once, and each once', () => {
    const alarm: PanelAlarm = { id: 'a', kind: 'blocked-call-ran', tool: 'bash', at: '', detail: '', count: 1 };
    show(snapshotOf(0));
    show(snapshotOf(1));
    const [text, ...more] = show(snapshotOf(1, [alarm]));
    assert.match(text ?? '', /^warned: Alarm: Codex/);
    assert.deepEqual(more, []);
    assert.deepEqual(show(snapshotOf(1, [alarm])), []);
  });

  const modes: readonly (readonly [PanelMode, isFailure: boolean])[] = [
    ['on', false],
    ['off', false],
    ['paused', true],
    ['outage', true],
    ['configuration-error', true],
    ['untrusted', true],
    ['not-started', true],
  ];
  for (const [mode, isFailure] of modes) {
    it(`is ${isFailure ? 'at once' : 'not'} that the mode “${mode}” begins, and nothing while it lasts`, () => {
      const { word, sentence } = modeText(mode);
      const one = panelSnapshot({ mode, modeDetail: 'Do this.' });
      assert.deepEqual(show(one), [], 'as it was when the panel opened');
      assert.deepEqual(show(panelSnapshot({ mode, modeDetail: 'Do that.' })), []);
      show(panelSnapshot({ mode: mode === 'on' ? 'off' : 'on' }));
      const said = isFailure ? [`warned: Auto Mode now: ${word}. ${sentence} Do this.`] : [];
      assert.deepEqual(show(one), said);
      assert.deepEqual(show(one), []);
    });
  }

  it('is every new problem, once for each time that it begins', () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((entry) => ({ entry, message: `Mend ${entry}.` }));
    assert.ok(a !== undefined && b !== undefined && c !== undefined && d !== undefined);
    const problems = (...those: PanelSnapshot['problems']): readonly string[] =>
      show(panelSnapshot({ problems: those }));
    assert.deepEqual(problems(a), []);
    assert.deepEqual(problems(b, a), ['warned: Problem: b. Mend b.']);
    assert.deepEqual(problems(b, a), []);
    assert.deepEqual(problems(c, b, d, a), ['warned: 2 new problems. The first: c. Mend c.']);
    assert.deepEqual(problems(), []);
    assert.deepEqual(problems(a), ['warned: Problem: a. Mend a.']);
  });

  it('is all that goes wrong with one snapshot together', () => {
    const alarm: PanelAlarm = { id: 'a', kind: 'blocked-call-ran', tool: 'bash', at: '', detail: '', count: 1 };
    show(snapshotOf(0));
    const mode = 'configuration-error';
    const [text, ...more] = show({ ...snapshotOf(0, [alarm]), mode, problems: [{ entry: 'a', message: 'Mend a.' }] });
    assert.match(text ?? '', /^warned: Auto Mode now: Settings Problem\..+ Problem: a\. Mend a\. Alarm: Codex/);
    assert.deepEqual(more, []);
  });
});
