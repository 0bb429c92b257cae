/** Only blanks, operators, keywords and comments separate words. */

export interface Span {
  readonly pos: number;
  readonly end: number;
}

const KEYWORDS = new Set(
  'if then elif else fi for while until do done case esac in select function coproc time -p --'.split(' '),
);

/** Text in no word: the parser silently skips what it does not understand. */
export function strayTextAt(source: string, from: number, to: number, words: Span[]): number | undefined {
  // A here-document's body comes before the rest of its line.
  words.sort((one, other) => one.pos - other.pos);
  let at = from;
  for (const { pos, end } of words) {
    if (pos < at) return pos;
    const stray = strayInGap(source, at, pos);
    if (stray !== undefined) return stray;
    at = end;
  }
  return strayInGap(source, at, to);
}

/** The first gap that a shell reads differently. @param words sorted */
export function differingGap(
  source: string,
  from: number,
  to: number,
  words: readonly Span[],
  objectionTo: (text: string) => string | undefined,
): { readonly why: string; readonly at: number } | undefined {
  let at = from;
  for (const { pos, end } of [...words, { pos: to, end: to }]) {
    const why = at < pos ? objectionTo(source.slice(at, pos)) : undefined;
    if (why !== undefined) return { why, at };
    at = end;
  }
  return undefined;
}

export function isBlankGap(source: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = source.charCodeAt(at);
    if (code === 0x20 || code === 0x09) continue;
    if (code !== 0x5c || !isContinuation(source, at) || at === from) return false;
    at++;
  }
  return to > from;
}

/** After a blank, or it could join halves of a word or operator. */
function isContinuation(source: string, at: number): boolean {
  const before = source.charAt(at - 1);
  return source.charAt(at + 1) === '\n' && (before === ' ' || before === '\t');
}

function strayInGap(source: string, from: number, to: number): number | undefined {
  for (let at = from; at < to; at++) {
    const character = source.charAt(at);
    // Otherwise it would be a function's.
    if (character === '(' && at === from && from > 0 && /\w/.test(source.charAt(at - 1))) return at;
    if (' \t\n;&|(){}!'.includes(character)) continue;
    if (character === '#') {
      if (at > from && !/[\s;&|()]/.test(source.charAt(at - 1))) return at;
      if (at === from && from > 0 && !/[\s;&|()`]/.test(source.charAt(at - 1))) return at;
      const newline = source.indexOf('\n', at);
      at = newline === -1 || newline > to ? to : newline - 1;
      continue;
    }
    if (character === '\\') {
      if (!isContinuation(source, at)) return at;
      at++;
      continue;
    }
    let end = at;
    while (end < to && /[a-z-]/.test(source.charAt(end))) end++;
    if (!KEYWORDS.has(source.slice(at, end))) return at;
    at = end - 1;
  }
  return undefined;
}
