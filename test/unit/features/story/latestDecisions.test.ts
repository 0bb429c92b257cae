import assert from 'node:assert/strict';
import type { Decision } from '../../../../src/engine/model/decision';
import { CallLog } from '../../../../src/log/callLog';

describe('the latest decisions', () => {
  const decision = (id: string): Decision => ({
    id,
    at: '',
    durationMs: 0,
    outcome: 'allow',
    stage: 'safe-tool',
    reason: '',
    tool: 'read',
    summary: '',
  });

  it('are kept up to a number and a size', () => {
    const calls = new CallLog({ calls: 2, inputCharacters: 1_000 });
    for (const id of ['a', 'b', 'c']) calls.note(decision(id), { text: 'x' });
    assert.deepEqual(
      calls.allDecided().map((call) => call.decision.id),
      ['c', 'b'],
    );
    calls.note(decision('d'), { text: 'x'.repeat(900) });
    assert.deepEqual(
      calls.allDecided().map((call) => call.decision.id),
      ['d', 'c'],
    );
    calls.note(decision('e'), { text: 'x'.repeat(2_000) });
    assert.equal(calls.decided('e'), undefined);
    calls.settled({ ...decision('d'), outcome: 'block' });
    assert.equal(calls.decided('d')?.decision.outcome, 'block');
  });
});
