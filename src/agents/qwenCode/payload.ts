/**
 * Seen with Qwen Code 0.24.4: `PermissionRequest` comes first, where it is about to ask, and names no call;
 * `PreToolUse` comes after every question, right before the call.
 */
import * as z from 'zod';
import { canonical } from '../../common/canonicalJson';
import type { JsonObject } from '../../common/json';
import type { ParsedPayload } from '../hooks/agentDialect';
import type { AgentNotice, NoticeOrigin } from '../hooks/agentNotice';
import {
  payloadFolder,
  payloadName,
  payloadObject,
  payloadPath,
  readPayload,
  unexpectedPayload,
  unknownCallEvent,
} from '../hooks/hookPayload';

export const QWEN_CODE = 'qwen-code';
export const PRE_TOOL_USE = 'PreToolUse';
export const PERMISSION_REQUEST = 'PermissionRequest';
export const SESSION_START = 'SessionStart';

export const NOTICE_EVENTS = [
  SESSION_START,
  'SessionEnd',
  'UserPromptSubmit',
  'PostToolUse',
  'PostToolUseFailure',
] as const;

const originSchema = z.object({
  session_id: payloadName,
  cwd: payloadFolder,
  permission_mode: payloadName.optional(),
  agent_id: payloadName.nullish(),
});
const callSchema = originSchema.extend({
  tool_name: payloadName,
  tool_input: payloadObject,
  tool_use_id: payloadName.optional(),
  transcript_path: payloadPath.nullish(),
  agent_type: payloadName.optional().catch(undefined),
});
const startSchema = originSchema.extend({ source: z.string().optional() });
const promptSchema = originSchema.extend({ prompt: z.string() });

export function parsePayload(payload: string): ParsedPayload {
  const read = readPayload(payload);
  if (read.kind === 'error') return read;
  const { value } = read;
  const event = value['hook_event_name'];
  if (typeof event !== 'string') {
    return {
      kind: 'error',
      reason: 'The hook payload names no event (hook_event_name), so the call cannot be judged.',
    };
  }
  if (event !== PRE_TOOL_USE && event !== PERMISSION_REQUEST) {
    const notice = noticeOf(event, value);
    if (notice !== undefined) return { kind: 'notice', notice };
    return unknownCallEvent(event, value) ?? { kind: 'not-a-tool-call' };
  }
  const parsed = callSchema.safeParse(value);
  if (!parsed.success) return unexpectedPayload('Qwen Code', parsed.error);
  const fields = parsed.data;
  return {
    kind: 'tool-call',
    call: {
      request: {
        tool: fields.tool_name,
        input: fields.tool_input,
        cwd: fields.cwd,
        agent: QWEN_CODE,
        sessionId: fields.session_id,
        ...(fields.tool_use_id === undefined ? {} : { callId: fields.tool_use_id }),
        interactive: true,
      },
      mode: fields.permission_mode,
      transcriptPath: fields.transcript_path ?? undefined,
      subAgentId: fields.agent_id ?? undefined,
      ...(fields.agent_type === undefined ? {} : { subAgentKind: fields.agent_type }),
      event,
      pair: { key: pairKeyOf(fields), asks: event === PERMISSION_REQUEST ? 'first' : 'again', countsOnce: true },
    },
  };
}

/** Equal for both events of a call. */
function pairKeyOf(fields: z.infer<typeof callSchema>): string {
  const { session_id, agent_id, cwd, permission_mode, tool_name, tool_input } = fields;
  return canonical([session_id, agent_id ?? null, cwd, permission_mode ?? null, tool_name, tool_input]);
}

function noticeOf(event: string, value: JsonObject): AgentNotice | undefined {
  switch (event) {
    case SESSION_START: {
      const fields = startSchema.safeParse(value).data;
      if (fields === undefined) return undefined;
      const isNew = fields.source === 'startup' || fields.source === 'clear';
      return { ...originOf(fields), kind: 'session-start', continued: !isNew };
    }
    case 'SessionEnd': {
      const fields = originSchema.safeParse(value).data;
      return fields && { ...originOf(fields), kind: 'session-end' };
    }
    case 'UserPromptSubmit': {
      const fields = promptSchema.safeParse(value).data;
      // An empty one returns to the model with a call's result.
      if (fields === undefined || fields.prompt === '') return undefined;
      return { ...originOf(fields), kind: 'prompt', text: fields.prompt, from: 'unmarked' };
    }
    case 'PostToolUse':
    case 'PostToolUseFailure': {
      const fields = callSchema.safeParse(value).data;
      if (fields === undefined) return undefined;
      const { tool_name: tool, tool_input: input, tool_use_id: callId } = fields;
      return { ...originOf(fields), kind: 'call-ended', tool, input, callId, end: 'ran' };
    }
    default:
      return undefined;
  }
}

function originOf(fields: z.infer<typeof originSchema>): NoticeOrigin {
  return {
    sessionId: fields.session_id,
    cwd: fields.cwd,
    mode: fields.permission_mode,
    subAgentId: fields.agent_id ?? undefined,
  };
}
