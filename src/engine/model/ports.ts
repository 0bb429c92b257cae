import type { Clock } from '../../common/clock';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
/** The engine touches no disk, network, clock or editor. */
import type { ClassifierSettings, EffectiveConfiguration, PolicyRules, SnapshotSettings } from './configuration';
import type { KnownRounds } from './knownRound';
import type { ClassifierUsage, Decision, OutageKind, RuleReference, Runs, Tier } from './decision';
import type { JsonObject, JsonValue } from '../../common/json';
import type { TranscriptEntry } from '../../calls/request';
import type { Shell } from '../../shell/model/analysis';

/** One change of a file that the gate allowed. */
export interface AgentWrite {
  readonly agent: string | undefined;
  readonly sessionId: string | undefined;
  readonly callId: string | undefined;
  readonly decisionId: string;
  /** Hexadecimal, of what came out; undefined: not computed. */
  readonly sha256: string | undefined;
}

/** Of a file, from before agents changed it to their last change. */
export interface AgentChange {
  readonly before: string;
  /** Undefined: not computed. */
  readonly after: string | undefined;
}

/** An agent may overwrite its own. Keyed by resolved path and content hash. */
export interface AgentWrites {
  note(path: string, content: string): void;
  wrote(path: string, content: string): boolean;
  /** Any change; `content` is what comes out and `before` what was there, where that is known. */
  noteChange(path: string, content: string | undefined, by: Omit<AgentWrite, 'sha256'>, before?: string): void;
  /** Of the file; the caller compares the hash. */
  lastWrite(path: string): AgentWrite | undefined;
  /** For people. Undefined: none, or its texts are not kept any more. */
  changeOf?(path: string): AgentChange | undefined;
}

/** What redaction must not hide. */
export interface WhatRuns {
  readonly names: readonly string[];
  readonly spellings: readonly string[];
  /** In a field for keys they are hidden all the same. */
  readonly guesses: readonly string[];
  /** Keys in it are hidden, and the classifier learns so. */
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

/** What a call runs of the disk, with the texts that were judged. */
export interface RunningFiles extends Runs {
  /** One for each file, in order; undefined: not read. */
  readonly texts: readonly (string | undefined)[];
}

export interface UserQuestion {
  readonly why: 'ask-rule' | 'malformed-rule' | 'soft-block' | 'outage' | 'paused';
  readonly tool: string;
  /** Never shortened. */
  readonly action: string;
  /** The agent's words in a field without effect; shown apart. */
  readonly said?: string | undefined;
  readonly cwd: string | undefined;
  readonly agent: string | undefined;
  readonly subAgent?: string | undefined;
  readonly mode?: string | undefined;
  readonly sessionId: string | undefined;
  readonly callId: string | undefined;
  readonly because: string;
  /** The rule that asks, or the entry that cannot be read. */
  readonly rule?: RuleReference | undefined;
  /** Of the rule: its message, and where in a file it matched. */
  readonly note?: string | undefined;
  readonly runs?: RunningFiles | undefined;
  /** False: yes leads on to later checks. */
  readonly yesRuns: boolean;
  /** A repository may have written the malformed entry, so the user may set it aside. */
  readonly canIgnoreEntry: boolean;
  readonly canExempt: boolean;
  /** The agent's limit, milliseconds since the epoch. Undefined: none or unknown. */
  readonly answerBy?: number | undefined;
}

export type UserAnswer =
  | { readonly kind: 'approved' }
  | { readonly kind: 'ignore-entry' }
  /** Do not ask again. No approval: later checks do not see it. */
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
  /** A line changed its state or is not fully known. Keyed by `livingShellKey`. */
  livingShellChanged(key: string): boolean;
  noteLivingShellChanged(key: string): void;
  /** A malformed entry that the user set aside in this window. */
  ignoresEntry(text: string): boolean;
  ignoreEntry(text: string): void;
  /** Keyed by `exemptionKey`. */
  exempted(key: string): boolean;
  exempt(key: string): void;
}

/** Of a contained run's workspace. `hidden`: not there. */
export type PartKind = 'hidden' | 'read-only' | 'ordinary';

/** Of a git work tree whose `.git` is a file. Absolute, links resolved. */
export interface LinkedRepository {
  readonly gitFolder: string;
  /** Of all work trees of the repository. */
  readonly commonFolder: string;
}

/** A command that an agent runs in place of the original, inside a sandbox. */
export interface ContainedRun {
  readonly decisionId: string;
  /** See `callKey`. */
  readonly callKey: string;
  readonly agent: string;
  readonly sessionId: string;
  readonly line: string;
  /** Its exit code may be that of another command than the one that fails. */
  readonly masksFailure: boolean;
  readonly shell: Shell;
  /** Absolute. */
  readonly cwd: string;
  readonly workspaceFolders: readonly string[];
  /** Of those that are linked work trees: git inside reads them. */
  readonly repositories: readonly LinkedRepository[];
  /** The value of PATH inside. */
  readonly path: string;
  readonly protectedPatterns: readonly string[];
  /** Absolute globs of what else must not be made: by rules, and by what git includes. */
  readonly protectedPlaces: readonly string[];
  readonly kindOf: (path: string, isFolder: boolean) => PartKind;
  /** Absolute path to SHA-256 in hex: the run does not start if one has changed. */
  readonly hashes: ReadonlyMap<string, string>;
  /** What it may lose is kept within these bounds. */
  readonly snapshots: SnapshotSettings;
}

/** A run that only shows that this session of an agent runs what it is given back. */
export type TrialRun = Omit<
  ContainedRun,
  'repositories' | 'protectedPatterns' | 'protectedPlaces' | 'kindOf' | 'hashes' | 'masksFailure' | 'snapshots'
>;

export type PreparedRun =
  /** `unkept`: a sentence about what is not kept of what it may change. */
  | { readonly kind: 'ready'; readonly command: string; readonly unkept?: string | undefined }
  /** Ends a sentence. */
  | { readonly kind: 'not-possible'; readonly why: string };

export interface Containment {
  /** Why nothing runs contained on this machine, as the end of a sentence; undefined: it does. */
  unavailable(): string | undefined;
  /** Why no call of this session runs contained now, as the end of a sentence; undefined: it can. */
  objection(agent: string, sessionId: string): string | undefined;
  /** What the last contained run of this call was stopped at. */
  stoppedBefore(callKey: string): string | undefined;
  wantsTrial(agent: string, sessionId: string): boolean;
  /** @returns the command to give back; undefined if it cannot */
  trial(run: TrialRun): string | undefined;
  /** Rejects only if `signal` aborts. */
  prepare(run: ContainedRun, signal: AbortSignal): Promise<PreparedRun>;
}

/** What a form of git takes out of a work tree. */
export interface GitDiscard {
  /** Absolute, as all paths; links resolved. */
  readonly workTree: string;
  readonly gitFolder: string;
  /** Of all work trees of the repository. */
  readonly commonFolder: string;
  readonly kind: 'tracked' | 'untracked';
  /** Files, or folders with all in them. */
  readonly below: readonly string[];
  /** The index is lost too: it must hold what HEAD does. */
  readonly needsCleanIndex: boolean;
  readonly alsoIgnored: boolean;
}

/** What a command removes or overwrites. */
export interface RemovalRun {
  readonly decisionId: string;
  readonly agent: string;
  readonly line: string;
  /** Absolute, links resolved: holds all paths. */
  readonly folder: string;
  /** Absolute; a folder counts with all that is in it. */
  readonly paths: readonly string[];
  readonly snapshots: SnapshotSettings;
}

export type KeptRemoval =
  | { readonly kind: 'kept' }
  /** Ends a sentence. */
  | { readonly kind: 'not-possible'; readonly why: string };

export interface Removals {
  /** Which paths it may remove or overwrite, rather too many than too few. Undefined if not certain. */
  discarded(discard: GitDiscard): readonly string[] | undefined;
  /** Keeps all of it, or nothing. Rejects only if `signal` aborts, and then keeps nothing. */
  keep(run: RemovalRun, signal: AbortSignal): Promise<KeptRemoval>;
}

export interface Gate {
  /** Undefined: nothing can be kept here. */
  readonly removals?: Removals | undefined;
  /** Undefined: nothing can run contained here. */
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
  /** To disk before the reply; false if that failed. */
  writeLog(decision: Decision, input: JsonValue | undefined): boolean;
  note(decision: Decision): void;
  /** Absent: each call is decided anew. */
  readonly known?: KnownRounds | undefined;
}
