import type * as vscode from 'vscode';
import type { ConfigurationReport } from '../config/configurationReport';
import type { SettingKey } from '../config/contributions';
import type { SettingValues } from '../config/schema';
import type { SettingsReader } from '../config/settingsReader';
import type { Confirmation } from '../editor/confirmation';
import type { ActionDocument } from '../editor/actionDocument';
import type { ReadOnlyDocument } from '../editor/readOnlyDocument';
import type { Explanation } from '../engine/explain/explainCommand';
import type { Decision } from '../engine/model/decision';
import type { Gate } from '../engine/model/ports';
import type { PanelSnapshot } from '../panel/messages';
import type { PanelDenial } from '../panel/panelDenial';
import type { PanelDoor } from '../panel/panelDoor';
import type { ContainedRuns } from './containedRuns';
import type { KeptRemovals } from './keptRemovals';
import type { KeptRuns } from './keptRuns';
import type { Memory } from './memory';
import type { WindowEvents } from './windowEvents';
import type { WindowSwitch } from './windowSwitch';

export interface GateWindow {
  readonly gate: Gate;
  readonly containedRuns: ContainedRuns;
  readonly keptRuns: KeptRuns;
  readonly keptRemovals: KeptRemovals;
  readonly memory: Memory;
  readonly settings: WindowSettings;
  readonly door: WindowDoor;
  readonly status: WindowStatus;
  readonly panel: PanelDoor;
  readonly events: WindowEvents;
  readonly documents: ReadOnlyDocument;
  readonly actionDocument: ActionDocument;
  readonly log: vscode.LogOutputChannel;
  readonly redact: (text: string) => string;
  readonly warn: (line: string) => void;
}

export interface WindowSettings {
  readonly reader: SettingsReader;
  /** Unseen by the watch over settings; undefined removes it. */
  readonly writeSetting: <K extends SettingKey>(key: K, value: SettingValues[K] | undefined) => Promise<void>;
  /** Before loosening. @throws ForbiddenByPolicyError */
  readonly refuseIfForbidden: () => void;
  readonly windowSwitch: WindowSwitch;
}

/** See `AutoMode`. */
export interface WindowDoor {
  check(request: unknown): Promise<Decision>;
  explain(command: string | undefined, cwd?: string): Promise<Explanation>;
  denials(): Promise<readonly PanelDenial[]>;
  config(): Promise<ConfigurationReport>;
  allowOnce(id: string | undefined, confirmation: Confirmation): Promise<{ readonly released: boolean }>;
  model(choice: string | undefined, confirmation: Confirmation): Promise<unknown>;
  confirmModel(): Promise<{ readonly confirmed: boolean }>;
  confirmEnvironment(): Promise<{ readonly confirmed: boolean }>;
  dropRules(confirmation: Confirmation, shown?: string): Promise<{ readonly dropped: number }>;
  on(): Promise<unknown>;
  off(sessionId: string | undefined, confirmation: Confirmation): Promise<unknown>;
  resume(confirmation: Confirmation): Promise<unknown>;
  reset(confirmation: Confirmation): Promise<unknown>;
}

export interface WindowStatus {
  snapshot(): PanelSnapshot;
  changed(): void;
  refresh(): Promise<void>;
  judgeChanged(): Promise<void>;
  lastJudge(): string | undefined;
  lastOutage(): { readonly at: string; readonly text: string } | undefined;
  readonly onDidChange: (listener: () => void) => { dispose(): void };
}
