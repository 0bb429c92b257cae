import { join } from 'node:path';
import { getNodeValue } from 'jsonc-parser';
import type { JsonObject } from '../../common/json';
import type { AgentInstallation } from '../hooks/agentInstallation';
import type { HookFileForm } from '../hooks/hookFile';
import { hookFileInstallation } from '../hooks/hookFileInstallation';
import { isJsonObject } from '../hooks/hookPayload';
import { noticeLine, refusingLine, refusingPowerShellLine } from '../hooks/refusingLine';
import { settingsFolderProblems } from '../hooks/settingsFolderHooks';
import { parseJsonText } from '../files/jsonTextEdit';
import { readSettingsFile } from '../files/settingsFile';
import { BEFORE_TOOL, GEMINI_CLI, NOTICE_EVENTS } from './payload';

/** Gemini CLI makes its folder in `GEMINI_CLI_HOME`. */
export function geminiCliDirectory(home: string, environment: NodeJS.ProcessEnv): string {
  const configured = environment['GEMINI_CLI_HOME'];
  return join(configured === undefined || configured === '' ? home : configured, '.gemini');
}

/** At Gemini's timeout, in milliseconds, the call runs: it is twice the launcher's deadline. */
export function geminiCliHookGroup(launcherPath: string, platform = process.platform): JsonObject {
  const command =
    platform === 'win32'
      ? refusingPowerShellLine(launcherPath, GEMINI_CLI)
      : refusingLine(launcherPath, GEMINI_CLI, 'settings.json');
  return { matcher: '.*', hooks: [{ type: 'command', name: 'auto-mode', command, timeout: 600_000 }] };
}

export function geminiCliNoticeGroup(launcherPath: string, platform = process.platform): JsonObject {
  const command = noticeLine(launcherPath, GEMINI_CLI, platform);
  return { hooks: [{ type: 'command', name: 'auto-mode', command, timeout: 10_000 }] };
}

export const GEMINI_CLI_HOOKS: HookFileForm = {
  agentName: 'Gemini CLI',
  head: {},
  takesComments: true,
  items: (launcherPath) => ({
    [BEFORE_TOOL]: geminiCliHookGroup(launcherPath),
    ...Object.fromEntries(NOTICE_EVENTS.map((event) => [event, geminiCliNoticeGroup(launcherPath)])),
  }),
};

export function geminiCliInstallation(directory: string, launcherPath: string): AgentInstallation {
  const settingsPath = join(directory, 'settings.json');
  return hookFileInstallation({
    agent: GEMINI_CLI,
    settingsPath,
    form: GEMINI_CLI_HOOKS,
    launcherPath,
    switchedOff: () => {
      const root = parseJsonText(readSettingsFile(settingsPath) ?? '', 'lenient');
      const settings: unknown = 'type' in root ? getNodeValue(root) : undefined;
      const off = isJsonObject(settings) ? switchedOffBy(settings) : undefined;
      return off === undefined
        ? undefined
        : `${settingsPath}: The settings switch hooks off (${off}). Remove that line to let Auto Mode check calls.`;
    },
    folderProblems: (folders) =>
      settingsFolderProblems(
        {
          agent: GEMINI_CLI,
          agentName: 'Gemini CLI',
          file: join('.gemini', 'settings.json'),
          switchedOffBy,
          rewritingEvents: [BEFORE_TOOL],
        },
        folders,
        settingsPath,
      ),
  });
}

/** `disabled` lists names or commands, perhaps ours. */
function switchedOffBy({ hooksConfig }: JsonObject): string | undefined {
  if (!isJsonObject(hooksConfig)) return undefined;
  if (hooksConfig['enabled'] === false) return '"hooksConfig.enabled": false';
  const { disabled } = hooksConfig;
  const isOurs = (name: unknown): boolean => typeof name === 'string' && name.includes('auto-mode');
  return Array.isArray(disabled) && disabled.some(isOurs) ? '"hooksConfig.disabled"' : undefined;
}
