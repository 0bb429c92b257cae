import type { JsonObject } from '../common/json';
import { CLAUDE_CODE } from './claudeCode/dialect';
import { CODEX, PRE_TOOL_USE } from './codex/payload';
import { COPILOT } from './copilot/dialect';

/** No-op shell calls. */
const PAYLOADS: Readonly<Record<string, (sessionId: string, cwd: string) => unknown>> = {
  [CLAUDE_CODE]: (sessionId, cwd) => ({
    session_id: sessionId,
    transcript_path: '',
    cwd,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'true', description: 'Nothing' },
    tool_use_id: 'toolu_probe',
  }),
  [COPILOT]: (sessionId, cwd) => ({
    sessionId,
    timestamp: 0,
    cwd,
    toolName: 'bash',
    toolArgs: JSON.stringify({ command: 'true', description: 'Nothing' }),
  }),
  [CODEX]: (sessionId, cwd) => ({
    session_id: sessionId,
    turn_id: 'probe',
    transcript_path: null,
    cwd,
    hook_event_name: PRE_TOOL_USE,
    model: 'probe',
    permission_mode: 'default',
    tool_name: 'Bash',
    tool_input: { command: 'true' },
    tool_use_id: 'call_probe',
  }),
};

/** A call with an effect is never a probe, even if an agent names its session like one. */
export function isProbeCall(tool: string, input: JsonObject): boolean {
  const { command, description = 'Nothing', ...more } = input;
  const isSame = command === 'true' && description === 'Nothing' && Object.keys(more).length === 0;
  return isSame && /^bash$/i.test(tool);
}

export function probePayload(agent: string, sessionId: string, cwd: string): string | undefined {
  const payload = Object.hasOwn(PAYLOADS, agent) ? PAYLOADS[agent] : undefined;
  return payload === undefined ? undefined : JSON.stringify(payload(sessionId, cwd));
}
