import * as z from 'zod';
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

export const CODEX = 'codex';

/** Takes only a refusal. */
export const PRE_TOOL_USE = 'PreToolUse';
/** Codex is about to ask. A refusal or allow counts; silence leaves the question. */
export const PERMISSION_REQUEST = 'PermissionRequest';

/** Also on resuming. Takes text for the model. */
export const SESSION_START = 'SessionStart';
/** The prompt's author is unknown. */
export const USER_PROMPT_SUBMIT = 'UserPromptSubmit';
/** After a call has run, even in the background. */
export const POST_TOOL_USE = 'PostToolUse';

/** The second event of a call adds a description. */
const DESCRIBED_TOOLS: ReadonlySet<string> = new Set(['Bash', 'apply_patch']);

/** Starts a description about a host to reach. */
const NETWORK_QUESTION = 'network-access';

const payloadSchema = z.object({
  session_id: payloadName,
  turn_id: payloadName,
  cwd: payloadFolder,
  tool_name: payloadName,
  tool_input: payloadObject,
  tool_use_id: payloadName.optional(),
  permission_mode: payloadName.optional(),
  transcript_path: payloadPath.nullish(),
  agent_id: payloadName.nullish(),
});

const originSchema = z.object({
  session_id: payloadName,
  cwd: payloadFolder,
  permission_mode: payloadName.optional(),
  agent_id: payloadName.nullish(),
});
const sessionStartSchema = originSchema.extend({ source: z.string().optional() });
const promptSchema = originSchema.extend({ prompt: z.string() });
const callEndedSchema = originSchema.extend({
  tool_name: payloadName,
  tool_input: payloadObject,
  tool_use_id: payloadName.optional(),
});

/** With earlier words. */
const CONTINUATIONS: ReadonlySet<string> = new Set(['resume', 'compact', 'fork']);

/** As Codex 0.169 sends it. */
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
    // A refusal stops the prompt or hides the result.
    if (notice !== undefined) return { kind: 'notice', notice };
    return unknownCallEvent(event, value) ?? { kind: 'not-a-tool-call' };
  }

  const parsed = payloadSchema.safeParse(value);
  if (!parsed.success) return unexpectedPayload('Codex', parsed.error);
  const fields = parsed.data;
  const pairKey = pairKeyOf(fields);
  return {
    kind: 'tool-call',
    call: {
      request: {
        tool: fields.tool_name,
        input: fields.tool_input,
        // A shell call names its folder.
        cwd: fields.cwd,
        agent: CODEX,
        sessionId: fields.session_id,
        ...(fields.tool_use_id === undefined ? {} : { callId: fields.tool_use_id }),
        interactive: true,
      },
      mode: fields.permission_mode,
      transcriptPath: fields.transcript_path ?? undefined,
      subAgentId: fields.agent_id ?? undefined,
      event,
      ...(pairKey === undefined ? {} : { pair: { key: pairKey, asks: event === PRE_TOOL_USE ? 'first' : 'again' } }),
    },
  };
}

function noticeOf(event: string, value: JsonObject): AgentNotice | undefined {
  switch (event) {
    case SESSION_START: {
      const fields = sessionStartSchema.safeParse(value).data;
      if (fields === undefined) return undefined;
      const continued = fields.source !== undefined && CONTINUATIONS.has(fields.source);
      return { ...originOf(fields), kind: 'session-start', continued };
    }
    case USER_PROMPT_SUBMIT: {
      const fields = promptSchema.safeParse(value).data;
      return fields && { ...originOf(fields), kind: 'prompt', text: fields.prompt, from: 'unmarked' };
    }
    case POST_TOOL_USE: {
      const fields = callEndedSchema.safeParse(value).data;
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

/** Equal for both events of a call. */
function pairKeyOf(fields: z.infer<typeof payloadSchema>): string | undefined {
  const { description, ...rest } = fields.tool_input;
  if (typeof description === 'string' && description.startsWith(NETWORK_QUESTION)) return undefined;
  const input = DESCRIBED_TOOLS.has(fields.tool_name) ? rest : fields.tool_input;
  return JSON.stringify([
    fields.session_id,
    fields.turn_id,
    fields.agent_id ?? null,
    fields.cwd,
    fields.tool_name,
    input,
  ]);
}
