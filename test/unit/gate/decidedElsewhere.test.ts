import assert from 'node:assert/strict';
import type { Decision } from '../../../src/engine/model/decision';
import { decidedElsewhere } from '../../../src/gate/decidedElsewhere';

const NOW = Date.parse('2026-11-22T08:10:00.000Z');
const DECISION: Decision = {
  id: 'd1',
  at: '2026-11-22T08:05:00.000Z',
  durationMs: 1,
  outcome: 'allow',
  stage: 'classifier',
  reason: 'Fine.',
  tool: 'Bash',
  summary: '',
  agent: 'claude-code',
  sessionId: 's',
  callId: 'c1',
};
const { callId: _callId, ...NAMELESS } = DECISION;
const ended = (callId?: string): Parameters<typeof decidedElsewhere>[0] => ({
  agent: 'claude-code',
  sessionId: 's',
  tool: 'Bash',
  callId,
});

describe('a call that this window knows nothing of', () => {
  const rows: readonly (readonly [
    what: string,
    callId: string | undefined,
    logged: Decision,
    elsewhere: boolean | 'block',
  ])[] = [
    ['is in the log by its id', 'c1', DECISION, true],
    ['is in the log by its id, long ago', 'c1', { ...DECISION, at: '2026-11-21T08:05:00.000Z' }, true],
    ['of another id', 'c2', DECISION, false],
    ['of another agent', 'c1', { ...DECISION, agent: 'codex' }, false],
    ['of another session', 'c1', { ...DECISION, sessionId: 's2' }, false],
    ['without an id, of a tool that was decided', undefined, NAMELESS, true],
    ['with an id, of a tool that was decided without one', 'c1', NAMELESS, true],
    [
      'without an id, of a tool that was decided long ago',
      undefined,
      { ...NAMELESS, at: '2026-11-22T08:00:00.000Z' },
      false,
    ],
    ['without an id, of another tool', undefined, { ...NAMELESS, tool: 'Edit' }, false],
    ['is in the log by its id, with another tool', 'c1', { ...DECISION, tool: 'Read' }, false],
    ['was blocked', 'c1', { ...DECISION, outcome: 'block' }, 'block'],
    ['was left to its agent', 'c1', { ...DECISION, outcome: 'defer' }, true],
    ['without an id, of a tool of which a call was blocked', undefined, { ...NAMELESS, outcome: 'block' }, false],
    ['with an id, of a tool of which a call without one was blocked', 'c1', { ...NAMELESS, outcome: 'block' }, false],
    [
      'was blocked long ago, by an id that was given again since',
      'c1',
      { ...DECISION, outcome: 'block', at: '2026-11-22T08:00:00.000Z' },
      false,
    ],
    ['without an id, where the decision is one of its own', undefined, { ...NAMELESS, id: 'ours' }, false],
  ];
  for (const [what, callId, decision, elsewhere] of rows) {
    const expected = elsewhere === 'block' ? 'blocked' : elsewhere ? 'let' : undefined;
    it(`${what}: ${expected ?? 'not decided'} elsewhere`, () => {
      const log = { readRecent: (): { decision: Decision }[] => [{ decision }] };
      assert.equal(
        decidedElsewhere(ended(callId), (id) => id === 'ours', log, NOW),
        expected,
      );
    });
  }

  it('was blocked once and let run once, under one id: it was let run', () => {
    const blocked: Decision = { ...DECISION, outcome: 'block' };
    for (const decisions of [
      [blocked, DECISION],
      [DECISION, blocked],
    ]) {
      const log = { readRecent: (): { decision: Decision }[] => decisions.map((decision) => ({ decision })) };
      assert.equal(
        decidedElsewhere(ended('c1'), () => false, log, NOW),
        'let',
      );
    }
  });
});
