/** So long no other sound is made: an agent that asks over and over is not to be a noise. */
export const SOUND_PAUSE_MILLISECONDS = 10_000;

/** Tells whether it is time for a sound. All times are those of the page's events. */
export class SoundPause {
  #last = Number.NEGATIVE_INFINITY;

  allows(now: number): boolean {
    if (now - this.#last < SOUND_PAUSE_MILLISECONDS) return false;
    this.#last = now;
    return true;
  }
}
