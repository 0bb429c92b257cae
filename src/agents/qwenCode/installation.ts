import { join } from 'node:path';
import type { JsonObject } from '../../common/json';
import type { AgentInstallation } from '../hooks/agentInstallation';
import type { HookFileForm } from '../hooks/hookFile';
import { hookFileInstallation } from '../hooks/hookFileInstallation';
import { noticeLine, refusingLine, refusingPowerShellLine } from '../hooks/refusingLine';
import { settingsFolderProblems } from '../hooks/settingsFolderHooks';
import { NOTICE_EVENTS, PERMISSION_REQUEST, PRE_TOOL_USE, QWEN_CODE } from './payload';

export function qwenCodeDirectory(home: string, environment: NodeJS.ProcessEnv): string {
  const configured = environment['QWEN_HOME'];
  return configured === undefined || configured === '' ? join(home, '.qwen') : configured;
}

/**
 * At Qwen Code's timeout the call runs: 600 s is twice the launcher's deadline. It reads numbers from 1000 on as
 * milliseconds.
 */
export function qwenCodeHookGroup(launcherPath: string, platform = process.platform): JsonObject {
  const command =
    platform === 'win32'
      ? { command: refusingPowerShellLine(launcherPath, QWEN_CODE), shell: 'powershell' }
      : { command: refusingLine(launcherPath, QWEN_CODE, 'settings.json') };
  return {
    matcher: '*',
    hooks: [{ type: 'command', ...command, timeout: 600, statusMessage: 'Auto Mode is checking…' }],
  };
}

export function qwenCodeNoticeGroup(launcherPath: string, platform = process.platform): JsonObject {
  const shell = platform === 'win32' ? { shell: 'powershell' } : {};
  const command = noticeLine(launcherPath, QWEN_CODE, platform);
  return { hooks: [{ type: 'command', command, ...shell, timeout: 10 }] };
}

/** Qwen Code reads and keeps comments. */
export const QWEN_CODE_HOOKS: HookFileForm = {
  agentName: 'Qwen Code',
  head: {},
  takesComments: true,
  items: (launcherPath) => ({
    [PRE_TOOL_USE]: qwenCodeHookGroup(launcherPath),
    [PERMISSION_REQUEST]: qwenCodeHookGroup(launcherPath),
    ...Object.fromEntries(NOTICE_EVENTS.map((event) => [event, qwenCodeNoticeGroup(launcherPath)])),
  }),
};

export function qwenCodeInstallation(directory: string, launcherPath: string): AgentInstallation {
  const settingsPath = join(directory, 'settings.json');
  return hookFileInstallation({
    agent: QWEN_CODE,
    settingsPath,
    form: QWEN_CODE_HOOKS,
    launcherPath,
    folderProblems: (folders) =>
      settingsFolderProblems(
        {
          agent: QWEN_CODE,
          agentName: 'Qwen Code',
          file: join('.qwen', 'settings.json'),
          switchedOffBy: ({ disableAllHooks }) => (disableAllHooks === true ? '"disableAllHooks": true' : undefined),
          rewritingEvents: [PERMISSION_REQUEST],
        },
        folders,
        settingsPath,
      ),
  });
}
