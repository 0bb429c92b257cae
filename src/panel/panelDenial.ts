import type { Decision, OutageKind, RuleReference, Stage } from '../engine/model/decision';

/** A block as the history keeps it. */
export interface PanelDenial {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly tool: string;
  readonly reason: string;
  /** What the call would have done. */
  readonly summary: string;
  /** Which check blocked. */
  readonly kind: Stage;
  readonly rule?: RuleReference | undefined;
  /** What would clear the block. */
  readonly remedy?: string | undefined;
  /** Set where the call was not judged at all; says why. */
  readonly outage?: OutageKind | undefined;
  readonly agent?: string | undefined;
  /** The sub-agent that made the call, as its agent names it. */
  readonly subAgent?: string | undefined;
  /** The agent's own permission mode at the call, as the agent names it. */
  readonly mode?: string | undefined;
}

/** The history entry of a block. */
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

/** Whether a call was blocked for no other reason than that the classifier could not answer: nobody has judged it. */
export function isUnjudged({ outcome, stage, outage }: Decision): boolean {
  return outcome === 'block' && stage === 'classifier' && outage !== undefined;
}
