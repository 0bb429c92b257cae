import { t } from '@vscode/l10n';
import type { PanelAgentState } from '../../src/panel/messages';

export function agentStateNames(): Readonly<Record<PanelAgentState, string>> {
  return {
    'not-connected': t('Not connected'),
    connected: t('Connected'),
    protected: t('Protected'),
    outdated: t('Outdated'),
    broken: t('Broken'),
    untrusted: t('Not trusted yet'),
    'switched-off': t('Switched off by a folder'),
    weakened: t('Weakened by a folder'),
    asking: t('Asks by itself'),
    alarm: t('Alarm'),
  };
}
