/** A press sooner than this after something appears or moves was not meant for it. */
export const SETTLING_MILLISECONDS = 500;

/**
 * Answers count only once the questions have not moved for a moment: earlier presses were meant for something else.
 * Times are those of the page's events.
 */
export class QuestionsGuard {
  #shown = '';
  #changedAt = Number.NEGATIVE_INFINITY;

  /**
   * Call at every drawing.
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

  /** Milliseconds until presses count; 0 or less: they do. */
  remaining(now: number): number {
    return this.#changedAt + SETTLING_MILLISECONDS - now;
  }
}
