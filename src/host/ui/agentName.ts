import { shortLine } from './visibleText';

const NAMES: Readonly<Record<string, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  copilot: 'Copilot',
  'gemini-cli': 'Gemini CLI',
  opencode: 'opencode',
  pi: 'pi',
};

/** How an agent is named to the user; a name that we do not know is the caller's own word. */
export function agentName(agent: string): string {
  return Object.hasOwn(NAMES, agent) ? (NAMES[agent] ?? agent) : shortLine(agent, 60);
}
