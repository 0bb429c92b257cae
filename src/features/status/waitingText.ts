import { t } from '@vscode/l10n';

export function waitingText(waiting: number): string {
  return waiting === 1 ? t('1 question waits for you.') : t('{waiting} questions wait for you.', { waiting });
}
