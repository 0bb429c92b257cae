import type { WrittenPlace } from './writtenPlace';

/** Reads a word's text while nothing in it differs. */
export abstract class WordScan {
  protected readonly word: WrittenPlace;
  protected readonly source: string;
  protected at: number;

  constructor(word: WrittenPlace) {
    this.word = word;
    this.source = word.source;
    this.at = word.from;
  }

  /** Goes on behind what it reads. @returns why it differs */
  protected abstract next(): string | undefined;

  protected rest(): string | undefined {
    while (this.at < this.word.to) {
      const found = this.next();
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
