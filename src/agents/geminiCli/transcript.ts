/**
 * Seen with Gemini CLI 0.61: one record a line, written again under its id when a call ends; `$set` replaces earlier
 * records, `$rewindTo` takes back a record and all behind it. Typed and scripted prompts look alike, so every prompt is
 * task text. Unfinished calls are missing.
 */
import * as z from 'zod';
import type { TranscriptEntry } from '../../calls/request';
import { jsonLines, type ReadTranscript } from '../hooks/sessionTranscript';

const MAX_ENTRIES = 200;

const partSchema = z.object({ text: z.string().optional() });
const recordSchema = z.object({
  id: z.string(),
  type: z.string(),
  content: z.union([z.string(), z.array(z.unknown())]),
  toolCalls: z.array(z.unknown()).optional(),
});
const callSchema = z.object({ name: z.string(), args: z.unknown() });
const setSchema = z.object({ $set: z.object({ messages: z.array(z.unknown()) }) });
const rewindSchema = z.object({ $rewindTo: z.string() });

type Recorded = z.infer<typeof recordSchema>;

/** The program's first message. */
const PROGRAMS_OWN = /^\s*<session_context>/;

/** Skips truncated, unknown and malformed lines. */
export function parseGeminiCliTranscript(text: string): ReadTranscript {
  const records = new Map<string, Recorded>();
  const keep = (value: unknown): void => {
    const one = recordSchema.safeParse(value).data;
    if (one !== undefined) records.set(one.id, one);
  };
  for (const value of jsonLines(text)) {
    const set = setSchema.safeParse(value).data;
    const rewind = rewindSchema.safeParse(value).data;
    if (set !== undefined) {
      records.clear();
      set.$set.messages.forEach(keep);
    } else if (rewind !== undefined) {
      const ids = [...records.keys()];
      const from = ids.indexOf(rewind.$rewindTo);
      for (const id of from === -1 ? ids : ids.slice(from)) records.delete(id);
    } else keep(value);
  }
  const entries = [...records.values()].flatMap(entriesOf);
  return { entries: entries.slice(-MAX_ENTRIES), isComplete: entries.length > 0 };
}

function entriesOf({ type, content, toolCalls = [] }: Recorded): TranscriptEntry[] {
  if (type !== 'user' && type !== 'gemini') return [];
  const said =
    typeof content === 'string' ? content : content.map((part) => partSchema.safeParse(part).data?.text ?? '').join('');
  const isSaid = said.trim() !== '' && !(type === 'user' && PROGRAMS_OWN.test(said));
  const calls = toolCalls.flatMap((value): TranscriptEntry[] => {
    const call = callSchema.safeParse(value).data;
    return call === undefined ? [] : [{ role: 'tool_call', tool: call.name, input: call.args }];
  });
  return [...(isSaid ? [{ role: type === 'user' ? 'task' : 'assistant', text: said } as const] : []), ...calls];
}
