/**
 * Messages between extension host and panel: one full snapshot down, commands up. A hidden webview drops messages, so
 * each message down is complete, never a change to an earlier one.
 */
import type { OutageKind, Outcome, Stage } from '../engine/model/decision';
import type { FeatureAction, FeatureName, PanelDestination, PanelFocus, PanelSlices } from './features';
import type { PanelDenial } from './panelDenial';

export type PanelMode = 'on' | 'off' | 'paused' | 'outage' | 'configuration-error' | 'untrusted' | 'not-started';

export interface PanelCounters {
  readonly checked: number;
  readonly allowed: number;
  readonly blocked: number;
  /** Blocked only because the classifier could not answer. */
  readonly unjudged: number;
  /** The `unjudged` calls by kind of outage. */
  readonly outages: Readonly<Partial<Record<OutageKind, number>>>;
  /** Calls that reached the classifier, even if something else decided. */
  readonly forModel: number;
  /** Calls by deciding stage; a stage with none may be missing. */
  readonly byStage: Readonly<Partial<Record<Stage, number>>>;
}

export interface PanelClassifier {
  readonly model?: string | undefined;
  readonly state: 'ready' | 'not-set-up' | 'outage';
  /** What is missing, or why it did not answer. Never a key. */
  readonly detail?: string | undefined;
}

/** The classifier's usage. A call that ended in an outage counts only tokens that a server reported. */
export interface PanelUsage {
  /** Calls with a verdict, by the first look alone or by the judgement. */
  readonly judged: number;
  readonly firstLooks: number;
  readonly judgements: number;
  readonly unjudged: number;
  readonly outages: Readonly<Partial<Record<OutageKind, number>>>;
  /** Without those read from or written to a cache. */
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
  /** Of the latest calls with a verdict, at most a hundred. */
  readonly latency?: UsageLatency | undefined;
  /** Estimated; missing where no call had a known price. */
  readonly costUsd?: number | undefined;
  /** Calls of unknown price, not in `costUsd`. */
  readonly unpriced: number;
}

export interface UsageLatency {
  readonly calls: number;
  readonly meanMs: number;
  readonly medianMs: number;
  readonly p95Ms: number;
}

/** Of all windows on this machine, except the session. */
export interface PanelUsageFigures {
  /** The user's local day. */
  readonly today: PanelUsage;
  /** The agent session whose call this window decided last. */
  readonly session?: PanelUsage | undefined;
  /** `since`: YYYY-MM-DD. */
  readonly total: PanelUsage & { readonly since?: string | undefined };
}

export interface PanelAgent {
  readonly id: string;
  readonly name: string;
  readonly connectable: boolean;
  readonly state: PanelAgentState;
  /** Why, and what to do. */
  readonly sentence: string;
  /** Last sign of its hooks: ISO 8601, UTC. */
  readonly lastSeen?: string | undefined;
  /** In this window. */
  readonly lastVerdict?: PanelVerdict | undefined;
  /** The last verdict that the agent visibly obeyed, in this window. */
  readonly lastEnforced?: PanelEnforcement | undefined;
  /** Its own permission mode, as it names it, if unusual. */
  readonly mode?: string | undefined;
  /** In that mode the agent itself asks nobody. */
  readonly asksNobody?: boolean | undefined;
  /** Seen in this window. */
  readonly subAgents?: number | undefined;
  /** Newest first; they stay until the user dismisses them. */
  readonly alarms: readonly PanelAlarm[];
  /** How many more came before these. */
  readonly earlierAlarms?: number | undefined;
}

/** 'asking': it cannot be connected, but asks through a command or a hook that the user wrote. */
export const AGENT_STATES = [
  'not-connected',
  'connected',
  'protected',
  'outdated',
  'broken',
  'untrusted',
  'switched-off',
  'weakened',
  'asking',
  'alarm',
] as const;
export type PanelAgentState = (typeof AGENT_STATES)[number];

export interface PanelVerdict {
  readonly outcome: Outcome;
  readonly stage: Stage;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface PanelEnforcement {
  readonly outcome: Outcome;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export const ALARM_KINDS = ['blocked-call-ran', 'unjudged-call-ran', 'input-changed'] as const;

/** The agent did not obey a verdict. */
export interface PanelAlarm {
  readonly id: string;
  readonly kind: (typeof ALARM_KINDS)[number];
  /** As the agent names it. */
  readonly tool: string;
  /** The last time: ISO 8601, UTC. */
  readonly at: string;
  readonly sessionId?: string | undefined;
  readonly detail: string;
  readonly count: number;
}

/** A configured entry that could not be used as written. */
export interface PanelProblem {
  readonly entry: string;
  readonly message: string;
  /** Set where the Settings editor can open it. */
  readonly setting?: PanelSetting | undefined;
}

export interface PanelSetting {
  /** Such as `autoMode.permissions.deny`. */
  readonly key: string;
  readonly where: 'user' | 'workspace' | 'remote';
}

/** Still in effect although gone from the workspace's settings. */
export interface PanelRemovedRules {
  /** Of exactly these rules: a click sends it back, so it drops no others. */
  readonly id: string;
  /** The first of them, each with its setting. */
  readonly rules: readonly string[];
  /** Of all of them. */
  readonly count: number;
}

/** All that the panel shows except its fixed texts. */
export interface PanelSnapshot {
  readonly mode: PanelMode;
  /** Adds to the mode's own sentence. */
  readonly modeDetail?: string | undefined;
  /** No folder on disk is open in the window. */
  readonly noFolder?: true;
  /** There is no gate, on or off: only mode and counters are known, and nothing else can be done. */
  readonly notStarted?: true;
  readonly counters: PanelCounters;
  /** Newest first. */
  readonly denials: readonly PanelDenial[];
  readonly classifier: PanelClassifier;
  readonly usage: PanelUsageFigures;
  readonly agents: readonly PanelAgent[];
  readonly problems: readonly PanelProblem[];
  readonly removedRules?: PanelRemovedRules | undefined;
  /** What the environment variable would loosen once the user confirms. */
  readonly unconfirmed: readonly string[];
  /** Questions that wait for the user's answer. */
  readonly waiting: number;
}

/** Host to panel. */
export interface SnapshotMessage {
  readonly kind: 'snapshot';
  readonly snapshot: PanelSnapshot;
  readonly slices: PanelSlices;
  readonly destination?: PanelDestination | undefined;
  /** One-time token: a click that loosens sends it back and uses it up. */
  readonly nonce: string;
}
/** Host to panel: it did not understand the focus, and keeps the earlier one. */
export interface RefusalMessage {
  readonly kind: 'refusal';
  /** The other features are understood. */
  readonly features: readonly FeatureName[];
}
export type HostMessage = SnapshotMessage | RefusalMessage;

/** Panel to host. What loosens the gate carries the nonce of the snapshot that the user clicked in. */
export type PanelCommand =
  /** The whole focus from now on. */
  | { readonly kind: 'look'; readonly focus: PanelFocus }
  | { readonly kind: 'act'; readonly nonce: string; readonly act: FeatureAction }
  | { readonly kind: 'turnOn' }
  | { readonly kind: 'turnOff'; readonly nonce: string }
  | { readonly kind: 'resume'; readonly nonce: string }
  | { readonly kind: 'reset'; readonly nonce: string }
  | { readonly kind: 'chooseModel'; readonly nonce: string }
  | { readonly kind: 'dropRules'; readonly nonce: string; readonly id: string }
  | { readonly kind: 'confirmEnvironment' }
  | { readonly kind: 'openSettings' }
  | { readonly kind: 'openSetting'; readonly setting: PanelSetting }
  | { readonly kind: 'openFolder' }
  | { readonly kind: 'seeExample' }
  | { readonly kind: 'setKey' }
  | { readonly kind: 'connectAgent'; readonly id: string }
  | { readonly kind: 'disconnectAgent'; readonly nonce: string; readonly id: string }
  | { readonly kind: 'dismissAlarm'; readonly nonce: string; readonly id: string }
  | { readonly kind: 'runDoctor' }
  | { readonly kind: 'showLog' }
  | { readonly kind: 'reloadWindow'; readonly nonce: string }
  | { readonly kind: 'manageTrust' };

/** What the host carries out; it answers `look` with a snapshot. */
export type PanelAction = Exclude<PanelCommand, { readonly kind: 'look' }>;
