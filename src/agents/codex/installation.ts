import { shellQuote } from '../../common/shellQuote';
import { join } from 'node:path';
import type { JsonObject } from '../../common/json';
import type { AgentInstallation } from '../hooks/agentInstallation';
import type { HookFileForm } from '../hooks/hookFile';
import { hookFileInstallation } from '../hooks/hookFileInstallation';
import { readSettingsFile } from '../files/settingsFile';
import { powerShellLine } from '../hooks/windowsCommand';
import { codexConfiguration } from './configText';
import { codexFolderProblems } from './folderHooks';
import { CODEX, PERMISSION_REQUEST, POST_TOOL_USE, PRE_TOOL_USE, SESSION_START, USER_PROMPT_SUBMIT } from './payload';

export function codexDirectory(home: string, environment: NodeJS.ProcessEnv): string {
  const configured = environment['CODEX_HOME'];
  return configured === undefined || configured === '' ? join(home, '.codex') : configured;
}

/**
 * Codex trusts a hook by its exact content: after any change users must trust it again. At Codex's timeout the call
 * runs: 600 s is twice the launcher's deadline.
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

export function codexNoticeGroup(launcherPath: string, platform = process.platform): JsonObject {
  const launcher = quoted(launcherPath);
  const command =
    platform === 'win32'
      ? powerShellLine(launcherPath, [CODEX, 'notice'])
      : `test ! -x ${launcher} || ${launcher} ${CODEX} notice`;
  return { matcher: '*', hooks: [{ type: 'command', command, timeout: 10 }] };
}

/**
 * For any shell. A hook that cannot start lets the call run, so a missing launcher refuses first: exit code 2 with
 * stderr text.
 */
function commandLine(launcherPath: string): string {
  const launcher = quoted(launcherPath);
  const refusal =
    'Auto Mode: its launcher is missing, so the call is refused. Open VS Code with Auto Mode, or take its hooks out of hooks.json.';
  return `test -x ${launcher} || exec /bin/sh -c 'echo "${refusal}" >&2; exit 2'; ${launcher} ${CODEX}`;
}

/** PowerShell; untested on Windows. It would end with 0 without a launcher, so the line sets a refusal first. */
function windowsCommandLine(launcherPath: string): string {
  return `$global:LASTEXITCODE = 2; ${powerShellLine(launcherPath, [CODEX])}`;
}

function quoted(launcherPath: string): string {
  return shellQuote(launcherPath);
}

/** Codex 0.169 ignores invalid JSON. Trust is per event and place. */
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

/** Only the first call shows whether Codex trusts the hooks. */
export function codexInstallation(directory: string, launcherPath: string): AgentInstallation {
  const config = join(directory, 'config.toml');
  return hookFileInstallation({
    agent: CODEX,
    settingsPath: join(directory, 'hooks.json'),
    form: CODEX_HOOKS,
    launcherPath,
    switchedOff: () =>
      codexConfiguration(readSettingsFile(config) ?? '')?.switchesHooksOff === true
        ? `${config}: The configuration switches all hooks off (features.hooks = false). Remove that line to let Auto Mode check calls.`
        : undefined,
    folderProblems: (folders) => codexFolderProblems(folders, directory),
  });
}
