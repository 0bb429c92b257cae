/**
 * Hostile plain text: nothing of it becomes a link, picture, icon or markup. A bare address becomes a link, so all but
 * letters, digits and blanks become character codes.
 */
export function plainMarkdown(text: string): string {
  return text.replaceAll(/^ |[^\p{L}\p{N} ]/gu, (character) => `&#${character.codePointAt(0) ?? 0xfffd};`);
}
