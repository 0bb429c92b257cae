import type { Decision } from '../../engine/model/decision';
import type { JsonObject } from '../../common/json';
import type { CheckRequest, TranscriptEntry } from '../../calls/request';
import type { AgentNotice } from './agentNotice';
import type { InstructionFile } from '../files/instructionFiles';

export interface HookReply {
  /** One line of JSON. */
  readonly stdout: string;
  /** Printable, with line breaks; empty unless `exitCode` is 2. */
  readonly stderr: string;
  /** 2 refuses in every agent; 0 lets `stdout` decide. */
  readonly exitCode: 0 | 2;
}

export interface HookCall {
  readonly request: CheckRequest & { readonly cwd: string };
  readonly mode: string | undefined;
  /** Unchecked: must not be opened as is. */
  readonly transcriptPath: string | undefined;
  readonly subAgentId: string | undefined;
  readonly subAgentKind?: string;
  /** If the answer depends on it. */
  readonly event?: string;
  /** If the payload itself has the transcript. */
  readonly said?: readonly TranscriptEntry[];
  /** If asked twice, the second is not judged again. */
  readonly pair?: {
    readonly key: string;
    readonly asks: 'first' | 'again';
    /** The agent asks twice about every such call, which counts once. */
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

/** Stdout if no window answers, with exit code 0 unless refusing. The launcher has no JSON parser. */
export interface UnreachableAnswers {
  /** Top-level field before the tool's input; default `permission_mode`. */
  readonly promptingField?: string;
  /** The agent then asks the user. Letters only. */
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
  /** Also in the launcher's argument, the URL, and requests. Lower-case letters and hyphens. */
  readonly id: string;
  /** @param entry if payloads do not name their kind */
  parse(payload: string, entry?: HookEntryKind): ParsedPayload;
  /** Adds what the payload omits. Never rejects. */
  complete?(call: HookCall): Promise<HookCall>;
  /** What must match between judging and running. Default: all. */
  comparedInput?(tool: string, input: JsonObject): JsonObject;
  /** For a model that can name a call's folder: it would choose whose settings apply. Never rejects. */
  sessionFolder?(call: HookCall): Promise<string | undefined>;
  reply(decision: RepliedDecision, call: HookCall): HookReply;
  /** Whether an allow of this call may give it back rewritten. Default: no. */
  takesRewritten?(call: HookCall): boolean;
  /** Whether a judge of the agent itself decides where it gets no opinion. Default: no. */
  judgesItself?(call: HookCall): boolean;
  refuse(reason: string): HookReply;
  /** Leaves the call to the agent; default for notices. */
  readonly noOpinion: HookReply;
  /** For the model, at session start. */
  giveGuidance?(text: string): HookReply;
  /** Oldest first; empty if unreadable. Never rejects. */
  transcript(call: HookCall): Promise<readonly TranscriptEntry[]>;
  /** Marks words not typed as nobody's. */
  typedWords?(prompt: string): readonly TranscriptEntry[];
  /** Absent: unknown. Never rejects. */
  loadedContext?(call: HookCall): Promise<readonly InstructionFile[]>;
  readonly unreachable: UnreachableAnswers;
  /**
   * Source of a module that runs inside the agent, instead of the launcher: exports `plugin`, which makes of a gate
   * (see pluginGate.mjs) what the agent loads.
   */
  readonly plugin?: string;
}
