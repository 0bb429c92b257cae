import { t } from '@vscode/l10n';
import type { PanelPage } from '../../src/panel/features';

export function pageNames(): Readonly<Record<PanelPage, string>> {
  return { overview: t('Overview'), rules: t('Rules'), model: t('Judge'), undo: t('Undo') };
}
