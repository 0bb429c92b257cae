import type { QuestionsStrings } from '../../panel/questions';
import { t } from '@vscode/l10n';

/** The fixed texts of this part of the panel. */
export function questionsStrings(): QuestionsStrings {
  return {
    heading: t('Waiting for You'),
    action: t('What it would do'),
    said: t('What the agent says about it (not checked)'),
    waits: t('Has waited for {time}.'),
    answerBy: t('Blocked at {time} unless you answer.'),
    openWhole: t('Open the Whole Action'),
    openFirst: t('Open the whole action before you say yes to it.'),
    choices: t('Your answer'),
    justAppeared: t('Nothing was answered: the questions have changed just now. Look at them, then answer.'),
    newQuestion: t('A question waits: {title}'),
    expired: t('No Longer Waiting'),
    dismissExpired: t('Dismiss the questions that no longer wait'),
    inPanel: t('{count} questions wait for your answer at the top of this panel.'),
    oneInPanel: t('A question waits for your answer at the top of this panel.'),
    inDialog: t('{count} questions wait for your answer at the top of this panel, and in the dialog that is open.'),
    oneInDialog: t('A question waits for your answer at the top of this panel, and in the dialog that is open.'),
  };
}
