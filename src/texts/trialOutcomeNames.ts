import { t } from '@vscode/l10n';
import type { TriedVerdict } from '../panel/trial';

export function trialOutcomeNames(): Readonly<Record<TriedVerdict['outcome'], string>> {
  return {
    allow: t('Would run'),
    block: t('Would be blocked'),
    ask: t('You would be asked'),
    judge: t('The judge would decide'),
    defer: t("Left to the agent's own permission prompts"),
  };
}
