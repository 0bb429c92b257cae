import type { AgentInstallation } from './hooks/agentInstallation';
import { claudeCodeDirectory, claudeCodeInstallation } from './claudeCode/installation';
import { codexDirectory, codexInstallation } from './codex/installation';
import { copilotDirectory, copilotInstallation } from './copilot/installation';

/** In the order that users see. `environment` is the editor's. */
export function agentInstallations(
  home: string,
  environment: NodeJS.ProcessEnv,
  launcherPath: string,
): readonly AgentInstallation[] {
  return [
    claudeCodeInstallation(claudeCodeDirectory(home, environment), launcherPath),
    copilotInstallation(copilotDirectory(home, environment), launcherPath),
    codexInstallation(codexDirectory(home, environment), launcherPath),
  ];
}
