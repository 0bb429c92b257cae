/**
 * What crosses the border between the extension host and the panel: one full snapshot down, commands up.
 * A hidden webview drops messages, so a message down is always complete, never a change to an earlier one.
 */
import type { RuleReference, Stage } from '../engine/decision';

/** What auto mode does in this window just now. */
export type PanelMode = 'on' | 'off' | 'paused' | 'outage' | 'configuration-error' | 'untrusted';

export interface PanelCounters {
  readonly checked: number;
  readonly allowed: number;
  readonly blocked: number;
  /** Calls that each stage decided; a stage that decided none may be missing. */
  readonly byStage: Readonly<Partial<Record<Stage, number>>>;
}

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
  readonly agent?: string | undefined;
}

export interface PanelClassifier {
  /** `provider/model-id`. */
  readonly model?: string | undefined;
  readonly state: 'ready' | 'not-set-up' | 'outage';
  /** A sentence: what is missing or why it did not answer. Never a key. */
  readonly detail?: string | undefined;
}

export interface PanelAgent {
  readonly name: string;
  /** Whether the agent's hook is installed. */
  readonly connected: boolean;
  /** When its last call was checked: ISO 8601, UTC. */
  readonly lastSeen?: string | undefined;
}

/** A configured entry that could not be used as written. */
export interface PanelProblem {
  readonly entry: string;
  readonly message: string;
}

/** Rules that hold although the workspace's settings do not have them any more. */
export interface PanelGoneRules {
  /** Of exactly these rules: a click sends it back, so that it lets go no others. */
  readonly id: string;
  /** The first of them, each with its setting. */
  readonly rules: readonly string[];
  /** Of all of them. */
  readonly count: number;
}

/** Everything that the panel shows, but for its fixed texts. */
export interface PanelSnapshot {
  readonly mode: PanelMode;
  /** A sentence on why this mode holds, where there is more to say than the mode's own sentence. */
  readonly modeDetail?: string | undefined;
  readonly counters: PanelCounters;
  /** Newest first. */
  readonly denials: readonly PanelDenial[];
  readonly classifier: PanelClassifier;
  readonly agents: readonly PanelAgent[];
  readonly problems: readonly PanelProblem[];
  readonly goneRules?: PanelGoneRules | undefined;
  /** What the environment variable would loosen once the user has confirmed it. */
  readonly unconfirmed: readonly string[];
  /** Questions that wait for the user's answer. */
  readonly waiting: number;
}

/** The panel's fixed texts in the editor's language. `{name}` marks what the panel fills in. */
export interface PanelStrings {
  /** BCP 47 tag for dates and numbers. */
  readonly language: string;
  readonly modes: Readonly<Record<PanelMode, { readonly word: string; readonly sentence: string }>>;
  readonly stages: Readonly<Record<Stage, string>>;
  readonly ruleSources: Readonly<Record<RuleReference['source'], string>>;
  readonly classifierStates: Readonly<Record<PanelClassifier['state'], string>>;
  readonly status: string;
  readonly waiting: string;
  readonly waitingOne: string;
  readonly checked: string;
  readonly allowed: string;
  readonly blocked: string;
  readonly byStage: string;
  readonly turnOn: string;
  readonly turnOff: string;
  readonly resume: string;
  readonly reset: string;
  readonly openSettings: string;
  readonly showLog: string;
  readonly manageTrust: string;
  readonly classifier: string;
  readonly setKey: string;
  readonly chooseModel: string;
  readonly agents: string;
  readonly noAgents: string;
  readonly connectClaudeCode: string;
  readonly connected: string;
  readonly notSeen: string;
  readonly notConnected: string;
  readonly lastSeen: string;
  readonly problems: string;
  readonly problemsHint: string;
  readonly goneRules: string;
  readonly goneRulesHint: string;
  readonly moreRules: string;
  readonly letGoRules: string;
  readonly environment: string;
  readonly environmentHint: string;
  readonly confirmEnvironment: string;
  readonly denials: string;
  readonly noDenials: string;
  readonly tool: string;
  readonly agent: string;
  readonly time: string;
  readonly action: string;
  readonly reason: string;
  readonly check: string;
  readonly rule: string;
  readonly remedy: string;
  readonly copy: string;
  readonly copyLabel: string;
  readonly newDenial: string;
  readonly newDenials: string;
}

/** Host to panel. */
export interface SnapshotMessage {
  readonly kind: 'snapshot';
  readonly snapshot: PanelSnapshot;
  readonly strings: PanelStrings;
  /** One-time token: a click that loosens sends it back and uses it up. */
  readonly nonce: string;
}
export type HostMessage = SnapshotMessage;

/** Panel to host. What loosens the gate carries the nonce of the snapshot that the user clicked in. */
export type PanelCommand =
  | { readonly kind: 'ready' }
  | { readonly kind: 'turnOn' }
  | { readonly kind: 'turnOff'; readonly nonce: string }
  | { readonly kind: 'resume'; readonly nonce: string }
  | { readonly kind: 'reset'; readonly nonce: string }
  | { readonly kind: 'chooseModel'; readonly nonce: string }
  | { readonly kind: 'letGoRules'; readonly nonce: string; readonly id: string }
  | { readonly kind: 'confirmEnvironment' }
  | { readonly kind: 'openSettings' }
  | { readonly kind: 'setKey' }
  | { readonly kind: 'connectClaudeCode' }
  | { readonly kind: 'showLog' }
  | { readonly kind: 'manageTrust' }
  | { readonly kind: 'copyDenial'; readonly id: string };

/** What the host carries out; `ready` is answered by the view itself. */
export type PanelAction = Exclude<PanelCommand, { readonly kind: 'ready' }>;
