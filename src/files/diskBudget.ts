import type { Clock } from '../common/clock';

/** Reading blocks the event loop, and so other extensions: 20 ms in a decision, of which this leaves 3 for single entries and an excess. */
const MOST_MS = 17;
/** So that files come to their turn. */
const MOST_WALKED_MS = 14;
/** A later look must see what the first one saw. */
const LEAST_OF_A_LOOK_MS = 1;

/** What one decision may spend on reading the disk. */
export class DiskBudget {
  readonly #clock: Clock;
  #spentMs = 0;
  #walkedMs = 0;
  #endMs = MOST_MS;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  startLook(): void {
    this.#endMs = Math.max(MOST_MS, this.#spentMs + LEAST_OF_A_LOOK_MS);
  }

  get isSpent(): boolean {
    return this.#spentMs >= this.#endMs;
  }

  get isWalked(): boolean {
    return this.#walkLeftMs() <= 0;
  }

  read<T>(work: () => T): T {
    const started = this.#clock.monotonic();
    try {
      return work();
    } finally {
      this.#spentMs += this.#clock.monotonic() - started;
    }
  }

  /** @param work asks before each entry whether time is over */
  walk<T>(work: (isOver: () => boolean) => T, mostMs = MOST_WALKED_MS): T {
    const started = this.#clock.monotonic();
    const end = started + Math.min(mostMs, this.#walkLeftMs());
    try {
      return this.read(() => work(() => this.#clock.monotonic() >= end));
    } finally {
      this.#walkedMs += this.#clock.monotonic() - started;
    }
  }

  #walkLeftMs(): number {
    return Math.min(MOST_WALKED_MS - this.#walkedMs, MOST_MS - this.#spentMs);
  }
}
