import assert from 'node:assert/strict';
import type { Decision } from '../../../src/engine/model/decision';
import { denialOf } from '../../../src/panel/panelDenial';

describe('a denial', () => {
  it("keeps the history's fields of a decision and no other", () => {
    const decision: Decision = {
      id: 'd1',
      at: '2026-03-04T05:06:07.000Z',
      durationMs: 3,
      outcome: 'block',
      stage: 'permissions.deny',
      rule: { text: 'bash(git push*)', source: 'user' },
      reason: 'A deny rule forbids it.',
      fragment: 'git push',
      remedy: 'Remove the rule.',
      tool: 'Bash',
      summary: 'Bash git push',
      cwd: '/project',
      agent: 'claude-code',
      sessionId: 's',
      callId: 'c',
      subAgent: 'reviewer',
      mode: 'auto',
    };
    assert.deepEqual(denialOf(decision), {
      id: 'd1',
      at: '2026-03-04T05:06:07.000Z',
      tool: 'Bash',
      reason: 'A deny rule forbids it.',
      summary: 'Bash git push',
      kind: 'permissions.deny',
      rule: { text: 'bash(git push*)', source: 'user' },
      remedy: 'Remove the rule.',
      agent: 'claude-code',
      subAgent: 'reviewer',
      mode: 'auto',
    });
  });
  const UNJUDGED: readonly (readonly [changes: Partial<Decision>, outage: Decision['outage']])[] = [
    [{ outage: 'network' }, 'network'],
    [{}, undefined],
    [{ outage: 'network', stage: 'user' }, undefined],
    [{ outage: 'network', outcome: 'allow', stage: 'user' }, undefined],
  ];
  for (const [changes, outage] of UNJUDGED) {
    it(`tells what nobody has judged from what was denied: ${JSON.stringify(changes)}`, () => {
      const decision = { id: 'd', at: '', durationMs: 1, reason: 'r', tool: 't', summary: 's' };
      const denial = denialOf({ ...decision, outcome: 'block', stage: 'classifier', ...changes });
      assert.equal(denial.outage, outage);
      assert.equal('outage' in denial, outage !== undefined);
    });
  }
});
