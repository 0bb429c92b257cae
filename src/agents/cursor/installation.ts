import { join } from 'node:path';
import { shellQuote } from '../../common/shellQuote';
import type { JsonObject } from '../../common/json';
import type { AgentInstallation } from '../hooks/agentInstallation';
import type { HookFileForm } from '../hooks/hookFile';
import { hookFileInstallation } from '../hooks/hookFileInstallation';
import { noticeLine, refusingPowerShellLine } from '../hooks/refusingLine';
import { settingsFolderProblems } from '../hooks/settingsFolderHooks';
import { CALL_EVENTS, CURSOR, NOTICE_EVENTS, PRE_TOOL_USE } from './payload';

/** `CURSOR_CONFIG_DIR` moves only its terminal program's settings. */
export function cursorDirectory(home: string): string {
  return join(home, '.cursor');
}

/** With `failClosed` a launcher that fails or takes too long refuses. */
export function cursorHook(launcherPath: string, platform = process.platform): JsonObject {
  const command =
    platform === 'win32' ? refusingPowerShellLine(launcherPath, CURSOR) : `${shellQuote(launcherPath)} ${CURSOR}`;
  return { command, failClosed: true, timeout: 600 };
}

export function cursorNoticeHook(launcherPath: string, platform = process.platform): JsonObject {
  return { command: noticeLine(launcherPath, CURSOR, platform), timeout: 10 };
}

export const CURSOR_HOOKS: HookFileForm = {
  agentName: 'Cursor',
  head: { version: 1 },
  items: (launcherPath) =>
    Object.fromEntries([
      ...CALL_EVENTS.map((event) => [event, cursorHook(launcherPath)] as const),
      ...NOTICE_EVENTS.map((event) => [event, cursorNoticeHook(launcherPath)] as const),
    ]),
};

export function cursorInstallation(directory: string, launcherPath: string): AgentInstallation {
  const settingsPath = join(directory, 'hooks.json');
  return hookFileInstallation({
    agent: CURSOR,
    settingsPath,
    form: CURSOR_HOOKS,
    launcherPath,
    folderProblems: (folders) =>
      settingsFolderProblems(
        {
          agent: CURSOR,
          agentName: 'Cursor',
          file: join('.cursor', 'hooks.json'),
          switchedOffBy: () => undefined,
          rewritingEvents: [PRE_TOOL_USE],
        },
        folders,
        settingsPath,
      ),
  });
}
