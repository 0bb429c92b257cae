import type { UserQuestion } from '../../engine/model/ports';
import { agentName } from '../../editor/agentName';
import { notificationText } from '../../editor/notificationText';
import { t } from '@vscode/l10n';

/** The part of `vscode.window` that shows them. */
export interface NoticeWindow {
  showInformationMessage(message: string): PromiseLike<unknown>;
}

/** What the user is told about a dialog that VS Code keeps open although nothing waits for its answer. */
export class QuestionNotices {
  constructor(private readonly window: NoticeWindow) {}

  /** The agent gave up while the dialog is open. */
  stale(question: UserQuestion): void {
    this.#notify(
      t(
        '{agent} no longer waits for an answer, and its call was blocked. The open question has no effect any more; close it. It was about: {action}',
        this.#about(question),
      ),
    );
  }

  /** A click came after the agent had given up. */
  tooLate(question: UserQuestion): void {
    this.#notify(
      t('Too late: {agent} no longer waits for this answer, and the call was blocked: {action}', this.#about(question)),
    );
  }

  /** A click came after the question had been answered in the panel. */
  alreadyAnswered(question: UserQuestion): void {
    this.#notify(
      t(
        'Nothing was done: this question of {agent} was already answered in the panel: {action}',
        this.#about(question),
      ),
    );
  }

  #about({ agent, action }: UserQuestion): { readonly agent: string; readonly action: string } {
    return {
      agent: notificationText(agent === undefined ? t('the caller') : agentName(agent), 60),
      action: notificationText(action, 100),
    };
  }

  #notify(message: string): void {
    // Nothing follows from this message, so whether it could be shown does not matter.
    this.window.showInformationMessage(message).then(undefined, () => undefined);
  }
}
