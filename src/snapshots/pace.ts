const SLICE_MILLISECONDS = 8;

/** Ends in time, and lets the editor go on meanwhile. */
export class Pace {
  readonly #end: number;
  #sliceEnd = performance.now() + SLICE_MILLISECONDS;

  constructor(milliseconds: number) {
    this.#end = performance.now() + milliseconds;
  }

  get isOver(): boolean {
    return performance.now() > this.#end;
  }

  async breathe(): Promise<void> {
    if (performance.now() < this.#sliceEnd) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#sliceEnd = performance.now() + SLICE_MILLISECONDS;
  }
}
