import assert from 'node:assert/strict';
import { OUTAGE_KINDS, STAGES } from '../../src/engine/model/decision';
import { callDecisions } from '../decisions/dumpedDecisions';
import { SINGLE_WORLDS } from '../decisions/worlds';

describe('the dump of decisions', () => {
  it('has every outcome, and every stage that a call can come to', async () => {
    const outcomes = new Set<string>();
    const stages = new Set<string>();
    for await (const { decision } of callDecisions()) {
      outcomes.add(decision.outcome);
      stages.add(decision.stage);
    }
    assert.deepEqual([...outcomes].sort(), ['allow', 'block', 'defer']);
    assert.deepEqual(
      STAGES.filter((stage) => !stages.has(stage)),
      [],
    );
  });

  it('has a world for every kind of outage', () => {
    const judges = new Set(SINGLE_WORLDS.map(({ judge }) => judge));
    assert.deepEqual(
      OUTAGE_KINDS.filter((kind) => !judges.has(kind)),
      [],
    );
  });
});
