import { t } from '@vscode/l10n';
import { shortLine } from '../../common/visibleText';
import type { ListPickItem, ListPickRequest } from '../../editor/listPick';
import type { UserQuestion } from '../../engine/model/ports';
import type { QuestionAct, QuestionChoice } from '../../panel/questions';
import { moreLabel, questionActs, questionChoices } from './questionChoices';
import type { QuestionText } from './questionText';

export interface DialogItem {
  readonly title: string;
  readonly isCloseAffordance?: boolean;
}

export interface DialogWindow {
  /** Undefined: closed. Rejects where the editor refuses dialogs, as in tests. */
  showWarningMessage<T extends DialogItem>(
    message: string,
    options: { modal: true; detail: string },
    ...items: T[]
  ): PromiseLike<T | undefined>;
  showInformationMessage(message: string): PromiseLike<unknown>;
}

export type MoreId = QuestionChoice | QuestionAct | 'panel' | 'back';

export type MorePick = (request: ListPickRequest<MoreId>, abandoned: Promise<void>) => PromiseLike<MoreId | undefined>;

export type DialogAnswer = QuestionChoice | 'more' | 'closed';

/**
 * Enter presses Decline, the first item. VS Code silently moves the item for closing to the end and gives it Escape.
 * This is `More...`: Escape opens a list, and closing that declines.
 */
export async function questionDialog(
  window: DialogWindow,
  question: UserQuestion,
  { message, detail }: Pick<QuestionText, 'message' | 'detail'>,
): Promise<DialogAnswer> {
  const choices = questionChoices(question).filter(({ more }) => !more);
  const more = { title: moreLabel(), isCloseAffordance: true };
  const items = choices.map(({ label }) => ({ title: label }));
  const picked = await window.showWarningMessage(message, { modal: true, detail }, ...items, more);
  if (picked === more) return 'more';
  return choices.find(({ label }) => label === picked?.title)?.choice ?? 'closed';
}

const MAX_TITLE = 100;

/** Decline first; closing declines too. */
export function moreRequest(question: UserQuestion, message: string): ListPickRequest<MoreId> {
  const choices = questionChoices(question);
  const item = (choice: QuestionChoice): ListPickItem<MoreId>[] =>
    choices.filter((offered) => offered.choice === choice).map(({ label }) => ({ id: choice, label }));
  const inPanel = t('The question waits in the panel.');
  return {
    title: `${message} ${shortLine(question.action, MAX_TITLE)}`,
    placeHolder: t('Escape declines'),
    items: [
      ...item('decline'),
      ...item('decline-with-words'),
      { id: 'panel', label: t('Answer in the panel') },
      ...questionActs(question).map(({ act, label }) => ({ id: act, label, detail: inPanel })),
      ...item('ignore-entry'),
      { id: 'back', label: t('Back to the question') },
    ],
  };
}
