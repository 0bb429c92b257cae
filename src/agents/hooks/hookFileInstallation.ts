import { dirname } from 'node:path';
import type { JsonObject } from '../../common/json';
import type { AgentInstallation, FolderProblem, HookCommand, SettingsProblem } from './agentInstallation';
import { connectHookFile, disconnectHookFile, hookFileStatus, type HookFileForm } from './hookFile';
import { readSettingsFile, replaceSettingsFile, settingsBackups, SettingsFileError } from '../files/settingsFile';

export interface HookFilePlace {
  readonly agent: string;
  readonly settingsPath: string;
  readonly directory?: string;
  readonly form: HookFileForm;
  readonly launcherPath: string;
  /**
   * Why another file stops the hooks.
   * @throws SettingsFileError
   */
  readonly switchedOff?: () => string | undefined;
  readonly folderProblems?: (folders: readonly string[]) => readonly FolderProblem[];
}

export function hookFileInstallation(place: HookFilePlace): AgentInstallation {
  const { agent, settingsPath, form, launcherPath } = place;

  return {
    agent,
    settingsPath,
    directory: place.directory ?? dirname(settingsPath),
    status() {
      return orProblem(
        () => {
          const { state, reason } = hookFileStatus(form, readSettingsFile(settingsPath), launcherPath);
          if (reason !== undefined) return { state, reason: `${settingsPath}: ${reason}` };
          const off = state === 'not-connected' ? undefined : place.switchedOff?.();
          return off === undefined ? { state } : { state: 'broken', reason: off };
        },
        (reason) => ({ state: 'broken', reason }),
      );
    },
    folderProblems: (folders) => place.folderProblems?.(folders) ?? [],
    hookCommand: callHook(form.items(launcherPath)),
    planConnect() {
      return orProblem(() => {
        const before = readSettingsFile(settingsPath);
        const edit = connectHookFile(form, before, launcherPath);
        if (edit.kind === 'error') return asProblem(`${settingsPath}: ${edit.reason}`);
        if (edit.kind === 'unchanged') return { kind: 'nothing-to-do' };
        return { kind: 'change', path: settingsPath, before, after: edit.text };
      }, asProblem);
    },
    planDisconnect() {
      return orProblem(() => {
        const before = readSettingsFile(settingsPath);
        if (before === undefined) return { kind: 'nothing-to-do' };
        const edit = disconnectHookFile(form, before);
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

  /** Undefined if changed since: then only our entries go. */
  function textBeforeConnecting(present: string): { readonly text: string | undefined } | undefined {
    const makesPresent = (text: string | undefined): boolean => {
      if (hookFileStatus(form, text, launcherPath).state !== 'not-connected') return false;
      const edit = connectHookFile(form, text, launcherPath);
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

function callHook(items: Readonly<Record<string, JsonObject>>): HookCommand | undefined {
  const [item] = Object.values(items);
  const [hook] = item === undefined ? [] : ((item['hooks'] as readonly JsonObject[] | undefined) ?? [item]);
  const { command, args } = hook ?? {};
  if (typeof command !== 'string') return undefined;
  return Array.isArray(args)
    ? { form: 'program', program: command, args: args.map(String) }
    : { form: 'shell', line: command };
}
