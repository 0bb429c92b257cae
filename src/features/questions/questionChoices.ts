import type { UserQuestion } from '../../engine/model/ports';
import type { QuestionAct, QuestionChoice } from '../../panel/questions';
import { t } from '@vscode/l10n';

export interface LabelledChoice {
  readonly choice: QuestionChoice;
  readonly label: string;
  readonly more: boolean;
}

export interface LabelledAct {
  readonly act: QuestionAct;
  readonly label: string;
}

export function yesLabel({ yesRuns }: UserQuestion): string {
  return yesRuns ? t('Yes, run it') : t('Yes, continue');
}

export function exemptLabel(): string {
  return t("Yes, and don't ask again this session");
}

export function moreLabel(): string {
  return t('More...');
}

/** Decline comes first. */
export function questionChoices(question: UserQuestion): readonly LabelledChoice[] {
  return [
    { choice: 'decline', label: t('Decline'), more: false },
    { choice: 'approve', label: yesLabel(question), more: false },
    ...(question.canExempt ? [{ choice: 'exempt', label: exemptLabel(), more: false } as const] : []),
    { choice: 'decline-with-words', label: t('Decline and tell the agent why...'), more: true },
    ...(question.canIgnoreEntry
      ? [{ choice: 'ignore-entry', label: t('Ignore this entry in this window'), more: true } as const]
      : []),
  ];
}

export function questionActs(question: UserQuestion): readonly LabelledAct[] {
  return [
    ...(question.runs === undefined ? [] : [{ act: 'show-runs', label: t('Show what will run') } as const]),
    ...(hasRuleToOpen(question) ? [{ act: 'open-rule', label: t('Open the rule') } as const] : []),
  ];
}

function hasRuleToOpen({ why, rule }: UserQuestion): boolean {
  if (why !== 'ask-rule' && why !== 'malformed-rule') return false;
  return rule !== undefined && rule.source !== 'managed' && rule.source !== 'environment';
}
