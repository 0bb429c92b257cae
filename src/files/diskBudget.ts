import type { Clock } from '../common/clock';
import { InputProblem } from '../common/inputProblem';

/** Walks through folders, files that would run, or git's record. */
type Kind = 'walk' | 'content' | 'record';

/** Reading blocks the event loop, and so other extensions. A decision has 20 ms; the rest is for single entries. */
const MOST_MS = 17;
const MOST_OF: Readonly<Record<Kind, number>> = { walk: 12, content: 12, record: MOST_MS };
/** Above it, what a look reads again has grown. */
const MOST_AGAIN_MS = 100;

/**
 * What one decision may spend on reading the disk. What one look could read, each later one reads again: otherwise a
 * judge's answer would not fit any more, and what was judged could be gone.
 */
export class DiskBudget {
  readonly #clock: Clock;
  readonly #spentMs: Record<Kind, number> = { walk: 0, content: 0, record: 0 };
  /** What this look read, and the earlier ones; with the milliseconds that it took. */
  readonly #now = new Map<string, number>();
  readonly #earlier = new Map<string, number>();
  #againMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  startLook(): void {
    for (const [name, took] of this.#now) this.#earlier.set(name, Math.max(took, this.#earlier.get(name) ?? 0));
    this.#now.clear();
    this.#againMs = 0;
  }

  /**
   * Undefined: no time is left.
   * @param name of what is read, the same in each look
   * @throws InputProblem if what earlier looks read takes far longer now
   */
  read<T>(kind: Exclude<Kind, 'walk'>, name: string, work: () => T): T | undefined {
    const isAgain = this.#earlier.has(name);
    if (!isAgain && this.#leftMs(kind) <= 0) return undefined;
    if (isAgain) this.#requireBounds();
    return this.#timed(kind, name, isAgain, work);
  }

  /**
   * Undefined: no time is left.
   * @param name of the walk, the same in each look
   * @throws InputProblem as `read`
   * @param work asks before each entry whether time is over, and says whether it came to an end
   */
  walk<T>(
    name: string,
    work: (isOver: () => boolean) => { readonly found: T; readonly isWhole: boolean },
    mostMs = MOST_OF.walk,
  ): T | undefined {
    const left = Math.min(mostMs, this.#leftMs('walk'));
    const earlier = this.#earlier.get(name);
    const again = earlier === undefined ? 0 : 2 * earlier + 1 - (this.#now.get(name) ?? 0);
    if (earlier !== undefined) this.#requireBounds();
    const most = Math.max(left, again);
    if (most <= 0) return undefined;
    const end = this.#clock.monotonic() + most;
    const { found, isWhole } = this.#timed('walk', name, earlier !== undefined, () =>
      work(() => this.#clock.monotonic() >= end),
    );
    // A later look need not come to an end either.
    if (!isWhole && earlier === undefined) this.#now.delete(name);
    return found;
  }

  #requireBounds(): void {
    if (this.#againMs > MOST_AGAIN_MS) throw new InputProblem('what it reads grew while it was decided');
  }

  #leftMs(kind: Kind): number {
    const { walk, content, record } = this.#spentMs;
    return Math.min(MOST_OF[kind] - this.#spentMs[kind], MOST_MS - walk - content - record);
  }

  #timed<T>(kind: Kind, name: string, isAgain: boolean, work: () => T): T {
    const started = this.#clock.monotonic();
    try {
      return work();
    } finally {
      const took = this.#clock.monotonic() - started;
      if (isAgain) this.#againMs += took;
      else this.#spentMs[kind] += took;
      this.#now.set(name, (this.#now.get(name) ?? 0) + took);
    }
  }
}
