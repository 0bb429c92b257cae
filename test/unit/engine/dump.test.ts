import assert from 'node:assert/strict';
import { STAGES } from '../../../src/engine/model/decision';
import { callDecisions } from '../../decisions/dumpedDecisions';

describe('the dump of decisions', () => {
  it('has every outcome, and every stage that a call can come to', async () => {
    const outcomes = new Set<string>();
    const stages = new Set<string>();
    for await (const { outcome, stage } of callDecisions()) {
      outcomes.add(outcome);
      stages.add(stage);
    }
    assert.deepEqual([...outcomes].sort(), ['allow', 'block', 'defer']);
    assert.deepEqual(
      STAGES.filter((stage) => !stages.has(stage)),
      [],
    );
  });
});
