/** An earlier press was not meant for what appears or moves. */
export const SETTLING_MILLISECONDS = 500;

/** Answers count only once the questions have not moved for a moment. Times are those of the page's events. */
export class QuestionsGuard {
  #shown = '';
  #changedAt = Number.NEGATIVE_INFINITY;

  /**
   * For every drawing.
   * @param shown changes if anything came, went or moved
   */
  drawn(shown: string, now: number): void {
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#changedAt = now;
  }

  accepts(pressedAt: number): boolean {
    return this.remaining(pressedAt) <= 0;
  }

  /** Milliseconds; 0 or less: presses count. */
  remaining(now: number): number {
    return this.#changedAt + SETTLING_MILLISECONDS - now;
  }
}
