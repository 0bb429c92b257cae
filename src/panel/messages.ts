/** One full snapshot down, commands up. A hidden webview drops messages, so none is a change to an earlier one. */
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
  /** The `unjudged` calls. */
  readonly outages: Readonly<Partial<Record<OutageKind, number>>>;
  /** Reached the classifier, even if something else decided. */
  readonly forModel: number;
  /** A stage without calls may be missing. */
  readonly byStage: Readonly<Partial<Record<Stage, number>>>;
}

export interface PanelClassifier {
  readonly model?: string | undefined;
  readonly state: 'ready' | 'not-set-up' | 'outage';
  /** What is missing, or why it did not answer. Never a key. */
  readonly detail?: string | undefined;
}

/** A call that ended in an outage counts only tokens that a server reported. */
export interface PanelUsage {
  /** Calls with a verdict, of the first look or the judgement. */
  readonly judged: number;
  readonly firstLooks: number;
  readonly judgements: number;
  readonly unjudged: number;
  readonly outages: Readonly<Partial<Record<OutageKind, number>>>;
  /** Without those of a cache. */
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
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
  /** The local day. */
  readonly today: PanelUsage;
  /** The agent session that this window decided for last. */
  readonly session?: PanelUsage | undefined;
  /** `since`: YYYY-MM-DD. */
  readonly total: PanelUsage & { readonly since?: string | undefined };
}

export interface PanelAgent {
  readonly id: string;
  readonly name: string;
  readonly connectable: boolean;
  readonly state: PanelAgentState;
  readonly sentence: string;
  /** ISO 8601, UTC. */
  readonly lastSeen?: string | undefined;
  readonly lastVerdict?: PanelVerdict | undefined;
  /** The last verdict that the agent visibly obeyed, in this window. */
  readonly lastEnforced?: PanelEnforcement | undefined;
  /** If unusual. */
  readonly mode?: string | undefined;
  /** In that mode the agent asks nobody. */
  readonly asksNobody?: boolean | undefined;
  readonly subAgents?: number | undefined;
  /** Newest first, until the user dismisses them. */
  readonly alarms: readonly PanelAlarm[];
  readonly earlierAlarms?: number | undefined;
}

/** 'asking': it cannot be connected, but asks through a command or hook of the user's. */
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

export const ALARM_KINDS = ['blocked-call-ran', 'unjudged-call-ran', 'input-changed', 'uncontained'] as const;

export interface PanelAlarm {
  readonly id: string;
  readonly kind: (typeof ALARM_KINDS)[number];
  readonly tool: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly sessionId?: string | undefined;
  readonly detail: string;
  readonly count: number;
}

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
  readonly id: string;
  /** The first, each with its setting. */
  readonly rules: readonly string[];
  readonly count: number;
}

export interface PanelSnapshot {
  readonly mode: PanelMode;
  /** Adds to the mode's own sentence. */
  readonly modeDetail?: string | undefined;
  /** No folder on disk is open. */
  readonly noFolder?: true;
  /** There is no gate: only mode and counters are known, and nothing else can be done. */
  readonly notStarted?: true;
  readonly counters: PanelCounters;
  /** Newest first. */
  readonly denials: readonly PanelDenial[];
  readonly classifier: PanelClassifier;
  readonly usage: PanelUsageFigures;
  readonly agents: readonly PanelAgent[];
  readonly problems: readonly PanelProblem[];
  readonly removedRules?: PanelRemovedRules | undefined;
  /** What the environment variable would loosen once confirmed. */
  readonly unconfirmed: readonly string[];
  readonly waiting: number;
}

/** Host to panel. */
export interface SnapshotMessage {
  readonly kind: 'snapshot';
  readonly snapshot: PanelSnapshot;
  readonly slices: PanelSlices;
  readonly destination?: PanelDestination | undefined;
  /** One-time token: a click that loosens uses it up. */
  readonly nonce: string;
}
/** The host did not understand the focus, and keeps the earlier one. */
export interface RefusalMessage {
  readonly kind: 'refusal';
  readonly features: readonly FeatureName[];
}
export type HostMessage = SnapshotMessage | RefusalMessage;

/** What loosens the gate carries the nonce of the snapshot that the user clicked in. */
export type PanelCommand =
  | { readonly kind: 'look'; readonly focus: PanelFocus }
  | { readonly kind: 'act'; readonly nonce: string; readonly act: FeatureAction }
  | { readonly kind: 'turnOn' }
  | { readonly kind: 'resume'; readonly nonce: string }
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
