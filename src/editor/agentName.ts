import { t } from '@vscode/l10n';
import { shortLine } from '../common/visibleText';
import { AGENTS } from '../facts/agents';

const NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(AGENTS.map(({ id, name }) => [id, name])),
  'gemini-cli': 'Gemini CLI',
  opencode: 'opencode',
  pi: 'pi',
};

/** An unknown name is the caller's own word. */
export function agentName(agent: string): string {
  if (agent === 'generic') return t('Another agent');
  return Object.hasOwn(NAMES, agent) ? (NAMES[agent] ?? agent) : shortLine(agent, 60);
}
