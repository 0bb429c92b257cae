import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { Decision } from '../../../../src/engine/model/decision';
import { BlockNotification, type NotificationWindow } from '../../../../src/features/history/blockNotification';
import { FOLDING_MILLISECONDS } from '../../../../src/editor/foldedNotification';

function decision(over: Partial<Decision> = {}): Decision {
  return {
    id: 'd1',
    at: '2026-03-04T05:06:07.000Z',
    durationMs: 1,
    outcome: 'block',
    stage: 'permissions.deny',
    reason: 'A deny rule forbids it.',
    tool: 'Bash',
    summary: 'Bash git push',
    agent: 'claude-code',
    ...over,
  };
}

class FakeWindow implements NotificationWindow {
  readonly shown: { readonly message: string; readonly buttons: readonly string[] }[] = [];
  readonly closers: ((button: string | undefined) => Promise<void>)[] = [];
  now = 0;
  denialsShown = 0;
  readonly shownDenials: string[] = [];
  tells: 'all' | 'outages' | 'none' = 'all';
  readonly stopped: boolean[] = [];
  readonly #timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  readonly notification = new BlockNotification({
    window: this,
    timer: {
      start: (milliseconds, callback) => {
        const timer = { at: this.now + milliseconds, callback };
        this.#timers.add(timer);
        return () => this.#timers.delete(timer);
      },
    },
    showDenials: () => {
      this.denialsShown++;
    },
    showDenial: ({ id }) => {
      this.shownDenials.push(id);
    },
    level: () => this.tells,
    stop: (unjudged) => this.stopped.push(unjudged),
  });

  get timers(): number {
    return this.#timers.size;
  }

  get messages(): readonly string[] {
    return this.shown.map(({ message }) => message);
  }

  showWarningMessage(message: string, ...buttons: string[]): Promise<string | undefined> {
    this.shown.push({ message, buttons });
    return new Promise((resolve) => {
      this.closers.push((button) => {
        resolve(button);
        return setImmediate();
      });
    });
  }

  pass(milliseconds: number): void {
    this.now += milliseconds;
    for (const timer of [...this.#timers]) {
      if (timer.at > this.now) continue;
      this.#timers.delete(timer);
      timer.callback();
    }
  }

  async close(index: number, button?: string): Promise<void> {
    await this.closers[index]?.(button);
  }
}

// The real window has to fit; this fails to compile if it does not.
export const realWindowFits = (window: typeof vscode.window): NotificationWindow => window;

describe('the notification of a block', () => {
  it('names the call, the agent and the reason, and leads to the denial and to all of them', () => {
    const window = new FakeWindow();
    window.notification.decided(decision());
    assert.deepEqual(window.shown, [
      {
        message: 'Auto Mode blocked a call of Claude Code: “Bash git push”. A deny rule forbids it.',
        buttons: ['Show Details', 'Show Denials', "Don't Show Again"],
      },
    ]);
  });

  for (const outcome of ['allow', 'defer'] as const) {
    it(`does not appear for '${outcome}'`, () => {
      const window = new FakeWindow();
      window.notification.decided(decision({ outcome }));
      assert.deepEqual(window.shown, []);
    });
  }

  it('shows the denials when asked to', async () => {
    const window = new FakeWindow();
    window.notification.decided(decision());
    await window.close(0, 'Show Denials');
    assert.equal(window.denialsShown, 1);
  });

  it('shows the one denial when asked to, and still tells what it folded', async () => {
    const window = new FakeWindow();
    window.notification.decided(decision());
    window.notification.decided(decision({ id: 'd2' }));
    window.notification.decided(decision({ id: 'd3' }));
    await window.close(0, 'Show Details');
    assert.deepEqual([window.shownDenials, window.denialsShown, window.messages.length], [['d1'], 0, 2]);
    assert.deepEqual(window.shown[1]?.buttons, ['Show Denials', "Don't Show Again"]);
  });

  it('does not tell what it folded once the denials were asked for', async () => {
    const window = new FakeWindow();
    window.notification.decided(decision());
    window.notification.decided(decision());
    await window.close(0, 'Show Denials');
    assert.equal(window.shown.length, 1);
    window.notification.decided(decision());
    assert.equal(window.shown.length, 2);
  });

  it('shows nothing more when it is only closed', async () => {
    const window = new FakeWindow();
    window.notification.decided(decision());
    await window.close(0);
    assert.equal(window.denialsShown, 0);
    assert.equal(window.shown.length, 1);
    assert.equal(window.timers, 0);
  });

  it('folds the blocks that come while it is open into one, told when it closes', async () => {
    const window = new FakeWindow();
    for (const summary of ['one', 'two', 'three']) window.notification.decided(decision({ summary, agent: undefined }));
    assert.deepEqual(window.messages, ['Auto Mode blocked a call: “one”. A deny rule forbids it.']);
    await window.close(0);
    assert.deepEqual(window.messages.slice(1), [
      'Auto Mode blocked 2 more calls. The last: “three”. A deny rule forbids it.',
    ]);
    await window.close(1);
    assert.equal(window.shown.length, 2);
  });

  it('tells what it folded when its time has passed, though nobody closed it', async () => {
    const window = new FakeWindow();
    window.notification.decided(decision({ summary: 'one' }));
    window.pass(FOLDING_MILLISECONDS - 1);
    window.notification.decided(decision({ summary: 'two' }));
    assert.equal(window.shown.length, 1);
    window.pass(1);
    assert.equal(window.shown.length, 2);
    assert.match(window.messages[1] ?? '', /^Auto Mode blocked a call of Claude Code: “two”/);

    window.notification.decided(decision({ summary: 'three' }));
    await window.close(0);
    assert.equal(window.shown.length, 2, 'closing the first one late does not open the second one again');
    await window.close(1);
    assert.equal(window.shown.length, 3);
  });

  it('starts afresh after its time has passed without another block', () => {
    const window = new FakeWindow();
    window.notification.decided(decision({ summary: 'one' }));
    window.pass(FOLDING_MILLISECONDS);
    window.notification.decided(decision({ summary: 'two' }));
    assert.equal(window.shown.length, 2);
  });

  it('tells an outage once until the classifier answers again', async () => {
    const window = new FakeWindow();
    const outage = decision({ stage: 'classifier', outage: 'network', reason: 'No answer.' });
    const verdict = decision({ stage: 'classifier', outcome: 'allow' });
    const rule = decision({ outcome: 'allow', stage: 'permissions.allow' });
    const steps: readonly (readonly [Decision, shown: number])[] = [
      [outage, 1],
      [outage, 1],
      [rule, 1],
      [outage, 1],
      [decision({ stage: 'classifier', outage: 'timeout' }), 2],
      [verdict, 2],
      [outage, 3],
    ];
    for (const [step, expected] of steps) {
      window.notification.decided(step);
      await window.close(window.shown.length - 1);
      assert.equal(window.shown.length, expected);
    }
  });

  const unjudged = decision({ stage: 'classifier', outage: 'network', reason: 'No answer.' });
  const declinedInOutage = decision({ stage: 'permissions.ask', outage: 'network' });
  const switches: readonly (readonly [FakeWindow['tells'], Decision, shown: number])[] = [
    ['all', decision(), 1],
    ['all', unjudged, 1],
    ['outages', decision(), 0],
    ['outages', declinedInOutage, 0],
    ['outages', unjudged, 1],
    ['none', decision(), 0],
    ['none', unjudged, 0],
  ];
  for (const [tells, told, shown] of switches) {
    it(`shows ${shown} for ${told.stage} with outage ${told.outage ?? 'none'} where ${tells} are told of`, () => {
      const window = new FakeWindow();
      window.tells = tells;
      window.notification.decided(told);
      assert.equal(window.shown.length, shown);
    });
  }

  for (const told of [decision(), unjudged]) {
    it(`stops when the user wants no more, ${told.stage}, and drops what it folded`, async () => {
      const window = new FakeWindow();
      window.notification.decided(told);
      window.notification.decided(decision({ id: 'd2' }));
      await window.close(0, "Don't Show Again");
      assert.deepEqual(window.stopped, [told === unjudged]);
      assert.equal(window.shown.length, 1);
    });
  }

  it('does not call an outage a block by a rule', () => {
    const window = new FakeWindow();
    window.notification.decided(decision({ stage: 'classifier', outage: 'network', reason: 'No answer.' }));
    assert.match(
      window.shown[0]!.message,
      /^Auto Mode could not have a call judged, so it is blocked: “.*”\. No answer\. Check the network, /,
    );
  });

  it('shortens and defuses foreign text, for display only', () => {
    const window = new FakeWindow();
    const reason = `[click](command:evil) \u202E${'x'.repeat(5_000)}`;
    window.notification.decided(decision({ reason, agent: '[a](command:b)', summary: '[s](command:t)' }));
    const message = window.messages[0] ?? '';
    assert.ok(message.length < 600, String(message.length));
    assert.ok(!message.includes(']('));
    assert.ok(message.includes('\\u{202E}'));
  });

  it('stops when it is disposed of', async () => {
    const window = new FakeWindow();
    window.notification.decided(decision());
    window.notification.decided(decision());
    window.notification.dispose();
    assert.equal(window.timers, 0);
    await window.close(0);
    assert.equal(window.shown.length, 1);
  });
});
