import * as vscode from 'vscode';
import { COMMANDS } from '../../config/contributions';
import { registerCommands } from '../../editor/commands';
import { notificationText } from '../../editor/notificationText';
import type { GateWindow } from '../../gate/gateWindow';
import type { QuestionQueue } from './questionQueue';
import { QuestionsFeature } from './questions';

export function registerQuestions(
  context: vscode.ExtensionContext,
  { settings, events, panel, warn }: GateWindow,
  queue: QuestionQueue,
): void {
  panel.offer(
    'questions',
    new QuestionsFeature({
      queue,
      onDidChange: events.shownChanged.event,
      sound: () => settings.reader.window().configuration.notifications.sound,
      notify: (message) => {
        void vscode.window.showInformationMessage(notificationText(message, 400));
      },
      warn,
    }),
  );
  const showWaiting = (): Promise<void> => panel.showPage('overview', { questions: {} }, 'questions');
  registerCommands(context, {
    [COMMANDS.showWaiting]: { run: () => Promise.resolve({ waiting: queue.waiting }), show: showWaiting },
  });
  context.subscriptions.push(
    events.questionsWanted.event(() => {
      showWaiting().catch((error: unknown) => {
        warn(`The panel could not be shown: ${String(error)}`);
        queue.panelHidden();
      });
    }),
  );
}
