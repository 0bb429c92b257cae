import type { Decision } from '../../engine/model/decision';
import { isUnjudged } from '../../panel/panelDenial';
import { agentName } from '../../editor/agentName';
import { FoldedNotification, type NotificationTimer } from '../../editor/foldedNotification';
import { notificationText } from '../../editor/notificationText';
import { oneOrMany } from '../../common/oneOrMany';
import { unjudgedText } from '../../texts/unjudgedText';
import { t } from '@vscode/l10n';

export interface NotificationWindow {
  showWarningMessage(message: string, ...buttons: string[]): PromiseLike<string | undefined>;
}

export interface BlockNotificationParts {
  readonly window: NotificationWindow;
  readonly timer: NotificationTimer;
  readonly showDenials: () => void;
  readonly showDenial: (denial: Decision) => void;
  readonly level: () => 'all' | 'outages' | 'none';
  readonly stop: (unjudged: boolean) => void;
}

const MAX_SUMMARY = 100;
const MAX_REASON = 240;

/** One at a time; meanwhile blocks are counted. An outage is reported once until a judge answers. */
export class BlockNotification {
  readonly #parts: BlockNotificationParts;
  readonly #folded: FoldedNotification<Decision>;
  #announcedOutage: string | undefined;

  constructor(parts: BlockNotificationParts) {
    this.#parts = parts;
    const { window, timer, showDenials, showDenial, stop } = parts;
    const button = t('Show Denials');
    const detailsButton = t('Show Details');
    const stopButton = t("Don't Show Again");
    this.#folded = new FoldedNotification({
      timer,
      show: (text, single, last) =>
        window
          .showWarningMessage(text, ...(single === undefined ? [button] : [detailsButton, button]), stopButton)
          .then((picked) => {
            if (picked === button) showDenials();
            else if (picked === detailsButton && single !== undefined) showDenial(single);
            else if (picked === stopButton) stop(isUnjudged(last));
            // The list also shows what was folded.
            return picked === button || picked === stopButton;
          }),
      textOf: (decision) => this.#textOf(decision),
      textOfMany: (count, last) => this.#textOfMany(count, last),
    });
  }

  /** Call for every recorded decision. */
  decided(decision: Decision): void {
    const judged = decision.stage === 'classifier' || decision.classifier !== undefined;
    if (judged && decision.outage === undefined) this.#announcedOutage = undefined;
    if (decision.outcome !== 'block') return;
    const level = this.#parts.level();
    if (level === 'none' || (level === 'outages' && !isUnjudged(decision))) return;
    if (decision.outage !== undefined) {
      if (decision.outage === this.#announcedOutage) return;
      this.#announcedOutage = decision.outage;
    }
    this.#folded.notify(decision);
  }

  dispose(): void {
    this.#folded.dispose();
  }

  #textOf(decision: Decision): string {
    const { agent } = decision;
    const values = shown(decision);
    if (isUnjudged(decision)) {
      return t('Auto Mode could not have a call judged, so it is blocked: “{summary}”. {reason}', values);
    }
    return agent === undefined
      ? t('Auto Mode blocked a call: “{summary}”. {reason}', values)
      : t('Auto Mode blocked a call of {agent}: “{summary}”. {reason}', {
          ...values,
          agent: notificationText(agentName(agent), 60),
        });
  }

  #textOfMany(count: number, last: Decision): string {
    const values = { ...shown(last), count };
    return oneOrMany(
      count,
      t('Auto Mode blocked one more call: “{summary}”. {reason}', values),
      t('Auto Mode blocked {count} more calls. The last: “{summary}”. {reason}', values),
    );
  }
}

function shown(decision: Decision): { readonly summary: string; readonly reason: string } {
  const { summary, reason, outage } = decision;
  const why = outage !== undefined && isUnjudged(decision) ? unjudgedText(decision, outage) : reason;
  return { summary: notificationText(summary, MAX_SUMMARY), reason: notificationText(why, MAX_REASON) };
}
