import assert from 'node:assert/strict';
import type { Outcome } from '../../../../src/engine/model/decision';
import type { PastCall } from '../../../../src/engine/trial/replay';
import { RuleCounting, type RuleQuestion } from '../../../../src/features/rules/ruleCounting';
import { configuration, entries, fakeGate, permissions, WORKSPACE } from '../../engine/fakeGate';

const past = (command: string, outcome: Outcome, cwd: string | undefined = WORKSPACE): PastCall => ({
  id: command,
  at: '2026-11-22T10:00:00.000Z',
  request: { tool: 'bash', input: { command }, ...(cwd === '' ? {} : { cwd }) },
  summary: command,
  outcome,
  stage: 'classifier',
});
const CALLS = [
  past('make all', 'allow'),
  past('make clean', 'block'),
  past('git push', 'block'),
  past('ls', 'allow'),
  past('make other', 'allow', '/home/u'),
  past('make nowhere', 'allow', ''),
];
const world = fakeGate({
  configuration: configuration({
    permissions: permissions({ deny: entries(['bash(git push*)']), ask: entries(['bash(make clean*)']) }),
  }),
});

class Fake {
  readonly started: (() => void)[] = [];
  cancelled = 0;
  asked = 0;
  readonly log: string[] = [];
  now = 0;
  step = 0;
  calls: () => Promise<readonly PastCall[]> = () => Promise.resolve(CALLS);
  #changed: () => void = () => undefined;
  readonly counting = new RuleCounting({
    latestCalls: () => {
      this.asked += 1;
      return this.calls();
    },
    world,
    isInside: (path, folder) => path.startsWith(folder),
    timer: {
      start: (_milliseconds, callback) => {
        this.started.push(callback);
        return () => (this.cancelled += 1);
      },
    },
    breathe: () => {
      this.now += this.step;
      return Promise.resolve();
    },
    elapsed: () => this.now,
    onDidChange: () => {
      this.#changed();
    },
    log: (line) => this.log.push(line),
  });

  /** The time after the last key has passed. */
  async counted(question: RuleQuestion): Promise<string> {
    this.counting.ask(question);
    const done = new Promise<void>((resolve) => {
      this.#changed = resolve;
    });
    this.started.at(-1)?.();
    await done;
    const { count } = this.counting;
    assert.ok(count);
    const names = (calls: readonly PastCall[]): string => calls.map(({ summary }) => summary).join(', ');
    return [
      `${names(count.matched)} of ${count.of}`,
      ...count.effects.map(({ effect, calls }) => `${effect}: ${names(calls)}`),
    ].join('; ');
  }
}

function question(changes: Partial<RuleQuestion>): RuleQuestion {
  const whole = {
    list: 'deny',
    source: 'user',
    folder: undefined,
    text: 'bash(make*)',
    former: undefined,
    holds: true,
  } as const;
  return { ...whole, ...changes, key: JSON.stringify(changes) };
}

describe('RuleCounting', () => {
  const cases: readonly (readonly [string, Partial<RuleQuestion>, string])[] = [
    [
      'a deny rule',
      {},
      'make all, make clean, make other, make nowhere of 6; blocks-what-ran: make all, make other, make nowhere',
    ],
    ['one for a folder alone', { folder: WORKSPACE }, 'make all, make clean of 4; blocks-what-ran: make all'],
    ['an ask rule', { list: 'ask', text: 'bash(ls)' }, 'ls of 6; asks-about-what-ran: ls'],
    ['an allow rule', { list: 'allow', text: 'bash(make all)' }, 'make all of 6; runs-without-judge: make all'],
    [
      'a deny rule that is edited',
      { text: 'bash(ls*)', former: 'bash(git push*)' },
      'ls of 6; blocks-what-ran: ls; judges-what-was-blocked: git push',
    ],
    ['a list that does not hold', { list: 'allow', text: 'bash(make all)', holds: false }, 'make all of 6'],
  ];
  for (const [says, changes, expected] of cases) {
    it(`counts ${says}`, async () => {
      assert.equal(await new Fake().counted(question(changes)), expected);
    });
  }

  it('leaves out calls whose folder is gone', async () => {
    const fake = new Fake();
    fake.calls = () => Promise.resolve([past('make all', 'allow', '/home/u/gone'), past('make all', 'allow')]);
    assert.equal(await fake.counted(question({})), 'make all of 1; blocks-what-ran: make all');
  });

  it('waits until nothing is typed any more, and drops what was asked before', async () => {
    const fake = new Fake();
    fake.counting.ask(question({ text: 'bash(m)' }));
    fake.counting.ask(question({ text: 'bash(m)' }));
    assert.equal(fake.started.length, 1);
    fake.counting.ask(question({ text: 'bash(ma)' }));
    assert.deepEqual([fake.started.length, fake.cancelled, fake.asked], [2, 1, 0]);
    fake.started[0]?.();
    assert.match(await fake.counted(question({})), /of 6/);
    fake.counting.ask(undefined);
    assert.equal(fake.counting.count, undefined);
  });

  it('counts again after new calls, once for all that came meanwhile, and shows the former count until then', async () => {
    const fake = new Fake();
    const asked = question({ list: 'allow', text: 'bash(make all)' });
    assert.match(await fake.counted(asked), /^make all of 6/);
    const more = [past('make all', 'allow'), ...CALLS];
    fake.calls = () => Promise.resolve(more);
    for (let count = 0; count < 200; count++) fake.counting.follow();
    assert.equal(fake.started.length, 2);
    assert.equal(fake.counting.count?.of, 6);
    assert.match(await fake.counted(asked), /^make all, make all of 7/);
  });

  it('counts once more where calls come while it counts', async () => {
    const fake = new Fake();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    fake.calls = () => held.then(() => CALLS);
    const first = fake.counted(question({}));
    for (let count = 0; count < 200; count++) fake.counting.follow();
    assert.equal(fake.started.length, 1);
    release();
    await first;
    assert.equal(fake.started.length, 2);
    assert.match(await fake.counted(question({})), /of 6/);
    assert.equal(fake.started.length, 2);
  });

  it('has nothing to follow where nothing is asked', () => {
    const fake = new Fake();
    fake.counting.follow();
    assert.equal(fake.started.length, 0);
  });

  it('tells apart what is settled before an allow rule comes', async () => {
    const fake = new Fake();
    fake.calls = () => Promise.resolve([past('rm -rf /', 'block'), past('make all', 'allow')]);
    await fake.counted(question({ list: 'allow', text: 'bash(*)' }));
    assert.deepEqual([fake.counting.count?.matched.length, fake.counting.count?.settledBefore], [1, 1]);
  });

  it('ends after a while, with what was counted by then', async () => {
    const fake = new Fake();
    fake.step = 1_000;
    assert.match(await fake.counted(question({})), /of 2/);
  });

  it('says that nothing was counted where the calls cannot be read', async () => {
    const fake = new Fake();
    fake.calls = () => Promise.reject(new Error('no disk'));
    assert.equal(await fake.counted(question({})), ' of 0');
    assert.match(fake.log.join(), /no disk/);
  });
});
