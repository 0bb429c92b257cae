import { CLAUDE_CODE_AGENT } from './claudeCode/agent';
import { CODEX_AGENT } from './codex/agent';
import { CURSOR_AGENT } from './cursor/agent';
import { GEMINI_CLI_AGENT } from './geminiCli/agent';
import type { AgentIntegration } from './hooks/agentIntegration';
import { COPILOT_AGENT } from './copilot/agent';
import { KILO_CODE_AGENT } from './kiloCode/agent';
import { OPENCODE_AGENT } from './opencode/agent';
import { PI_AGENT } from './pi/agent';
import { QWEN_CODE_AGENT } from './qwenCode/agent';

/** In the order that users see, as in `facts`. */
export const AGENT_INTEGRATIONS: readonly AgentIntegration[] = [
  ...[CLAUDE_CODE_AGENT, COPILOT_AGENT, CODEX_AGENT],
  ...[OPENCODE_AGENT, PI_AGENT],
  ...[GEMINI_CLI_AGENT, QWEN_CODE_AGENT, CURSOR_AGENT, KILO_CODE_AGENT],
];
