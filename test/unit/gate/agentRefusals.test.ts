import assert from 'node:assert/strict';
import { keepRefusal } from '../../../src/gate/agentRefusals';
import { CallLog } from '../../../src/log/callLog';
import { fakeGate } from '../engine/fakeGate';

const INPUT = { command: 'npm run deploy' };
const LEFT = {
  id: 'left',
  at: '2026-01-01T00:00:00.000Z',
  durationMs: 1,
  outcome: 'defer',
  stage: 'agent-judge',
  reason: 'r',
  tool: 'Bash',
  summary: 'npm run deploy',
  cwd: '/w',
  agent: 'claude-code',
  sessionId: 's',
} as const;

describe('a refusal by an agent’s own judge', () => {
  const calls = new CallLog();
  calls.note(LEFT, INPUT);

  it('is kept as a block of its own, with its words and without their secrets', () => {
    const gate = fakeGate();
    keepRefusal({ decisionId: 'left', input: INPUT, reason: 'It sends\nSECRET-abc out.' }, calls, gate);
    const [kept, ...more] = gate.noted;
    assert.ok(kept !== undefined);
    assert.deepEqual(more, []);
    assert.deepEqual(gate.logged, [kept]);
    assert.deepEqual(
      [kept.outcome, kept.stage, kept.summary, kept.agent, kept.sessionId],
      ['block', 'agent-judge', LEFT.summary, LEFT.agent, LEFT.sessionId],
    );
    assert.notEqual(kept.id, 'left');
    assert.ok(kept.reason.includes('[REDACTED] out.'), kept.reason);
    assert.equal(kept.reason.includes('\n'), false);
  });

  it('of a call that is no longer known is not kept', () => {
    const gate = fakeGate();
    keepRefusal({ decisionId: 'unknown', input: INPUT, reason: undefined }, calls, gate);
    assert.deepEqual(gate.noted, []);
  });
});
