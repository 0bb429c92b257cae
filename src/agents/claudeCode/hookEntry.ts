import type { JsonObject } from '../../common/json';
import type { HookFileForm } from '../hooks/hookFile';
import { windowsProgram } from '../hooks/windowsCommand';
import { CLAUDE_CODE } from './dialect';

/** With `args` there is no shell between Claude Code and what it starts. */
function starts(platform: NodeJS.Platform, launcherPath: string, words: readonly string[]): JsonObject {
  if (platform !== 'win32') return { command: launcherPath, args: [...words] };
  const { command, args } = windowsProgram(launcherPath, words);
  return { command, args: [...args] };
}

/** One group of hooks that calls the launcher for every tool. Host timeout 600 s, above the launcher's own deadline. */
export function hookGroup(launcherPath: string, platform = process.platform): JsonObject {
  return {
    matcher: '*',
    hooks: [
      {
        type: 'command',
        ...starts(platform, launcherPath, [CLAUDE_CODE]),
        timeout: 600,
        // Before 2.1.295 this key is ignored and a launcher that cannot start lets the call run.
        onFailure: 'block',
        statusMessage: 'Auto Mode is checking…',
      },
    ],
  };
}

/** What Claude Code is to tell beside its calls. */
const NOTICES = [
  'SessionStart',
  'SessionEnd',
  'UserPromptSubmit',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionDenied',
] as const;

/** Nothing is decided by a notice: one that fails must not hold the agent up, nor keep the user's prompt from it. */
function noticeGroup(launcherPath: string, platform: NodeJS.Platform): JsonObject {
  return { hooks: [{ type: 'command', ...starts(platform, launcherPath, [CLAUDE_CODE, 'notice']), timeout: 10 }] };
}

/** The settings file. Claude Code 2.1.329 silently ignores one that has a comment or a trailing comma: a hook in it would protect nothing. */
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
