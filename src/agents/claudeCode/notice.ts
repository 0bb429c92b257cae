/**
 * Seen with Claude Code 2.1.329:
 * - calls that a hook refuses, malformed ones and those that the user declines have no end event;
 * - the end event repeats the judged input, with defaults and absolute paths;
 * - a prompt does not name its author: typed, queued, or a task notification;
 * - exit code 2 withholds a prompt, so unexpected content must not refuse.
 */
import * as z from 'zod';
import type { AgentNotice, NoticeOrigin } from '../hooks/agentNotice';
import { payloadFolder, payloadName, payloadObject } from '../hooks/hookPayload';

const originSchema = z.object({
  session_id: payloadName,
  cwd: payloadFolder,
  permission_mode: payloadName.optional(),
  agent_id: payloadName.optional(),
});
type Origin = z.infer<typeof originSchema>;

const sessionStartSchema = originSchema.extend({ source: payloadName.optional() });
const promptSchema = originSchema.extend({ prompt: z.string(), source: payloadName.optional() });
const callSchema = originSchema.extend({
  tool_name: payloadName,
  tool_input: payloadObject,
  tool_use_id: payloadName.optional(),
});

const refusalSchema = callSchema.extend({ reason: z.string().optional().catch(undefined) });

/** Without earlier words. */
const NEW_SESSIONS: ReadonlySet<string | undefined> = new Set(['startup', 'clear']);

/** @returns undefined if irrelevant or malformed */
export function parseNotice(event: string, payload: unknown): AgentNotice | undefined {
  switch (event) {
    case 'SessionStart':
      return read(sessionStartSchema, payload, ({ source }) =>
        NEW_SESSIONS.has(source) ? { kind: 'session-start' } : { kind: 'session-start', continued: true },
      );
    case 'SessionEnd':
      return read(originSchema, payload, () => ({ kind: 'session-end' }));
    case 'UserPromptSubmit':
      return read(promptSchema, payload, ({ prompt, source }) => ({
        kind: 'prompt',
        text: prompt,
        from: giver(source),
      }));
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return read(callSchema, payload, (call) => callEnded(call, 'ran'));
    case 'PermissionDenied':
      return read(refusalSchema, payload, (call) => ({
        ...callEnded(call, 'refused-by-agent'),
        ...(call.reason === undefined ? {} : { reason: call.reason }),
      }));
    default:
      return undefined;
  }
}

type ReportedFields<Kind> = Kind extends AgentNotice ? Omit<Kind, keyof NoticeOrigin> : never;

function read<Fields extends Origin>(
  schema: z.ZodType<Fields>,
  payload: unknown,
  make: (fields: Fields) => ReportedFields<AgentNotice>,
): AgentNotice | undefined {
  const { data } = schema.safeParse(payload);
  if (data === undefined) return undefined;
  const origin: NoticeOrigin = {
    sessionId: data.session_id,
    cwd: data.cwd,
    mode: data.permission_mode,
    subAgentId: data.agent_id,
  };
  return { ...origin, ...make(data) };
}

/** Documented, but not seen. */
function giver(source: string | undefined): 'user' | 'task' | 'unmarked' {
  if (source === undefined) return 'unmarked';
  return source === 'user' ? 'user' : 'task';
}

function callEnded(call: z.infer<typeof callSchema>, end: 'ran' | 'refused-by-agent'): ReportedFields<AgentNotice> {
  return { kind: 'call-ended', tool: call.tool_name, input: call.tool_input, callId: call.tool_use_id, end };
}
