import assert from 'node:assert/strict';
import type { LogRecord } from '../../../../src/log/decisionLog';
import type { LoggedDecision } from '../../../../src/log/logReader';
import { RuleHits } from '../../../../src/features/rules/ruleHits';
import { configuration, entries, fakeGate, permissions, WORKSPACE } from '../../engine/fakeGate';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');

function decision(changes: Partial<LoggedDecision['decision']>): LoggedDecision['decision'] {
  return {
    id: String(Math.random()),
    at: '2026-11-22T10:00:00.000Z',
    durationMs: 1,
    outcome: 'block',
    stage: 'permissions.deny',
    reason: '',
    tool: 'bash',
    summary: '',
    ...changes,
  };
}

const deny = (text: string, at?: string): LoggedDecision['decision'] =>
  decision({ rule: { text, source: 'user' }, ...(at === undefined ? {} : { at }) });

class Fake {
  read = 0;
  wholes = 0;
  input: unknown = { command: 'npm publish' };
  failing = false;
  readonly warned: string[] = [];
  readonly #started: (() => void)[] = [];
  #changed: () => void = () => undefined;
  readonly hits: RuleHits;

  constructor(decisions: readonly LoggedDecision['decision'][]) {
    const logged = decisions.map((one) => ({ decision: one, hasInput: true, place: { file: '', at: 0, bytes: 1 } }));
    this.hits = new RuleHits({
      log: {
        recent: () => {
          this.read += 1;
          return this.failing ? Promise.reject(new Error('unreadable')) : Promise.resolve(logged);
        },
        whole: ({ decision: of }) => {
          this.wholes += 1;
          return Promise.resolve({ decision: of, input: this.input } as LogRecord);
        },
      },
      world: fakeGate({
        configuration: configuration({ permissions: permissions({ ask: entries(['bash(npm publish*)']) }) }),
      }),
      timer: {
        start: (_milliseconds, callback) => {
          this.#started.push(callback);
          return () => undefined;
        },
      },
      breathe: () => Promise.resolve(),
      now: () => NOW,
      onDidChange: () => {
        this.#changed();
      },
      warn: (line) => this.warned.push(line),
    });
  }

  async counted(): Promise<void> {
    const done = new Promise<void>((resolve) => {
      this.#changed = resolve;
    });
    this.#started.at(-1)?.();
    await done;
  }
}

describe('RuleHits', () => {
  it('counts the decisions of a week by rule and source, and nothing before they were read', async () => {
    const fake = new Fake([
      deny('bash(x)'),
      deny('bash(x)'),
      decision({ rule: { text: 'bash(x)', source: 'workspace' } }),
      decision({ stage: 'permissions.allow', outcome: 'allow', rule: { text: 'bash(x)', source: 'user' } }),
      decision({ stage: 'hard-deny', rule: { text: 'bash(x)', source: 'hard-floor' } }),
      deny('bash(x)', '2026-11-15T11:59:00.000Z'),
      deny('bash(x)'),
    ]);
    const { hits } = fake;
    hits.look(true);
    assert.equal(hits.of('permissions.deny', 'bash(x)', 'user'), undefined);
    await fake.counted();
    assert.deepEqual(
      [
        hits.of('permissions.deny', 'bash(x)', 'user'),
        hits.of('permissions.deny', 'bash(x)', 'workspace'),
        hits.of('permissions.allow', 'bash(x)', 'user'),
        hits.of('permissions.ask', 'bash(x)', 'user'),
      ],
      [2, 1, 1, 0],
    );
    assert.equal(fake.wholes, 0);
  });

  it('finds the ask rule of a call that went on after a yes, once', async () => {
    const asked = decision({
      stage: 'classifier',
      outcome: 'allow',
      cwd: WORKSPACE,
      trace: [{ stage: 'permissions.ask', said: 'approved' }],
    });
    const fake = new Fake([asked]);
    fake.hits.look(true);
    await fake.counted();
    assert.equal(fake.hits.of('permissions.ask', 'bash(npm publish*)', 'user'), 1);
    fake.hits.follow();
    await fake.counted();
    assert.deepEqual([fake.read, fake.wholes], [2, 1]);
  });

  it('decides a bounded number of calls again', async () => {
    const asked = Array.from({ length: 300 }, () =>
      decision({ stage: 'classifier', trace: [{ stage: 'permissions.ask', said: 'approved' }] }),
    );
    const fake = new Fake(asked);
    fake.hits.look(true);
    await fake.counted();
    assert.equal(fake.wholes, 100);
  });

  it('says in the log that it could not count, and does nothing while nobody looks', async () => {
    const fake = new Fake([]);
    fake.hits.follow();
    assert.equal(fake.read, 0);
    fake.failing = true;
    fake.hits.look(true);
    await fake.counted();
    assert.match(fake.warned.join(), /unreadable/);
    assert.equal(fake.hits.of('permissions.deny', 'bash(x)', 'user'), undefined);
  });
});
