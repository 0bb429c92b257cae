import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { AgentAlarm } from '../../../../src/bridge/enforcement/agentAlarm';
import { AlarmNotification, type AlarmWindow } from '../../../../src/features/agents/alarmNotification';

// The real window has to fit; this fails to compile if it does not.
export const realWindow = (window: typeof vscode.window): AlarmWindow => window;

const alarm = (tool: string): AgentAlarm => ({
  agent: 'claude-code',
  kind: 'blocked-call-ran',
  tool,
  at: '2026-11-22T10:00:00.000Z',
  detail: 'A call ran that was blocked.',
  unreported: 0,
});

class Fake {
  readonly messages: string[] = [];
  readonly close: ((button: string | undefined) => void)[] = [];
  readonly opened: string[] = [];
  readonly notification = new AlarmNotification({
    window: {
      showErrorMessage: (message) => {
        this.messages.push(message);
        return new Promise((resolve) => this.close.push(resolve));
      },
    },
    timer: { start: () => () => undefined },
    showPanel: () => this.opened.push('panel'),
    showLog: () => this.opened.push('log'),
  });
}

describe('the notification of an alarm', () => {
  it("names agent and tool; a tool's name forms no link and hides nothing", () => {
    const fake = new Fake();
    fake.notification.alarm(alarm('Ba\u202Esh [x](command:y)'));
    assert.deepEqual(fake.messages, [
      'Auto Mode alarm: Claude Code. A blocked call ran: Ba\\u{202E}sh [x] (command:y)',
    ]);
  });

  for (const [button, opened, next] of [
    ['Show Panel', ['panel'], 1],
    ['Show Log', ['log'], 2],
    [undefined, [], 2],
  ] as const) {
    it(`after ${String(button)}: tells what came meanwhile ${next === 1 ? 'no more, the panel has it' : 'in one'}`, async () => {
      const fake = new Fake();
      for (const tool of ['one', 'two', 'three']) fake.notification.alarm(alarm(tool));
      assert.equal(fake.messages.length, 1);
      fake.close[0]?.(button);
      await setImmediate();
      assert.deepEqual(fake.opened, opened);
      assert.equal(fake.messages.length, next);
      if (next === 2) assert.match(fake.messages[1] ?? '', /^Auto Mode: 2 more alarms\. .*three$/);
    });
  }
});
