import { t } from '@vscode/l10n';
import type { QuestionsSlice } from '../../src/panel/questions';

/** Ids. */
export interface KnownQuestions {
  readonly waiting: ReadonlySet<string>;
  readonly expired: ReadonlySet<string>;
}

export interface QuestionNews {
  readonly known: KnownQuestions;
  /** For screen readers; empty: nothing happened. */
  readonly text: string;
  readonly asked: boolean;
}

/**
 * The state at opening is no news.
 * @param before undefined: the first slice
 */
export function questionNews(
  before: KnownQuestions | undefined,
  { waiting, expired }: Pick<QuestionsSlice, 'waiting' | 'expired'>,
): QuestionNews {
  const known = {
    waiting: new Set(waiting.map(({ id }) => id)),
    expired: new Set(expired.map(({ id }) => id)),
  };
  if (before === undefined) return { known, text: '', asked: false };
  const ended = expired.findLast(({ id }) => !before.expired.has(id));
  const asked = waiting.find(({ id }) => !before.waiting.has(id));
  const lines = [
    ...(ended === undefined ? [] : [ended.text]),
    ...(asked === undefined ? [] : [t('A question waits: {title}', { title: asked.title })]),
  ];
  return { known, text: lines.join(' '), asked: asked !== undefined };
}
