import type { Clock } from '../../common/clock';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
/** The engine itself touches no disk, network, clock or editor. */
import type { ClassifierSettings, EffectiveConfiguration, PolicyRules, SnapshotSettings } from './configuration';
import type { KnownRounds } from './knownRound';
import type { ClassifierUsage, Decision, OutageKind, RuleReference, Runs, Tier } from './decision';
import type { JsonObject, JsonValue } from '../../common/json';
import type { TranscriptEntry } from '../../calls/request';
import type { Shell } from '../../shell/model/analysis';

/** An allowed change of a file. */
export interface AgentWrite {
  readonly agent: string | undefined;
  readonly sessionId: string | undefined;
  readonly callId: string | undefined;
  readonly decisionId: string;
  /** Hexadecimal, of the result; undefined: not computed. */
  readonly sha256: string | undefined;
}

/** From before the first to after the last change of agents. */
export interface AgentChange {
  readonly before: string;
  /** Undefined: not computed. */
  readonly after: string | undefined;
}

/** By resolved path and content hash: an agent may overwrite its own. */
export interface AgentWrites {
  note(path: string, content: string): void;
  wrote(path: string, content: string): boolean;
  /** Any change; `content` is the result, where known. */
  noteChange(path: string, content: string | undefined, by: Omit<AgentWrite, 'sha256'>, before?: string): void;
  /** The caller compares the hash. */
  lastWrite(path: string): AgentWrite | undefined;
  /** For people. Undefined: none, or its texts are gone. */
  changeOf?(path: string): AgentChange | undefined;
}

/** Redaction must not hide it. */
export interface WhatRuns {
  readonly names: readonly string[];
  readonly spellings: readonly string[];
  /** Hidden in a field for keys. */
  readonly guesses: readonly string[];
  /** Keys in it are hidden; the classifier learns that. */
  readonly mayRun: readonly string[];
}

/** Never shortened. */
export interface ClassifierQuestion {
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
  readonly facts: readonly string[];
  readonly runs: WhatRuns;
  readonly authorisation: string | undefined;
  /** Skips the first look. */
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
      /** Without secrets. */
      readonly message: string;
      readonly remedy: string | undefined;
      readonly usage: ClassifierUsage | undefined;
    };

export interface Classifier {
  /** Does not ask the model. */
  usable(settings: ClassifierSettings, sessionModel: string | undefined): Promise<boolean>;
  /** Rejects only if `signal` aborts. */
  classify(question: ClassifierQuestion, signal: AbortSignal): Promise<ClassifierAnswer>;
}

export interface RunningFiles extends Runs {
  /** One for each file; undefined: not read. */
  readonly texts: readonly (string | undefined)[];
}

export interface UserQuestion {
  readonly why: 'ask-rule' | 'malformed-rule' | 'soft-block' | 'outage' | 'paused';
  readonly tool: string;
  /** Never shortened. */
  readonly action: string;
  /** The agent's words, in a field without effect; shown apart. */
  readonly said?: string | undefined;
  readonly cwd: string | undefined;
  readonly agent: string | undefined;
  readonly subAgent?: string | undefined;
  readonly mode?: string | undefined;
  readonly sessionId: string | undefined;
  readonly callId: string | undefined;
  readonly because: string;
  /** The rule that asks, or the malformed entry. */
  readonly rule?: RuleReference | undefined;
  /** The rule's message, and where in a file it matched. */
  readonly note?: string | undefined;
  readonly runs?: RunningFiles | undefined;
  /** False: later checks follow a yes. */
  readonly yesRuns: boolean;
  /** A repository may have written a malformed entry: the user may set it aside. */
  readonly canIgnoreEntry: boolean;
  readonly canExempt: boolean;
  /** The agent's limit, milliseconds since the epoch. Undefined: none or unknown. */
  readonly answerBy?: number | undefined;
}

export type UserAnswer =
  | { readonly kind: 'approved' }
  | { readonly kind: 'ignore-entry' }
  /** Later checks do not see it: it is no approval. */
  | { readonly kind: 'exempt' }
  | { readonly kind: 'declined'; readonly words?: string | undefined }
  | { readonly kind: 'closed' | 'expired' | 'too-many-waiting' };

export interface UserPrompts {
  readonly available: boolean;
  /** Resolves to 'expired' if `signal` aborts first. */
  ask(question: UserQuestion, signal: AbortSignal): Promise<UserAnswer>;
}

export interface GateMemory {
  holdsAllowOnce(callKey: string): boolean;
  /** Uses it up; false if absent or too old. */
  takeAllowOnce(callKey: string): boolean;
  cached(contextKey: string): boolean;
  remember(contextKey: string): void;
  readonly paused: boolean;
  /** A line changed its state or was not fully known. Keyed by `livingShellKey`. */
  livingShellChanged(key: string): boolean;
  noteLivingShellChanged(key: string): void;
  /** The user set this malformed entry aside in this window. */
  ignoresEntry(text: string): boolean;
  ignoreEntry(text: string): void;
  exempted(key: string): boolean;
  exempt(key: string): void;
}

/** In a contained run's workspace. `hidden`: absent. */
export type PartKind = 'hidden' | 'read-only' | 'ordinary';

/** A work tree whose `.git` is a file. Absolute, links resolved. */
export interface LinkedRepository {
  readonly gitFolder: string;
  /** Shared by its work trees. */
  readonly commonFolder: string;
}

/** An agent runs it in place of the original, in a sandbox. */
export interface ContainedRun {
  readonly decisionId: string;
  readonly callKey: string;
  readonly agent: string;
  readonly sessionId: string;
  readonly line: string;
  /** Another command's exit code may hide a failure. */
  readonly masksFailure: boolean;
  readonly shell: Shell;
  /** Absolute. */
  readonly cwd: string;
  readonly workspaceFolders: readonly string[];
  /** For linked work trees: git inside reads them. */
  readonly repositories: readonly LinkedRepository[];
  /** PATH inside. */
  readonly path: string;
  readonly protectedPatterns: readonly string[];
  /** Absolute globs of what must not be made: by rules, and by git's includes. */
  readonly protectedPlaces: readonly string[];
  readonly kindOf: (path: string, isFolder: boolean) => PartKind;
  /** Absolute path to SHA-256 in hex: one change stops the start. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Bounds for what it may lose. */
  readonly snapshots: SnapshotSettings;
}

/** Only shows that this session's agent runs what it is given back. */
export type TrialRun = Omit<
  ContainedRun,
  'repositories' | 'protectedPatterns' | 'protectedPlaces' | 'kindOf' | 'hashes' | 'masksFailure' | 'snapshots'
>;

export type PreparedRun =
  /** `unkept`: a sentence about changes that are not kept. */
  | { readonly kind: 'ready'; readonly command: string; readonly unkept?: string | undefined }
  /** Ends a sentence. */
  | { readonly kind: 'not-possible'; readonly why: string };

export interface Containment {
  /** Why this machine contains nothing; ends a sentence. Undefined: it does. */
  unavailable(): string | undefined;
  /** Why this session contains nothing now; ends a sentence. Undefined: it can. */
  objection(agent: string, sessionId: string): string | undefined;
  /** What stopped the call's last contained run. */
  stoppedBefore(callKey: string): string | undefined;
  wantsTrial(agent: string, sessionId: string): boolean;
  /** @returns the command to give back; undefined: not possible */
  trial(run: TrialRun): string | undefined;
  /** Rejects only if `signal` aborts. */
  prepare(run: ContainedRun, signal: AbortSignal): Promise<PreparedRun>;
}

/** What git takes out of a work tree. */
export interface GitDiscard {
  /** Absolute, links resolved, as all paths. */
  readonly workTree: string;
  readonly gitFolder: string;
  /** Shared by its work trees. */
  readonly commonFolder: string;
  readonly kind: 'tracked' | 'untracked';
  /** A folder counts with its contents. */
  readonly below: readonly string[];
  /** The index is lost too: it must equal HEAD. */
  readonly needsCleanIndex: boolean;
  readonly alsoIgnored: boolean;
}

export interface RemovalRun {
  readonly decisionId: string;
  readonly agent: string;
  readonly line: string;
  /** Absolute, links resolved: holds all paths. */
  readonly folder: string;
  /** Absolute; a folder counts with its contents. */
  readonly paths: readonly string[];
  readonly snapshots: SnapshotSettings;
}

export type KeptRemoval =
  | { readonly kind: 'kept' }
  /** Ends a sentence. */
  | { readonly kind: 'not-possible'; readonly why: string };

export interface Removals {
  /** What it may remove or overwrite, rather too much. Undefined if uncertain. */
  discarded(discard: GitDiscard): readonly string[] | undefined;
  /** All or nothing. Rejects only if `signal` aborts, and then keeps nothing. */
  keep(run: RemovalRun, signal: AbortSignal): Promise<KeptRemoval>;
}

export interface Gate {
  /** Undefined: nothing can be kept. */
  readonly removals?: Removals | undefined;
  /** Undefined: nothing can run contained. */
  readonly containment?: Containment | undefined;
  readonly machine: MachineFacts;
  readonly files: FileSystem;
  readonly writes: AgentWrites;
  readonly clock: Clock;
  readonly classifier: Classifier;
  readonly user: UserPrompts;
  readonly memory: GateMemory;
  /** Undefined `cwd`: the window's. */
  configurationFor(cwd: string | undefined, sessionId: string | undefined): EffectiveConfiguration;
  readonly redact: (text: string) => string;
  newId(): string;
  /** On disk before the reply; false if that failed. */
  writeLog(decision: Decision, input: JsonValue | undefined): boolean;
  note(decision: Decision): void;
  /** Absent: each call is decided anew. */
  readonly known?: KnownRounds | undefined;
}
