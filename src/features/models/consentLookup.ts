/** A silent editor must not delay every call. */
export class ConsentLookup<Answer> {
  readonly #unanswered = new Set<string>();

  constructor(private readonly limitMs: number) {}

  /**
   * @param owner one look at a time; others get no answer
   * @param look a failure is no answer
   * @returns undefined without an answer in time; a late one serves the next call
   */
  async answer(owner: string, look: () => PromiseLike<Answer>): Promise<Answer | undefined> {
    if (this.#unanswered.has(owner)) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => {
        resolve('late');
      }, this.limitMs);
    });
    const looked = Promise.resolve()
      .then(look)
      .then(
        (answer) => ({ answer }),
        () => ({ answer: undefined }),
      );
    const found = await Promise.race([looked, late]);
    clearTimeout(timer);
    if (found !== 'late') return found.answer;
    this.#unanswered.add(owner);
    void looked.then(() => this.#unanswered.delete(owner));
    return undefined;
  }

  forget(): void {
    this.#unanswered.clear();
  }
}
