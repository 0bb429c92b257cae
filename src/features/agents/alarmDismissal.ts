import type { PanelAgent, PanelAlarm } from '../../panel/messages';
import type { Confirm } from '../../editor/confirmation';
import { alarmText } from '../../texts/alarmText';
import { t } from '@vscode/l10n';
import { shortLine } from '../../common/visibleText';

export interface AlarmDismissalParts {
  readonly agents: () => readonly PanelAgent[];
  readonly dismiss: (id: string) => void;
  readonly confirm: Confirm;
}

export interface NamedAlarm {
  readonly alarm: PanelAlarm;
  readonly agent: string;
  readonly text: string;
}

const MAX_TEXT = 500;

/** A bypassing agent could call this, so the user is asked with the alarm in sight. */
export class AlarmDismissal {
  constructor(private readonly parts: AlarmDismissalParts) {}

  list(): readonly NamedAlarm[] {
    return this.parts.agents().flatMap(({ name, alarms }) =>
      alarms.map((alarm) => ({
        alarm,
        agent: name,
        text: alarmText(alarm.kind, shortLine(alarm.tool, 100)),
      })),
    );
  }

  /** @throws TypeError if the alarm is absent or has recurred */
  async dismiss(id: string): Promise<{ readonly dismissed: boolean }> {
    const { confirm, dismiss } = this.parts;
    const found = this.list().find(({ alarm }) => alarm.id === id);
    if (found === undefined) throw new TypeError('"id" must be the id of an alarm that autoMode.status lists.');
    const { alarm, agent, text } = found;
    const detail = [
      `${agent}: ${text}`,
      shortLine(alarm.detail, MAX_TEXT),
      t('{count} times, last at {at}', { count: alarm.count, at: alarm.at }),
    ].join('\n');
    if (!(await confirm(t('Dismiss this alarm?'), detail, t('Dismiss the Alarm')))) return { dismissed: false };
    dismiss(id);
    return { dismissed: true };
  }
}
