/** Starts a work once the one before it has ended, however that ended. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** For changes that are worked out from what stands there: begun at the same time, the later one would write over the earlier one. */
export function turns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn;
    // Whoever waits for it hears of its failure.
    turn.catch(() => undefined);
    return turn;
  };
}
