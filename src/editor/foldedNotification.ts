export interface NotificationTimer {
  start(milliseconds: number, callback: () => void): () => void;
}

export interface FoldedNotificationParts<Event> {
  readonly timer: NotificationTimer;
  /**
   * Settles when the notification closes; true if its click showed the folded events too.
   * @param single the text's only event, if any
   */
  readonly show: (text: string, single: Event | undefined, last: Event) => PromiseLike<boolean>;
  readonly textOf: (event: Event) => string;
  readonly textOfMany: (count: number, last: Event) => string;
}

/** VS Code does not report that one slid away; after this it counts as closed. */
export const FOLDING_MILLISECONDS = 15_000;

export class FoldedNotification<Event> {
  readonly #parts: FoldedNotificationParts<Event>;
  #open: { readonly cancelTimer: () => void } | undefined;
  #folded: { readonly count: number; readonly last: Event } | undefined;

  constructor(parts: FoldedNotificationParts<Event>) {
    this.#parts = parts;
  }

  notify(event: Event): void {
    if (this.#open === undefined) this.#show(this.#parts.textOf(event), event, event);
    else this.#folded = { count: (this.#folded?.count ?? 0) + 1, last: event };
  }

  dispose(): void {
    this.#open?.cancelTimer();
    this.#open = undefined;
    this.#folded = undefined;
  }

  #show(text: string, single: Event | undefined, last: Event): void {
    const { timer, show } = this.#parts;
    const open = {
      cancelTimer: timer.start(FOLDING_MILLISECONDS, () => {
        this.#closed(open);
      }),
    };
    this.#open = open;
    show(text, single, last).then(
      (allShown) => {
        if (allShown && this.#open === open) this.#folded = undefined;
        this.#closed(open);
      },
      () => {
        this.#closed(open);
      },
    );
  }

  #closed(open: { readonly cancelTimer: () => void }): void {
    if (this.#open !== open) return;
    open.cancelTimer();
    this.#open = undefined;
    const folded = this.#folded;
    this.#folded = undefined;
    if (folded === undefined) return;
    const { textOf, textOfMany } = this.#parts;
    if (folded.count === 1) this.#show(textOf(folded.last), folded.last, folded.last);
    else this.#show(textOfMany(folded.count, folded.last), undefined, folded.last);
  }
}
