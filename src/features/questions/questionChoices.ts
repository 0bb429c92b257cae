import type { UserQuestion } from '../../engine/model/ports';
import type { QuestionChoice } from '../../panel/questions';
import { t } from '@vscode/l10n';

export interface LabelledChoice {
  readonly choice: QuestionChoice;
  readonly label: string;
}

export function yesLabel({ yesRuns }: UserQuestion): string {
  return yesRuns ? t('Run it') : t('Continue to checks');
}

/** Names exactly the shown action. */
export function exemptLabel(): string {
  return t('Do not ask again this session for exactly this action');
}

export function questionChoices(question: UserQuestion): readonly LabelledChoice[] {
  return [
    { choice: 'decline', label: t('Decline') },
    { choice: 'decline-with-words', label: t('Decline and tell the agent why...') },
    { choice: 'approve', label: yesLabel(question) },
    ...(question.canExempt ? [{ choice: 'exempt', label: exemptLabel() } as const] : []),
    ...(question.canIgnoreEntry
      ? [{ choice: 'ignore-entry', label: t('Ignore this entry in this window') } as const]
      : []),
  ];
}
