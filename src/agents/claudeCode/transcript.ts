/**
 * Claude Code's transcript: JSON lines, one message a line, among many bookkeeping lines.
 * Its words are evidence of what the user wants, so the question for every line is who wrote it. Seen with 2.1.329:
 * - typed at the prompt: `origin.kind: "human"`, `promptSource: "typed"` (or `queued`), `turnOrigin: "human"`;
 * - typed while the agent works: an `attachment` of type `queued_command` with `origin.kind: "human"`;
 * - a slash command: `origin.kind: "human"`, no `promptSource`, content made of `<command-…>` tags, its expansion in an `isMeta` line;
 * - `claude -p` and SDK hosts: `promptSource: "sdk"`, no `origin`;
 * - output of a `!` command: a `user` line with `turnOrigin: "human"` but neither `origin` nor `promptSource`. Not the user's words.
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

/** Tags in which Claude Code wraps what is not the user's own words: output of commands, editor context, reminders, messages of others. */
const MACHINE_TEXT = /^\s*<(?:bash-|local-command-|system-reminder|ide_|task-notification|teammate-message|command-)/;

const COMMAND_NAME = /<command-name>(\/[^<\s]+)<\/command-name>/;
const COMMAND_ARGUMENTS = /<command-args>([\s\S]*)<\/command-args>/;

export interface TranscriptOptions {
  /** Undefined: the session itself, without what its sub-agents do. Else only the lines of this sub-agent. */
  readonly subAgentId: string | undefined;
  /** The call that is being judged: already in the file, and left out. */
  readonly currentCallId: string | undefined;
  /** At most so many entries: the last ones. */
  readonly maxEntries: number;
}

/** Reads transcript lines, oldest first. Lines that are cut off, unknown or malformed are skipped. */
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

/**
 * Most of the file is bookkeeping and tool results, which need not be parsed. Inside a JSON string a quote is escaped, so these texts only
 * occur where they are structure.
 */
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

/** True only with evidence for it: a wake-up, a script, another session and an unknown source all look alike but for these marks. */
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
  // A reminder in the middle of a prompt was put there by a program, and where it ends cannot be told.
  return [{ role: typed && !text.includes('<system-reminder>') ? 'user' : 'task', text }];
}

/** `/name arguments`, as the user typed it; undefined for other text. */
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

/** Text and tool calls; thinking, images, tool results and what later versions add are left out. */
function blocks(content: unknown): z.infer<typeof blockSchema>[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((block) => {
    const parsed = blockSchema.safeParse(block);
    return parsed.success ? [parsed.data] : [];
  });
}
