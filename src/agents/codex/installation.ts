import { join } from 'node:path';
import type { JsonObject } from '../../common/json';
import type { AgentInstallation } from '../hooks/agentInstallation';
import type { HookFileForm } from '../hooks/hookFile';
import { hookFileInstallation } from '../hooks/hookFileInstallation';
import { readSettingsFile } from '../files/settingsFile';
import { powerShellLine } from '../hooks/windowsCommand';
import { switchesHooksOff } from './configText';
import { codexFolderProblems } from './folderHooks';
import { CODEX, PERMISSION_REQUEST, POST_TOOL_USE, PRE_TOOL_USE, SESSION_START, USER_PROMPT_SUBMIT } from './payload';

/** Codex's folder for this user. Its environment variable counts as the editor was started with it. */
export function codexDirectory(home: string, environment: NodeJS.ProcessEnv): string {
  const configured = environment['CODEX_HOME'];
  return configured === undefined || configured === '' ? join(home, '.codex') : configured;
}

/** Codex's hooks, trust and sessions where its folder has a name of its own: the places that the hard floor knows are below `.codex`. */
export function movedCodexPlaces(home: string, environment: NodeJS.ProcessEnv): readonly string[] {
  const directory = codexDirectory(home, environment);
  if (directory === join(home, '.codex')) return [];
  return ['hooks.json', 'config.toml', 'sessions', 'archived_sessions'].map((name) => join(directory, name));
}

/**
 * A group with one hook that calls the launcher for every tool. Codex runs a hook only once the user has trusted it as it is: whatever
 * changes here, or in the launcher's path, makes every user trust it anew. Codex's own timeout lets the call run: at 600 s it is twice the
 * launcher's deadline.
 */
export function codexHookGroup(launcherPath: string, platform = process.platform): JsonObject {
  return {
    matcher: '*',
    hooks: [
      {
        type: 'command',
        command: platform === 'win32' ? windowsCommandLine(launcherPath) : commandLine(launcherPath),
        timeout: 600,
        statusMessage: 'Auto Mode is checking…',
      },
    ],
  };
}

/** A group with one hook that tells the launcher what happened. It neither holds Codex up for long nor stops it where the launcher is gone. */
export function codexNoticeGroup(launcherPath: string, platform = process.platform): JsonObject {
  const launcher = quoted(launcherPath);
  const command =
    platform === 'win32'
      ? powerShellLine(launcherPath, [CODEX, 'notice'])
      : `test ! -x ${launcher} || ${launcher} ${CODEX} notice`;
  return { matcher: '*', hooks: [{ type: 'command', command, timeout: 10 }] };
}

/**
 * For the user's shell, whichever that is. A hook that cannot be started lets the call run, so a launcher that is gone is told first:
 * exit code 2 with a word on stderr refuses.
 */
function commandLine(launcherPath: string): string {
  const launcher = quoted(launcherPath);
  const refusal =
    'Auto Mode: its launcher is missing, so the call is refused. Open VS Code with Auto Mode, or take its hooks out of hooks.json.';
  return `test -x ${launcher} || exec /bin/sh -c 'echo "${refusal}" >&2; exit 2'; ${launcher} ${CODEX}`;
}

/**
 * For PowerShell, to which Codex hands its hooks on Windows; not run there yet. Where the launcher cannot be started no exit code is set,
 * and the line would end with 0: so a refusal is set first, and PowerShell itself writes the error that Codex needs beside it.
 */
function windowsCommandLine(launcherPath: string): string {
  return `$global:LASTEXITCODE = 2; ${powerShellLine(launcherPath, [CODEX])}`;
}

function quoted(launcherPath: string): string {
  return `'${launcherPath.replaceAll("'", "'\\''")}'`;
}

/**
 * Codex's file of hooks. Version 0.169 ignores one that is not valid JSON. Trust is given to each entry by its event and place: one more
 * below another event takes nobody's trust away.
 */
export const CODEX_HOOKS: HookFileForm = {
  agentName: 'Codex',
  head: {},
  items: (launcherPath) => ({
    [PRE_TOOL_USE]: codexHookGroup(launcherPath),
    [PERMISSION_REQUEST]: codexHookGroup(launcherPath),
    [POST_TOOL_USE]: codexNoticeGroup(launcherPath),
    [SESSION_START]: codexNoticeGroup(launcherPath),
    [USER_PROMPT_SUBMIT]: codexNoticeGroup(launcherPath),
  }),
};

/** The gate's hooks in one user's Codex. Whether they are trusted is Codex's to know, and shows in the first call that arrives. */
export function codexInstallation(directory: string, launcherPath: string): AgentInstallation {
  const config = join(directory, 'config.toml');
  return hookFileInstallation({
    agent: CODEX,
    settingsPath: join(directory, 'hooks.json'),
    form: CODEX_HOOKS,
    launcherPath,
    switchedOff: () =>
      switchesHooksOff(readSettingsFile(config) ?? '')
        ? `${config}: The configuration switches all hooks off (features.hooks = false). Remove that line to let Auto Mode check calls.`
        : undefined,
    folderProblems: (folders) => codexFolderProblems(folders, directory),
  });
}
