/** Longest reason that is handed to an agent, in characters. The decision itself, in the log and the panel, stays whole. */
const MAX_LENGTH = 8_000;

// A reason quotes the input, which is attacker text: nothing in it may move the cursor of a terminal, reorder what is read, or end a line of a protocol.
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** One text for an agent from a reason and its remedy: one line, printable, of bounded length. */
export function replyText(reason: string, remedy?: string): string {
  const text = `Auto Mode: ${reason}${remedy === undefined ? '' : ` ${remedy}`}`.replace(UNPRINTABLE, ' ').trim();
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)} [shortened]`;
}
