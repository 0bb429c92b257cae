/**
 * Hostile text: nothing becomes a link, picture, icon or markup. Bare addresses become links, so all but letters,
 * digits and blanks are character codes.
 */
export function plainMarkdown(text: string): string {
  return text.replaceAll(/^ |[^\p{L}\p{N} ]/gu, (character) => `&#${character.codePointAt(0) ?? 0xfffd};`);
}
