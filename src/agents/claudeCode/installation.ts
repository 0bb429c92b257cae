import { join } from 'node:path';
import type { AgentInstallation } from '../hooks/agentInstallation';
import { hookFileInstallation } from '../hooks/hookFileInstallation';
import { CLAUDE_CODE } from './dialect';
import { claudeCodeFolderProblems } from './folderHooks';
import { CLAUDE_CODE_HOOKS } from './hookEntry';
import { claudeCodeManagedDirectory, managedHookSwitch } from './managedSettings';

/** Claude Code's folder for this user. Its environment variable counts as the editor was started with it. */
export function claudeCodeDirectory(home: string, environment: NodeJS.ProcessEnv): string {
  const configured = environment['CLAUDE_CONFIG_DIR'];
  return configured === undefined || configured === '' ? join(home, '.claude') : configured;
}

/** The gate's hook in one user's Claude Code settings. */
export function claudeCodeInstallation(
  directory: string,
  launcherPath: string,
  managedDirectory = claudeCodeManagedDirectory(process.platform),
): AgentInstallation {
  const settingsPath = join(directory, 'settings.json');
  return hookFileInstallation({
    agent: CLAUDE_CODE,
    settingsPath,
    form: CLAUDE_CODE_HOOKS,
    launcherPath,
    switchedOff: () => managedHookSwitch(managedDirectory),
    folderProblems: (folders) => claudeCodeFolderProblems(folders, settingsPath),
  });
}
