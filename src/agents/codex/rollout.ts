/**
 * Codex's session record ("rollout") of 0.169. It does not mark who typed a prompt: `codex exec` writes the same. So
 * words count as the user's only in a session begun in the terminal (`source: "cli"`, or originator `codex-tui`), and
 * in a turn that may ask the user.
 */
import { isAbsolute } from 'node:path';
import * as z from 'zod';
import type { JsonObject } from '../../common/json';
import type { TranscriptEntry } from '../../calls/request';
import { isJsonObject } from '../hooks/hookPayload';

const metaSchema = z.object({
  type: z.literal('session_meta'),
  payload: z.object({
    source: z.unknown(),
    originator: z.unknown(),
    thread_source: z.string().nullish(),
    cwd: z.unknown(),
  }),
});

const turnSchema = z.object({
  type: z.literal('turn_context'),
  payload: z.object({ turn_id: z.string(), approval_policy: z.unknown() }),
});

const userItemSchema = z.object({
  type: z.literal('event_msg'),
  payload: z.object({
    type: z.literal('item_completed'),
    turn_id: z.string(),
    item: z.object({ type: z.literal('UserMessage'), content: z.array(z.unknown()) }),
  }),
});

const messageSchema = z.object({
  type: z.literal('message'),
  role: z.string(),
  content: z.array(z.unknown()),
  internal_chat_message_metadata_passthrough: z
    .object({
      turn_id: z.string().optional(),
      content_item_metadata: z.array(z.object({ provenance: z.object({ type: z.string() }).optional() })).optional(),
    })
    .optional(),
});

const callSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('function_call'), name: z.string(), arguments: z.string(), call_id: z.string() }),
  z.object({ type: z.literal('custom_tool_call'), name: z.string(), input: z.string(), call_id: z.string() }),
  z.object({ type: z.literal('local_shell_call'), call_id: z.string().nullish(), action: z.unknown() }),
]);
type RolloutCall = z.infer<typeof callSchema>;

const itemSchema = z.object({
  type: z.literal('response_item'),
  payload: z.union([messageSchema, callSchema]),
});

const textSchema = z.object({ type: z.enum(['text', 'input_text', 'output_text']), text: z.string() });

export interface RolloutOptions {
  /** Skipped: it is in the file already. */
  readonly currentCallId: string | undefined;
  readonly maxEntries: number;
}

/**
 * Oldest first. Skips malformed lines.
 * @param start the first line; may be in `end` too
 */
export function parseRollout(start: string | undefined, end: string, options: RolloutOptions): TranscriptEntry[] {
  const lines = end
    .split('\n')
    .map(parseLine)
    .filter((line) => line !== undefined);
  const typed = start !== undefined && [parseLine(start), ...lines.filter(isMeta)].every(beganInTerminal);
  const asking = new Set<string>();
  const fromPrompt = new Set<string>();
  for (const line of lines) {
    const turn = turnSchema.safeParse(line).data?.payload;
    if (turn !== undefined) {
      if (typeof turn.approval_policy === 'string' && turn.approval_policy !== 'never') asking.add(turn.turn_id);
      else asking.delete(turn.turn_id);
    }
    for (const { turnId, text } of promptTexts(line)) fromPrompt.add(JSON.stringify([turnId, text]));
  }

  return lines
    .flatMap((line): TranscriptEntry[] => {
      const user = userItemSchema.safeParse(line).data?.payload;
      if (user !== undefined) {
        const text = textOf(user.item.content);
        const isUsers = typed && asking.has(user.turn_id) && fromPrompt.has(JSON.stringify([user.turn_id, text]));
        return text.trim() === '' ? [] : [{ role: isUsers ? 'user' : 'task', text }];
      }
      const item = itemSchema.safeParse(line).data?.payload;
      return item === undefined ? [] : agentEntries(item, options.currentCallId);
    })
    .slice(-options.maxEntries);
}

/** As last given to the model; undefined: not in these lines. */
export function loadedInstructions(end: string): string | undefined {
  const texts = end.split('\n').flatMap((line) => {
    const item = itemSchema.safeParse(parseLine(line)).data?.payload;
    if (item?.type !== 'message' || item.role !== 'user') return [];
    const marks = item.internal_chat_message_metadata_passthrough?.content_item_metadata ?? [];
    return item.content
      .filter((_part, index) => marks[index]?.provenance?.type === 'agents_md')
      .map((part) => textOf([part]));
  });
  return texts.at(-1);
}

/** Calls may name others. */
export function sessionFolder(start: string | undefined): string | undefined {
  const folder = start === undefined ? undefined : metaSchema.safeParse(parseLine(start)).data?.payload.cwd;
  return typeof folder === 'string' && isAbsolute(folder) ? folder : undefined;
}

export function callInputs(end: string, callId: string): readonly JsonObject[] {
  return end.split('\n').flatMap((line) => {
    const call = itemSchema.safeParse(parseLine(line)).data?.payload;
    return call === undefined || call.type === 'message' || call.call_id !== callId ? [] : [callInput(call)];
  });
}

/** Saves parsing: in JSON strings quotes are escaped, so these match structure only. */
const MATTERS = [
  '"type":"session_meta"',
  '"type":"turn_context"',
  '"type":"UserMessage"',
  '"type":"message"',
  '"type":"function_call"',
  '"type":"custom_tool_call"',
  '"type":"local_shell_call"',
];

function parseLine(text: string): JsonObject | undefined {
  if (!MATTERS.some((mark) => text.includes(mark))) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isMeta(line: JsonObject): boolean {
  return line['type'] === 'session_meta';
}

/** A fork has both first lines. */
function beganInTerminal(line: JsonObject | undefined): boolean {
  const meta = metaSchema.safeParse(line).data?.payload;
  if (meta === undefined || (meta.thread_source ?? 'user') !== 'user') return false;
  // Codex's server labels every session as an editor's.
  return meta.source === 'cli' || (meta.source === 'vscode' && meta.originator === 'codex-tui');
}

function promptTexts(line: JsonObject): readonly { readonly turnId: string; readonly text: string }[] {
  const item = itemSchema.safeParse(line).data?.payload;
  if (item?.type !== 'message' || item.role !== 'user') return [];
  const { turn_id: turnId, content_item_metadata: marks } = item.internal_chat_message_metadata_passthrough ?? {};
  if (turnId === undefined || marks?.length !== item.content.length) return [];
  if (!marks.every(({ provenance }) => provenance?.type === 'user')) return [];
  return [{ turnId, text: textOf(item.content) }];
}

function agentEntries(
  item: z.infer<typeof messageSchema> | RolloutCall,
  currentCallId: string | undefined,
): TranscriptEntry[] {
  if (item.type === 'message') {
    const text = item.role === 'assistant' ? textOf(item.content) : '';
    return text.trim() === '' ? [] : [{ role: 'assistant', text }];
  }
  if (currentCallId !== undefined && item.call_id === currentCallId) return [];
  return [
    { role: 'tool_call', tool: item.type === 'local_shell_call' ? 'local_shell' : item.name, input: callInput(item) },
  ];
}

function callInput(call: RolloutCall): JsonObject {
  if (call.type === 'custom_tool_call') return { input: call.input };
  if (call.type === 'local_shell_call') return isJsonObject(call.action) ? call.action : {};
  try {
    const value: unknown = JSON.parse(call.arguments);
    return isJsonObject(value) ? value : { arguments: call.arguments };
  } catch {
    return { arguments: call.arguments };
  }
}

function textOf(content: readonly unknown[]): string {
  return content.flatMap((part) => textSchema.safeParse(part).data?.text ?? []).join('\n');
}
