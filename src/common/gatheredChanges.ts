/** Bursts must not redraw the panel for each. */
const QUIET_MS = 50;

/** At once after a quiet moment; later changes are gathered. */
export class GatheredChanges {
  #next: NodeJS.Immediate | undefined;
  #quiet: NodeJS.Timeout | undefined;
  #isChanged = false;

  constructor(private readonly update: () => void) {}

  change(): void {
    this.#isChanged = true;
    if (this.#quiet !== undefined || this.#next !== undefined) return;
    // An agent waits for its reply.
    this.#next = setImmediate(() => {
      this.#next = undefined;
      this.#run();
    });
  }

  dispose(): void {
    clearImmediate(this.#next);
    clearTimeout(this.#quiet);
  }

  #run(): void {
    this.#isChanged = false;
    this.#quiet = setTimeout(() => {
      this.#quiet = undefined;
      if (this.#isChanged) this.#run();
    }, QUIET_MS);
    this.update();
  }
}
