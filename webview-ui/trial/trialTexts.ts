import { t } from '@vscode/l10n';

export function trialSectionNames(): Readonly<Record<'deny' | 'ask' | 'allow', string>> {
  return { deny: t('Deny'), ask: t('Ask'), allow: t('Allow') };
}

export function trialOutcomeNames(): Readonly<Record<'allow' | 'block' | 'ask' | 'judge' | 'defer', string>> {
  return {
    allow: t('Would run'),
    block: t('Would be blocked'),
    ask: t('You would be asked'),
    judge: t('The judge would decide'),
    defer: t("Left to the agent's own permission prompts"),
  };
}
