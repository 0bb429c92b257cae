import type { WordPlace } from '../reading/wordPart';

/** A word as written, or the body of a here-document. */
export interface WrittenPlace {
  readonly source: string;
  readonly from: number;
  readonly to: number;
  readonly place: WordPlace | 'here-document';
  /** Where the expansion ends that starts there. */
  endOfExpansion(at: number): number | undefined;
  /** The line sets it to a number, or to text that no shell changes. */
  holdsPlainText(variable: string): boolean;
}
