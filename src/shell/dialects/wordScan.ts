import type { WrittenPlace } from './writtenPlace';

/** Goes through a word's text, from its start to its end, as long as nothing in it is read otherwise. */
export abstract class WordScan {
  protected readonly word: WrittenPlace;
  protected readonly source: string;
  protected at: number;

  constructor(word: WrittenPlace) {
    this.word = word;
    this.source = word.source;
    this.at = word.from;
  }

  /** Goes on behind what it reads. @returns why it is read otherwise */
  protected abstract next(): string | undefined;

  protected rest(): string | undefined {
    while (this.at < this.word.to) {
      const found = this.next();
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
