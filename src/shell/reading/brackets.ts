/** Longer ones are not understood. */
export const LONGEST_BRACKET = 128;
const LONGEST_CLASS = 32;

/**
 * Bracket expressions: `[^]]`, `[]a]`, `[[:alpha:]]`, `[[=e=]]`, `[[.hyphen.]]`.
 * @param open the `[`
 * @returns the closing `]`, or -1: the `[` is literal
 */
export function bracketEnd(text: string, open: number, end: number): number {
  const last = Math.min(end, open + LONGEST_BRACKET);
  let at = open + 1;
  if (text[at] === '!' || text[at] === '^') at += 1;
  if (text[at] === ']') at += 1;
  while (at < last) {
    const character = text[at];
    if (character === ']') return at;
    const kind = character === '[' ? text[at + 1] : undefined;
    const close =
      kind === ':' || kind === '=' || kind === '.'
        ? text.slice(at + 2, Math.min(last, at + LONGEST_CLASS)).indexOf(`${kind}]`)
        : -1;
    at = close === -1 ? at + 1 : at + 2 + close + 2;
  }
  return -1;
}
