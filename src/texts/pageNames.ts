import { t } from '@vscode/l10n';

/** In the order of their links; `undo` is reached from decisions and by its command. */
export const LINKED_PAGES = ['overview', 'rules', 'model', 'insights'] as const;

export function pageNames(): Readonly<Record<(typeof LINKED_PAGES)[number] | 'undo', string>> {
  return {
    overview: t('Overview'),
    rules: t('Rules'),
    model: t('Judge'),
    insights: t('Insights'),
    undo: t('Undo'),
  };
}
