import type { CancellationToken } from 'vscode';
import type { ConfigurationReport, DefaultsReport } from '../config/configurationReport';
import type { Explanation } from '../engine/explain/explainCommand';
import type { Decision } from '../engine/model/decision';
import type { PanelSnapshot } from '../panel/messages';
import type { PanelDenial } from '../panel/panelDenial';

export interface GateStatus extends Omit<PanelSnapshot, 'denials'> {
  /** False: the agent's own flow decides. */
  readonly enabledHere: boolean;
  readonly paused: boolean;
  readonly lastDecision: Pick<Decision, 'outcome' | 'stage' | 'reason' | 'at'> | undefined;
}

export interface DecisionStories {
  /** @throws TypeError for an unknown id */
  text(id: string): Promise<string>;
}

export interface ExplainedDecision {
  readonly id: string;
  readonly text: string;
}

/** Each resolves to its command's JSON. What loosens asks the user first. */
export interface AutoModeApi {
  /** See docs/api.md. Never rejects; cancelling `token` blocks. */
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
  /** Without effects. */
  explain(line: { readonly command: string; readonly cwd?: string }): Promise<Explanation>;
  /** Rejects with TypeError for an unknown id. */
  explain(decision: { readonly id: string }): Promise<ExplainedDecision>;
  /** An argument sets it. Rejects on a malformed id. */
  model(choice?: { readonly model: string }): Promise<{ readonly model: string | undefined }>;
  guidance(): Promise<string>;
  /** Once, for ten minutes. */
  allowOnce(denial: { readonly id: string }): Promise<{ readonly released: boolean }>;
  /** Drops rules that are gone from the workspace settings; resolves to their number. */
  dropRules(): Promise<{ readonly dropped: number }>;
  /** Asks whether `AUTOMODE_SETTINGS_JSON` may loosen; resolves to whether all of it does. */
  confirmEnvironment(): Promise<{ readonly confirmed: boolean }>;
  /** Asks whether changed local models may judge; resolves to whether none is left. */
  confirmModel(): Promise<{ readonly confirmed: boolean }>;
}
