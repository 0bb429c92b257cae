/** `reason` is a sentence for the user that names the remedy. */
export interface SettingsProblem {
  readonly kind: 'error';
  readonly reason: string;
}

export type ConnectionState = 'connected' | 'not-connected' | 'outdated' | 'broken';

export interface ConnectionStatus {
  readonly state: ConnectionState;
  /** What is wrong and what to do; only for 'broken'. */
  readonly reason?: string;
}

/** A change of the settings file, not yet made: to be shown to the user, then applied. */
export interface SettingsChange {
  readonly kind: 'change';
  readonly path: string;
  /** Undefined: there is no file. */
  readonly before: string | undefined;
  /** Undefined: the file goes away, because connecting had made it. */
  readonly after: string | undefined;
}

/** What a file of an opened folder would do to the gate's hooks, as far as the agent heeds it there. The file is a stranger's text. */
export interface FolderProblem {
  /** The id of the agent's dialect. */
  readonly agent: string;
  /** The opened folder in which it counts. */
  readonly folder: string;
  /** The file that says so; it may stand above the folder. */
  readonly path: string;
  /**
   * 'switches-hooks-off': the gate is no longer asked. 'displaces-hooks': others' hooks answer instead of the gate's. 'can-rewrite-calls':
   * another hook may change a call after the gate has allowed it.
   */
  readonly kind: 'switches-hooks-off' | 'displaces-hooks' | 'can-rewrite-calls';
  /** For the user: what the file does, and the remedy. Holds nothing of the file's own text. */
  readonly sentence: string;
}

/** How the agent starts the gate's hook before a call. */
export type HookCommand =
  | { readonly form: 'program'; readonly program: string; readonly args: readonly string[] }
  /** A line for a shell. */
  | { readonly form: 'shell'; readonly line: string };

export type PlannedChange = SettingsChange | { readonly kind: 'nothing-to-do' } | SettingsProblem;

/** The gate's hooks in one user's settings of an agent. No method throws; problems are results. */
export interface AgentInstallation {
  /** The id of the agent's dialect. */
  readonly agent: string;
  readonly settingsPath: string;
  /** The agent's folder for this user. */
  readonly directory: string;
  status(): ConnectionStatus;
  /** What these opened folders bring along against the hooks. Reads little, whatever lies there; a file that cannot be judged is told. */
  folderProblems(folders: readonly string[]): readonly FolderProblem[];
  /** As the entry of a connected agent says. */
  readonly hookCommand: HookCommand | undefined;
  planConnect(): PlannedChange;
  planDisconnect(): PlannedChange;
  /** Makes a planned change unless the file was changed since. Gives the backup's path where there was a file. */
  apply(change: SettingsChange, now: Date): { readonly kind: 'done'; readonly backupPath?: string } | SettingsProblem;
}
