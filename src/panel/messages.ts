/**
 * What crosses the border between the extension host and the panel: one full snapshot down, commands up.
 * A hidden webview drops messages, so a message down is always complete, never a change to an earlier one.
 */
import type { OutageKind, Outcome, Stage } from '../engine/model/decision';
import type { FeatureAction, FeatureName, PanelDestination, PanelFocus, PanelSlices } from './features';
import type { PanelDenial } from './panelDenial';

/** What auto mode does in this window just now. */
export type PanelMode = 'on' | 'off' | 'paused' | 'outage' | 'configuration-error' | 'untrusted' | 'not-started';

export interface PanelCounters {
  readonly checked: number;
  readonly allowed: number;
  readonly blocked: number;
  /** How many of the blocked calls nobody has judged: the classifier could not answer. */
  readonly unjudged: number;
  /** Why not: these by kind of outage. */
  readonly outages: Readonly<Partial<Record<OutageKind, number>>>;
  /** How many calls came to the classifier, whoever decided in the end. */
  readonly forModel: number;
  /** Calls that each stage decided; a stage that decided none may be missing. */
  readonly byStage: Readonly<Partial<Record<Stage, number>>>;
}

export interface PanelClassifier {
  /** `provider/model-id`. */
  readonly model?: string | undefined;
  readonly state: 'ready' | 'not-set-up' | 'outage';
  /** A sentence: what is missing or why it did not answer. Never a key. */
  readonly detail?: string | undefined;
}

/** What asking the classifier took. Calls that an outage ended count no tokens beyond those that a server reported. */
export interface PanelUsage {
  /** Calls with a verdict: settled by the first look alone, or by the judgement. */
  readonly judged: number;
  readonly firstLooks: number;
  readonly judgements: number;
  /** Calls that could not be judged, in all and by kind. */
  readonly unjudged: number;
  readonly outages: Readonly<Partial<Record<OutageKind, number>>>;
  /** Without those that were read from a cache or put into one. */
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
  /** Of the latest calls with a verdict, at most a hundred. */
  readonly latency?: UsageLatency | undefined;
  /** Estimated; missing where no call had a known price. */
  readonly costUsd?: number | undefined;
  /** Calls whose price is not known, so that they are not in `costUsd`. */
  readonly unpriced: number;
}

export interface UsageLatency {
  readonly calls: number;
  readonly meanMs: number;
  readonly medianMs: number;
  readonly p95Ms: number;
}

/** By all windows on this machine, but for the session. */
export interface PanelUsageFigures {
  /** The user's local day. */
  readonly today: PanelUsage;
  /** The agent session whose call this window decided last. */
  readonly session?: PanelUsage | undefined;
  /** All that is kept: the days since `since` (YYYY-MM-DD). */
  readonly total: PanelUsage & { readonly since?: string | undefined };
}

export interface PanelAgent {
  readonly id: string;
  readonly name: string;
  /** Whether the gate knows how to connect this agent. */
  readonly connectable: boolean;
  readonly state: PanelAgentState;
  /** Why, and what to do. */
  readonly sentence: string;
  /** When its hooks told something last: ISO 8601, UTC. */
  readonly lastSeen?: string | undefined;
  /** In this window. */
  readonly lastVerdict?: PanelVerdict | undefined;
  /** The last verdict that the agent was seen to keep to, in this window. */
  readonly lastEnforced?: PanelEnforcement | undefined;
  /** Its own permission mode as it names it, where that is not the usual one. */
  readonly mode?: string | undefined;
  /** In that mode the agent itself asks nobody. */
  readonly asksNobody?: boolean | undefined;
  /** How many sub-agents of it were seen in this window. */
  readonly subAgents?: number | undefined;
  /** Newest first; they stay until the user dismisses them. */
  readonly alarms: readonly PanelAlarm[];
  /** How many more there were before these. */
  readonly earlierAlarms?: number | undefined;
}

/** 'asking': it cannot be connected, and asks through a command or a hook that the user wrote. */
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
  /** When it was seen. ISO 8601, UTC. */
  readonly at: string;
}

export const ALARM_KINDS = ['blocked-call-ran', 'unjudged-call-ran', 'input-changed'] as const;

/** The agent did something else than it was told. */
export interface PanelAlarm {
  readonly id: string;
  readonly kind: (typeof ALARM_KINDS)[number];
  /** As the agent names it. */
  readonly tool: string;
  /** The last time: ISO 8601, UTC. */
  readonly at: string;
  readonly sessionId?: string | undefined;
  /** A sentence: what happened. */
  readonly detail: string;
  /** How often. */
  readonly count: number;
}

/** A configured entry that could not be used as written. */
export interface PanelProblem {
  readonly entry: string;
  readonly message: string;
  /** The setting that has it, where the Settings editor can open it. */
  readonly setting?: PanelSetting | undefined;
}

/** One setting, and the page of the Settings editor that has it. */
export interface PanelSetting {
  /** The full name, such as `autoMode.permissions.deny`. */
  readonly key: string;
  readonly where: 'user' | 'workspace' | 'remote';
}

/** Rules that hold although the workspace's settings do not have them any more. */
export interface PanelRemovedRules {
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
  /** No folder on disk is open in the window. */
  readonly noFolder?: true;
  /** There is no gate, on or off: nothing is known but mode and counters, and nothing else can be done. */
  readonly notStarted?: true;
  readonly counters: PanelCounters;
  /** Newest first. */
  readonly denials: readonly PanelDenial[];
  readonly classifier: PanelClassifier;
  readonly usage: PanelUsageFigures;
  readonly agents: readonly PanelAgent[];
  readonly problems: readonly PanelProblem[];
  readonly removedRules?: PanelRemovedRules | undefined;
  /** What the environment variable would loosen once the user has confirmed it. */
  readonly unconfirmed: readonly string[];
  /** Questions that wait for the user's answer. */
  readonly waiting: number;
}

/** Host to panel. */
export interface SnapshotMessage {
  readonly kind: 'snapshot';
  readonly snapshot: PanelSnapshot;
  /** What the panel looks at. */
  readonly slices: PanelSlices;
  readonly destination?: PanelDestination | undefined;
  /** One-time token: a click that loosens sends it back and uses it up. */
  readonly nonce: string;
}
/** Host to panel: it did not understand what the panel looks at, and looks at nothing new. */
export interface RefusalMessage {
  readonly kind: 'refusal';
  /** Of these features; the others are understood. */
  readonly features: readonly FeatureName[];
}
export type HostMessage = SnapshotMessage | RefusalMessage;

/** Panel to host. What loosens the gate carries the nonce of the snapshot that the user clicked in. */
export type PanelCommand =
  /** Whatever the panel looks at from now on, whole. */
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

/** What the host carries out; what the panel looks at is answered with a snapshot. */
export type PanelAction = Exclude<PanelCommand, { readonly kind: 'look' }>;
