import { AGENT_INTEGRATIONS } from './agentIntegrations';
import { InstructionFiles } from './files/instructionFiles';
import { genericDialect } from './generic/dialect';
import type { AgentDialect } from './hooks/agentDialect';
import { mcpDialect } from './mcp/dialect';

/** `home` and `environment` are the editor's: an agent could change its own. */
export function agentDialects(home: string, environment: NodeJS.ProcessEnv): readonly AgentDialect[] {
  const instructionFiles = new InstructionFiles();
  return [
    ...AGENT_INTEGRATIONS.map((agent) =>
      agent.dialect(agent.directory(home, environment), environment, instructionFiles),
    ),
    genericDialect,
    mcpDialect,
  ];
}
