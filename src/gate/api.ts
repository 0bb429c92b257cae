import type { CancellationToken } from 'vscode';
import type { ConfigurationReport, DefaultsReport } from '../config/configurationReport';
import type { Explanation } from '../engine/explain/explainCommand';
import type { Decision } from '../engine/model/decision';
import type { PanelSnapshot } from '../panel/messages';
import type { PanelDenial } from '../panel/panelDenial';

/** What auto mode does in this window, for callers of `autoMode.status`. */
export interface GateStatus extends Omit<PanelSnapshot, 'denials'> {
  /** Whether calls are decided here; false: they are deferred to the agent's own permission flow. */
  readonly enabledHere: boolean;
  readonly paused: boolean;
  readonly lastDecision: Pick<Decision, 'outcome' | 'stage' | 'reason' | 'at'> | undefined;
}

/** Gives the story of a decision as text. */
export interface DecisionStories {
  /** Rejects with TypeError for an id that neither this window nor the log has. */
  text(id: string): Promise<string>;
}

/** The story of a decision: what the panel shows of it, as text. */
export interface ExplainedDecision {
  readonly id: string;
  readonly text: string;
}

/**
 * What the extension exports from `activate()`: the same as its commands. Each method resolves to the JSON that the command gives;
 * whatever loosens the gate asks the user first and changes nothing without their yes.
 */
export interface AutoModeApi {
  /** Decides one tool call; see docs/api.md for its fields. Never rejects. Cancelling `token` blocks the call at once. */
  check(request: unknown, token?: CancellationToken): Promise<Decision>;
  on(scope?: { readonly sessionId?: string }): Promise<GateStatus>;
  off(scope?: { readonly sessionId?: string }): Promise<GateStatus>;
  resume(): Promise<GateStatus>;
  status(scope?: { readonly sessionId?: string }): Promise<GateStatus>;
  reload(): Promise<{ readonly problems: GateStatus['problems'] }>;
  reset(): Promise<GateStatus>;
  defaults(): Promise<DefaultsReport>;
  config(): Promise<ConfigurationReport>;
  denials(): Promise<readonly PanelDenial[]>;
  /** What the gate makes of a shell command; nothing is run, asked or recorded. */
  explain(line: { readonly command: string; readonly cwd?: string }): Promise<Explanation>;
  /** The whole story of a decision as text. Rejects with TypeError for an id that neither this window nor the log has. */
  explain(decision: { readonly id: string }): Promise<ExplainedDecision>;
  /** The model in use; with an argument, sets it. Rejects on a malformed id. */
  model(choice?: { readonly model: string }): Promise<{ readonly model: string | undefined }>;
  guidance(): Promise<string>;
  /** Releases exactly the call of this denial, once, for ten minutes. */
  allowOnce(denial: { readonly id: string }): Promise<{ readonly released: boolean }>;
  /** Lets rules go that hold although the workspace's settings do not have them any more; resolves to how many went. */
  dropRules(): Promise<{ readonly dropped: number }>;
  /** Shows `AUTOMODE_SETTINGS_JSON` and asks whether it may loosen; resolves to whether all of it is in force. */
  confirmEnvironment(): Promise<{ readonly confirmed: boolean }>;
  /** Shows which model on this machine changed and asks whether it may judge; resolves to whether nothing is left to confirm. */
  confirmModel(): Promise<{ readonly confirmed: boolean }>;
}
