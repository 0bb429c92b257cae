import assert from 'node:assert/strict';
import type { EffectiveConfiguration } from '../../../../src/engine/model/configuration';
import { decide } from '../../../../src/engine/decide';
import { dryRun } from '../../../../src/engine/trial/dryRun';
import type { Gate } from '../../../../src/engine/model/ports';
import { configuration, entries, fakeGate, permissions, WORKSPACE, type FakeGateOptions } from '../fakeGate';

const PUSH = { tool: 'bash', input: { command: 'git push origin main' }, cwd: WORKSPACE };

const asking = (source: 'user' | 'workspace'): EffectiveConfiguration =>
  configuration({ permissions: permissions({ ask: entries(['bash(git push*)'], source) }) });

const effects: unknown[] = [];

/** A gate on which every effect is noted as a failure. */
function inert(options: FakeGateOptions = {}): Gate {
  const never = (...args: readonly unknown[]): never => {
    effects.push(args);
    throw new Error('a dry run had an effect');
  };
  const gate = fakeGate(options);
  return {
    ...gate,
    writes: { ...gate.writes, note: never },
    classifier: { usable: never, classify: never },
    user: { available: true, ask: never },
    memory: {
      ...gate.memory,
      holdsAllowOnce: never,
      takeAllowOnce: never,
      cached: never,
      remember: never,
      noteLivingShellChanged: never,
      ignoreEntry: never,
    },
    configurationFor: (cwd, sessionId) => {
      if (sessionId !== undefined) never(sessionId);
      return gate.configurationFor(cwd, sessionId);
    },
    newId: never,
    writeLog: never,
    note: never,
  };
}

describe('a dry run', () => {
  afterEach(() => {
    assert.deepEqual(effects.splice(0), []);
  });

  it('gives the question that the classifier is asked, the facts included', async () => {
    const request = {
      ...PUSH,
      agent: 'claude-code',
      tool: 'Bash',
      sessionId: 's',
      transcript: [{ role: 'user', text: 'Push it.' }],
    };
    const real = fakeGate();
    await decide(request, real, new AbortController().signal);
    const dry = dryRun(request, inert(), 'approved');
    assert.equal(dry.kind, 'question');
    assert.deepEqual(dry.question, { ...real.classified[0], decisionId: 'dry-run' });
    assert.ok(dry.question.facts.length > 0);
  });

  for (const whenUnavailable of ['block', 'ask'] as const) {
    for (const source of ['user', 'workspace'] as const) {
      it(`asks as after the user's yes to an ask rule (${source} settings, in an outage: ${whenUnavailable})`, async () => {
        const rules = asking(source);
        const options = { configuration: { ...rules, classifier: { ...rules.classifier, whenUnavailable } } };
        const real = fakeGate({ ...options, user: () => ({ kind: 'approved' }) });
        await decide(PUSH, real, new AbortController().signal);
        assert.equal(real.asked[0]?.why, 'ask-rule');
        const dry = dryRun(PUSH, inert(options), 'approved');
        assert.equal(dry.kind, 'question');
        assert.deepEqual(dry.question, { ...real.classified[0], decisionId: 'dry-run' });
        assert.equal(dry.question.authorisation !== undefined, source === 'user');
      });
    }
  }

  it('settles a call that an ask rule meets where the question is not answered', () => {
    const dry = dryRun(PUSH, inert({ configuration: asking('user') }), 'unanswered');
    assert.equal(dry.kind, 'settled');
    assert.deepEqual([dry.decision.outcome, dry.decision.stage], ['block', 'permissions.ask']);
  });

  it('goes on where an entry that cannot be read asks', () => {
    const unreadable = configuration({ permissions: permissions({ ask: entries(['bash(git push'], 'workspace') }) });
    assert.equal(dryRun(PUSH, inert({ configuration: unreadable }), 'approved').kind, 'question');
    assert.equal(dryRun(PUSH, inert({ configuration: unreadable }), 'unanswered').kind, 'settled');
  });

  const settled: readonly (readonly [string, unknown, FakeGateOptions, readonly string[]])[] = [
    ['a command that only reads', { ...PUSH, input: { command: 'pwd' } }, {}, ['allow', 'read-only-command']],
    [
      'a new file in the workspace',
      { tool: 'write', input: { path: 'a.txt', content: 'a' }, cwd: WORKSPACE },
      {},
      ['allow', 'workspace-edit'],
    ],
    [
      'what a deny rule forbids',
      PUSH,
      { configuration: configuration({ permissions: permissions({ deny: entries(['bash(git push*)']) }) }) },
      ['block', 'permissions.deny'],
    ],
    [
      'what the hard floor forbids, though an ask rule meets it',
      { ...PUSH, input: { command: 'git push; rm -rf ~' } },
      { configuration: asking('user') },
      ['block', 'hard-deny'],
    ],
    [
      'a call where auto mode is off, in a shell that lives on',
      { tool: 'bash', input: { command: 'cd /elsewhere' }, cwd: WORKSPACE, sessionId: 's' },
      { configuration: configuration({ enabled: false }) },
      ['defer', 'disabled'],
    ],
    ['a request that cannot be read', 'ls', {}, ['block', 'invalid-request']],
  ];
  for (const [what, request, options, expected] of settled) {
    it(`tells how code settles ${what}`, () => {
      const dry = dryRun(request, inert(options), 'approved');
      assert.equal(dry.kind, 'settled');
      assert.deepEqual([dry.decision.outcome, dry.decision.stage], expected);
    });
  }

  it('uses up no release of the call, and asks although the classifier allowed it before or auto mode is paused', () => {
    assert.equal(dryRun({ ...PUSH, sessionId: 's' }, inert({ paused: true }), 'approved').kind, 'question');
  });

  it('knows the shells that live on and what agents wrote', () => {
    const gate = inert();
    let looked = 0;
    const world = {
      ...gate,
      memory: {
        ...gate.memory,
        livingShellChanged: () => {
          looked += 1;
          return true;
        },
      },
    };
    const request = { ...PUSH, agent: 'copilot', input: { command: 'pwd', shellId: '1' }, sessionId: 's' };
    const dry = dryRun(request, world, 'approved');
    assert.deepEqual([dry.kind, looked > 0], ['question', true]);
  });
});
