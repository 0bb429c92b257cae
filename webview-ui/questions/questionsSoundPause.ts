/** For an agent that asks again and again. */
export const SOUND_PAUSE_MILLISECONDS = 10_000;

/** Times are those of the page's events. */
export class SoundPause {
  #last = Number.NEGATIVE_INFINITY;

  allows(now: number): boolean {
    if (now - this.#last < SOUND_PAUSE_MILLISECONDS) return false;
    this.#last = now;
    return true;
  }
}
