import type { Clock } from '../common/clock';

/** A walk blocks the event loop, and so other extensions. */
const MOST_MS = 20;

export class WalkBudget {
  readonly #clock: Clock;
  #spentMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isSpent(): boolean {
    return this.#spentMs >= MOST_MS;
  }

  /** @param work asks before each entry whether time is over */
  spend<T>(work: (isOver: () => boolean) => T, mostMs = MOST_MS): T {
    const started = this.#clock.monotonic();
    const end = started + Math.min(mostMs, MOST_MS - this.#spentMs);
    try {
      return work(() => this.#clock.monotonic() >= end);
    } finally {
      this.#spentMs += this.#clock.monotonic() - started;
    }
  }
}
