import type { JsonObject } from '../../common/json';
import type { HookFileForm } from '../hooks/hookFile';
import { windowsProgram } from '../hooks/windowsCommand';
import { CLAUDE_CODE } from './dialect';

/** `args` avoids a shell. */
function starts(platform: NodeJS.Platform, launcherPath: string, words: readonly string[]): JsonObject {
  if (platform !== 'win32') return { command: launcherPath, args: [...words] };
  const { command, args } = windowsProgram(launcherPath, words);
  return { command, args: [...args] };
}

/** 600 s exceed the launcher's own deadline. */
export function hookGroup(launcherPath: string, platform = process.platform): JsonObject {
  return {
    matcher: '*',
    hooks: [
      {
        type: 'command',
        ...starts(platform, launcherPath, [CLAUDE_CODE]),
        timeout: 600,
        // Ignored before 2.1.295: there a launcher that cannot start lets the call run.
        onFailure: 'block',
        statusMessage: 'Auto Mode is checking…',
      },
    ],
  };
}

const NOTICES = [
  'SessionStart',
  'SessionEnd',
  'UserPromptSubmit',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionDenied',
] as const;

/** A failed notice must not delay the agent or block a prompt. */
function noticeGroup(launcherPath: string, platform: NodeJS.Platform): JsonObject {
  return { hooks: [{ type: 'command', ...starts(platform, launcherPath, [CLAUDE_CODE, 'notice']), timeout: 10 }] };
}

/** Claude Code 2.1.329 silently ignores files with comments or trailing commas. */
export function claudeCodeHooks(platform: NodeJS.Platform): HookFileForm {
  return {
    agentName: 'Claude Code',
    head: {},
    items: (launcherPath) => ({
      PreToolUse: hookGroup(launcherPath, platform),
      ...Object.fromEntries(NOTICES.map((event) => [event, noticeGroup(launcherPath, platform)])),
    }),
  };
}

export const CLAUDE_CODE_HOOKS = claudeCodeHooks(process.platform);
