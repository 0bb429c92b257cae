import assert from 'node:assert/strict';
import { decide } from '../../../src/engine/decide';
import { callKey } from '../../../src/engine/model/callKey';
import type { OwnJudgeTurn } from '../../../src/facts/ownJudge';
import type { Decision } from '../../../src/engine/model/decision';
import { configuration, entries, fakeGate, permissions, verdict, WORKSPACE, type FakeGateOptions } from './fakeGate';

const NEVER = new AbortController().signal;
const AGENT = 'claude-code';

interface Case {
  readonly command?: string;
  readonly turn?: OwnJudgeTurn;
  readonly judgesItself?: boolean;
  readonly gate?: Omit<FakeGateOptions, 'configuration'>;
}

const requestOf = (command: string, judgesItself: boolean): Record<string, unknown> => ({
  tool: 'Bash',
  input: { command },
  cwd: WORKSPACE,
  agent: AGENT,
  sessionId: 's',
  takesRewritten: true,
  environment: { PATH: '/usr/bin' },
  ...(judgesItself ? { judgesItself } : {}),
});

async function decided({ command = 'npm run deploy', turn, judgesItself = true, gate: options = {} }: Case): Promise<{
  readonly decision: Decision;
  readonly judged: number;
  readonly logged: number;
  readonly noted: number;
}> {
  const gate = fakeGate({
    classifier: () => verdict('allow'),
    ...options,
    configuration: configuration({
      agents: { anyWindow: false, ownJudge: turn === undefined ? {} : { [AGENT]: turn } },
      permissions: permissions({ deny: entries(['bash(rm *)']), ask: entries(['bash(git push*)']) }),
    }),
  });
  const decision = await decide(requestOf(command, judgesItself), gate, NEVER);
  return { decision, judged: gate.classified.length, logged: gate.logged.length, noted: gate.noted.length };
}

describe('an agent in an auto mode of its own', () => {
  it('gets what code does not settle back, with no judge asked, and it is kept', async () => {
    const { decision, judged, logged, noted } = await decided({});
    assert.deepEqual([decision.outcome, decision.stage, judged], ['defer', 'agent-judge', 0]);
    assert.deepEqual([logged, noted], [1, 1]);
  });

  const settled: readonly (readonly [string, Case, string, string])[] = [
    ['a proven read is allowed', { command: 'ls' }, 'allow', 'read-only-command'],
    ['a deny rule blocks', { command: 'rm x' }, 'block', 'permissions.deny'],
    ['the hard floor blocks', { command: 'rm -rf ~' }, 'block', 'permissions.deny'],
    ['an ask rule without a user blocks', { command: 'git push' }, 'block', 'permissions.ask'],
    ['a contained run is allowed', { command: 'npm test', gate: { contained: true } }, 'allow', 'contained'],
    ['without one of its own, the classifier judges', { judgesItself: false }, 'allow', 'classifier'],
    ['with "never", the classifier judges', { turn: 'never' }, 'allow', 'classifier'],
    ['while auto mode is paused, nothing is left to it', { gate: { paused: true } }, 'block', 'user'],
  ];
  for (const [name, one, outcome, stage] of settled) {
    it(name, async () => {
      const { decision } = await decided(one);
      assert.deepEqual([decision.outcome, decision.stage], [outcome, stage], decision.reason);
    });
  }

  it('after a yes to an ask rule, its judge decides', async () => {
    const { decision, judged } = await decided({
      command: 'git push',
      gate: { user: () => ({ kind: 'approved' }) },
    });
    assert.deepEqual([decision.outcome, decision.stage, judged], ['defer', 'agent-judge', 0]);
  });

  it('what the user released goes to the classifier with the user’s word, since its judge knows of no release', async () => {
    const key = callKey(requestOf('npm run deploy', true) as Parameters<typeof callKey>[0]);
    const { decision, judged } = await decided({ gate: { allowOnce: new Set([key]) } });
    assert.deepEqual([decision.outcome, decision.stage, judged], ['allow', 'classifier', 1]);
  });

  describe('with "always"', () => {
    it('no allow settles a call, and nothing runs contained', async () => {
      const read = await decided({ command: 'ls', turn: 'always' });
      assert.deepEqual([read.decision.outcome, read.decision.stage], ['defer', 'read-only-command']);
      const test = await decided({ command: 'npm test', turn: 'always', gate: { contained: true } });
      assert.deepEqual([test.decision.outcome, test.decision.stage, test.judged], ['defer', 'classifier', 1]);
      assert.equal(test.decision.rewritten, undefined);
    });

    it('a block of the classifier blocks', async () => {
      const { decision } = await decided({ turn: 'always', gate: { classifier: () => verdict('block') } });
      assert.deepEqual([decision.outcome, decision.stage], ['block', 'classifier']);
    });
  });
});
