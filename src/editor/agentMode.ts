import { t } from '@vscode/l10n';
import { shortLine } from '../common/visibleText';

const MAX_NAME = 60;

/** Modes in which an agent asks the user before it acts, or only plans. In lower case. */
const USUAL = new Set(['default', 'plan']);

/** Modes in which an agent does by itself whatever the gate leaves to it. In lower case. */
const UNASKED = new Set([
  'bypasspermissions',
  'bypassapprovals',
  'auto',
  'autopilot',
  'autoapprove',
  'allow-all',
  'yolo',
  'never',
]);

/** Whether an agent's permission mode needs no mention. */
export function isUsualMode(mode: string): boolean {
  return USUAL.has(mode.toLowerCase());
}

/** Whether an agent of its own asks nobody in this mode. */
export function asksNobodyIn(mode: string): boolean {
  return UNASKED.has(mode.toLowerCase());
}

/** An agent's permission mode as the agent names it, on one short line, with a word where the agent itself asks nobody in it. */
export function agentModeText(mode: string): string {
  const name = shortLine(mode, MAX_NAME);
  return asksNobodyIn(mode) ? t('{mode} (the agent itself does not ask)', { mode: name }) : name;
}
