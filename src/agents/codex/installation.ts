import { join } from 'node:path';
import type { JsonObject } from '../../common/json';
import type { AgentInstallation } from '../hooks/agentInstallation';
import type { HookFileForm } from '../hooks/hookFile';
import { hookFileInstallation } from '../hooks/hookFileInstallation';
import { readSettingsFile } from '../files/settingsFile';
import { noticeLine, refusingLine, refusingPowerShellLine } from '../hooks/refusingLine';
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
        command:
          platform === 'win32'
            ? refusingPowerShellLine(launcherPath, CODEX)
            : refusingLine(launcherPath, CODEX, 'hooks.json'),
        timeout: 600,
        statusMessage: 'Auto Mode is checking…',
      },
    ],
  };
}

export function codexNoticeGroup(launcherPath: string, platform = process.platform): JsonObject {
  return {
    matcher: '*',
    hooks: [{ type: 'command', command: noticeLine(launcherPath, CODEX, platform), timeout: 10 }],
  };
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

/** Only a first call shows whether Codex trusts them. */
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
