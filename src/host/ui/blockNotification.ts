import type { Decision } from '../../engine/decision';
import { agentName } from './agentName';
import { notificationText } from './notificationText';
import type { Translate } from './translate';

/** The part of `vscode.window` that shows the notification. */
export interface NotificationWindow {
  /** Resolves to the button clicked, or to undefined once the notification was closed. */
  showWarningMessage(message: string, ...buttons: string[]): PromiseLike<string | undefined>;
}

/** One timer. */
export interface NotificationTimer {
  /** Calls back once after `milliseconds`; the answer cancels it. */
  start(milliseconds: number, callback: () => void): () => void;
}

export interface BlockNotificationParts {
  readonly window: NotificationWindow;
  readonly timer: NotificationTimer;
  readonly showDenials: () => void;
  readonly t: Translate;
}

/**
 * How long blocks are folded into the notification that is open. VS Code neither changes a shown notification nor says when it
 * has slid out of sight, so after this time it counts as gone.
 */
export const FOLDING_MILLISECONDS = 15_000;

const MAX_SUMMARY = 100;
const MAX_REASON = 240;

/**
 * Tells the user about blocks, one notification at a time: blocks that come while one is open are counted and told together
 * when it closes or its time has passed. An outage is told once until a judge has answered again.
 */
export class BlockNotification {
  readonly #parts: BlockNotificationParts;
  #open: { readonly cancelTimer: () => void } | undefined;
  #folded: { count: number; last: Decision } | undefined;
  #announcedOutage: string | undefined;

  constructor(parts: BlockNotificationParts) {
    this.#parts = parts;
  }

  /** To be told of every recorded decision. */
  decided(decision: Decision): void {
    const judged = decision.stage === 'classifier' || decision.classifier !== undefined;
    if (judged && decision.outage === undefined) this.#announcedOutage = undefined;
    if (decision.outcome !== 'block') return;
    if (decision.outage !== undefined) {
      if (decision.outage === this.#announcedOutage) return;
      this.#announcedOutage = decision.outage;
    }
    if (this.#open === undefined) this.#show(this.#textOf(decision));
    else this.#folded = { count: (this.#folded?.count ?? 0) + 1, last: decision };
  }

  dispose(): void {
    this.#open?.cancelTimer();
    this.#open = undefined;
    this.#folded = undefined;
  }

  #show(message: string): void {
    const { window, timer, showDenials, t } = this.#parts;
    const showDenialsButton = t('Show Denials');
    const open = {
      cancelTimer: timer.start(FOLDING_MILLISECONDS, () => {
        this.#gone(open);
      }),
    };
    this.#open = open;
    window.showWarningMessage(message, showDenialsButton).then(
      (picked) => {
        if (picked === showDenialsButton) {
          // The list shows what was folded as well.
          if (this.#open === open) this.#folded = undefined;
          showDenials();
        }
        this.#gone(open);
      },
      () => {
        this.#gone(open);
      },
    );
  }

  #gone(open: { readonly cancelTimer: () => void }): void {
    if (this.#open !== open) return;
    open.cancelTimer();
    this.#open = undefined;
    const folded = this.#folded;
    this.#folded = undefined;
    if (folded !== undefined) this.#show(folded.count === 1 ? this.#textOf(folded.last) : this.#textOfMany(folded));
  }

  #textOf({ agent, summary, reason }: Decision): string {
    const { t } = this.#parts;
    const values = shown(summary, reason);
    return agent === undefined
      ? t('Auto Mode blocked a call: “{summary}”. {reason}', values)
      : t('Auto Mode blocked a call of {agent}: “{summary}”. {reason}', {
          ...values,
          agent: notificationText(agentName(agent), 60),
        });
  }

  #textOfMany({ count, last }: { readonly count: number; readonly last: Decision }): string {
    const values = { ...shown(last.summary, last.reason), count };
    return this.#parts.t('Auto Mode blocked {count} more calls. The last: “{summary}”. {reason}', values);
  }
}

function shown(summary: string, reason: string): { readonly summary: string; readonly reason: string } {
  return { summary: notificationText(summary, MAX_SUMMARY), reason: notificationText(reason, MAX_REASON) };
}
