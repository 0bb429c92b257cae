import assert from 'node:assert/strict';
import { MINUTE, NAMELESS, OTHER, SECRET, World } from './enforcementWorld';

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
      'a call ran as it was given back',
      (world) => {
        world.judged('allow', { rewritten: 'run 0a' });
        world.ended({ input: { command: 'run 0a' } });
      },
      [],
    ],
    [
      'a call that was given back is reported with its original input',
      (world) => {
        world.judged('allow', { rewritten: 'run 0a' });
        world.ended();
      },
      [],
    ],
    [
      'another call ran than was given back',
      (world) => {
        world.judged('allow', { rewritten: 'run 0a' });
        world.ended({ input: { command: 'run 0b' } });
      },
      ['input-changed Bash'],
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

  it('a call that was left to the agent’s own judge ran with another input', () => {
    const world = new World();
    world.judged('defer', { isLeft: true });
    world.ended({ input: { command: 'another' } });
    assert.deepEqual(world.kinds, ['input-changed Bash']);
  });

  for (const outcome of ['allow', 'defer', 'block'] as const) {
    it(`the agent’s own judge refused a call: ${outcome}`, () => {
      const world = new World();
      world.judged(outcome, { isLeft: true });
      world.ended({}, 'refused-by-agent');
      assert.deepEqual(world.refused, outcome === 'block' ? [] : ['codex d because']);
      assert.deepEqual(world.kinds, []);
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

  it('says which decided call has run', () => {
    const world = new World();
    world.judged('allow', { rewritten: 'run 0a' });
    world.ended({ input: { command: 'run 0a' } });
    assert.deepEqual(world.endedIds, ['codex d']);
  });
});
