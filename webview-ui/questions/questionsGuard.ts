/** What appears or moves under the pointer is not what the user meant to press when it is pressed sooner than this. */
export const SETTLING_MILLISECONDS = 500;

/**
 * Tells presses that the user meant for what is there from those that were on their way to something else: buttons of questions count
 * only once the questions have stood still for a moment. All times are those of the page's events.
 */
export class QuestionsGuard {
  #shown = '';
  #changedAt = Number.NEGATIVE_INFINITY;

  /**
   * To be told of every drawing.
   * @param shown what stands where: another text where anything came, went or moved
   */
  drawn(shown: string, now: number): void {
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#changedAt = now;
  }

  /** Whether a press at this time was meant for what is there. */
  accepts(pressedAt: number): boolean {
    return this.remaining(pressedAt) <= 0;
  }

  /** Milliseconds until presses count; 0 or less: they do. */
  remaining(now: number): number {
    return this.#changedAt + SETTLING_MILLISECONDS - now;
  }
}
