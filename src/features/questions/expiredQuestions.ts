import type { UserQuestion } from '../../engine/model/ports';
import { agentName } from '../../editor/agentName';
import { t } from '@vscode/l10n';
import { shortLine } from '../../common/visibleText';

export interface ExpiredQuestion {
  readonly id: string;
  readonly text: string;
}

const MAX_FOR_DIALOG = 100;

/** The history has the rest. */
export const MAX_EXPIRED_IN_PANEL = 10;

const MAX_ACTION = 100;

/** Timers differ from clocks: an end so close is a timeout. */
const TOLERANCE_MILLISECONDS = 1000;

/** In the next dialog, and in the panel until dismissed. */
export class ExpiredQuestions {
  #forDialog: string[] = [];
  #inPanel: readonly ExpiredQuestion[] = [];

  get inPanel(): readonly ExpiredQuestion[] {
    return this.#inPanel;
  }

  get forDialog(): readonly string[] {
    return this.#forDialog;
  }

  /** @param now milliseconds since the epoch */
  note(id: string, question: UserQuestion, now: number): void {
    const action = shortLine(question.action, MAX_ACTION);
    if (this.#forDialog.length < MAX_FOR_DIALOG) this.#forDialog.push(action);
    const others = this.#inPanel.filter((other) => other.id !== id);
    this.#inPanel = [...others, { id, text: this.#text(question, action, now) }].slice(-MAX_EXPIRED_IN_PANEL);
  }

  shownInDialog(): void {
    this.#forDialog = [];
  }

  dismiss(id: string): void {
    const place = this.#inPanel.findIndex((expired) => expired.id === id);
    this.#inPanel = this.#inPanel.slice(place + 1);
  }

  #text({ agent, answerBy }: UserQuestion, action: string, now: number): string {
    const values = { agent: agent === undefined ? t('the caller') : agentName(agent), action };
    return answerBy !== undefined && now >= answerBy - TOLERANCE_MILLISECONDS
      ? t('Blocked: the time for your answer to {agent} ran out: {action}', values)
      : t('Blocked: {agent} stopped waiting for your answer: {action}', values);
  }
}
