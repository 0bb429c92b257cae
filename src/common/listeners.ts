/** Those who want to be told when something changed. */
export class Listeners {
  readonly #listeners = new Set<() => void>();

  /** Tells the listener from now on, until what it gives back is disposed of. Added twice, a listener is told once. */
  readonly subscribe = (listener: () => void): { dispose(): void } => {
    this.#listeners.add(listener);
    return {
      dispose: () => {
        this.#listeners.delete(listener);
      },
    };
  };

  /** Tells all, in the order in which they came. What a listener throws goes to the caller, and the rest is not told. */
  fire(): void {
    for (const listener of this.#listeners) listener();
  }
}
