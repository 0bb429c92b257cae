/** Regular expressions so simple that they stand for a few plain texts. They are read here, never run. */

export interface Literals {
  readonly texts: readonly string[];
  /** Whether the text has to begin with one of them. */
  readonly fromStart: boolean;
  /** Whether it also has to end there. */
  readonly toEnd: boolean;
  readonly ignoresCase: boolean;
}

/** Most texts that one expression may stand for. */
const MOST_TEXTS = 50;

const PLAIN = '(?:[A-Za-z0-9_ :@,=%-]|\\\\[./-])';
const SHAPE = new RegExp(
  `^(?<start>\\^?)(?<head>${PLAIN}*)(?:\\((?:\\?:)?(?<choices>${PLAIN}+(?:\\|${PLAIN}+)*)\\)(?<tail>${PLAIN}*))?(?<end>|\\\\b|\\$|\\\\b\\.\\*\\$?|\\.\\*\\$?|\\(\\\\s\\|\\$\\)|\\(\\?:\\\\s\\|\\$\\))$`,
);

/**
 * The texts that an expression such as `^git (status|log)\b` stands for: letters, digits, blanks, escaped dots, slashes and hyphens,
 * one list of alternatives, and an ordinary end. Undefined for everything else.
 */
export function literalsOf(source: string, flags: string): Literals | undefined {
  const { start, head = '', choices, tail = '', end = '' } = SHAPE.exec(source)?.groups ?? {};
  if (start === undefined) return undefined;
  const texts = (choices?.split('|') ?? ['']).map((choice) => `${head}${choice}${tail}`.replace(/\\(?=[./-])/g, ''));
  if (texts.length > MOST_TEXTS || texts.some((text) => text.trim() === '')) return undefined;
  return { texts, fromStart: start === '^', toEnd: end === '$', ignoresCase: flags.includes('i') };
}
