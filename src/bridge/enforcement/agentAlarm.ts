import type { AgentNotice } from '../../agents/hooks/agentNotice';
import type { JsonObject } from '../../common/json';
import type { Outcome } from '../../engine/model/decision';

/** Without a tool's input. */
export interface AgentAlarm {
  readonly agent: string;
  readonly kind: 'blocked-call-ran' | 'unjudged-call-ran' | 'input-changed' | 'uncontained';
  /** Untrusted, at most 256 characters. */
  readonly tool: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly sessionId?: string;
  readonly detail: string;
  /** For this agent, session, tool and kind. */
  readonly unreported: number;
}

/** A readable, authentic payload. */
export interface AgentSighting {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly kind: 'call' | AgentNotice['kind'];
  readonly sessionId: string | undefined;
  readonly mode: string | undefined;
  /** Undefined: the agent itself. */
  readonly subAgentId: string | undefined;
  readonly event?: string;
}

export interface EnforcedVerdict {
  readonly decisionId: string;
  readonly outcome: Outcome;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface AgentRefusal {
  readonly decisionId: string;
  /** `allow`: the agent decides despite our allow. */
  readonly outcome: Exclude<Outcome, 'block'>;
  readonly input: JsonObject;
  /** The agent's words, untrusted. */
  readonly reason: string | undefined;
}

/** No method may throw. */
export interface AgentObserver {
  readonly alarm?: (alarm: AgentAlarm) => void;
  readonly countedAlarm?: (alarm: Omit<AgentAlarm, 'unreported'>) => void;
  readonly seen?: (agent: string, sighting: AgentSighting) => void;
  readonly enforced?: (agent: string, verdict: EnforcedVerdict) => void;
  /** The agent refused what was not blocked here. */
  readonly refused?: (agent: string, refusal: AgentRefusal) => void;
  /** A call decided here has run. */
  readonly ended?: (agent: string, decisionId: string) => void;
}
