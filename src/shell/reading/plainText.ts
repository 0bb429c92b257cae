/** What the shell takes literally. */

const PLAIN = 1;
const NAME = 2;
const kinds = new Uint8Array(128);
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_') {
  kinds[character.charCodeAt(0)] = PLAIN | NAME;
}
for (const character of './:@%+=-^!#],}') kinds[character.charCodeAt(0)] = PLAIN;

export function isPlain(source: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = source.charCodeAt(at);
    if (code < 128 && ((kinds[code] ?? 0) & PLAIN) === 0) return false;
  }
  return true;
}

export function isNameCode(code: number): boolean {
  return code < 128 && ((kinds[code] ?? 0) & NAME) !== 0;
}

export function looksLikeAssignment(source: string, from: number, to: number): boolean {
  let at = from;
  while (at < to && isNameCode(source.charCodeAt(at))) at++;
  if (at === from || /\d/.test(source.charAt(from))) return false;
  if (source.charAt(at) === '+') at++;
  return source.charAt(at) === '=';
}
