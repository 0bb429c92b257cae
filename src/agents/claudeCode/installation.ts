import { join } from 'node:path';
import type { AgentInstallation } from '../hooks/agentInstallation';
import { hookFileInstallation } from '../hooks/hookFileInstallation';
import { CLAUDE_CODE } from './dialect';
import { claudeCodeFolderProblems } from './folderHooks';
import { CLAUDE_CODE_HOOKS } from './hookEntry';
import { claudeCodeManagedDirectory, managedHookSwitch } from './managedSettings';

export function claudeCodeDirectory(home: string, environment: NodeJS.ProcessEnv): string {
  const configured = environment['CLAUDE_CONFIG_DIR'];
  return configured === undefined || configured === '' ? join(home, '.claude') : configured;
}

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
