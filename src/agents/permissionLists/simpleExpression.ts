/** Parsed, never run. */

export interface Literals {
  readonly texts: readonly string[];
  readonly fromStart: boolean;
  readonly toEnd: boolean;
  readonly ignoresCase: boolean;
}

const MOST_TEXTS = 50;

const PLAIN = '(?:[A-Za-z0-9_ :@,=%-]|\\\\[./-])';
const SHAPE = new RegExp(
  `^(?<start>\\^?)(?<head>${PLAIN}*)(?:\\((?:\\?:)?(?<choices>${PLAIN}+(?:\\|${PLAIN}+)*)\\)(?<tail>${PLAIN}*))?(?<end>|\\\\b|\\$|\\\\b\\.\\*\\$?|\\.\\*\\$?|\\(\\\\s\\|\\$\\)|\\(\\?:\\\\s\\|\\$\\))$`,
);

/** Such as `^git (status|log)\b`: letters, digits, blanks, escaped dots, slashes, hyphens, one list of alternatives. */
export function literalsOf(source: string, flags: string): Literals | undefined {
  const { start, head = '', choices, tail = '', end = '' } = SHAPE.exec(source)?.groups ?? {};
  if (start === undefined) return undefined;
  const texts = (choices?.split('|') ?? ['']).map((choice) => `${head}${choice}${tail}`.replace(/\\(?=[./-])/g, ''));
  if (texts.length > MOST_TEXTS || texts.some((text) => text.trim() === '')) return undefined;
  return { texts, fromStart: start === '^', toEnd: end === '$', ignoresCase: flags.includes('i') };
}
