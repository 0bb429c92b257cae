import assert from 'node:assert/strict';
import type { HookCall } from '../../../../src/agents/hooks/agentDialect';
import { GivenBack } from '../../../../src/bridge/enforcement/givenBack';
import type { Decision } from '../../../../src/engine/model/decision';

const GIVEN = "'/home/u/.auto-mode/contained/run' 0a";
const DECISION: Decision = {
  ...{ id: 'd', at: '2026-01-01T00:00:00.000Z', durationMs: 1, outcome: 'allow', stage: 'contained' },
  ...{ reason: 'r', tool: 'Bash', summary: 's', rewritten: GIVEN },
};

function call(command: string, sessionId = 's'): HookCall {
  const request = { tool: 'Bash', input: { command }, cwd: '/home/u/project', sessionId };
  return { request, mode: undefined, transcriptPath: undefined, subAgentId: undefined };
}

describe('calls that were given back', () => {
  const { rewritten: _rewritten, ...same } = DECISION;
  const rows: readonly (readonly [string, string, HookCall, Decision | undefined])[] = [
    ['the call as it was given back', 'codex', call(GIVEN), same],
    ['the original call', 'codex', call('npm test'), undefined],
    ['another session', 'codex', call(GIVEN, 'other'), undefined],
    ['another agent', 'copilot', call(GIVEN), undefined],
    ['more than was given back', 'codex', call(`${GIVEN}; rm -rf ~`), undefined],
    [
      'a command that is no text',
      'codex',
      { ...call(''), request: { ...call('').request, input: { command: [GIVEN] } } },
      undefined,
    ],
  ];
  for (const [what, agent, again, expected] of rows) {
    it(`${expected === undefined ? 'are not' : 'are'} ${what}`, () => {
      const given = new GivenBack();
      given.note('codex', call('npm test'), DECISION);
      assert.deepEqual(given.take(agent, again), expected);
    });
  }

  it('are bounded', () => {
    const given = new GivenBack();
    for (let at = 0; at < 600; at += 1) given.note('codex', call('x'), { ...DECISION, rewritten: `${GIVEN}${at}` });
    assert.equal(given.take('codex', call(`${GIVEN}0`)), undefined);
    assert.notEqual(given.take('codex', call(`${GIVEN}599`)), undefined);
  });
});
