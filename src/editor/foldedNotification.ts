export interface NotificationTimer {
  start(milliseconds: number, callback: () => void): () => void;
}

export interface FoldedNotificationParts<Event> {
  readonly timer: NotificationTimer;
  /**
   * Settles when the notification closes; true if its click showed folded events too.
   * @param single the only event, if any
   */
  readonly show: (text: string, single: Event | undefined, last: Event) => PromiseLike<boolean>;
  readonly textOf: (event: Event) => string;
  /** @param same all are the same, by `same` */
  readonly textOfMany: (count: number, last: Event, same: boolean) => string;
  readonly same?: (one: Event, other: Event) => boolean;
}

interface Folded<Event> {
  readonly count: number;
  readonly last: Event;
  /** As the one shown, and as each other. */
  readonly same: boolean;
}

/** VS Code does not report that one slid away; then it counts as closed. */
export const FOLDING_MILLISECONDS = 15_000;

export class FoldedNotification<Event> {
  readonly #parts: FoldedNotificationParts<Event>;
  #open: { readonly cancelTimer: () => void; readonly last: Event } | undefined;
  #folded: Folded<Event> | undefined;

  constructor(parts: FoldedNotificationParts<Event>) {
    this.#parts = parts;
  }

  notify(event: Event): void {
    if (this.#open === undefined) this.#show(this.#parts.textOf(event), event, event);
    else this.#folded = this.#foldedWith(event, this.#open.last);
  }

  #foldedWith(event: Event, shown: Event): Folded<Event> {
    const { same = () => false } = this.#parts;
    const { count, last, same: were } = this.#folded ?? { count: 0, last: shown, same: true };
    return { count: count + 1, last: event, same: were && same(last, event) };
  }

  dispose(): void {
    this.#open?.cancelTimer();
    this.#open = undefined;
    this.#folded = undefined;
  }

  #show(text: string, single: Event | undefined, last: Event): void {
    const { timer, show } = this.#parts;
    const open = {
      last,
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
    const { count, last, same } = folded;
    if (count === 1 && !same) this.#show(textOf(last), last, last);
    else this.#show(textOfMany(count, last, same), same ? last : undefined, last);
  }
}
