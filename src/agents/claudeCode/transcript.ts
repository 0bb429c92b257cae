/**
 * The author matters: the user's words are evidence of what the user wants. Seen with Claude Code 2.1.329:
 * - typed at the prompt: `origin.kind: "human"`, `promptSource: "typed"` (or `queued`), `turnOrigin: "human"`;
 * - typed while the agent works: `attachment` of type `queued_command` with `origin.kind: "human"`;
 * - slash command: `origin.kind: "human"`, no `promptSource`, `<command-…>` tags, expansion in an `isMeta` line;
 * - `claude -p` and SDK hosts: `promptSource: "sdk"`, no `origin`;
 * - output of a `!` command: `turnOrigin: "human"` without `origin` and `promptSource`.
 */
import * as z from 'zod';
import type { TranscriptEntry } from '../../calls/request';

const originSchema = z.object({ kind: z.string() });

const lineSchema = z.object({
  type: z.string(),
  isSidechain: z.boolean().optional(),
  agentId: z.string().optional(),
  isMeta: z.boolean().optional(),
  isCompactSummary: z.boolean().optional(),
  isVirtual: z.boolean().optional(),
  isVisibleInTranscriptOnly: z.boolean().optional(),
  isApiErrorMessage: z.boolean().optional(),
  origin: originSchema.optional(),
  promptSource: z.string().optional(),
  turnOrigin: z.string().optional(),
  message: z.object({ content: z.unknown() }).optional(),
  attachment: z
    .object({
      type: z.string(),
      commandMode: z.string().optional(),
      prompt: z.unknown(),
      origin: originSchema.optional(),
      isMeta: z.boolean().optional(),
    })
    .optional(),
});
type Line = z.infer<typeof lineSchema>;

const blockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('tool_use'), id: z.string().optional(), name: z.string(), input: z.unknown() }),
]);

/** Around text that is not the user's. */
const MACHINE_TEXT = /^\s*<(?:bash-|local-command-|system-reminder|ide_|task-notification|teammate-message|command-)/;

const COMMAND_NAME = /<command-name>(\/[^<\s]+)<\/command-name>/;
const COMMAND_ARGUMENTS = /<command-args>([\s\S]*)<\/command-args>/;

export interface TranscriptOptions {
  /** Undefined: without sub-agents. */
  readonly subAgentId: string | undefined;
  /** Skipped: it is in the file already. */
  readonly currentCallId: string | undefined;
  readonly maxEntries: number;
}

/** Oldest first. Skips malformed lines. */
export function parseTranscript(text: string, options: TranscriptOptions): TranscriptEntry[] {
  const newestFirst: TranscriptEntry[] = [];
  const lines = text.split('\n');
  for (let index = lines.length - 1; index >= 0 && newestFirst.length < options.maxEntries; index -= 1) {
    newestFirst.push(...entriesOf(lines[index] ?? '', options).reverse());
  }
  return newestFirst.slice(0, options.maxEntries).reverse();
}

function entriesOf(text: string, options: TranscriptOptions): TranscriptEntry[] {
  if (!mayMatter(text)) return [];
  const line = parseLine(text);
  if (line === undefined) return [];
  if (options.subAgentId === undefined ? line.isSidechain === true : line.agentId !== options.subAgentId) return [];
  switch (line.type) {
    case 'user':
      return prompt(line, line.message?.content);
    case 'attachment':
      return line.attachment?.type === 'queued_command' ? queuedPrompt(line, line.attachment) : [];
    case 'assistant':
      return assistant(line, options.currentCallId);
    default:
      return [];
  }
}

/** Saves parsing: in JSON strings quotes are escaped, so these match structure only. */
function mayMatter(text: string): boolean {
  if (text.includes('"type":"assistant"') || text.includes('"type":"queued_command"')) return true;
  return text.includes('"type":"user"') && !text.includes('"type":"tool_result"');
}

function parseLine(text: string): Line | undefined {
  try {
    return lineSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function prompt(line: Line, content: unknown): TranscriptEntry[] {
  const fromElsewhere =
    line.isMeta === true ||
    line.isCompactSummary === true ||
    line.isVirtual === true ||
    line.isVisibleInTranscriptOnly === true;
  return fromElsewhere ? [] : words(content, isTyped(line));
}

function queuedPrompt(line: Line, attachment: NonNullable<Line['attachment']>): TranscriptEntry[] {
  if (attachment.commandMode !== 'prompt' || attachment.isMeta === true || line.isMeta === true) return [];
  return words(attachment.prompt, line.isSidechain !== true && attachment.origin?.kind === 'human');
}

/** Without these marks a wake-up, script or other session looks the same. */
function isTyped(line: Line): boolean {
  if (line.isSidechain === true) return false;
  if (line.origin !== undefined && line.origin.kind !== 'human') return false;
  if (line.turnOrigin !== undefined && line.turnOrigin !== 'human') return false;
  if (line.promptSource !== undefined) return line.promptSource === 'typed' || line.promptSource === 'queued';
  return line.origin?.kind === 'human';
}

function words(content: unknown, typed: boolean): TranscriptEntry[] {
  const command = typeof content === 'string' ? slashCommand(content) : undefined;
  const parts = command === undefined ? textParts(content).filter((part) => !MACHINE_TEXT.test(part)) : [command];
  const text = parts.join('\n').trim();
  if (text === '') return [];
  // A program inserted the reminder, whose end is unclear.
  return [{ role: typed && !text.includes('<system-reminder>') ? 'user' : 'task', text }];
}

/** `/name arguments`, as typed. */
function slashCommand(text: string): string | undefined {
  if (!/^\s*<command-(?:name|message)>/.test(text)) return undefined;
  const name = COMMAND_NAME.exec(text)?.[1];
  return name === undefined ? undefined : `${name} ${COMMAND_ARGUMENTS.exec(text)?.[1] ?? ''}`.trim();
}

function textParts(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  return blocks(content).flatMap((block) => (block.type === 'text' ? [block.text] : []));
}

function assistant(line: Line, currentCallId: string | undefined): TranscriptEntry[] {
  if (line.isApiErrorMessage === true) return [];
  return blocks(line.message?.content).flatMap((block): TranscriptEntry[] => {
    if (block.type === 'text') return block.text.trim() === '' ? [] : [{ role: 'assistant', text: block.text }];
    if (currentCallId !== undefined && block.id === currentCallId) return [];
    return [{ role: 'tool_call', tool: block.name, input: block.input }];
  });
}

function blocks(content: unknown): z.infer<typeof blockSchema>[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((block) => {
    const parsed = blockSchema.safeParse(block);
    return parsed.success ? [parsed.data] : [];
  });
}
