import type { PanelAlarm } from '../panel/messages';
import { t } from '@vscode/l10n';

export function alarmText(kind: PanelAlarm['kind'], tool: string): string {
  return {
    'blocked-call-ran': t('A blocked call ran: {tool}', { tool }),
    'unjudged-call-ran': t('An unjudged call ran: {tool}', { tool }),
    uncontained: t('A call left the sandbox: {tool}', { tool }),
    'input-changed': t('A call ran with another input than judged: {tool}', { tool }),
  }[kind];
}

export function alarmCountText(count: number): string {
  return count === 1
    ? t('1 alarm: an agent did not keep to a verdict.')
    : t('{count} alarms: agents did not keep to verdicts.', { count });
}
