import assert from 'node:assert/strict';
import { STAGES } from '../../../src/engine/model/decision';
import { DECIDERS, deciderNames, deciderOf } from '../../../src/texts/deciders';

describe('who decides', () => {
  it('each stage belongs to one that has a name, and each has a stage', () => {
    const found = new Set(STAGES.map(deciderOf));
    assert.deepEqual([...found].sort(), [...DECIDERS].sort());
    for (const decider of DECIDERS) assert.ok(deciderNames()[decider].split(' ').length <= 2);
  });

  it('says that the user decided where a question was answered or a call released', () => {
    assert.deepEqual(
      [...STAGES].filter((stage) => deciderOf(stage) === 'you'),
      ['permissions.ask', 'allow-once', 'user'],
    );
  });
});
