import { t } from '@vscode/l10n';
import { shortLine } from '../common/visibleText';
import { AGENTS } from '../facts/agents';

const NAMES: ReadonlyMap<string, string> = new Map(AGENTS.map(({ id, name }) => [id, name]));

/** An unknown name is the caller's word. */
export function agentName(agent: string): string {
  if (agent === 'generic') return t('Another agent');
  if (agent === 'mcp') return t('An agent over MCP');
  return NAMES.get(agent) ?? shortLine(agent, 60);
}
