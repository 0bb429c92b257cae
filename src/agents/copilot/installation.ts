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

/** Copilot's folder for this user. Its environment variable counts as the editor was started with it. */
export function copilotDirectory(home: string, environment: NodeJS.ProcessEnv): string {
  const configured = environment['COPILOT_HOME'];
  return configured === undefined || configured === '' ? join(home, '.copilot') : configured;
}

/** Copilot's hooks and permissions where its folder has a name of its own: the places that the hard floor knows are below `.copilot`. */
export function movedCopilotPlaces(home: string, environment: NodeJS.ProcessEnv): readonly string[] {
  const directory = copilotDirectory(home, environment);
  if (directory === join(home, '.copilot')) return [];
  return ['hooks', 'settings.json', 'config.json', 'permissions-config.json'].map((name) => join(directory, name));
}

/**
 * One hook that calls the launcher for every tool. `command` and not `exec`: VS Code's local agent loop, which reads the same file, knows
 * nothing else. Copilot's own timeout lets the call run: at 600 s it is twice the launcher's deadline.
 */
export function copilotHook(launcherPath: string, platform = process.platform): JsonObject {
  // Where PowerShell cannot start the launcher no exit code is set, and the line would end with 0: so a refusal is set first.
  return platform === 'win32'
    ? forPowerShell(`$global:LASTEXITCODE = 2; ${powerShellLine(launcherPath, [COPILOT])}`, 600)
    : { type: 'command', command: `${quoted(launcherPath)} ${COPILOT}`, timeoutSec: 600 };
}

/** A hook that tells the launcher what happened. Copilot waits for it, and goes on whatever becomes of it. */
export function copilotNoticeHook(launcherPath: string, platform = process.platform): JsonObject {
  return platform === 'win32'
    ? forPowerShell(powerShellLine(launcherPath, [COPILOT, 'notice']), 10)
    : { type: 'command', command: `${quoted(launcherPath)} ${COPILOT} notice`, timeoutSec: 10 };
}

/** Not run on Windows yet. */
function forPowerShell(line: string, timeoutSec: number): JsonObject {
  return { type: 'command', powershell: line, timeoutSec };
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}

/** A file of hooks. Copilot CLI 1.0.102 ignores one that is not valid JSON, or of another version; VS Code tells the form by the version. */
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

/** The gate's hook in a file of its own among one user's Copilot hooks. */
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

/** What in the user's settings of Copilot keeps the gate's hook from running. */
function whyNotRun(settings: string | undefined, hooks: Readonly<Record<string, JsonObject>>): string | undefined {
  const root = parseJsonText(settings ?? '', 'lenient');
  if (!('type' in root) || root.type !== 'object') return undefined;
  // As documented. Copilot CLI 1.0.102 runs the hooks of this file all the same.
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

/** How Copilot CLI 1.0.102 names the gate's hooks in the list of those that it does not run: by a hash of what it reads each as. */
function disableKeys(hooks: Readonly<Record<string, JsonObject>>): readonly string[] {
  return Object.entries(hooks).map(([event, hook]) => {
    const { type, command, timeoutSec } = hook;
    const readAs = command === undefined ? hook : { type, bash: command, powershell: command, timeoutSec };
    return createHash('sha256')
      .update(`${event}\0${JSON.stringify(readAs)}`)
      .digest('hex');
  });
}
