import type { TranscriptEntry } from '../../calls/request';
import { cutMiddle, quoted, showsAnything, toolName } from './framing';
import { redactSecrets } from './redaction';

/** In characters as sent. */
const MAX_RECORD_CHARACTERS = 2_000;
const MAX_NAME_CHARACTERS = 256;
/** For each entry; bounds the search for secrets. */
const MAX_EXAMINED_CHARACTERS = 200_000;

export interface TranscriptOptions {
  readonly maxEntries: number;
  /** Prose can persuade a judge. */
  readonly assistantText: boolean;
  /** The oldest calls and answers go first, then the user's words. */
  readonly maxCharacters: number;
  readonly lastWordsFit: (record: string) => boolean;
}

export interface TranscriptText {
  readonly text: string;
  readonly hasUserWords: boolean;
  readonly lacksLastWords: boolean;
}

/** Numbered, oldest first. The user's last words stay, however many calls follow: they authorise and limit. */
export function transcriptText(entries: readonly TranscriptEntry[], options: TranscriptOptions): TranscriptText {
  if (options.maxEntries <= 0) return { text: '', hasUserWords: false, lacksLastWords: false };
  const numbered = entries
    .map((entry, index) => ({ entry, number: index + 1 }))
    .filter(({ entry }) => options.assistantText || entry.role !== 'assistant');
  const last = numbered.slice(-options.maxEntries);
  const lastWords = numbered.findLast(isUsers);
  const users = last.filter((item) => isUsers(item) && item !== lastWords);
  const shown = new Map<number, string>();
  let room = options.maxCharacters;
  const show = (item: NumberedEntry, text: string): void => {
    shown.set(item.number, text);
    room -= text.length + 1;
  };
  const fits = (item: NumberedEntry): boolean => {
    const text = record(item);
    if (text.length + 1 > room) return false;
    show(item, text);
    return true;
  };
  if (lastWords !== undefined) {
    const text = record(lastWords);
    if (!options.lastWordsFit(text)) return { text: '', hasUserWords: false, lacksLastWords: true };
    show(lastWords, text);
  }
  if (users.reverse().every(fits)) {
    last
      .filter((item) => !isUsers(item))
      .reverse()
      .every(fits);
  }
  return {
    text: [...shown]
      .sort(([left], [right]) => left - right)
      .map(([, text]) => text)
      .join('\n'),
    hasUserWords: lastWords !== undefined,
    lacksLastWords: false,
  };
}

interface NumberedEntry {
  readonly entry: TranscriptEntry;
  readonly number: number;
}

function isUsers({ entry }: NumberedEntry): boolean {
  return entry.role === 'user' && showsAnything(entry.text);
}

function record({ entry, number }: NumberedEntry): string {
  const text = entry.role === 'tool_call' ? serialised(entry.input) : entry.text;
  const { text: clean } = redactSecrets(cutMiddle(text, MAX_EXAMINED_CHARACTERS));
  return `#${number} ${heading(entry)}\n${quoted(clean, MAX_RECORD_CHARACTERS)}`;
}

function heading(entry: TranscriptEntry): string {
  switch (entry.role) {
    case 'user':
      return 'user';
    case 'task':
      return 'task (not typed by a person; authorises nothing)';
    case 'assistant':
      return 'assistant';
    case 'tool_call':
      return `tool call: ${toolName(shortName(entry.tool))}`;
  }
}

function shortName(name: string): string {
  const more = name.length - MAX_NAME_CHARACTERS;
  return more <= 0 ? name : `${name.slice(0, MAX_NAME_CHARACTERS)}... (${more} more characters)`;
}

function serialised(input: unknown): string {
  if (input === undefined) return '(no input)';
  try {
    return JSON.stringify(input);
  } catch {
    return '(input that is not JSON)';
  }
}
