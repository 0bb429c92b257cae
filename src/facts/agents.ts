/** The agents that can be connected, in the order in which users see them. */
export interface AgentFacts {
  /** As calls and settings name it. */
  readonly id: string;
  /** As users know it. */
  readonly name: string;
  readonly program: string;
  /** How its two commands end: `autoMode.connectCodex`. */
  readonly commandName: 'ClaudeCode' | 'Copilot' | 'Codex';
  readonly packageName: string;
  readonly minimum: string;
}

export const AGENTS: readonly AgentFacts[] = [
  // Adds `onFailure`; without it a launcher that cannot start lets the call run.
  {
    id: 'claude-code',
    name: 'Claude Code',
    program: 'claude',
    commandName: 'ClaudeCode',
    packageName: '@anthropic-ai/claude-code',
    minimum: '2.1.295',
  },
  // First to refuse the call if a hook cannot start.
  {
    id: 'copilot',
    name: 'GitHub Copilot',
    program: 'copilot',
    commandName: 'Copilot',
    packageName: '@github/copilot',
    minimum: '1.0.57',
  },
  // Tested version.
  {
    id: 'codex',
    name: 'Codex',
    program: 'codex',
    commandName: 'Codex',
    packageName: '@openai/codex',
    minimum: '0.169.0',
  },
];
