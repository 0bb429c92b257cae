/** Text of a call or of the disk, as it stands in a fact. */
import { writtenText, type Word } from '../../shell/model/analysis';

/** Ordinary paths, commands and names are shorter. What is longer is in the question itself. */
const LONGEST_QUOTED = 1_500;

/** In quotes; where it is long, only how long. It is never cut: half a secret would not be recognised as one. */
export function quotedFact(text: string): string {
  return text.length <= LONGEST_QUOTED ? JSON.stringify(text) : `(${text.length} characters, not repeated here)`;
}

/** The words with blanks between them, in quotes: as many from the front as are not too long together. */
export function quotedWords(words: readonly Word[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const word of words) {
    const text = writtenText(word);
    length += text.length + 1;
    if (length > LONGEST_QUOTED) break;
    shown.push(text);
  }
  const missing = words.length - shown.length;
  return JSON.stringify(shown.join(' ')) + (missing === 0 ? '' : ` and ${missing} more word(s), not repeated here,`);
}

/** What is shown of a list of `total`, and how many more there are. */
export function withRest(shown: readonly string[], total: number, what: string): readonly string[] {
  return total <= shown.length ? shown : [...shown, `And ${total - shown.length} more ${what}.`];
}
