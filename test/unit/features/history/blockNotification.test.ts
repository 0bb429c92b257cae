import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { OUTAGE_KINDS, type Decision } from '../../../../src/engine/model/decision';
import { MAX_WORDS } from '../../../../src/features/history/blockNotificationText';
import {
  BlockNotification,
  type MoreAct,
  type NotificationWindow,
} from '../../../../src/features/history/blockNotification';
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
  wanted: 'all' | 'outages' | 'none' = 'all';
  readonly stopped: boolean[] = [];
  readonly released: string[] = [];
  picks: MoreAct | undefined;
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
    allowOnce: ({ id }) => {
      this.released.push(id);
    },
    pickMore: () => Promise.resolve(this.picks),
    level: () => this.wanted,
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
  it('names the command, then why, and leads to the denial and to more', () => {
    const window = new FakeWindow();
    window.notification.decided(decision({ rule: { text: 'bash(git push*)', source: 'user' } }));
    assert.deepEqual(window.shown, [
      { message: '“git push” blocked: your rule bash(git push*)', buttons: ['Why?', 'More...'] },
    ]);
  });

  const releases: readonly (readonly [Partial<Decision>, offered: boolean])[] = [
    [{ stage: 'permissions.deny' }, false],
    [{ stage: 'hard-deny' }, false],
    [{ stage: 'classifier', tier: 'hard_deny' }, false],
    [{ stage: 'classifier', tier: 'soft_deny' }, true],
    [{ stage: 'classifier', outage: 'network' }, true],
    [{ stage: 'user' }, true],
  ];
  for (const [over, offered] of releases) {
    it(`${offered ? 'offers' : 'does not offer'} a release of ${JSON.stringify(over)}`, async () => {
      const window = new FakeWindow();
      window.notification.decided(decision(over));
      assert.equal(window.shown[0]?.buttons.includes('Allow Once...'), offered);
      await window.close(0, offered ? 'Allow Once...' : undefined);
      assert.deepEqual(window.released, offered ? ['d1'] : []);
    });
  }

  it('does not appear for what the user has just declined', () => {
    const window = new FakeWindow();
    for (const said of ['declined', 'expired'] as const) {
      window.notification.decided(
        decision({ id: said, stage: 'permissions.ask', trace: [{ stage: 'permissions.ask', said }] }),
      );
      assert.equal(window.shown.length, said === 'declined' ? 0 : 1);
    }
  });

  it('has at most 20 words', async () => {
    const long = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
    const sources = [
      'managed',
      'environment',
      'folder',
      'user',
      'remote',
      'workspace',
      'default',
      'classifier',
    ] as const;
    const stages = ['permissions.deny', 'permissions.ask', 'hard-deny', 'classifier', 'user'] as const;
    const over = [
      ...sources.flatMap((source) => stages.map((stage) => ({ stage, rule: { text: long, source } }))),
      ...OUTAGE_KINDS.map((outage) => ({ stage: 'classifier' as const, outage })),
    ];
    for (const different of [false, true]) {
      for (const fields of over) {
        const window = new FakeWindow();
        const blocked = decision({ summary: `Bash ${long}`, reason: long, ...fields });
        window.notification.decided(blocked);
        for (const id of ['d2', 'd3']) {
          const again = { ...blocked, id, ...(different ? { summary: `${long} ${id}` } : {}) };
          // An outage is reported once; a verdict between makes it news.
          window.notification.decided(decision({ stage: 'classifier', outcome: 'allow' }));
          window.notification.decided(again);
        }
        await window.close(0);
        assert.equal(window.messages.length, 2);
        for (const message of window.messages) {
          assert.ok(message.split(/\s+/u).length <= MAX_WORDS, message);
        }
      }
    }
  });

  it('folds equal calls into one with a count', async () => {
    const window = new FakeWindow();
    for (const id of ['d1', 'd2', 'd3', 'd4']) window.notification.decided(decision({ id }));
    await window.close(0);
    assert.deepEqual(window.shown[1], {
      message: '“git push” blocked 3 more times: A deny rule forbids it.',
      buttons: ['Why?', 'More...'],
    });
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
    window.picks = 'all';
    await window.close(0, 'More...');
    assert.equal(window.denialsShown, 1);
  });

  it('shows the page that offers rules when a rule is wanted', async () => {
    const window = new FakeWindow();
    window.notification.decided(decision());
    window.picks = 'rule';
    await window.close(0, 'More...');
    assert.deepEqual([window.shownDenials, window.denialsShown], [['d1'], 0]);
  });

  it('shows the one denial when asked to, and still notifies of what it folded', async () => {
    const window = new FakeWindow();
    window.notification.decided(decision());
    window.notification.decided(decision({ id: 'd2' }));
    window.notification.decided(decision({ id: 'd3', summary: 'other' }));
    await window.close(0, 'Why?');
    assert.deepEqual([window.shownDenials, window.denialsShown, window.messages.length], [['d1'], 0, 2]);
    assert.deepEqual(window.shown[1]?.buttons, ['Show Denials', "Don't Show Again"]);
  });

  it('does not notify of what it folded once the denials were asked for', async () => {
    const window = new FakeWindow();
    window.notification.decided(decision());
    window.notification.decided(decision());
    window.picks = 'all';
    await window.close(0, 'More...');
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

  it('folds the blocks that come while it is open into one, shown when it closes', async () => {
    const window = new FakeWindow();
    for (const summary of ['one', 'two', 'three']) window.notification.decided(decision({ summary, agent: undefined }));
    assert.deepEqual(window.messages, ['“one” blocked: A deny rule forbids it.']);
    await window.close(0);
    assert.deepEqual(window.messages.slice(1), ['2 more blocked, last “three”: A deny rule forbids it.']);
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
    assert.match(window.messages[1] ?? '', /^“two” blocked:/);

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
  const switches: readonly (readonly [FakeWindow['wanted'], Decision, shown: number])[] = [
    ['all', decision(), 1],
    ['all', unjudged, 1],
    ['outages', decision(), 0],
    ['outages', declinedInOutage, 0],
    ['outages', unjudged, 1],
    ['none', decision(), 0],
    ['none', unjudged, 0],
  ];
  for (const [wanted, blocked, shown] of switches) {
    it(`shows ${shown} for ${blocked.stage} with outage ${blocked.outage ?? 'none'} where ${wanted} are wanted`, () => {
      const window = new FakeWindow();
      window.wanted = wanted;
      window.notification.decided(blocked);
      assert.equal(window.shown.length, shown);
    });
  }

  for (const blocked of [decision(), unjudged]) {
    it(`stops when the user wants no more, ${blocked.stage}, and drops what it folded`, async () => {
      const window = new FakeWindow();
      window.notification.decided(blocked);
      window.notification.decided(decision({ id: 'd2' }));
      window.picks = 'stop';
      await window.close(0, 'More...');
      assert.deepEqual(window.stopped, [blocked === unjudged]);
      assert.equal(window.shown.length, 1);
    });
  }

  it('does not call an outage a block by a rule', () => {
    const window = new FakeWindow();
    window.notification.decided(decision({ stage: 'classifier', outage: 'network', reason: 'No answer.' }));
    assert.match(window.shown[0]!.message, /^“git push” blocked: not judged \(Not reached\)/);
  });

  it('shortens and defuses foreign text, for display only', async () => {
    const window = new FakeWindow();
    const reason = `[click](command:evil) \u202E${'x'.repeat(5_000)}`;
    window.notification.decided(decision({ reason, summary: '[s](command:t)' }));
    await window.close(0);
    window.notification.decided(decision({ rule: { text: '[r](command:u)', source: 'workspace' } }));
    assert.match(window.messages[1] ?? '', /rule \[r\] \(command:u\)/);
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
