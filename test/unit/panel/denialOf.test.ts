import assert from 'node:assert/strict';
import type { Decision } from '../../../src/engine/decision';
import { denialOf } from '../../../src/panel/denialOf';

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
    });
  });
});
