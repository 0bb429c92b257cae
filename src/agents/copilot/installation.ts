import { shellQuote } from '../../common/shellQuote';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { getNodeValue, type Node } from 'jsonc-parser';
import type { JsonObject } from '../../common/json';
import type { AgentInstallation } from '../hooks/agentInstallation';
import type { HookFileForm } from '../hooks/hookFile';
import { hookFileInstallation } from '../hooks/hookFileInstallation';
import { parseJsonText, property, propertyValue } from '../files/jsonTextEdit';
import { readSettingsFile } from '../files/settingsFile';
import { powerShellLine } from '../hooks/windowsCommand';
import { copilotFolderProblems } from './folderHooks';
import { COPILOT, NOTICE_EVENTS } from './payload';

export function copilotDirectory(home: string, environment: NodeJS.ProcessEnv): string {
  const configured = environment['COPILOT_HOME'];
  return configured === undefined || configured === '' ? join(home, '.copilot') : configured;
}

/**
 * `command` is for VS Code's local agent loop, which knows no `exec`. At Copilot's timeout the call runs: 600 s is
 * twice the launcher's deadline.
 */
export function copilotHook(launcherPath: string, platform = process.platform): JsonObject {
  // Without the launcher PowerShell ends with 0, so it sets a refusal first.
  return platform === 'win32'
    ? forPowerShell(`$global:LASTEXITCODE = 2; ${powerShellLine(launcherPath, [COPILOT])}`, 600)
    : { type: 'command', command: `${quoted(launcherPath)} ${COPILOT}`, timeoutSec: 600 };
}

/** Copilot waits, but ignores failures. */
export function copilotNoticeHook(launcherPath: string, platform = process.platform): JsonObject {
  return platform === 'win32'
    ? forPowerShell(powerShellLine(launcherPath, [COPILOT, 'notice']), 10)
    : { type: 'command', command: `${quoted(launcherPath)} ${COPILOT} notice`, timeoutSec: 10 };
}

/** Untested on Windows. */
function forPowerShell(line: string, timeoutSec: number): JsonObject {
  return { type: 'command', powershell: line, timeoutSec };
}

function quoted(path: string): string {
  return shellQuote(path);
}

/** Copilot CLI 1.0.102 ignores invalid JSON and other versions; for VS Code the version tells the form. */
function copilotHooks(platform: NodeJS.Platform): HookFileForm {
  return {
    agentName: 'GitHub Copilot',
    head: { version: 1 },
    items: (launcherPath) => ({
      preToolUse: copilotHook(launcherPath, platform),
      ...Object.fromEntries(NOTICE_EVENTS.map((event) => [event, copilotNoticeHook(launcherPath, platform)])),
    }),
  };
}

export const COPILOT_HOOKS = copilotHooks(process.platform);

export function copilotInstallation(
  directory: string,
  launcherPath: string,
  platform = process.platform,
): AgentInstallation {
  const userSettings = join(directory, 'settings.json');
  const form = copilotHooks(platform);
  return hookFileInstallation({
    agent: COPILOT,
    settingsPath: join(directory, 'hooks', 'auto-mode.json'),
    directory,
    form,
    launcherPath,
    switchedOff: () => {
      const why = whyNotRun(readSettingsFile(userSettings), form.items(launcherPath));
      return why === undefined ? undefined : `${userSettings}: ${why}`;
    },
    folderProblems: copilotFolderProblems,
  });
}

function whyNotRun(settings: string | undefined, hooks: Readonly<Record<string, JsonObject>>): string | undefined {
  const root = parseJsonText(settings ?? '', 'lenient');
  if (!('type' in root) || root.type !== 'object') return undefined;
  // By the documentation; Copilot CLI 1.0.102 still runs this file's hooks.
  if (mayHold(root, 'disableAllHooks', (value) => value === true)) {
    return 'The settings switch all hooks off ("disableAllHooks": true). Remove that line to let Auto Mode check calls.';
  }
  const key = disableKeys(hooks).find((ours) =>
    mayHold(root, 'disabledHooks', (value) => Array.isArray(value) && value.includes(ours)),
  );
  return key === undefined
    ? undefined
    : `The settings switch a hook of Auto Mode off ("disabledHooks"). Remove "${key}" from that list to let Auto Mode check calls.`;
}

function mayHold(root: Node, name: string, isMeant: (value: unknown) => boolean): boolean {
  const found = property(root, name);
  const value = found === undefined || found === 'twice' ? undefined : propertyValue(found);
  return found === 'twice' || (value !== undefined && isMeant(getNodeValue(value)));
}

/** Copilot CLI 1.0.102 lists disabled hooks by hashes of their parsed form. */
function disableKeys(hooks: Readonly<Record<string, JsonObject>>): readonly string[] {
  return Object.entries(hooks).map(([event, hook]) => {
    const { type, command, timeoutSec } = hook;
    const readAs = command === undefined ? hook : { type, bash: command, powershell: command, timeoutSec };
    return createHash('sha256')
      .update(`${event}\0${JSON.stringify(readAs)}`)
      .digest('hex');
  });
}
