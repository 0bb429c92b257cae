import type { AgentNotice } from '../../agents/hooks/agentNotice';
import type { Outcome } from '../../engine/model/decision';

/** Something that an agent did is not what the gate told it. Holds nothing of a tool's input. */
export interface AgentAlarm {
  /** The dialect's id. */
  readonly agent: string;
  readonly kind: 'blocked-call-ran' | 'unjudged-call-ran' | 'input-changed';
  /** The tool's name as the agent gives it: text of the agent's, at most 256 characters. */
  readonly tool: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly sessionId?: string;
  /** A sentence for the user. */
  readonly detail: string;
  /** How many more of the same agent, session, tool and kind were not told since the last one. 0 with the first. */
  readonly unreported: number;
}

/** A sign of life: one payload with the right token that could be read and is about a folder of this window. */
export interface AgentSighting {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly kind: 'call' | AgentNotice['kind'];
  readonly sessionId: string | undefined;
  /** The agent's permission mode, as the agent names it. */
  readonly mode: string | undefined;
  /** Undefined for the agent itself. */
  readonly subAgentId: string | undefined;
  /** Of a call: which of its events the agent sent, where its dialect tells. */
  readonly event?: string;
}

/** The agent was seen to do what a verdict said. */
export interface EnforcedVerdict {
  readonly decisionId: string;
  readonly outcome: Outcome;
  /** When it was seen. ISO 8601, UTC. */
  readonly at: string;
}

/** Where the bridge tells what it saw of an agent. None of them may throw. */
export interface AgentObserver {
  readonly alarm?: (alarm: AgentAlarm) => void;
  /** One that is not told, since such alarms, or many, were told a short time ago. */
  readonly countedAlarm?: (alarm: Omit<AgentAlarm, 'unreported'>) => void;
  readonly seen?: (agent: string, sighting: AgentSighting) => void;
  readonly enforced?: (agent: string, verdict: EnforcedVerdict) => void;
}
