import type { AgentAlarm } from '../../bridge/enforcement/agentAlarm';
import { agentName } from '../../editor/agentName';
import { alarmText } from '../../texts/alarmText';
import { FoldedNotification, type NotificationTimer } from '../../editor/foldedNotification';
import { notificationText } from '../../editor/notificationText';
import { oneOrMany } from '../../common/oneOrMany';
import { t } from '@vscode/l10n';

export interface AlarmWindow {
  showErrorMessage(message: string, ...buttons: string[]): PromiseLike<string | undefined>;
}

export interface AlarmNotificationParts {
  readonly window: AlarmWindow;
  readonly timer: NotificationTimer;
  readonly showPanel: () => void;
  readonly showLog: () => void;
}

/** The panel keeps the alarm until the user dismisses it there. */
export class AlarmNotification {
  readonly #folded: FoldedNotification<AgentAlarm>;

  constructor({ window, timer, showPanel, showLog }: AlarmNotificationParts) {
    const [panelButton, logButton] = [t('Show Panel'), t('Show Log')];
    this.#folded = new FoldedNotification({
      timer,
      show: (text) =>
        window.showErrorMessage(text, panelButton, logButton).then((picked) => {
          if (picked === panelButton) showPanel();
          if (picked === logButton) showLog();
          return picked === panelButton;
        }),
      textOf: (alarm) => t('Auto Mode alarm: {agent}. {what}', this.#shown(alarm)),
      textOfMany: (count, last) =>
        oneOrMany(
          count,
          t('Auto Mode: one more alarm: {agent}. {what}', this.#shown(last)),
          t('Auto Mode: {count} more alarms. The last: {agent}. {what}', { ...this.#shown(last), count }),
        ),
    });
  }

  alarm(alarm: AgentAlarm): void {
    this.#folded.notify(alarm);
  }

  dispose(): void {
    this.#folded.dispose();
  }

  #shown({ agent, kind, tool }: AgentAlarm): { readonly agent: string; readonly what: string } {
    return {
      agent: notificationText(agentName(agent), 60),
      what: alarmText(kind, notificationText(tool, 60)),
    };
  }
}
