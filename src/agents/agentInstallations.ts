import { AGENT_INTEGRATIONS } from './agentIntegrations';
import type { AgentInstallation } from './hooks/agentInstallation';

/** In the order that users see. */
export function agentInstallations(
  home: string,
  environment: NodeJS.ProcessEnv,
  launcherPath: string,
): readonly AgentInstallation[] {
  return AGENT_INTEGRATIONS.map((agent) => agent.installation(agent.directory(home, environment), launcherPath));
}
