import type { Provider } from '../classifier/models/provider';
import type { Translate } from '../common/translate';

/** How a provider of models is named to the user: a company by its own name. */
export function providerName({ id, title }: Pick<Provider, 'id' | 'title'>, t: Translate): string {
  if (id === 'local') return t('OpenAI-compatible server');
  return id === 'editor' ? t("The editor's models") : title;
}
