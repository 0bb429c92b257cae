/** Escapes invisible characters, and those that reorder or move text. */
import { table } from './table';

/** More would cover other lines. */
const MAX_MARKS = 4;
/** More push text out of sight, or to a wrapped line's start. */
const MAX_SPACES = 32;

const HIDDEN =
  '[\\p{Cc}\\p{Cf}\\p{Cn}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?! )\\p{Zs}';
const CONSPICUOUS = new RegExp(`\\p{M}{${MAX_MARKS + 1},}| {${MAX_SPACES + 1},}|${HIDDEN}`, 'gu');
const INVISIBLE = new RegExp(HIDDEN, 'u');

const SHORT_ESCAPES: Readonly<Record<string, string>> = table({ '\n': '\\n', '\r': '\\r', '\t': '\\t' });

function escapeOf(character: string): string {
  return SHORT_ESCAPES[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
}

function shown(match: string, kept: string): string {
  if (match.startsWith(' ')) return `\\u{20}×${match.length}`;
  return Array.from(match)
    .map((character, index) =>
      kept.includes(character) || (index < MAX_MARKS && !INVISIBLE.test(character)) ? character : escapeOf(character),
    )
    .join('');
}

/** Escapes line breaks and tabs. */
export function visibleLine(text: string): string {
  return text.replace(CONSPICUOUS, (match) => shown(match, ''));
}

export function visibleLines(text: string): string {
  return text.replace(CONSPICUOUS, (match) => shown(match, '\n'));
}

export function visibleDocument(text: string): string {
  return text.replace(CONSPICUOUS, (match) => shown(match, '\n\t'));
}

/**
 * For display only.
 * @param text only its start is read
 */
export function shortLine(text: string, limit: number): string {
  const line = visibleLine(
    text
      .slice(0, limit * 2)
      .replace(/[ \t]+/gu, ' ')
      .trim(),
  );
  const cut = line.length > limit || text.length > limit * 2;
  return cut
    ? `${Array.from(line)
        .slice(0, limit - 1)
        .join('')}…`
    : line;
}
