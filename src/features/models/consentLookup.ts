/** Looks at a record of the editor's, for as long as an agent's call can wait for it. An editor that gives no answer is not waited for by every call. */
export class ConsentLookup<Answer> {
  /** Whose look is still without an answer. */
  readonly #unanswered = new Set<string>();

  /** @param limitMs how long one look is waited for */
  constructor(private readonly limitMs: number) {}

  /**
   * @param owner what is looked for: there is one look for it at a time, and meanwhile no answer
   * @param look asks the editor; that it fails is no answer
   * @returns undefined where there is no answer in time. A late one is for the next call: that is asked for anew.
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

  /** Has every owner looked for again, as its record has changed. */
  forget(): void {
    this.#unanswered.clear();
  }
}
