import type { PauseCause } from '../../log/gateState';
import { oneOrMany } from '../../common/oneOrMany';
import { t } from '@vscode/l10n';

export function pauseText({ limit, blocked }: PauseCause): string {
  if (limit === 'total') {
    return oneOrMany(
      blocked,
      t('It blocked 1 call in all since you last resumed (autoMode.pause.total).'),
      t('It blocked {count} calls in all since you last resumed (autoMode.pause.total).', { count: blocked }),
    );
  }
  return blocked === 1
    ? t('It blocked 1 call (autoMode.pause.consecutive).')
    : t('It blocked {count} calls in a row (autoMode.pause.consecutive).', { count: blocked });
}
