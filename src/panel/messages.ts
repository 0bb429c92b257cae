/** A full snapshot down, commands up. Hidden webviews drop messages, so none builds on an earlier one. */
import type { OutageKind, Outcome, Stage } from '../engine/model/decision';
import type { FeatureAction, FeatureName, PanelDestination, PanelFocus, PanelSlices } from './features';
import type { PanelDenial } from './panelDenial';

export type PanelMode = 'on' | 'off' | 'paused' | 'outage' | 'configuration-error' | 'untrusted' | 'not-started';

export interface PanelCounters {
  readonly checked: number;
  readonly allowed: number;
  readonly blocked: number;
  /** The classifier could not answer. */
  readonly unjudged: number;
  readonly outages: Readonly<Partial<Record<OutageKind, number>>>;
  /** Reached the classifier, even if something else decided. */
  readonly forModel: number;
  /** Without empty stages. */
  readonly byStage: Readonly<Partial<Record<Stage, number>>>;
}

export interface PanelClassifier {
  readonly model?: string | undefined;
  readonly state: 'ready' | 'not-set-up' | 'outage';
  /** What is missing, or why it failed. Never a key. */
  readonly detail?: string | undefined;
}

/** Of a call that ended in an outage, only the tokens that a server reported count. */
export interface PanelUsage {
  /** Calls with a verdict, of the first look or the judgement. */
  readonly judged: number;
  readonly firstLooks: number;
  readonly judgements: number;
  readonly unjudged: number;
  readonly outages: Readonly<Partial<Record<OutageKind, number>>>;
  /** Without cached ones. */
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
  readonly latency?: UsageLatency | undefined;
  /** Estimated; missing if no price was known. */
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

/** All windows here, except the session. */
export interface PanelUsageFigures {
  readonly today: PanelUsage;
  /** The latest session of this window. */
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
  /** Newest first, until dismissed. */
  readonly alarms: readonly PanelAlarm[];
  readonly earlierAlarms?: number | undefined;
}

/** 'asking': not connectable, but asks by a command or hook of the user's. */
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
  /** If the Settings editor can open it. */
  readonly setting?: PanelSetting | undefined;
}

export interface PanelSetting {
  /** Such as `autoMode.permissions.deny`. */
  readonly key: string;
  readonly where: 'user' | 'workspace' | 'remote';
}

/** In effect although gone from the workspace's settings. */
export interface PanelRemovedRules {
  readonly id: string;
  /** The first, with their settings. */
  readonly rules: readonly string[];
  readonly count: number;
}

export interface PanelSnapshot {
  readonly mode: PanelMode;
  /** Adds to the mode's sentence. */
  readonly modeDetail?: string | undefined;
  readonly noFolder?: true;
  /** No gate: only mode and counters are known. */
  readonly notStarted?: true;
  readonly counters: PanelCounters;
  readonly denials: readonly PanelDenial[];
  readonly classifier: PanelClassifier;
  readonly usage: PanelUsageFigures;
  readonly agents: readonly PanelAgent[];
  readonly problems: readonly PanelProblem[];
  readonly removedRules?: PanelRemovedRules | undefined;
  /** What the variable would loosen once confirmed. */
  readonly unconfirmed: readonly string[];
  readonly waiting: number;
}

/** Host to panel. */
export interface SnapshotMessage {
  readonly kind: 'snapshot';
  readonly snapshot: PanelSnapshot;
  readonly slices: PanelSlices;
  readonly destination?: PanelDestination | undefined;
  /** A one-time token, used up by a click that loosens. */
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

/** The host carries these out, and answers `look` with a snapshot. */
export type PanelAction = Exclude<PanelCommand, { readonly kind: 'look' }>;
