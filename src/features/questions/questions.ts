import type { QuestionsAction, QuestionsFocus, QuestionsSlice, WaitingQuestion } from '../../panel/questions';
import { questionChoices } from './questionChoices';
import type { QueuedQuestion } from './questionEntry';
import type { QuestionQueue } from './questionQueue';
import { leftOutLine, questionWords } from './questionText';
import { t } from '@vscode/l10n';
import { shortLine } from '../../common/visibleText';
import type { PanelFeature } from '../../panel/panelFeature';

export interface QuestionsFeatureParts {
  readonly queue: Pick<
    QuestionQueue,
    'list' | 'answer' | 'openWhole' | 'inDialog' | 'expired' | 'dismissExpired' | 'panelShown' | 'panelHidden'
  >;
  readonly onDidChange: PanelFeature<'questions'>['onDidChange'];
  readonly sound: () => boolean;
  readonly notify: (message: string) => void;
  readonly warn: (message: string) => void;
}

export class QuestionsFeature implements PanelFeature<'questions'> {
  readonly onDidChange: PanelFeature<'questions'>['onDidChange'];
  #focus: QuestionsFocus | undefined;

  constructor(private readonly parts: QuestionsFeatureParts) {
    this.onDidChange = parts.onDidChange;
  }

  look(focus: QuestionsFocus | undefined): void {
    const shown = this.#focus !== undefined;
    this.#focus = focus;
    const { queue } = this.parts;
    if (!shown && focus !== undefined) queue.panelShown();
    if (shown && focus === undefined) queue.panelHidden();
  }

  slice(): QuestionsSlice | undefined {
    if (this.#focus === undefined) return undefined;
    const { queue, sound } = this.parts;
    return {
      waiting: queue.list().map((queued) => waitingQuestion(queued)),
      inDialog: queue.inDialog,
      expired: queue.expired,
      sound: sound(),
    };
  }

  async execute(action: QuestionsAction): Promise<void> {
    const { queue, notify, warn } = this.parts;
    if (action.kind === 'openWhole') {
      // Not awaited: the panel has no new one-time number until it ends.
      void queue.openWhole(action.id).catch((error: unknown) => {
        warn(`The whole action could not be opened: ${shortLine(String(error), 300)}`);
      });
      return;
    }
    if (action.kind === 'dismiss') {
      queue.dismissExpired(action.id);
      return;
    }
    if (await queue.answer(action.id, action.choice, action.runs)) return;
    notify(t('Nothing was answered: the question changed, or the agent no longer waits for the answer.'));
  }
}

function waitingQuestion({ id, question, runs, askedAt, opened }: QueuedQuestion): WaitingQuestion {
  const { message, action, facts, said, explanations } = questionWords(question, runs);
  const { lines, end, partly, characters } = action;
  return {
    id,
    title: message,
    action: lines,
    partly: !partly
      ? undefined
      : {
          note: t('The action has {characters} characters. Its start and end:', { characters }),
          leftOut: leftOutLine(),
          end,
          opened,
        },
    facts,
    said,
    explanations,
    choices: questionChoices(question),
    runs,
    askedAt: new Date(askedAt).toISOString(),
    answerBy: question.answerBy === undefined ? undefined : new Date(question.answerBy).toISOString(),
  };
}
