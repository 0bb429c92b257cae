/** Clicks faster than the host answers; a person makes no more. */
const MAX_WAITING = 8;

interface Waiting {
  readonly click: string;
  readonly send: (nonce: string) => void;
}

/**
 * Each snapshot brings a number for one command. A second click on the same thing is a double click and does nothing;
 * a click on something else waits for the next number, so that none is lost.
 */
export class OneTimeNumbers {
  #fresh: string | undefined;
  #last: string | undefined;
  #waiting: readonly Waiting[] = [];

  /** Of the newest snapshot. */
  renew(nonce: string): void {
    this.#fresh = nonce;
    this.#last = undefined;
    const [next, ...rest] = this.#waiting;
    if (next === undefined) return;
    this.#waiting = rest;
    this.#use(nonce, next);
  }

  /** @param click what was clicked; equal clicks have equal texts */
  spend(click: string, send: (nonce: string) => void): void {
    if (this.#fresh !== undefined) this.#use(this.#fresh, { click, send });
    else if (!this.#isDouble(click) && this.#waiting.length < MAX_WAITING) {
      this.#waiting = [...this.#waiting, { click, send }];
    }
  }

  #isDouble(click: string): boolean {
    return [this.#last, ...this.#waiting.map((waiting) => waiting.click)].includes(click);
  }

  #use(nonce: string, { click, send }: Waiting): void {
    this.#fresh = undefined;
    this.#last = click;
    send(nonce);
  }
}
