/** Set by `npm run fuzz`: the number that all seeds of a run come from. */
const FUZZ_SEED = process.env['AUTO_MODE_FUZZ_SEED'];
const FUZZ_TIMES = 20;

/** One in so many, and all of them in `npm run fuzz`: for a corpus that takes minutes against real programs. */
export function sample<T>(all: readonly T[], oneIn: number): readonly T[] {
  return FUZZ_SEED === undefined ? all.filter((_, index) => index % oneIn === 0) : all;
}

/**
 * How fast-check tries a property: by default always in the same way, `npm run fuzz` with fresh seeds and many times as often.
 *
 * @param count as many as find a mistake soon that somebody makes now; what they miss, the fuzzing finds
 */
export function runs(seed: number, count: number): { readonly seed: number; readonly numRuns: number } {
  if (FUZZ_SEED === undefined) return { seed, numRuns: count };
  return { seed: Number(FUZZ_SEED) ^ seed, numRuns: count * FUZZ_TIMES };
}
