import type { UserQuestion } from '../../engine/model/ports';
import { agentName } from '../../editor/agentName';
import { notificationText } from '../../editor/notificationText';
import { t } from '@vscode/l10n';

export interface NoticeWindow {
  showInformationMessage(message: string): PromiseLike<unknown>;
}

/** VS Code cannot close a dialog whose question ended. */
export class QuestionNotices {
  constructor(private readonly window: NoticeWindow) {}

  stale(question: UserQuestion): void {
    this.#notify(
      t(
        '{agent} stopped waiting, so its call was blocked. Close the open question: it has no effect. It was about: {action}',
        this.#about(question),
      ),
    );
  }

  tooLate(question: UserQuestion): void {
    this.#notify(t('Too late: {agent} stopped waiting, and the call was blocked: {action}', this.#about(question)));
  }

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
    // Nothing depends on it.
    this.window.showInformationMessage(message).then(undefined, () => undefined);
  }
}
