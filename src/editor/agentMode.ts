import { t } from '@vscode/l10n';
import { shortLine } from '../common/visibleText';

const MAX_NAME = 60;

/** It asks the user or only plans. */
const USUAL = new Set(['default', 'plan']);

/** It asks nobody about calls left to it. */
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

export function isUsualMode(mode: string): boolean {
  return USUAL.has(mode.toLowerCase());
}

export function asksNobodyIn(mode: string): boolean {
  return UNASKED.has(mode.toLowerCase());
}

export function agentModeText(mode: string): string {
  const name = shortLine(mode, MAX_NAME);
  return asksNobodyIn(mode) ? t('{mode} (the agent itself does not ask)', { mode: name }) : name;
}
