/**
 * What Claude Code tells its hooks beside the calls that it asks about, as seen with 2.1.329:
 * - a call that a hook refuses, whose input is malformed, or that the user declines, ends without a word;
 * - a call ends with the input about which the hook was asked, defaults filled in and paths made absolute in both;
 * - a prompt comes without a word on who gave it, whether typed, queued while the agent works, or a notification of a task that is over;
 * - what a hook answers with exit code 2 keeps a prompt from the model, so that nothing unexpected in here may be a refusal.
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

/** Sources of a session that begins with nothing said. */
const NEW_SESSIONS: ReadonlySet<string | undefined> = new Set(['startup', 'clear']);

/** @returns undefined for an event that tells nothing of use, and for one that is not as documented */
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
      return read(callSchema, payload, (call) => callEnded(call, 'refused-by-agent'));
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

/** The field is documented, and left out while it "rolls out". */
function giver(source: string | undefined): 'user' | 'task' | 'unmarked' {
  if (source === undefined) return 'unmarked';
  return source === 'user' ? 'user' : 'task';
}

function callEnded(call: z.infer<typeof callSchema>, end: 'ran' | 'refused-by-agent'): ReportedFields<AgentNotice> {
  return { kind: 'call-ended', tool: call.tool_name, input: call.tool_input, callId: call.tool_use_id, end };
}
