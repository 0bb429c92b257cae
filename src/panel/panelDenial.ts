import type { Decision, OutageKind, RuleReference, Stage } from '../engine/model/decision';

/** A block in the history. */
export interface PanelDenial {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly tool: string;
  readonly reason: string;
  /** What the call would have done. */
  readonly summary: string;
  readonly kind: Stage;
  readonly rule?: RuleReference | undefined;
  /** What would clear the block. */
  readonly remedy?: string | undefined;
  /** Why the call was not judged at all. */
  readonly outage?: OutageKind | undefined;
  readonly agent?: string | undefined;
  /** As its agent names it. */
  readonly subAgent?: string | undefined;
  /** The agent's own permission mode at the call, as the agent names it. */
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

/** True where a call was blocked only because the classifier could not answer. */
export function isUnjudged({ outcome, stage, outage }: Decision): boolean {
  return outcome === 'block' && stage === 'classifier' && outage !== undefined;
}
