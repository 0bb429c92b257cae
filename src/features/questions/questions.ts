import type { QuestionsAction, QuestionsFocus, QuestionsSlice, WaitingQuestion } from '../../panel/questions';
import { questionActs, questionChoices } from './questionChoices';
import type { QueuedQuestion } from './questionEntry';
import type { QuestionQueue } from './questionQueue';
import { leftOutLine, questionWords, type QuestionView } from './questionText';
import { t } from '@vscode/l10n';
import { shortLine } from '../../common/visibleText';
import type { PanelFeature } from '../../panel/panelFeature';

export interface QuestionsFeatureParts {
  readonly queue: Pick<
    QuestionQueue,
    'list' | 'view' | 'answer' | 'act' | 'openWhole' | 'expired' | 'dismissExpired' | 'panelShown' | 'panelHidden'
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
      waiting: queue.list().map((queued) => waitingQuestion(queued, queue.view)),
      expired: queue.expired,
      sound: sound(),
    };
  }

  async execute(action: QuestionsAction): Promise<void> {
    const { queue, notify, warn } = this.parts;
    if (action.kind === 'openWhole') {
      // Not awaited: the panel gets no new one-time number before it ends.
      void queue.openWhole(action.id).catch((error: unknown) => {
        warn(`The whole action could not be opened: ${shortLine(String(error), 300)}`);
      });
      return;
    }
    if (action.kind === 'act') {
      void queue.act(action.id, action.act).catch((error: unknown) => {
        warn(`What belongs to a question could not be opened: ${shortLine(String(error), 300)}`);
      });
      return;
    }
    if (action.kind === 'dismiss') {
      queue.dismissExpired(action.id);
      return;
    }
    if (await queue.answer(action.id, action.choice, action.runs)) return;
    notify(t('Not answered: the question changed, or the agent stopped waiting.'));
  }
}

function waitingQuestion({ id, question, runs, askedAt, opened }: QueuedQuestion, view: QuestionView): WaitingQuestion {
  const { message, action, facts, said, explanations } = questionWords(question, runs, view);
  const { lines, end, partly, characters } = action;
  return {
    id,
    title: message,
    action: lines,
    partly: !partly
      ? undefined
      : {
          note: t('Start and end of {characters} characters:', { characters }),
          leftOut: leftOutLine(),
          end,
          opened,
        },
    facts,
    said,
    explanations,
    choices: questionChoices(question),
    acts: questionActs(question),
    runs,
    askedAt: new Date(askedAt).toISOString(),
    answerBy: question.answerBy === undefined ? undefined : new Date(question.answerBy).toISOString(),
  };
}
