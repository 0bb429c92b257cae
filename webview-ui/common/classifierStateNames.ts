import { t } from '@vscode/l10n';
import type { PanelClassifier } from '../../src/panel/messages';

export function classifierStateNames(): Readonly<Record<PanelClassifier['state'], string>> {
  return {
    ready: t('Ready'),
    'not-set-up': t('Not set up'),
    outage: t('Not answering'),
  };
}
