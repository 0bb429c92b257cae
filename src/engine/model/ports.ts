import type { Clock } from '../../common/clock';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
/**
 * What the engine needs from the world, as interfaces of its own. The engine itself touches no disk, network, clock or editor.
 */
import type { ClassifierSettings, EffectiveConfiguration, PolicyRules } from './configuration';
import type { ClassifierUsage, Decision, OutageKind, Tier } from './decision';
import type { JsonObject, JsonValue } from '../../common/json';
import type { TranscriptEntry } from '../../calls/request';

/** Content that agents wrote through the gate, so that they may overwrite it again. Keyed by resolved path and content hash. */
export interface AgentWrites {
  note(path: string, content: string): void;
  wrote(path: string, content: string): boolean;
}

/** What the classifier is asked. Nothing in it is shortened: the classifier refuses what it cannot take whole. */
export interface ClassifierQuestion {
  /** The decision that the answer is for. */
  readonly decisionId: string;
  readonly tool: string;
  readonly input: JsonObject;
  readonly cwd: string | undefined;
  readonly agent: string | undefined;
  readonly transcript: readonly TranscriptEntry[];
  readonly loadedContext: readonly { readonly path: string; readonly text: string }[];
  readonly rules: PolicyRules;
  readonly settings: ClassifierSettings;
  readonly sessionModel: string | undefined;
  /** What the engine knows about the action: one sentence each. */
  readonly facts: readonly string[];
  /** Set where the user just authorised exactly this call; says how. */
  readonly authorisation: string | undefined;
  /** Whether the call has to be judged with reasons at once, without a quick first look. */
  readonly closeLook: boolean;
}

export type ClassifierAnswer =
  | {
      readonly kind: 'verdict';
      readonly decision: 'allow' | 'block';
      readonly tier: Tier;
      readonly rule: string | undefined;
      readonly reason: string;
      readonly usage: ClassifierUsage;
    }
  | {
      readonly kind: 'outage';
      readonly outage: OutageKind;
      /** A sentence for the user and the agent, secrets removed. */
      readonly message: string;
      readonly remedy: string | undefined;
      readonly usage: ClassifierUsage | undefined;
    };

export interface Classifier {
  /** Whether there is a model and what it needs, found out without asking it. */
  usable(settings: ClassifierSettings, sessionModel: string | undefined): Promise<boolean>;
  /** Never rejects, but for an abort of `signal`. */
  classify(question: ClassifierQuestion, signal: AbortSignal): Promise<ClassifierAnswer>;
}

/** A question that only the user can answer. The whole action is in it. */
export interface UserQuestion {
  readonly why: 'ask-rule' | 'malformed-rule' | 'soft-block' | 'outage' | 'paused';
  readonly tool: string;
  /** The whole action as text, never shortened. */
  readonly action: string;
  /** What the agent says about its own call, in a field of the input that changes nothing that runs; shown apart from the action. */
  readonly said?: string | undefined;
  readonly cwd: string | undefined;
  readonly agent: string | undefined;
  /** The sub-agent that makes the call, as its agent names it; absent for the agent itself. */
  readonly subAgent?: string | undefined;
  /** The agent's own permission mode, as the agent names it. */
  readonly mode?: string | undefined;
  readonly sessionId: string | undefined;
  readonly callId: string | undefined;
  /** The rule that asks, or the classifier's reason. */
  readonly because: string;
  /** True where yes runs the call; false where it only goes on to the later checks. */
  readonly yesRuns: boolean;
  /** True where the entry that asks is malformed and in a place that a repository may write; then the user may set it aside in this window. */
  readonly canIgnoreEntry: boolean;
  /** True where the user may say not to be asked this about exactly this action again in this agent session. */
  readonly canExempt: boolean;
  /** Until when the agent waits for the answer: milliseconds since the epoch. Undefined: without end, or not known. */
  readonly answerBy?: number | undefined;
}

export type UserAnswer =
  | { readonly kind: 'approved' }
  | { readonly kind: 'ignore-entry' }
  /** The question is not to be put again. It is no approval of the call, and later checks do not see it. */
  | { readonly kind: 'exempt' }
  /** `words`: what the user wants the agent to know. */
  | { readonly kind: 'declined'; readonly words?: string | undefined }
  | { readonly kind: 'closed' | 'expired' | 'too-many-waiting' };

export interface UserPrompts {
  /** False where no modal can be shown. */
  readonly available: boolean;
  /** Resolves to 'expired' when `signal` aborts before the user answered. */
  ask(question: UserQuestion, signal: AbortSignal): Promise<UserAnswer>;
}

/** State that lives longer than one decision. */
export interface GateMemory {
  /** Whether the user released exactly this call, and not too long ago. */
  holdsAllowOnce(callKey: string): boolean;
  /** Uses up a release by the user of exactly this call; false if there is none or it is too old. */
  takeAllowOnce(callKey: string): boolean;
  /** Whether the classifier allowed this call in this context before. */
  cached(contextKey: string): boolean;
  remember(contextKey: string): void;
  readonly paused: boolean;
  /** Whether a line ran in this living shell that changed its state or is not fully known. Keyed by `livingShellKey`. */
  livingShellChanged(key: string): boolean;
  noteLivingShellChanged(key: string): void;
  /** Malformed entries of a repository's that the user set aside in this window. */
  ignoresEntry(text: string): boolean;
  ignoreEntry(text: string): void;
  /** Whether the user does not want to be asked this again. Keyed by `exemptionKey`. */
  exempted(key: string): boolean;
  exempt(key: string): void;
}

export interface Gate {
  readonly machine: MachineFacts;
  readonly files: FileSystem;
  readonly writes: AgentWrites;
  readonly clock: Clock;
  readonly classifier: Classifier;
  readonly user: UserPrompts;
  readonly memory: GateMemory;
  /** The snapshot in force for this folder (undefined: the window's own) and agent session. */
  configurationFor(cwd: string | undefined, sessionId: string | undefined): EffectiveConfiguration;
  /** Takes secrets out of what is shown and logged. */
  readonly redact: (text: string) => string;
  /** A new unique id for a decision. */
  newId(): string;
  /** Appends the decision to the log on disk before the reply leaves; false if it could not be written. */
  writeLog(decision: Decision, input: JsonValue | undefined): boolean;
  /** Counts the decision, keeps a denial and lets the UI know. */
  note(decision: Decision): void;
}
