/** Each starts when the one before has ended or failed. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Parallel read-modify-write would overwrite. */
export function turns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn;
    // The caller gets the failure.
    turn.catch(() => undefined);
    return turn;
  };
}
