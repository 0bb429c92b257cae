import type { Decision } from '../../engine/model/decision';
import type { JsonObject } from '../../common/json';
import type { CheckRequest, TranscriptEntry } from '../../calls/request';
import type { AgentNotice } from './agentNotice';
import type { InstructionFile } from '../files/instructionFiles';

export interface HookReply {
  /** One line of JSON. */
  readonly stdout: string;
  /** Printable; empty unless `exitCode` is 2. */
  readonly stderr: string;
  /** 2 refuses everywhere; 0 lets `stdout` decide. */
  readonly exitCode: 0 | 2;
}

export interface HookCall {
  readonly request: CheckRequest & { readonly cwd: string };
  readonly mode: string | undefined;
  /** Unchecked: never open it as is. */
  readonly transcriptPath: string | undefined;
  readonly subAgentId: string | undefined;
  readonly subAgentKind?: string;
  /** If the answer depends on it. */
  readonly event?: string;
  /** If the payload has the transcript. */
  readonly said?: readonly TranscriptEntry[];
  /** The second of two is not judged again. */
  readonly pair?: {
    readonly key: string;
    readonly asks: 'first' | 'again';
    /** Both count as one call. */
    readonly countsOnce?: true;
  };
}

export type HookEntryKind = 'call' | 'notice';

export type ParsedPayload =
  | { readonly kind: 'tool-call'; readonly call: HookCall }
  | { readonly kind: 'notice'; readonly notice: AgentNotice }
  | { readonly kind: 'not-a-tool-call' }
  /** `reason` is for agent and user. */
  | { readonly kind: 'error'; readonly reason: string };

/** Stdout if no window answers, with exit code 0 unless refusing. The launcher cannot parse JSON. */
export interface UnreachableAnswers {
  /** Top-level field before the tool's input; default `permission_mode`. */
  readonly promptingField?: string;
  /** In these the agent asks the user. Letters only. */
  readonly promptingModes: readonly string[];
  /** No opinion, with one visible line. */
  readonly prompting: string;
  readonly otherwise: string;
  /** Stderr if `otherwise` refuses; exit code 2 counts even if something else writes to stdout. */
  readonly refusal?: string;
}

export type RepliedDecision = Pick<Decision, 'outcome' | 'reason' | 'remedy' | 'rewritten'> &
  Partial<Pick<Decision, 'stage'>>;

export interface AgentDialect {
  /** Also in the launcher's argument, the URL and requests. Lower-case letters and hyphens. */
  readonly id: string;
  /** @param entry for payloads that do not name their kind */
  parse(payload: string, entry?: HookEntryKind): ParsedPayload;
  /** Adds what payloads omit. Never rejects. */
  complete?(call: HookCall): Promise<HookCall>;
  /** Must be equal when judged and when run. Default: all. */
  comparedInput?(tool: string, input: JsonObject): JsonObject;
  /** Where a model names a call's folder, it would choose whose settings apply. Never rejects. */
  sessionFolder?(call: HookCall): Promise<string | undefined>;
  reply(decision: RepliedDecision, call: HookCall): HookReply;
  /** An allow of this call may change it. Default: no. */
  takesRewritten?(call: HookCall): boolean;
  /** Without an opinion the agent's own judge decides. Default: no. */
  judgesItself?(call: HookCall): boolean;
  refuse(reason: string): HookReply;
  /** Leaves it to the agent; default for notices. */
  readonly noOpinion: HookReply;
  /** For the model, at session start. */
  giveGuidance?(text: string): HookReply;
  /** Oldest first; empty if unreadable. Never rejects. */
  transcript(call: HookCall): Promise<readonly TranscriptEntry[]>;
  /** Words that were not typed are nobody's. */
  typedWords?(prompt: string): readonly TranscriptEntry[];
  /** Absent: unknown. Never rejects. */
  loadedContext?(call: HookCall): Promise<readonly InstructionFile[]>;
  readonly unreachable: UnreachableAnswers;
  /**
   * Source of a module that runs in the agent instead of the launcher. Its export `plugin` turns a gate (see
   * pluginGate.mjs) into what the agent loads.
   */
  readonly plugin?: string;
}
