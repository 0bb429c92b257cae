/** By others' findings; Cursor documents no form. Typed words are not marked, so every prompt is task text. */
import * as z from 'zod';
import type { TranscriptEntry } from '../../calls/request';
import { jsonLines, type ReadTranscript } from '../hooks/sessionTranscript';

const MAX_ENTRIES = 200;

const lineSchema = z.object({
  role: z.enum(['user', 'assistant']),
  message: z.object({ content: z.array(z.unknown()) }),
});
const partSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('tool_use'), name: z.string(), input: z.unknown() }),
]);

/** Skips truncated, unknown and malformed lines. */
export function parseCursorTranscript(text: string): ReadTranscript {
  const entries = jsonLines(text).flatMap((value): TranscriptEntry[] => {
    const line = lineSchema.safeParse(value).data;
    return line === undefined ? [] : line.message.content.flatMap((part) => entryOf(part, line.role));
  });
  return { entries: entries.slice(-MAX_ENTRIES), isComplete: true };
}

function entryOf(value: unknown, role: 'user' | 'assistant'): TranscriptEntry[] {
  const part = partSchema.safeParse(value).data;
  if (part === undefined) return [];
  if (part.type === 'tool_use') {
    return role === 'user' ? [] : [{ role: 'tool_call', tool: part.name, input: part.input }];
  }
  return part.text.trim() === '' ? [] : [{ role: role === 'user' ? 'task' : 'assistant', text: part.text }];
}
