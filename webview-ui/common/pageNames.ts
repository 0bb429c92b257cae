import { t } from '@vscode/l10n';
import type { PanelPage } from '../../src/panel/features';

export function pageNames(): Readonly<Record<PanelPage, string>> {
  return {
    overview: t('Overview'),
    rules: t('Rules'),
    trial: t('Try It'),
    model: t('Model'),
    insights: t('Insights'),
    undo: t('Undo'),
  };
}
