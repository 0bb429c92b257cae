/** Until when somebody waits for a decision, kept with the signal that ends the wait, since only the one who aborts it knows. */
const ends = new WeakMap<AbortSignal, number>();

/** @param at milliseconds since the epoch, by the wall clock */
export function noteWaitEnd(signal: AbortSignal, at: number): void {
  ends.set(signal, at);
}

/** In milliseconds since the epoch; undefined where the wait has no end, or none that is known. For people to read only. */
export function waitEnd(signal: AbortSignal): number | undefined {
  return ends.get(signal);
}
