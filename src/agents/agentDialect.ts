import type { Decision } from '../engine/decision';
import type { CheckRequest, TranscriptEntry } from '../engine/request';

/** What a hook process hands back to its agent. */
export interface HookReply {
  /** Exactly one JSON object on one line. */
  readonly stdout: string;
  /** Text without control characters but for line breaks; empty unless `exitCode` is 2. */
  readonly stderr: string;
  /** 2 is a refusal in every agent with command hooks; 0 lets `stdout` speak. Nothing else is ever sent. */
  readonly exitCode: 0 | 2;
}

/** One tool call, read from an agent's hook payload. */
export interface HookCall {
  /** The request for the engine, but for the transcript: that is read only by the window that takes the call. */
  readonly request: CheckRequest & { readonly cwd: string };
  /** The agent's permission mode, as the agent names it. */
  readonly mode: string | undefined;
  /** Where the agent says its transcript is: not yet checked, not to be opened as it stands. */
  readonly transcriptPath: string | undefined;
  /** The sub-agent that makes the call; undefined for the agent itself. */
  readonly subAgentId: string | undefined;
}

export type ParsedPayload =
  | { readonly kind: 'tool-call'; readonly call: HookCall }
  /** Nothing to judge: another event, or another agent that reads the same settings file. */
  | { readonly kind: 'not-a-tool-call' }
  /** Not what the agent documents. `reason` is a sentence for the agent and the user. */
  | { readonly kind: 'error'; readonly reason: string };

/**
 * What the launcher answers when no window does: stdout, with exit code 0. The launcher has no JSON parser, so these are fixed texts.
 */
export interface UnreachableAnswers {
  /** Values of the payload's `permission_mode` in which the agent itself asks the user. Letters only. */
  readonly promptingModes: readonly string[];
  /** In one of these modes: no opinion, with one visible line. */
  readonly prompting: string;
  /** In every other mode, and where the mode could not be read. */
  readonly otherwise: string;
}

/** How one agent speaks to its hooks. Everything particular to an agent's wire format is behind this. */
export interface AgentDialect {
  /** The launcher's argument, the last part of the bridge's URL, and `agent` in requests. Lower-case letters and hyphens. */
  readonly id: string;
  parse(payload: string): ParsedPayload;
  /** The agent's own form of a decision about `call`. */
  reply(decision: Pick<Decision, 'outcome' | 'reason' | 'remedy'>, call: HookCall): HookReply;
  /** A refusal where there is no decision: the payload cannot be read, or deciding failed. */
  refuse(reason: string): HookReply;
  /** Leaves the call to the agent's own permission flow. */
  readonly noOpinion: HookReply;
  /** What was said before this call, oldest first; empty where it cannot be read. Never rejects. */
  transcript(call: HookCall): Promise<readonly TranscriptEntry[]>;
  readonly unreachable: UnreachableAnswers;
}
