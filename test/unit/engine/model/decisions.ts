import type { Decision } from '../../../../src/engine/model/decision';

/** A decision of the classifier to block, but for what is said otherwise. */
export function decision(changes: Partial<Decision> = {}): Decision {
  return {
    id: 'd1',
    at: '2026-11-21T10:00:00.000Z',
    durationMs: 3,
    outcome: 'block',
    stage: 'classifier',
    tier: 'soft_deny',
    reason: 'Because.',
    classifier: { provider: 'fake', model: 'fake-1', latencyMs: 1 },
    tool: 'bash',
    summary: 'bash npm publish',
    ...changes,
  };
}
