/**
 * Texts that a repository wrote and that an agent or a person reads in a sentence of ours: quoted, on one line, of bounded length, with
 * nothing in them that cannot be seen, so that they pass neither for the sentence around them nor for the user's words.
 */

const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** @param max characters of the text that are quoted; whatever is longer ends with an ellipsis */
export function quotedWords(text: string, max: number): string {
  const line = text
    .slice(0, 2 * max)
    .replace(/\s+/gu, ' ')
    .trim();
  const shown = line.length <= max ? line : `${line.slice(0, max)}…`;
  return JSON.stringify(shown).replace(UNSEEN, escapeOf);
}

function escapeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
}
