import { t } from '@vscode/l10n';

export function switchOffQuestion(sessionId: string | undefined): {
  readonly question: string;
  readonly detail: string;
  readonly yes: string;
} {
  const where = sessionId === undefined ? t('in this window') : t('for one agent session');
  return {
    question: t('Turn Auto Mode off {where}?', { where }),
    detail: t(
      "Tool calls are then left to each agent's own permission prompts. Deny and ask rules and the hard floor are off too.",
    ),
    yes: t('Turn Off'),
  };
}
