/**
 * One JSON object before a tool runs; exit code 2 with a reason refuses. The table in docs/agents/generic.md is made
 * from the comments below.
 */
import * as z from 'zod';
import type { JsonValue } from '../../common/json';
import type { AgentDialect, HookReply, ParsedPayload } from '../hooks/agentDialect';
import { payloadFolder, payloadName, payloadObject, readPayload, unexpectedPayload } from '../hooks/hookPayload';
import { replyText } from '../hooks/replyText';

/** Also the agent in requests. A name proves nothing, so it has no tools. */
export const GENERIC = 'generic';

/** Agents' names for each field, the usual one first; a payload may have only one. */
const FIELDS = {
  /** The tool, as the agent calls it. */
  tool: ['tool_name', 'toolName', 'tool'],
  /** Its whole input, a JSON object. */
  input: ['tool_input', 'toolInput', 'input'],
  /** Absolute path of the folder in which it runs; the window that has it open decides. */
  cwd: ['cwd'],
  /** The agent's session. */
  sessionId: ['session_id', 'sessionId'],
  /** The call. */
  callId: ['tool_use_id', 'tool_call_id', 'callId'],
  /** The agent's permission mode: shown, never trusted. */
  mode: ['permission_mode', 'mode'],
  /** A sub-agent that makes the call. */
  subAgent: ['agent_id', 'subAgent'],
  /** The event: a name that begins with `post` or `after` is no call to judge; any other is. */
  event: ['hook_event_name', 'event'],
} as const;

const callSchema = z.object({
  tool: payloadName,
  input: payloadObject,
  cwd: payloadFolder,
  sessionId: payloadName.optional(),
  callId: payloadName.optional(),
  mode: payloadName.optional(),
  subAgent: payloadName.optional(),
  event: payloadName.optional(),
});

function parse(payload: string): ParsedPayload {
  const read = readPayload(payload);
  if (read.kind === 'error') return read;
  const fields: Record<string, JsonValue> = {};
  for (const [field, names] of Object.entries(FIELDS)) {
    const [name, other] = names.filter((one) => Object.hasOwn(read.value, one));
    if (name === undefined) continue;
    if (other !== undefined) {
      return {
        kind: 'error',
        reason: `The hook payload has both "${name}" and "${other}", so the call cannot be judged.`,
      };
    }
    const value = read.value[name];
    if (value !== undefined && value !== null) fields[field] = value;
  }
  const parsed = callSchema.safeParse(fields);
  if (!parsed.success) return unexpectedPayload('Auto Mode', parsed.error);
  const { tool, input, cwd, sessionId, callId, mode, subAgent, event } = parsed.data;
  // It has run, so cannot be refused.
  if (event !== undefined && /^(?:post|after)/i.test(event)) return { kind: 'not-a-tool-call' };
  return {
    kind: 'tool-call',
    call: {
      request: {
        tool,
        input,
        cwd,
        agent: GENERIC,
        ...(sessionId === undefined ? {} : { sessionId }),
        ...(callId === undefined ? {} : { callId }),
        interactive: true,
      },
      mode,
      transcriptPath: undefined,
      subAgentId: subAgent,
      ...(event === undefined ? {} : { event }),
    },
  };
}

/** Flat, and in the form of Claude Code's hooks. */
function answer(decision: 'allow' | 'deny', reason: string, event = 'PreToolUse'): string {
  return JSON.stringify({
    decision: decision === 'allow' ? 'allow' : 'block',
    reason,
    hookSpecificOutput: { hookEventName: event, permissionDecision: decision, permissionDecisionReason: reason },
  });
}

function refuse(reason: string, remedy?: string, event?: string): HookReply {
  const text = replyText(reason, remedy);
  return { stdout: answer('deny', text, event), stderr: text, exitCode: 2 };
}

const noOpinion: HookReply = { stdout: '{}', stderr: '', exitCode: 0 };

const UNREACHABLE =
  'Auto Mode did not check this call: no VS Code window that has this folder open answered. Open the folder in VS Code with Auto Mode, or take its launcher out of the hooks of this agent.';

export const genericDialect: AgentDialect = {
  id: GENERIC,
  parse,
  reply: (decision, { event }) => {
    if (decision.outcome === 'defer') return noOpinion;
    // Anything but an allow refuses.
    if (decision.outcome !== 'allow') return refuse(decision.reason, decision.remedy, event);
    return { stdout: answer('allow', replyText(decision.reason), event), stderr: '', exitCode: 0 };
  },
  refuse: (reason) => refuse(reason),
  noOpinion,
  // Whose words its files hold is unknown.
  transcript: () => Promise.resolve([]),
  unreachable: {
    // It may or may not ask in any mode.
    promptingModes: [],
    prompting: '{}',
    otherwise: answer('deny', UNREACHABLE),
    refusal: UNREACHABLE,
  },
};
