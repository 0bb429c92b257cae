/** `reason` names the remedy. */
export interface SettingsProblem {
  readonly kind: 'error';
  readonly reason: string;
}

export type ConnectionState = 'connected' | 'not-connected' | 'outdated' | 'broken';

export interface ConnectionStatus {
  readonly state: ConnectionState;
  /** For 'broken', with the remedy. */
  readonly reason?: string;
}

export interface SettingsChange {
  readonly kind: 'change';
  readonly path: string;
  /** Undefined: no file. */
  readonly before: string | undefined;
  /** Undefined: no file. */
  readonly after: string | undefined;
}

/** A stranger's file in an opened folder. */
export interface FolderProblem {
  readonly agent: string;
  readonly folder: string;
  /** Perhaps above the folder. */
  readonly path: string;
  /**
   * 'switches-hooks-off': nobody asks the gate. 'displaces-hooks': others answer. 'can-rewrite-calls': an allowed call
   * may change.
   */
  readonly kind: 'switches-hooks-off' | 'displaces-hooks' | 'can-rewrite-calls';
  /** Without the file's text. */
  readonly sentence: string;
}

export type HookCommand =
  | { readonly form: 'program'; readonly program: string; readonly args: readonly string[] }
  | { readonly form: 'shell'; readonly line: string };

export type PlannedChange = SettingsChange | { readonly kind: 'nothing-to-do' } | SettingsProblem;

/** Never throws; problems are results. */
export interface AgentInstallation {
  readonly agent: string;
  readonly settingsPath: string;
  readonly directory: string;
  status(): ConnectionStatus;
  folderProblems(folders: readonly string[]): readonly FolderProblem[];
  readonly hookCommand: HookCommand | undefined;
  planConnect(): PlannedChange;
  planDisconnect(): PlannedChange;
  /** Fails if the file changed since. */
  apply(change: SettingsChange, now: Date): { readonly kind: 'done'; readonly backupPath?: string } | SettingsProblem;
}
