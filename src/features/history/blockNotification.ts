import type { Decision } from '../../engine/model/decision';
import { isUnjudged } from '../../panel/panelDenial';
import { FoldedNotification, type NotificationTimer } from '../../editor/foldedNotification';
import type { ListPickRequest } from '../../editor/listPick';
import { blocksText, blockText, isSameCall } from './blockNotificationText';
import { t } from '@vscode/l10n';

export interface NotificationWindow {
  showWarningMessage(message: string, ...buttons: string[]): PromiseLike<string | undefined>;
}

export type MoreAct = 'rule' | 'all' | 'stop';

export interface BlockNotificationParts {
  readonly window: NotificationWindow;
  readonly timer: NotificationTimer;
  readonly showDenials: () => void;
  readonly showDenial: (denial: Decision) => void;
  readonly allowOnce: (denial: Decision) => void;
  readonly pickMore: (request: ListPickRequest<MoreAct>) => PromiseLike<MoreAct | undefined>;
  readonly level: () => 'all' | 'outages' | 'none';
  readonly stop: (unjudged: boolean) => void;
}

/** What a release can settle; see stage 12. */
const RELEASABLE: ReadonlySet<Decision['stage']> = new Set(['classifier', 'user']);

/** One at a time; meanwhile blocks are counted. An outage is notified once until a judge answers. */
export class BlockNotification {
  readonly #parts: BlockNotificationParts;
  readonly #folded: FoldedNotification<Decision>;
  #announcedOutage: string | undefined;

  constructor(parts: BlockNotificationParts) {
    this.#parts = parts;
    const { timer } = parts;
    this.#folded = new FoldedNotification({
      timer,
      show: (text, single, last) => this.#show(text, single, last),
      textOf: blockText,
      textOfMany: blocksText,
      same: isSameCall,
    });
  }

  /** Call for every recorded decision. */
  decided(decision: Decision): void {
    const judged = decision.stage === 'classifier' || decision.classifier !== undefined;
    if (judged && decision.outage === undefined) this.#announcedOutage = undefined;
    if (decision.outcome !== 'block' || isDeclined(decision)) return;
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

  /** Resolves to whether the click showed folded ones too. */
  async #show(text: string, single: Decision | undefined, last: Decision): Promise<boolean> {
    const { window, showDenials, showDenial, allowOnce, pickMore, stop } = this.#parts;
    const [why, once, more] = [t('Why?'), t('Allow Once...'), t('More...')];
    const [rule, all, never] = [t('Add Rule...'), t('Show Denials'), t("Don't Show Again")];
    const buttons = single === undefined ? [all, never] : [why, ...(mayBeReleased(single) ? [once] : []), more];
    let picked = await window.showWarningMessage(text, ...buttons);
    if (picked === more) {
      const items = [
        { id: 'rule', label: rule },
        { id: 'all', label: all },
        { id: 'stop', label: never },
      ] as const;
      const id = await pickMore({ title: text, placeHolder: t('Blocked calls'), items });
      picked = items.find((item) => item.id === id)?.label;
    }
    if (picked === all) showDenials();
    if (picked === never) stop(isUnjudged(last));
    // The rules that would allow it are offered on its page.
    if (single !== undefined && (picked === why || picked === rule)) showDenial(single);
    if (single !== undefined && picked === once) allowOnce(single);
    return picked === all || picked === never;
  }
}

/** The user knows. */
function isDeclined({ trace = [] }: Decision): boolean {
  return trace.at(-1)?.said === 'declined';
}

function mayBeReleased({ stage, tier }: Decision): boolean {
  return RELEASABLE.has(stage) && tier !== 'hard_deny';
}
