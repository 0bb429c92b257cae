/** Quoted, on one line, bounded and visible: it passes for neither our words nor the user's. */

const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** @param max quoted characters */
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
