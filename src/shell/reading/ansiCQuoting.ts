import { table } from '../../common/table';

export interface DecodedText {
  readonly text: string;
  /** False: bash's version or the locale changes the text. */
  readonly isExact: boolean;
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = table({
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
});

/** Bash manual, section 3.1.2.4. */
export function decodeAnsiC(quoted: string): DecodedText {
  let text = '';
  let isExact = true;
  for (let at = 0; at < quoted.length; at++) {
    const character = quoted.charAt(at);
    if (character !== '\\') {
      text += character;
      continue;
    }
    const escaped = quoted.charAt(++at);
    const simple = SIMPLE_ESCAPES[escaped];
    if (simple !== undefined) {
      text += simple;
      continue;
    }
    const digits = numericEscape(quoted, at);
    if (digits !== undefined) {
      // A zero ends the text; beyond ASCII the locale decides.
      if (digits.value === 0 || digits.value > 0x7f) isExact = false;
      if (digits.value > 0 && digits.value <= 0x10ffff) text += String.fromCodePoint(digits.value);
      at = digits.end - 1;
      continue;
    }
    if (escaped === '' || escaped === '\n' || /[cxuU]/.test(escaped)) isExact = false;
    text += `\\${escaped}`;
  }
  return { text, isExact };
}

/**
 * `\nnn`, `\xHH`, `\uHHHH` and `\UHHHHHHHH`.
 * @param at after the backslash
 */
function numericEscape(quoted: string, at: number): { value: number; end: number } | undefined {
  const kind = quoted.charAt(at);
  const longest = { x: 2, u: 4, U: 8 }[kind];
  const start = longest === undefined ? at : at + 1;
  const isDigit = longest === undefined ? /[0-7]/ : /[0-9A-Fa-f]/;
  let end = start;
  while (end < quoted.length && end - start < (longest ?? 3) && isDigit.test(quoted.charAt(end))) end++;
  if (end === start) return undefined;
  const value = Number.parseInt(quoted.slice(start, end), longest === undefined ? 8 : 16);
  return { value: longest === undefined ? value & 0xff : value, end };
}
