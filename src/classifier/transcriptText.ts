import type { TranscriptEntry } from '../engine/request';
import { cutMiddle, quoted, toolName } from './framing';
import { redactSecrets } from './redaction';

/** Longest text of one record, in characters as sent. */
const MAX_RECORD_CHARACTERS = 2_000;
/** More of one entry is not even looked through for secrets, so that the time stays bounded. */
const MAX_EXAMINED_CHARACTERS = 200_000;

export interface TranscriptOptions {
  /** How many of the last entries are shown. */
  readonly maxEntries: number;
  /** Whether what the assistant said is shown: prose is how a judge is talked over. */
  readonly assistantText: boolean;
  /** Most characters of all records together; the oldest go first. */
  readonly maxCharacters: number;
}

/**
 * The conversation as numbered records, oldest first; empty where there is none. The user's last words are kept even where many tool
 * calls came after them: without them nothing could be authorised, and no limit that they set would be seen.
 */
export function transcriptText(entries: readonly TranscriptEntry[], options: TranscriptOptions): string {
  const numbered = entries
    .map((entry, index) => ({ entry, number: index + 1 }))
    .filter(({ entry }) => options.assistantText || entry.role !== 'assistant');
  if (options.maxEntries <= 0) return '';
  const shown = numbered.slice(-options.maxEntries);
  const earlier = numbered.slice(0, -options.maxEntries);
  const lastWords = shown.some(isUsers) ? undefined : earlier.findLast(isUsers);
  const first = lastWords === undefined ? [] : [record(lastWords)];
  let room = options.maxCharacters - first.join('').length;
  const records: string[] = [];
  for (const item of shown.reverse()) {
    const text = record(item);
    room -= text.length + 1;
    if (room < 0) break;
    records.unshift(text);
  }
  return [...first, ...records].join('\n');
}

interface NumberedEntry {
  readonly entry: TranscriptEntry;
  readonly number: number;
}

function isUsers({ entry }: NumberedEntry): boolean {
  return entry.role === 'user';
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
      return `tool call: ${toolName(entry.tool)}`;
  }
}

function serialised(input: unknown): string {
  if (input === undefined) return '(no input)';
  try {
    return JSON.stringify(input);
  } catch {
    return '(input that is not JSON)';
  }
}
