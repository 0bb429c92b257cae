import type { AgentConnection, AgentFacts } from './agents/agentFacts';
import { CLAUDE_CODE } from './agents/claudeCode';
import { CODEX } from './agents/codex';
import { COPILOT } from './agents/copilot';
import { CURSOR } from './agents/cursor';
import { GEMINI_CLI } from './agents/geminiCli';
import { KILO_CODE } from './agents/kiloCode';
import { OPENCODE } from './agents/opencode';
import { OTHER_AGENTS } from './agents/otherAgents';
import { PI } from './agents/pi';
import { QWEN_CODE } from './agents/qwenCode';

/** Connectable ones first, as users see them. */
export const AGENTS: readonly AgentFacts[] = [
  ...[CLAUDE_CODE, COPILOT, CODEX],
  ...[OPENCODE, PI, GEMINI_CLI, QWEN_CODE, CURSOR, KILO_CODE],
  ...OTHER_AGENTS,
];

export type ConnectableAgent = AgentFacts & { readonly connection: AgentConnection };

export const CONNECTABLE_AGENTS: readonly ConnectableAgent[] = AGENTS.filter(
  (agent): agent is ConnectableAgent => agent.connection !== undefined,
);

export function asksDespiteAllow(agent: string): boolean {
  return CONNECTABLE_AGENTS.some(({ id, connection }) => id === agent && connection.asksDespiteAllow === true);
}

/** Several agents read these, so they are protected. */
export const SHARED_AGENT_NAMES =
  '.agents .aider* .junie .openhands .roo .rooignore .roomodes .roorules* .rovodev .trae .warp .rules AGENT.md AGENTS.md ' +
  'AGENTS.*.md WARP.md SKILL.md *.agent.md .mcp.json mcp.json .mcp .agent .antigravity .forge .forge.yaml forge.yaml ' +
  '.iflow .codebuddy .lingma .zencoder .clineignore .continuerc.json .serena **/.taskmaster/config.json conductor.json ' +
  'gptme.toml .cody .openhands_instructions';

/** Hooks and plugins that several agents load. */
export const SHARED_AGENT_HOOKS: readonly string[] = ['**/.agents/hooks.json', '**/.agents/plugins'];
