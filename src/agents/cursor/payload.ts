/**
 * By Cursor's documentation, not tried. A shell command fires `preToolUse` and `beforeShellExecution`, a server's call
 * `preToolUse` and `beforeMCPExecution`. The model chooses a command's folder: the session's is the workspace's.
 */
import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { canonical } from '../../common/canonicalJson';
import type { JsonObject } from '../../common/json';
import type { HookCall, ParsedPayload } from '../hooks/agentDialect';
import type { AgentNotice, NoticeOrigin } from '../hooks/agentNotice';
import {
  payloadName,
  payloadObject,
  payloadPath,
  readPayload,
  unexpectedPayload,
  unknownCallEvent,
} from '../hooks/hookPayload';

export const CURSOR = 'cursor';
export const PRE_TOOL_USE = 'preToolUse';
export const BEFORE_SHELL = 'beforeShellExecution';
export const BEFORE_MCP = 'beforeMCPExecution';
export const CALL_EVENTS = [PRE_TOOL_USE, BEFORE_SHELL, BEFORE_MCP] as const;
export const SESSION_START = 'sessionStart';
export const NOTICE_EVENTS = [
  SESSION_START,
  'sessionEnd',
  'beforeSubmitPrompt',
  'postToolUse',
  'postToolUseFailure',
] as const;

export const SHELL = 'Shell';
const SERVER_TOOL = 'MCP:';

/** Others prove nothing: a refused call fails too. */
const FAILURES: ReadonlyMap<unknown, 'ran' | 'refused-by-agent'> = new Map([
  ['error', 'ran'],
  ['timeout', 'ran'],
  ['permission_denied', 'refused-by-agent'],
]);

const sessionSchema = z.object({
  conversation_id: payloadName,
  generation_id: payloadName.optional(),
  workspace_roots: z.array(payloadPath).max(1000).optional(),
  transcript_path: payloadPath.nullish(),
  cwd: payloadPath.optional(),
});
const toolSchema = sessionSchema.extend({
  tool_name: payloadName,
  tool_input: payloadObject,
  tool_use_id: payloadName.optional(),
});
const shellSchema = sessionSchema.extend({ command: z.string() });
const serverSchema = sessionSchema.extend({ tool_name: payloadName, tool_input: z.union([z.string(), payloadObject]) });
const promptSchema = sessionSchema.extend({ prompt: z.string() });

type Session = z.infer<typeof sessionSchema>;

export function parsePayload(payload: string): ParsedPayload {
  const read = readPayload(payload);
  if (read.kind === 'error') return read;
  const { value } = read;
  const name = value['hook_event_name'];
  const event = typeof name === 'string' ? name : '';
  switch (event) {
    case PRE_TOOL_USE: {
      const { data, error } = toolSchema.safeParse(value);
      return data === undefined
        ? unexpectedPayload('Cursor', error)
        : callOf(data, data.tool_name, data.tool_input, event, data.tool_use_id);
    }
    case BEFORE_SHELL: {
      const { data, error } = shellSchema.safeParse(value);
      return data === undefined
        ? unexpectedPayload('Cursor', error)
        : callOf(data, SHELL, { command: data.command }, event, undefined);
    }
    case BEFORE_MCP: {
      const { data, error } = serverSchema.safeParse(value);
      if (data === undefined) return unexpectedPayload('Cursor', error);
      const input = inputOf(data.tool_input);
      return input === undefined
        ? { kind: 'error', reason: 'The input of the call is no JSON object, so the call cannot be judged.' }
        : callOf(data, SERVER_TOOL + withoutMark(data.tool_name), input, event, undefined);
    }
  }
  if (typeof name !== 'string') {
    return {
      kind: 'error',
      reason: 'The hook payload names no event (hook_event_name), so the call cannot be judged.',
    };
  }
  const notice = noticeOf(event, value);
  if (notice !== undefined) return { kind: 'notice', notice };
  return unknownCallEvent(event, value) ?? { kind: 'not-a-tool-call' };
}

function callOf(
  session: Session,
  tool: string,
  given: JsonObject,
  event: string,
  callId: string | undefined,
): ParsedPayload {
  const root = rootOf(session);
  if (root === undefined) {
    return { kind: 'error', reason: 'The hook payload names no folder, so the call cannot be judged.' };
  }
  const input = tool === SHELL ? withFolder(given, session.cwd, root) : given;
  const pair = pairOf(session, tool, input, event, root);
  return {
    kind: 'tool-call',
    call: {
      request: {
        ...{ tool, input, cwd: root, agent: CURSOR, sessionId: session.conversation_id, interactive: true },
        ...(callId === undefined ? {} : { callId }),
      },
      mode: undefined,
      transcriptPath: session.transcript_path ?? undefined,
      subAgentId: undefined,
      event,
      ...(pair === undefined ? {} : { pair }),
    },
  };
}

function rootOf({ workspace_roots = [], cwd = '' }: Session): string | undefined {
  return [...workspace_roots, cwd].find((path) => isAbsolute(path) && !path.includes('\0'));
}

/** Where the command runs, if elsewhere. */
function withFolder(input: JsonObject, cwd: string | undefined, root: string): JsonObject {
  if (input['working_directory'] !== undefined || cwd === undefined || cwd === '' || cwd === root) return input;
  return { ...input, working_directory: cwd };
}

/** Equal for both events of a call. */
function pairOf(
  { conversation_id, generation_id }: Session,
  tool: string,
  input: JsonObject,
  event: string,
  root: string,
): HookCall['pair'] | undefined {
  if (tool !== SHELL && !tool.startsWith(SERVER_TOOL)) return undefined;
  const same = tool === SHELL ? [input['command'] ?? null, input['working_directory'] ?? root] : [input];
  return {
    key: canonical([conversation_id, generation_id ?? null, tool, ...same]),
    asks: event === PRE_TOOL_USE ? 'first' : 'again',
    countsOnce: true,
  };
}

function inputOf(input: string | JsonObject): JsonObject | undefined {
  if (typeof input !== 'string') return input;
  const read = readPayload(input.trim() === '' ? '{}' : input);
  return read.kind === 'object' ? read.value : undefined;
}

function withoutMark(tool: string): string {
  return tool.startsWith(SERVER_TOOL) ? tool.slice(SERVER_TOOL.length) : tool;
}

function noticeOf(event: string, value: JsonObject): AgentNotice | undefined {
  switch (event) {
    case SESSION_START:
    case 'sessionEnd': {
      const origin = originOf(sessionSchema.safeParse(value).data);
      return origin && { ...origin, kind: event === SESSION_START ? 'session-start' : 'session-end' };
    }
    case 'beforeSubmitPrompt': {
      const fields = promptSchema.safeParse(value).data;
      const origin = originOf(fields);
      return fields && origin && { ...origin, kind: 'prompt', text: fields.prompt, from: 'unmarked' };
    }
    case 'postToolUse':
    case 'postToolUseFailure': {
      const end = event === 'postToolUse' ? 'ran' : FAILURES.get(value['failure_type']);
      const fields = toolSchema.safeParse(value).data;
      const origin = originOf(fields);
      if (end === undefined || fields === undefined || origin === undefined) return undefined;
      const { tool_name: tool, tool_input: input, tool_use_id: callId } = fields;
      return { ...origin, kind: 'call-ended', tool, input, callId, end };
    }
    default:
      return undefined;
  }
}

function originOf(session: Session | undefined): NoticeOrigin | undefined {
  const cwd = session === undefined ? undefined : rootOf(session);
  if (session === undefined || cwd === undefined) return undefined;
  return { sessionId: session.conversation_id, cwd, mode: undefined, subAgentId: undefined };
}
