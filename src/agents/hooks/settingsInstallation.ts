import { dirname } from 'node:path';
import type {
  AgentInstallation,
  ConnectionStatus,
  FolderProblem,
  HookCommand,
  SettingsProblem,
} from './agentInstallation';
import { readSettingsFile, replaceSettingsFile, settingsBackups, SettingsFileError } from '../files/settingsFile';

/** Undefined: no file. */
export type SettingsText = string | undefined;

export type PlannedEdit = { readonly kind: 'edited' | 'unchanged'; readonly text: SettingsText } | SettingsProblem;

export interface SettingsPlace {
  readonly agent: string;
  readonly settingsPath: string;
  readonly directory?: string;
  status(text: SettingsText): ConnectionStatus;
  /** Also updates what is outdated. */
  connect(text: SettingsText): PlannedEdit;
  disconnect(text: string): PlannedEdit;
  readonly hookCommand: HookCommand | undefined;
  /**
   * Why another file stops the hooks.
   * @throws SettingsFileError
   */
  readonly switchedOff?: () => string | undefined;
  readonly folderProblems?: (folders: readonly string[]) => readonly FolderProblem[];
}

/** One file holds the connection. */
export function settingsInstallation(place: SettingsPlace): AgentInstallation {
  const { agent, settingsPath } = place;

  return {
    agent,
    settingsPath,
    directory: place.directory ?? dirname(settingsPath),
    status() {
      return orProblem(
        () => {
          const { state, reason } = place.status(readSettingsFile(settingsPath));
          if (reason !== undefined) return { state, reason: `${settingsPath}: ${reason}` };
          const off = state === 'not-connected' ? undefined : place.switchedOff?.();
          return off === undefined ? { state } : { state: 'broken', reason: off };
        },
        (reason) => ({ state: 'broken', reason }),
      );
    },
    folderProblems: (folders) => place.folderProblems?.(folders) ?? [],
    hookCommand: place.hookCommand,
    planConnect() {
      return orProblem(() => {
        const before = readSettingsFile(settingsPath);
        const edit = place.connect(before);
        if (edit.kind === 'error') return asProblem(`${settingsPath}: ${edit.reason}`);
        if (edit.kind === 'unchanged') return { kind: 'nothing-to-do' };
        return { kind: 'change', path: settingsPath, before, after: edit.text };
      }, asProblem);
    },
    planDisconnect() {
      return orProblem(() => {
        const before = readSettingsFile(settingsPath);
        if (before === undefined) return { kind: 'nothing-to-do' };
        const edit = place.disconnect(before);
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
      return orProblem<ReturnType<AgentInstallation['apply']>>(() => {
        const backupPath = replaceSettingsFile(change.path, change.before, change.after, now);
        return { kind: 'done', ...(backupPath === undefined ? {} : { backupPath }) };
      }, asProblem);
    },
  };

  /** Undefined: changed since, so only our entries go. */
  function textBeforeConnecting(present: string): { readonly text: SettingsText } | undefined {
    const makesPresent = (text: SettingsText): boolean => {
      if (place.status(text).state !== 'not-connected') return false;
      const edit = place.connect(text);
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
