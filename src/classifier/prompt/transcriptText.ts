import type { TranscriptEntry } from '../../calls/request';
import { cutMiddle, quoted, showsAnything, toolName } from './framing';
import { redactSecrets } from './redaction';

/** Longest text of one record, in characters as sent. */
const MAX_RECORD_CHARACTERS = 2_000;
/** No tool has a longer name. */
const MAX_NAME_CHARACTERS = 256;
/** More of one entry is not even looked through for secrets, so that the time stays bounded. */
const MAX_EXAMINED_CHARACTERS = 200_000;

export interface TranscriptOptions {
  /** How many of the last entries are shown. */
  readonly maxEntries: number;
  /** Whether what the assistant said is shown: prose is how a judge is talked over. */
  readonly assistantText: boolean;
  /** Most characters of all records together; the oldest calls and answers go first, and the user's words after them. */
  readonly maxCharacters: number;
  /** Whether there is room for the user's last words alone. */
  readonly lastWordsFit: (record: string) => boolean;
}

export interface TranscriptText {
  /** Empty where nothing is shown. */
  readonly text: string;
  /** Whether any of it is the user's words. */
  readonly hasUserWords: boolean;
  /** The user's last words do not fit; nothing is shown then. */
  readonly lacksLastWords: boolean;
}

/**
 * The conversation as numbered records, oldest first. The user's last words are kept even where many tool calls came after them: without
 * them nothing could be authorised, and no limit that they set would be seen. For the same reason long calls never take the place of
 * what the user said among the last entries.
 */
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

/** What shows as nothing are no words. */
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
