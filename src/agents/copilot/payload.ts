/**
 * Copilot CLI and VS Code's Agent Host send camelCase without an event's name (seen with 1.0.102); VS Code's local
 * agent loop, by its documentation, snake_case with it.
 */
import * as z from 'zod';
import type { JsonObject } from '../../common/json';
import type { HookEntryKind, ParsedPayload } from '../hooks/agentDialect';
import type { AgentNotice, NoticeOrigin } from '../hooks/agentNotice';
import {
  payloadFolder,
  payloadName,
  payloadPath,
  readPayload,
  unexpectedPayload,
  unknownCallEvent,
} from '../hooks/hookPayload';
import { toolInput } from './toolInput';

export const COPILOT = 'copilot';

/** Names in the gate's hook file. */
export const NOTICE_EVENTS = [
  'sessionStart',
  'userPromptSubmitted',
  'postToolUse',
  'postToolUseFailure',
  'sessionEnd',
] as const;

const payloadInput = z.unknown().transform((value, context) => {
  const input = toolInput(value);
  if (input !== undefined) return input;
  context.addIssue('must be a JSON object or text');
  return z.NEVER;
});

const engineSchema = z.object({
  sessionId: payloadName,
  cwd: payloadFolder,
  agentId: payloadName.optional(),
  parentAgentId: payloadName.optional(),
});
const engineCallSchema = engineSchema.extend({ toolName: payloadName, toolArgs: payloadInput });
const engineCallEndSchema = engineCallSchema.and(
  z.union([z.object({ toolResult: z.object({ resultType: z.string() }) }), z.object({ error: z.string() })]),
);
const enginePromptSchema = engineSchema.extend({ prompt: z.string() });
const engineStartSchema = engineSchema.extend({ source: z.string() });
const engineEndSchema = engineSchema.extend({ reason: z.string() });

const localSchema = z.object({ session_id: payloadName, cwd: payloadFolder });
const localCallSchema = localSchema.extend({
  tool_name: payloadName,
  tool_input: payloadInput,
  tool_use_id: payloadName.optional(),
  transcript_path: payloadPath.nullish(),
});
const localPromptSchema = localSchema.extend({ prompt: z.string() });
const localStartSchema = localSchema.extend({ source: z.string().optional() });

export function parsePayload(payload: string, entry?: HookEntryKind): ParsedPayload {
  const read = readPayload(payload);
  if (read.kind === 'error') return read;
  return 'hook_event_name' in read.value ? parseLocalLoop(read.value) : parseEngine(read.value, entry);
}

/** Without a result it is a call; so is all from the entry for calls, where silence lets the call run. */
function parseEngine(value: JsonObject, entry: HookEntryKind | undefined): ParsedPayload {
  const notice = entry === 'call' ? undefined : engineEvent(value);
  if (notice !== undefined) return { kind: 'notice', notice };
  const parsed = engineCallSchema.safeParse(value);
  if (!parsed.success) return unexpectedPayload('GitHub Copilot', parsed.error);
  const { toolName, toolArgs } = parsed.data;
  const { sessionId, cwd, mode, subAgentId } = engineOrigin(parsed.data);
  return {
    kind: 'tool-call',
    call: {
      request: { tool: toolName, input: toolArgs, cwd, agent: COPILOT, sessionId, interactive: true },
      mode,
      transcriptPath: undefined,
      subAgentId,
    },
  };
}

function engineEvent(value: JsonObject): AgentNotice | undefined {
  return 'toolName' in value || 'toolArgs' in value ? engineCallEnd(value) : engineNotice(value);
}

/** Refused calls are not reported. */
function engineCallEnd(value: JsonObject): AgentNotice | undefined {
  const fields = engineCallEndSchema.safeParse(value).data;
  if (fields === undefined) return undefined;
  const { toolName: tool, toolArgs: input } = fields;
  return { ...engineOrigin(fields), kind: 'call-ended', tool, input, callId: undefined, end: 'ran' };
}

function engineNotice(value: JsonObject): AgentNotice | undefined {
  const prompt = enginePromptSchema.safeParse(value).data;
  if (prompt !== undefined) return { ...engineOrigin(prompt), ...promptOf(prompt.prompt, prompt.agentId) };
  const start = engineStartSchema.safeParse(value).data;
  if (start !== undefined) return { ...engineOrigin(start), ...startOf(start.source) };
  const end = engineEndSchema.safeParse(value).data;
  return end && { ...engineOrigin(end), kind: 'session-end' };
}

/** Its own id belongs to the parent session. */
function engineOrigin({ sessionId, cwd, agentId, parentAgentId }: z.infer<typeof engineSchema>): NoticeOrigin {
  return {
    sessionId: agentId === undefined ? sessionId : (parentAgentId ?? sessionId),
    cwd,
    mode: undefined,
    subAgentId: agentId,
  };
}

function parseLocalLoop(value: JsonObject): ParsedPayload {
  const event = value['hook_event_name'];
  if (typeof event !== 'string') {
    return {
      kind: 'error',
      reason: 'The hook payload names no event (hook_event_name), so the call cannot be judged.',
    };
  }
  // One form's event must not hide another form's call.
  if ('toolName' in value || 'toolArgs' in value) {
    return { kind: 'error', reason: 'The hook payload is in two forms at once, so the call cannot be judged.' };
  }
  if (event.toLowerCase() !== 'pretooluse') {
    const notice = localNotice(event, value);
    // A refusal stops the prompt.
    if (notice !== undefined) return { kind: 'notice', notice };
    return unknownCallEvent(event, value) ?? { kind: 'not-a-tool-call' };
  }
  const parsed = localCallSchema.safeParse(value);
  if (!parsed.success) return unexpectedPayload('GitHub Copilot', parsed.error);
  const { tool_name, tool_input, tool_use_id, transcript_path } = parsed.data;
  const { sessionId, cwd, mode, subAgentId } = localOrigin(parsed.data);
  return {
    kind: 'tool-call',
    call: {
      request: {
        tool: tool_name,
        input: tool_input,
        cwd,
        agent: COPILOT,
        sessionId,
        ...(tool_use_id === undefined ? {} : { callId: tool_use_id }),
        interactive: true,
      },
      mode,
      transcriptPath: transcript_path ?? undefined,
      subAgentId,
    },
  };
}

function localNotice(event: string, value: JsonObject): AgentNotice | undefined {
  switch (event.toLowerCase()) {
    case 'sessionstart': {
      const fields = localStartSchema.safeParse(value).data;
      return fields && { ...localOrigin(fields), ...startOf(fields.source) };
    }
    case 'userpromptsubmit':
    case 'userpromptsubmitted': {
      const fields = localPromptSchema.safeParse(value).data;
      return fields && { ...localOrigin(fields), ...promptOf(fields.prompt, undefined) };
    }
    case 'posttooluse': {
      const fields = localCallSchema.safeParse(value).data;
      if (fields === undefined) return undefined;
      const { tool_name: tool, tool_input: input, tool_use_id: callId } = fields;
      return { ...localOrigin(fields), kind: 'call-ended', tool, input, callId, end: 'ran' };
    }
    default:
      return undefined;
  }
}

function localOrigin({ session_id: sessionId, cwd }: z.infer<typeof localSchema>): NoticeOrigin {
  return { sessionId, cwd, mode: undefined, subAgentId: undefined };
}

/** Typed and scripted prompts look alike. */
function promptOf(text: string, agentId: string | undefined): Pick<Prompt, 'kind' | 'text' | 'from'> {
  return { kind: 'prompt', text, from: agentId === undefined ? 'unmarked' : 'task' };
}
type Prompt = Extract<AgentNotice, { kind: 'prompt' }>;

function startOf(source: string | undefined): Pick<SessionStart, 'kind' | 'continued'> {
  return { kind: 'session-start', continued: source !== undefined && source !== 'new' && source !== 'startup' };
}
type SessionStart = Extract<AgentNotice, { kind: 'session-start' }>;
