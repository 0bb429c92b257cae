import type { Clock } from '../common/clock';

/** A walk holds the event loop, and with it the editor's other extensions. */
const MOST_MS = 20;

/** What one decision may spend on walks through folders, over all its rounds. */
export class WalkBudget {
  readonly #clock: Clock;
  #spentMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isSpent(): boolean {
    return this.#spentMs >= MOST_MS;
  }

  /** @param work is given a test whether its time is over, and must ask it before each entry */
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
