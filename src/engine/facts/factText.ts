import { writtenText, type Word } from '../../shell/model/analysis';

const LONGEST_QUOTED = 1_500;

/** Long text shows only its length: redaction would miss half a secret. */
export function quotedFact(text: string): string {
  return text.length <= LONGEST_QUOTED ? JSON.stringify(text) : `(${text.length} characters, not repeated here)`;
}

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

export function withRest(shown: readonly string[], total: number, what: string): readonly string[] {
  return total <= shown.length ? shown : [...shown, `And ${total - shown.length} more ${what}.`];
}
