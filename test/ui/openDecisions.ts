/** The decisions that a test has asked for, so that none of their questions is left to the next test. */
export class OpenDecisions {
  readonly #open = new Set<Promise<unknown>>();

  follow<T>(decision: Promise<T>): Promise<T> {
    this.#open.add(decision);
    const ended = (): void => {
      this.#open.delete(decision);
    };
    decision.then(ended, ended);
    return decision;
  }

  /**
   * Ends when every decision is made.
   * @param decline answers what is to be seen of the questions; it is called again as long as one is open
   */
  async settle(decline: () => Promise<void>): Promise<void> {
    while (this.#open.size > 0) {
      await decline();
      // An answer takes a while to arrive, and the next question to be shown.
      await Promise.race([...this.#open, new Promise((done) => setTimeout(done, 200))]).catch(() => undefined);
    }
  }
}
