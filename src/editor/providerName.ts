import type { Provider } from '../classifier/models/provider';
import { t } from '@vscode/l10n';

export function providerName({ id, title }: Pick<Provider, 'id' | 'title'>): string {
  if (id === 'local') return t('OpenAI-compatible server');
  return id === 'editor' ? t("The editor's models") : title;
}
