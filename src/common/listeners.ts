export class Listeners {
  readonly #listeners = new Set<() => void>();

  /** Added twice, it is notified once. */
  readonly subscribe = (listener: () => void): { dispose(): void } => {
    this.#listeners.add(listener);
    return {
      dispose: () => {
        this.#listeners.delete(listener);
      },
    };
  };

  fire(): void {
    for (const listener of this.#listeners) listener();
  }
}
