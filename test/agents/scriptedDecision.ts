import type { Decision } from '../../src/engine/model/decision';
import type { CheckRequest } from '../../src/calls/request';
import type { ScriptedDecision } from './scriptedGate';

export const REASON = 'Blocked by the rule bash(touch *) of these tests.';
export const REMEDY = 'Ask the user first.';

/** A decision as a test wants it, whatever was asked. */
export function decision(outcome: Decision['outcome'], request: CheckRequest): Decision {
  return {
    id: 'd1',
    at: '2026-11-21T08:00:00.000Z',
    durationMs: 1,
    outcome,
    stage: 'permissions.deny',
    reason: outcome === 'block' ? REASON : 'Fine.',
    ...(outcome === 'block' ? { remedy: REMEDY } : {}),
    tool: request.tool,
    summary: '',
  };
}

export const always =
  (outcome: Decision['outcome']): ScriptedDecision =>
  (request) =>
    Promise.resolve(decision(outcome, request));

/** A decision that takes its time. */
export const late =
  (outcome: Decision['outcome']): ScriptedDecision =>
  async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    return decision(outcome, request);
  };
