/**
 * Seen with Qwen Code 0.24.4: typed prompts and those of `qwen -p` look alike (`"provenance":"real_user"`), so every
 * prompt is task text.
 */
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { TranscriptEntry } from '../../calls/request';
import { jsonLines, type ReadTranscript } from '../hooks/sessionTranscript';
import type { HookCall } from '../hooks/agentDialect';

const MAX_ENTRIES = 200;

const partSchema = z.object({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  functionCall: z.object({ name: z.string(), args: z.unknown() }).optional(),
});
const lineSchema = z.object({
  type: z.enum(['user', 'assistant']),
  provenance: z.string().optional(),
  message: z.object({ parts: z.array(z.unknown()) }),
});

/** Skips truncated, unknown and malformed lines. */
export function parseQwenCodeTranscript(text: string, { request }: HookCall): ReadTranscript {
  const entries = jsonLines(text).flatMap((value): TranscriptEntry[] => {
    const line = lineSchema.safeParse(value).data;
    if (line === undefined) return [];
    const isTask = line.type === 'user';
    if (isTask && line.provenance !== undefined && line.provenance !== 'real_user') return [];
    return line.message.parts.flatMap((one) => entryOf(one, isTask));
  });
  // The newest may be this call.
  const current = entries.findLastIndex(
    (entry) =>
      entry.role === 'tool_call' && entry.tool === request.tool && isDeepStrictEqual(entry.input, request.input),
  );
  const earlier = entries.filter((_entry, index) => index !== current);
  return { entries: earlier.slice(-MAX_ENTRIES), isComplete: current !== -1 };
}

function entryOf(value: unknown, isTask: boolean): TranscriptEntry[] {
  const part = partSchema.safeParse(value).data;
  if (part === undefined || part.thought === true) return [];
  const { text = '', functionCall } = part;
  if (functionCall !== undefined && !isTask) {
    return [{ role: 'tool_call', tool: functionCall.name, input: functionCall.args }];
  }
  return text.trim() === '' ? [] : [{ role: isTask ? 'task' : 'assistant', text }];
}
