import type { PanelAlarm } from '../../panel/messages';
import type { Translate } from '../../common/translate';

/** What an agent did against its word, with the tool's name filled in by whoever shows it. */
export function alarmTexts(t: Translate): Readonly<Record<PanelAlarm['kind'], string>> {
  return {
    'blocked-call-ran': t('A blocked call ran: {tool}'),
    'unjudged-call-ran': t('A call ran that was not judged: {tool}'),
    'input-changed': t('A call ran with another input than the judged one: {tool}'),
  };
}

/** How many alarms wait for the user, as a sentence. */
export function alarmCountText(count: number, t: Translate): string {
  return count === 1
    ? t('1 alarm: an agent did not do as it was told.')
    : t('{count} alarms: agents did not do as they were told.', { count });
}
