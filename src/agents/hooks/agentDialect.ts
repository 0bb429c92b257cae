import type { Decision } from '../../engine/model/decision';
import type { JsonObject } from '../../common/json';
import type { CheckRequest, TranscriptEntry } from '../../calls/request';
import type { AgentNotice } from './agentNotice';
import type { InstructionFile } from '../files/instructionFiles';

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
  /** What kind of sub-agent that is, as the agent names it: to be shown, and nothing else. */
  readonly subAgentKind?: string;
  /** Which of its events the agent sent, where it takes answers to them in different forms. */
  readonly event?: string;
  /** Where an agent asks twice about one call: what both events have in common. The second is not judged again. */
  readonly pair?: { readonly key: string; readonly asks: 'first' | 'again' };
}

/** `call`: one that is asked before a call. `notice`: one that only takes what the agent tells. */
export type HookEntryKind = 'call' | 'notice';

export type ParsedPayload =
  | { readonly kind: 'tool-call'; readonly call: HookCall }
  | { readonly kind: 'notice'; readonly notice: AgentNotice }
  /** Nothing to judge and nothing to learn: another event, or another agent that reads the same settings file. */
  | { readonly kind: 'not-a-tool-call' }
  /** Not what the agent documents. `reason` is a sentence for the agent and the user. */
  | { readonly kind: 'error'; readonly reason: string };

/**
 * What the launcher answers when no window does: stdout, with exit code 0 but for a refusal. The launcher has no JSON parser, so these are fixed texts.
 */
export interface UnreachableAnswers {
  /** The field of the payload, at its top level and before the tool's input, that tells; `permission_mode` where it is absent. */
  readonly promptingField?: string;
  /** Values of that field with which the agent itself asks the user. Letters only. */
  readonly promptingModes: readonly string[];
  /** In one of these modes: no opinion, with one visible line. */
  readonly prompting: string;
  /** In every other mode, and where the mode could not be read. */
  readonly otherwise: string;
  /** Where `otherwise` is a refusal: the same for stderr, with exit code 2, which counts even if something else writes to stdout. */
  readonly refusal?: string;
}

/** How one agent speaks to its hooks. Everything particular to an agent's wire format is behind this. */
export interface AgentDialect {
  /** The launcher's argument, the last part of the bridge's URL, and `agent` in requests. Lower-case letters and hyphens. */
  readonly id: string;
  /** @param entry through which kind of hook entry the payload came, for those that do not tell it themselves */
  parse(payload: string, entry?: HookEntryKind): ParsedPayload;
  /** The call with what the payload leaves out and the agent writes down elsewhere. Never rejects. */
  complete?(call: HookCall): Promise<HookCall>;
  /**
   * What of an input has to be the same when a call is judged and when it has run: without what the agent itself adds in between, as the
   * user's answers to a question. Absent: all of it.
   */
  comparedInput?(tool: string, input: JsonObject): JsonObject;
  /**
   * The folder in which the agent began the session of a call. Absent where every call comes from there: a model that names a folder for its
   * call would else choose whose settings hold. Undefined where it cannot be told. Never rejects.
   */
  sessionFolder?(call: HookCall): Promise<string | undefined>;
  /** The agent's own form of a decision about `call`. */
  reply(decision: Pick<Decision, 'outcome' | 'reason' | 'remedy'>, call: HookCall): HookReply;
  /** A refusal where there is no decision: the payload cannot be read, or deciding failed. */
  refuse(reason: string): HookReply;
  /** Leaves the call to the agent's own permission flow. Also the answer to a notice that has no other. */
  readonly noOpinion: HookReply;
  /** Hands the text to the agent's model at the start of a session. Absent where the agent cannot take one. */
  giveGuidance?(text: string): HookReply;
  /** What was said before this call, oldest first; empty where it cannot be read. Never rejects. */
  transcript(call: HookCall): Promise<readonly TranscriptEntry[]>;
  /** The words of one of the user's prompts, with those that were not typed marked as nobody's. Absent: the agent tells none of them apart. */
  typedWords?(prompt: string): readonly TranscriptEntry[];
  /** The instruction files that the agent has loaded for this call. Absent where that is not known. Never rejects. */
  loadedContext?(call: HookCall): Promise<readonly InstructionFile[]>;
  readonly unreachable: UnreachableAnswers;
}
