/**
 * Seen with Copilot CLI 1.0.102: typed prompts and `copilot -p` look alike (`user.message` without a `source`), so
 * every prompt is task text. `agent-<id>` is an agent's message to its sub-agent; other sources (`skill-...`, `system`,
 * ...) are the program's.
 */
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { JsonObject } from '../../common/json';
import type { TranscriptEntry } from '../../calls/request';
import { toolInput } from './toolInput';

const lineSchema = z.object({
  type: z.string(),
  agentId: z.string().optional(),
  data: z.object({
    content: z.string().optional(),
    source: z.string().optional(),
    isAutopilotContinuation: z.boolean().optional(),
    toolRequests: z.array(z.unknown()).optional(),
    toolCallId: z.string().optional(),
  }),
});
type Line = z.infer<typeof lineSchema>;

const toolRequestSchema = z.object({ toolCallId: z.string(), name: z.string(), arguments: z.unknown() });

const EVENTS = ['user.message', 'assistant.message', 'tool.execution_complete'];

export interface CurrentCall {
  readonly id: string | undefined;
  readonly tool: string;
  readonly input: JsonObject;
}

export interface TranscriptOptions {
  /** Undefined: without sub-agents. */
  readonly subAgentId: string | undefined;
  /** Skipped: it is in the file already, but payloads lack its id. */
  readonly currentCall: CurrentCall;
  readonly maxEntries: number;
}

export interface ParsedTranscript {
  readonly entries: readonly TranscriptEntry[];
  readonly holdsCurrentCall: boolean;
}

/** Skips truncated, unknown and malformed lines. */
export function parseCopilotTranscript(text: string, options: TranscriptOptions): ParsedTranscript {
  const newestFirst: TranscriptEntry[] = [];
  const ended = new Set<string>();
  let isCurrentFound = false;
  const isCurrent = (request: z.infer<typeof toolRequestSchema>): boolean => {
    const { id, tool, input } = options.currentCall;
    if (isCurrentFound || ended.has(request.toolCallId)) return false;
    isCurrentFound =
      request.toolCallId === id ||
      (id === undefined && request.name === tool && isDeepStrictEqual(toolInput(request.arguments), input));
    return isCurrentFound;
  };

  const lines = text.split('\n');
  for (let index = lines.length - 1; index >= 0 && newestFirst.length < options.maxEntries; index -= 1) {
    const line = parseLine(lines[index] ?? '');
    if (line === undefined || line.agentId !== options.subAgentId) continue;
    if (line.type === 'tool.execution_complete') ended.add(line.data.toolCallId ?? '');
    else if (line.type === 'user.message') newestFirst.push(...prompt(line));
    else newestFirst.push(...assistant(line, isCurrent).reverse());
  }
  return { entries: newestFirst.slice(0, options.maxEntries).reverse(), holdsCurrentCall: isCurrentFound };
}

function parseLine(text: string): Line | undefined {
  // Saves parsing: in JSON strings quotes are escaped, so these match structure only.
  if (!EVENTS.some((event) => text.includes(`"type":"${event}"`))) return undefined;
  try {
    const line = lineSchema.safeParse(JSON.parse(text)).data;
    return line !== undefined && EVENTS.includes(line.type) ? line : undefined;
  } catch {
    return undefined;
  }
}

function prompt({ data: { content = '', source, isAutopilotContinuation } }: Line): TranscriptEntry[] {
  const isPrompt = source === undefined || source === 'user' || source.startsWith('agent-');
  if (!isPrompt || isAutopilotContinuation === true || content.trim() === '') return [];
  return [{ role: 'task', text: content }];
}

function assistant(
  { data: { content = '', toolRequests = [] } }: Line,
  isCurrent: (request: z.infer<typeof toolRequestSchema>) => boolean,
): TranscriptEntry[] {
  const said: TranscriptEntry[] = content.trim() === '' ? [] : [{ role: 'assistant', text: content }];
  const called = toolRequests.flatMap((value): TranscriptEntry[] => {
    const request = toolRequestSchema.safeParse(value).data;
    if (request === undefined || isCurrent(request)) return [];
    return [{ role: 'tool_call', tool: request.name, input: toolInput(request.arguments) ?? request.arguments }];
  });
  return [...said, ...called];
}
