import type { UserQuestion } from '../../engine/model/ports';
import { agentName } from '../../editor/agentName';
import { t } from '@vscode/l10n';
import { shortLine } from '../../common/visibleText';

/** A question that nobody waits for any more, and whose call was blocked without the user's answer. */
export interface ExpiredQuestion {
  readonly id: string;
  /** One visible sentence. */
  readonly text: string;
}

/** What is kept for the next dialog; a longer list would not be read. */
const MAX_FOR_DIALOG = 100;

/** What the panel shows; the denial history has the rest. */
export const MAX_EXPIRED_IN_PANEL = 10;

const MAX_ACTION = 100;

/** Timers and clocks are not the same: what ends this near to its time has run out of it. */
const TOLERANCE_MILLISECONDS = 1000;

/** The questions that ended without an answer: told in the next dialog, and in the panel until the user has dismissed them. */
export class ExpiredQuestions {
  #forDialog: string[] = [];
  #inPanel: readonly ExpiredQuestion[] = [];

  /** The latest ones, the oldest of them first. */
  get inPanel(): readonly ExpiredQuestion[] {
    return this.#inPanel;
  }

  /** The actions of those that no dialog has told of. */
  get forDialog(): readonly string[] {
    return this.#forDialog;
  }

  /**
   * @param id another one for each question
   * @param now milliseconds since the epoch
   */
  note(id: string, question: UserQuestion, now: number): void {
    const action = shortLine(question.action, MAX_ACTION);
    if (this.#forDialog.length < MAX_FOR_DIALOG) this.#forDialog.push(action);
    const others = this.#inPanel.filter((other) => other.id !== id);
    this.#inPanel = [...others, { id, text: this.#text(question, action, now) }].slice(-MAX_EXPIRED_IN_PANEL);
  }

  shownInDialog(): void {
    this.#forDialog = [];
  }

  /** The user has seen this one and those before it. */
  dismiss(id: string): void {
    const place = this.#inPanel.findIndex((expired) => expired.id === id);
    this.#inPanel = this.#inPanel.slice(place + 1);
  }

  #text({ agent, answerBy }: UserQuestion, action: string, now: number): string {
    const values = { agent: agent === undefined ? t('the caller') : agentName(agent), action };
    return answerBy !== undefined && now >= answerBy - TOLERANCE_MILLISECONDS
      ? t('Blocked, since the time for your answer to {agent} ran out: {action}', values)
      : t('Blocked, since {agent} gave up waiting for your answer: {action}', values);
  }
}
