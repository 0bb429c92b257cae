import assert from 'node:assert/strict';
import type { HookCall } from '../../../../src/agents/hooks/agentDialect';
import type { AgentNotice } from '../../../../src/agents/hooks/agentNotice';
import type { AgentAlarm } from '../../../../src/bridge/enforcement/agentAlarm';
import { Enforcement, type VerdictOnItsWay } from '../../../../src/bridge/enforcement/enforcement';
import type { Outcome } from '../../../../src/engine/model/decision';
import type { JsonObject } from '../../../../src/common/json';

const MINUTE = 60_000;
const SECRET = 'sk-not-to-be-told';

interface Which {
  readonly callId?: string | undefined;
  readonly input?: JsonObject;
  readonly tool?: string;
  readonly session?: string;
  readonly subAgent?: string;
  readonly agent?: string;
}

/** One window and what it tells of one agent. */
class World {
  now = 0;
  readonly alarms: AgentAlarm[] = [];
  readonly enforced: string[] = [];
  readonly counted: string[] = [];
  decidedElsewhere: 'let' | 'blocked' | undefined;
  private readonly enforcement = new Enforcement({
    clock: { now: () => this.now, monotonic: () => this.now },
    observer: {
      alarm: (alarm) => this.alarms.push(alarm),
      countedAlarm: ({ agent, kind }) => this.counted.push(`${agent} ${kind}`),
      enforced: (agent, { decisionId, outcome }) => this.enforced.push(`${agent} ${decisionId} ${outcome}`),
    },
    decidedElsewhere: () => this.decidedElsewhere,
    comparedInput: (_agent, tool, { description: _description, ...rest }) => (tool === 'Ask' ? {} : rest),
  });

  judged(outcome: Outcome, which: Which = {}, id: string | undefined = 'd'): VerdictOnItsWay {
    const { callId = 'c1', input = { command: SECRET }, tool = 'Bash', session = 's', subAgent } = which;
    const isNamed = !('callId' in which) || which.callId !== undefined;
    const call: HookCall = {
      request: { tool, input, cwd: '/w', sessionId: session, ...(isNamed ? { callId } : {}) },
      mode: undefined,
      transcriptPath: undefined,
      subAgentId: subAgent,
    };
    return this.enforcement.judged(which.agent ?? 'codex', call, { outcome, ...(id === '' ? {} : { id }) });
  }

  private notice(which: Which): Pick<AgentNotice, 'sessionId' | 'cwd' | 'mode' | 'subAgentId'> {
    return { sessionId: which.session ?? 's', cwd: '/w', mode: undefined, subAgentId: which.subAgent };
  }

  ended(which: Which = {}, end: 'ran' | 'refused-by-agent' = 'ran'): void {
    const { tool = 'Bash', input = { command: SECRET } } = which;
    const callId = 'callId' in which ? which.callId : 'c1';
    const { agent = 'codex' } = which;
    this.enforcement.noticed(agent, { ...this.notice(which), kind: 'call-ended', tool, input, callId, end });
  }

  unheard(agent = 'codex'): void {
    this.enforcement.noteUnreadable(agent);
  }

  starts(which: Which = {}, continued = false): void {
    this.enforcement.noticed('codex', { ...this.notice(which), kind: 'session-start', continued });
  }

  prompted(which: Which = {}): void {
    this.enforcement.noticed('codex', { ...this.notice(which), kind: 'prompt', text: 'go on', from: 'user' });
  }

  ends(): void {
    this.enforcement.noticed('codex', { ...this.notice({}), kind: 'session-end' });
  }

  get kinds(): readonly string[] {
    return this.alarms.map(({ kind, tool }) => `${kind} ${tool}`);
  }
}

const NAMELESS = { callId: undefined };
const OTHER: Which = { input: { command: 'other' } };

describe('whether agents keep to their verdicts', () => {
  const rows: readonly (readonly [what: string, happens: (world: World) => void, alarms: readonly string[]])[] = [
    [
      'an allowed call ran',
      (world) => {
        world.judged('allow');
        world.ended();
      },
      [],
    ],
    [
      'a blocked call ran',
      (world) => {
        world.judged('block');
        world.ended();
      },
      ['blocked-call-ran Bash'],
    ],
    [
      'a call ran that was refused because deciding failed',
      (world) => {
        world.judged('block', {}, '');
        world.ended();
      },
      ['blocked-call-ran Bash'],
    ],
    [
      'a blocked call ran with another input',
      (world) => {
        world.judged('block');
        world.ended(OTHER);
      },
      ['blocked-call-ran Bash'],
    ],
    [
      'a blocked call was told to be refused',
      (world) => {
        world.judged('block');
        world.ended({}, 'refused-by-agent');
      },
      [],
    ],
    [
      'an allowed call ran with another input',
      (world) => {
        world.judged('allow');
        world.ended(OTHER);
      },
      ['input-changed Bash'],
    ],
    [
      'an allowed call ran, and only what does not count is another',
      (world) => {
        world.judged('allow', { input: { a: 1, b: [2], description: 'x' } });
        world.ended({ input: { b: [2], a: 1 } });
      },
      [],
    ],
    [
      'a call ran while auto mode was off, whatever with',
      (world) => {
        world.judged('defer');
        world.ended(OTHER);
      },
      [],
    ],
    [
      'a call ran without a verdict, in a session that began here',
      (world) => {
        world.starts();
        world.ended();
      },
      ['unjudged-call-ran Bash'],
    ],
    [
      'a call without a verdict was refused by the agent itself',
      (world) => {
        world.starts();
        world.ended({}, 'refused-by-agent');
      },
      [],
    ],
    [
      'a call of a session of which nothing is known',
      (world) => {
        world.ended();
      },
      [],
    ],
    [
      'a call that may have begun before this window',
      (world) => {
        world.judged('allow');
        world.now += 9 * MINUTE;
        world.ended({ callId: 'c0' });
      },
      [],
    ],
    [
      'a call that cannot have begun before this window',
      (world) => {
        world.judged('allow');
        world.now += 10 * MINUTE;
        world.ended({ callId: 'c9' });
      },
      ['unjudged-call-ran Bash'],
    ],
    [
      'a call that may have begun before its session went on',
      (world) => {
        world.starts({}, true);
        world.ended();
      },
      [],
    ],
    [
      'a call that another window decided',
      (world) => {
        world.starts();
        world.decidedElsewhere = 'let';
        world.ended();
      },
      [],
    ],
    [
      'a call that another window blocked',
      (world) => {
        world.starts();
        world.decidedElsewhere = 'blocked';
        world.ended();
      },
      ['blocked-call-ran Bash'],
    ],
    [
      'a call that this window blocked before it was reloaded',
      (world) => {
        world.decidedElsewhere = 'blocked';
        world.ended();
      },
      ['blocked-call-ran Bash'],
    ],
    [
      'the end of one call told twice',
      (world) => {
        world.starts();
        world.judged('allow');
        world.ended();
        world.ended();
      },
      [],
    ],
    [
      'the end of one call told twice, of an agent that names calls only then',
      (world) => {
        world.starts();
        world.judged('allow', NAMELESS);
        world.ended();
        world.ended();
      },
      [],
    ],
    [
      'two calls without a name that read alike, one of them blocked: one ran',
      (world) => {
        world.judged('block', NAMELESS);
        world.judged('allow', NAMELESS);
        world.ended(NAMELESS);
      },
      [],
    ],
    [
      'two calls without a name that read alike, one of them blocked: both ran',
      (world) => {
        world.judged('allow', NAMELESS);
        world.judged('block', NAMELESS);
        world.ended(NAMELESS);
        world.ended(NAMELESS);
      },
      ['blocked-call-ran Bash'],
    ],
    [
      'one call without a name, and it ran twice',
      (world) => {
        world.starts();
        world.judged('allow', NAMELESS);
        world.ended(NAMELESS);
        world.ended(NAMELESS);
      },
      ['unjudged-call-ran Bash'],
    ],
    [
      'a call that was let run in its sandbox, and blocked where it asked to leave it',
      (world) => {
        world.judged('allow');
        world.judged('block');
        world.ended();
      },
      [],
    ],
    [
      'a name given once more, to a call that is blocked',
      (world) => {
        world.judged('allow');
        world.ended();
        world.judged('block');
        world.ended();
      },
      ['blocked-call-ran Bash'],
    ],
    [
      'a name given by agent and sub-agent to the same call, of which one was let run: the other ran as well',
      (world) => {
        world.judged('allow');
        world.judged('block', { subAgent: 'a' });
        world.ended();
        world.ended({ subAgent: 'a' });
      },
      ['blocked-call-ran Bash'],
    ],
    [
      'a name given once more in the next turn, of which the first call never ended',
      (world) => {
        world.judged('allow');
        world.prompted();
        world.judged('block');
        world.ended();
      },
      ['blocked-call-ran Bash'],
    ],
    [
      'a call without a name that is blocked after one like it never ended in the turn before',
      (world) => {
        world.judged('allow', NAMELESS);
        world.prompted();
        world.judged('block', NAMELESS);
        world.ended(NAMELESS);
      },
      ['blocked-call-ran Bash'],
    ],
    [
      'a call that ends after the user has spoken again',
      (world) => {
        world.starts();
        world.judged('allow', NAMELESS);
        world.judged('allow');
        world.prompted();
        world.ended(NAMELESS);
        world.ended();
      },
      [],
    ],
    [
      "a sub-agent's call that ends under no name of its own",
      (world) => {
        world.starts();
        world.judged('allow', { subAgent: 'a' });
        world.ended();
      },
      [],
    ],
    [
      'a call whose answer came too late',
      (world) => {
        world.judged('block').lost();
        world.ended();
      },
      ['unjudged-call-ran Bash'],
    ],
    [
      'a question to the user, with the answers in it',
      (world) => {
        world.judged('allow', { tool: 'Ask', input: {} });
        world.ended({ tool: 'Ask', input: { answers: ['yes'] } });
      },
      [],
    ],
    [
      'another session, another agent of the same name of call',
      (world) => {
        world.judged('block');
        world.starts({ session: 's2' });
        world.judged('allow', { session: 's2' });
        world.ended({ session: 's2' });
      },
      [],
    ],
  ];
  for (const [what, happens, alarms] of rows) {
    it(what, () => {
      const world = new World();
      happens(world);
      assert.deepEqual(world.kinds, alarms);
      assert.equal(JSON.stringify(world.alarms).includes(SECRET), false);
    });
  }

  it('an alarm names agent, tool, session and time', () => {
    const world = new World();
    world.judged('block');
    world.now = 1000;
    world.ended();
    assert.deepEqual(world.alarms, [
      {
        agent: 'codex',
        kind: 'blocked-call-ran',
        tool: 'Bash',
        at: '1970-01-01T00:00:01.000Z',
        sessionId: 's',
        detail: 'A call ran that was blocked.',
        unreported: 0,
      },
    ]);
  });

  it('further alarms of a kind are counted', () => {
    const world = new World();
    world.starts();
    for (let index = 0; index < 5; index += 1) world.ended({ callId: String(index) });
    world.now += 10 * MINUTE;
    world.ended({ callId: 'later' });
    world.ended({ callId: 'other', tool: 'Edit' });
    assert.deepEqual(
      world.alarms.map(({ tool, unreported }) => [tool, unreported]),
      [
        ['Bash', 0],
        ['Bash', 4],
        ['Edit', 0],
      ],
    );
  });

  it('an agent cannot bury the user under alarms', () => {
    const world = new World();
    world.starts();
    for (let index = 0; index < 100; index += 1) world.ended({ tool: `Tool${index}` });
    assert.equal(world.alarms.length, 20);
  });

  it('nor hide behind them what is worse, or what another agent does', () => {
    const world = new World();
    world.starts();
    for (let index = 0; index < 100; index += 1) world.ended({ tool: `Tool${index}` });
    world.judged('block', { agent: 'copilot' });
    world.ended({ agent: 'copilot' });
    world.judged('block');
    world.ended();
    assert.deepEqual(
      world.alarms.slice(20).map(({ agent, kind }) => [agent, kind]),
      [
        ['copilot', 'blocked-call-ran'],
        ['codex', 'blocked-call-ran'],
      ],
    );
  });

  it('those that are not told again are counted one by one', () => {
    const world = new World();
    world.judged('block');
    for (let times = 0; times < 3; times += 1) world.ended();
    assert.deepEqual([world.alarms.length, ...world.counted], [1, 'codex blocked-call-ran', 'codex blocked-call-ran']);
  });

  it('verdicts that are over are forgotten first', () => {
    const world = new World();
    world.starts();
    world.judged('allow', { callId: 'open' });
    for (let index = 0; index < 600; index += 1) {
      world.judged('allow', { callId: String(index) });
      world.ended({ callId: String(index) });
    }
    world.ended({ callId: 'open' });
    assert.deepEqual(world.alarms, []);
  });

  describe('a verdict is confirmed', () => {
    const confirmed: readonly (readonly [what: string, happens: (world: World) => void, told: readonly string[]])[] = [
      [
        'once an allowed call ran',
        (world) => {
          world.judged('allow');
          world.ended();
          world.ended();
        },
        ['codex d allow'],
      ],
      [
        'not of a block by the refusal of another call under its name',
        (world) => {
          world.judged('block');
          world.ended(OTHER, 'refused-by-agent');
        },
        [],
      ],
      [
        'not where auto mode was off',
        (world) => {
          world.judged('defer');
          world.ended();
        },
        [],
      ],
      [
        'not where the answer was not there in time',
        (world) => {
          world.judged('allow').lost();
          world.ended();
        },
        [],
      ],
      [
        'once the agent says that it refused the blocked call',
        (world) => {
          world.judged('block');
          world.ended({}, 'refused-by-agent');
        },
        ['codex d block'],
      ],
      [
        'of a block by the next prompt, where the agent tells of calls that ran',
        (world) => {
          world.judged('allow', { callId: 'c0' }, 'd0');
          world.ended({ callId: 'c0' });
          world.judged('block');
          world.prompted();
          world.prompted();
        },
        ['codex d0 allow', 'codex d block'],
      ],
      [
        'not of a block by the next prompt, where something of this agent could not be read',
        (world) => {
          world.judged('allow', { callId: 'first' }, 'd0');
          world.ended({ callId: 'first' });
          world.judged('block');
          world.unheard();
          world.prompted();
        },
        ['codex d0 allow'],
      ],
      [
        'of a block by the next prompt, where something of another agent could not be read',
        (world) => {
          world.judged('allow', { callId: 'first' }, 'd0');
          world.ended({ callId: 'first' });
          world.judged('block');
          world.unheard('code');
          world.prompted();
        },
        ['codex d0 allow', 'codex d block'],
      ],
      [
        'not of a block by the next prompt, where the agent may tell nothing',
        (world) => {
          world.judged('block');
          world.prompted();
        },
        [],
      ],
      [
        "not of a sub-agent's block by the next prompt, but by the session's end",
        (world) => {
          world.judged('allow', { callId: 'c0' }, 'd0');
          world.ended({ callId: 'c0' });
          world.judged('block', { subAgent: 'a' });
          world.prompted();
          assert.deepEqual(world.enforced, ['codex d0 allow']);
          world.ends();
        },
        ['codex d0 allow', 'codex d block'],
      ],
      [
        'not of a block by the next call: the blocked one may be running beside it',
        (world) => {
          world.judged('block', { callId: 'c0' }, 'd0');
          world.judged('allow');
          world.ended();
        },
        ['codex d allow'],
      ],
    ];
    for (const [what, happens, told] of confirmed) {
      it(what, () => {
        const world = new World();
        happens(world);
        assert.deepEqual(world.enforced, told);
        assert.deepEqual(world.alarms, []);
      });
    }
  });
});
