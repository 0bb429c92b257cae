import { t } from '@vscode/l10n';

export function trialSectionNames(): Readonly<Record<'deny' | 'ask' | 'allow', string>> {
  return { deny: t('Deny'), ask: t('Ask'), allow: t('Allow') };
}
