import { t } from '@vscode/l10n';
import type { ActivityRow } from '../../src/panel/activity';

export function outcomeNames(): Readonly<Record<ActivityRow['outcome'], string>> {
  return {
    allow: t('allowed'),
    block: t('blocked'),
    defer: t('left to the agent'),
  };
}
