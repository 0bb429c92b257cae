/** As Gemini CLI 0.61 sends it, without a mode and a call's id. */
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

export const GEMINI_CLI = 'gemini-cli';
export const BEFORE_TOOL = 'BeforeTool';
export const SESSION_START = 'SessionStart';

export const NOTICE_EVENTS = [SESSION_START, 'SessionEnd', 'BeforeAgent', 'AfterTool'] as const;

const originSchema = z.object({ session_id: payloadName, cwd: payloadFolder });
const callSchema = originSchema.extend({
  tool_name: payloadName,
  tool_input: payloadObject,
  transcript_path: payloadPath.nullish(),
  mcp_context: z.object({ server_name: payloadName, tool_name: payloadName }).optional().catch(undefined),
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
  if (event !== BEFORE_TOOL) {
    const notice = noticeOf(event, value);
    if (notice !== undefined) return { kind: 'notice', notice };
    return unknownCallEvent(event, value) ?? { kind: 'not-a-tool-call' };
  }
  const parsed = callSchema.safeParse(value);
  if (!parsed.success) return unexpectedPayload('Gemini CLI', parsed.error);
  const fields = parsed.data;
  return {
    kind: 'tool-call',
    call: {
      request: {
        tool: toolOf(fields),
        input: fields.tool_input,
        cwd: fields.cwd,
        agent: GEMINI_CLI,
        sessionId: fields.session_id,
        interactive: true,
      },
      mode: undefined,
      transcriptPath: fields.transcript_path ?? undefined,
      subAgentId: undefined,
    },
  };
}

/** In other agents' form: Gemini's (`mcp_server_tool`) does not show where the server's name ends. */
function toolOf({ tool_name, mcp_context }: z.infer<typeof callSchema>): string {
  return mcp_context === undefined || !tool_name.startsWith('mcp_')
    ? tool_name
    : `mcp__${mcp_context.server_name}__${mcp_context.tool_name}`;
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
    case 'BeforeAgent': {
      const fields = promptSchema.safeParse(value).data;
      return fields && { ...originOf(fields), kind: 'prompt', text: fields.prompt, from: 'unmarked' };
    }
    case 'AfterTool': {
      const fields = callSchema.safeParse(value).data;
      return (
        fields && {
          ...{ ...originOf(fields), kind: 'call-ended', end: 'ran' },
          ...{ tool: toolOf(fields), input: fields.tool_input, callId: undefined },
        }
      );
    }
    default:
      return undefined;
  }
}

function originOf({ session_id, cwd }: z.infer<typeof originSchema>): NoticeOrigin {
  return { sessionId: session_id, cwd, mode: undefined, subAgentId: undefined };
}
