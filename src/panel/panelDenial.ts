import type { Decision, OutageKind, RuleReference, Stage } from '../engine/model/decision';

export interface PanelDenial {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly tool: string;
  readonly reason: string;
  readonly summary: string;
  readonly kind: Stage;
  readonly rule?: RuleReference | undefined;
  readonly remedy?: string | undefined;
  readonly outage?: OutageKind | undefined;
  readonly agent?: string | undefined;
  /** As its agent names it. */
  readonly subAgent?: string | undefined;
  readonly mode?: string | undefined;
}

export function denialOf(decision: Decision): PanelDenial {
  return {
    id: decision.id,
    at: decision.at,
    tool: decision.tool,
    reason: decision.reason,
    summary: decision.summary,
    kind: decision.stage,
    rule: decision.rule,
    remedy: decision.remedy,
    ...(isUnjudged(decision) ? { outage: decision.outage } : {}),
    agent: decision.agent,
    ...(decision.subAgent === undefined ? {} : { subAgent: decision.subAgent }),
    ...(decision.mode === undefined ? {} : { mode: decision.mode }),
  };
}

/** The classifier could not answer. */
export function isUnjudged({ outcome, stage, outage }: Pick<Decision, 'outcome' | 'stage' | 'outage'>): boolean {
  return outcome === 'block' && stage === 'classifier' && outage !== undefined;
}
