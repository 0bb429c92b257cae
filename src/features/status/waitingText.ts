import { t } from '@vscode/l10n';

/** For the status bar's tooltip and the panel's badge. */
export function waitingText(waiting: number): string {
  return waiting === 1 ? t('1 question waits for you.') : t('{waiting} questions wait for you.', { waiting });
}
