import { join } from 'node:path';
import { readSettingsFile, replaceSettingsFile, settingsBackups, SettingsFileError } from '../settingsFile';
import {
  connectionStatus,
  connectSettings,
  disconnectSettings,
  type ConnectionStatus,
  type SettingsProblem,
} from './hookEntry';

/** A change of the settings file, not yet made: to be shown to the user, then applied. */
export interface SettingsChange {
  readonly kind: 'change';
  readonly path: string;
  /** Undefined: there is no file. */
  readonly before: string | undefined;
  /** Undefined: the file goes away, because connecting had made it. */
  readonly after: string | undefined;
}

export type PlannedChange = SettingsChange | { readonly kind: 'nothing-to-do' } | SettingsProblem;

/** The gate's hook in one user's Claude Code settings. No method throws; problems are results. */
export interface ClaudeCodeInstallation {
  readonly settingsPath: string;
  status(): ConnectionStatus;
  planConnect(): PlannedChange;
  planDisconnect(): PlannedChange;
  /** Makes a planned change unless the file was changed since. Gives the backup's path where there was a file. */
  apply(change: SettingsChange, now: Date): { readonly kind: 'done'; readonly backupPath?: string } | SettingsProblem;
}

/** Claude Code's folder for this user. Its environment variable counts as the editor was started with it. */
export function claudeCodeDirectory(home: string, environment: NodeJS.ProcessEnv): string {
  const configured = environment['CLAUDE_CONFIG_DIR'];
  return configured === undefined || configured === '' ? join(home, '.claude') : configured;
}

export function claudeCodeInstallation(directory: string, launcherPath: string): ClaudeCodeInstallation {
  const settingsPath = join(directory, 'settings.json');

  return {
    settingsPath,
    status() {
      return orProblem(
        () => {
          const { state, reason } = connectionStatus(readSettingsFile(settingsPath), launcherPath);
          return reason === undefined ? { state } : { state, reason: `${settingsPath}: ${reason}` };
        },
        (reason) => ({ state: 'broken', reason }),
      );
    },
    planConnect() {
      return orProblem(() => {
        const before = readSettingsFile(settingsPath);
        const edit = connectSettings(before, launcherPath);
        if (edit.kind === 'error') return asProblem(`${settingsPath}: ${edit.reason}`);
        if (edit.kind === 'unchanged') return { kind: 'nothing-to-do' };
        return { kind: 'change', path: settingsPath, before, after: edit.text };
      }, asProblem);
    },
    planDisconnect() {
      return orProblem(() => {
        const before = readSettingsFile(settingsPath);
        if (before === undefined) return { kind: 'nothing-to-do' };
        const edit = disconnectSettings(before);
        if (edit.kind === 'error') return asProblem(`${settingsPath}: ${edit.reason}`);
        if (edit.kind === 'unchanged') return { kind: 'nothing-to-do' };
        const original = textBeforeConnecting(before);
        return {
          kind: 'change',
          path: settingsPath,
          before,
          after: original === undefined ? edit.text : original.text,
        };
      }, asProblem);
    },
    apply(change, now) {
      return orProblem<ReturnType<ClaudeCodeInstallation['apply']>>(() => {
        const backupPath = replaceSettingsFile(change.path, change.before, change.after, now);
        return { kind: 'done', ...(backupPath === undefined ? {} : { backupPath }) };
      }, asProblem);
    },
  };

  /**
   * The text from which connecting made exactly the present one, so that undoing leaves no trace, not even of a list that was empty before.
   * Undefined where the file was changed since: then only our entry is taken out of it.
   */
  function textBeforeConnecting(present: string): { readonly text: string | undefined } | undefined {
    const makesPresent = (text: string | undefined): boolean => {
      if (connectionStatus(text, launcherPath).state !== 'not-connected') return false;
      const edit = connectSettings(text, launcherPath);
      return edit.kind === 'edited' && edit.text === present;
    };
    const backup = settingsBackups(settingsPath).find(makesPresent);
    if (backup !== undefined) return { text: backup };
    return makesPresent(undefined) ? { text: undefined } : undefined;
  }
}

function asProblem(reason: string): SettingsProblem {
  return { kind: 'error', reason };
}

function orProblem<T>(work: () => T, problem: (reason: string) => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof SettingsFileError) return problem(cause.message);
    throw cause;
  }
}
