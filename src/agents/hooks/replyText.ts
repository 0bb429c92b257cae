/** Log and panel keep the whole. */
const MAX_LENGTH = 8_000;

// Reasons quote attacker text. It must not move a cursor, reorder text, or end a protocol line.
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export function replyText(reason: string, remedy?: string): string {
  return printable(`Auto Mode: ${reason}${remedy === undefined ? '' : ` ${remedy}`}`);
}

/** One line, shortened. */
export function printable(words: string): string {
  const text = words.replace(UNPRINTABLE, ' ').trim();
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)} [shortened]`;
}
