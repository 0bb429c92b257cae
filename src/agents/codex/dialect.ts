/**
 * Codex's hooks, as tried with 0.169: one JSON object in, one out. One key that Codex does not know, or text around the JSON, loses a
 * refusal; so does an allow in answer to `PreToolUse`. Exit code 2 with text on stderr refuses whatever stdout says, in both events.
 */
import type { TranscriptEntry } from '../../calls/request';
import type { AgentDialect, HookCall, HookReply } from '../hooks/agentDialect';
import type { InstructionFile } from '../files/instructionFiles';
import { replyText } from '../hooks/replyText';
import { CODEX, PERMISSION_REQUEST, PRE_TOOL_USE, SESSION_START, parsePayload } from './payload';

/** What is read from the session's own file beside the payload. None of the functions rejects. */
export interface CodexSessionReader {
  /** What was said before the call, oldest first. */
  transcript(call: HookCall): Promise<readonly TranscriptEntry[]>;
  /** The call with the options that Codex shows to no hook. */
  withOptions(call: HookCall): Promise<HookCall>;
  /** The folder in which the session began: a shell call comes with the folder that the model names for it. */
  sessionFolder?(call: HookCall): Promise<string | undefined>;
  /** The instruction files that Codex has loaded. */
  loadedContext?(call: HookCall): Promise<readonly InstructionFile[]>;
}

function denial(event: string, text: string): string {
  const hookSpecificOutput =
    event === PERMISSION_REQUEST
      ? { hookEventName: PERMISSION_REQUEST, decision: { behavior: 'deny', message: text } }
      : { hookEventName: PRE_TOOL_USE, permissionDecision: 'deny', permissionDecisionReason: text };
  return JSON.stringify({ hookSpecificOutput });
}

const APPROVAL = JSON.stringify({
  hookSpecificOutput: { hookEventName: PERMISSION_REQUEST, decision: { behavior: 'allow' } },
});

const noOpinion: HookReply = { stdout: '{}', stderr: '', exitCode: 0 };

function refuse(event: string, reason: string, remedy?: string): HookReply {
  const text = replyText(reason, remedy);
  return { stdout: denial(event, text), stderr: text, exitCode: 2 };
}

function reply(decision: Parameters<AgentDialect['reply']>[0], { event }: HookCall): HookReply {
  if (decision.outcome === 'defer') return noOpinion;
  // Written so that whatever is not an allow is a refusal.
  if (decision.outcome !== 'allow') return refuse(event ?? PRE_TOOL_USE, decision.reason, decision.remedy);
  return event === PERMISSION_REQUEST ? { stdout: APPROVAL, stderr: '', exitCode: 0 } : noOpinion;
}

const NOT_CHECKED = 'Auto Mode did not check this call: no VS Code window that has this folder open answered.';
const UNREACHABLE = `${NOT_CHECKED} Open the folder in VS Code with Auto Mode, or disconnect Codex there: "Auto Mode: Disconnect All Agents" lets you choose it.`;

/** Codex's dialect. */
export function codexDialect(session: CodexSessionReader): AgentDialect {
  return {
    id: CODEX,
    parse: parsePayload,
    complete: (call) => session.withOptions(call),
    sessionFolder: (call) => session.sessionFolder?.(call) ?? Promise.resolve(undefined),
    reply,
    // Which event was sent may be what cannot be read: the exit code refuses in either.
    refuse: (reason) => refuse(PRE_TOOL_USE, reason),
    noOpinion,
    giveGuidance: (text) => ({
      stdout: JSON.stringify({ hookSpecificOutput: { hookEventName: SESSION_START, additionalContext: text } }),
      stderr: '',
      exitCode: 0,
    }),
    transcript: (call) => session.transcript(call),
    loadedContext: (call) => session.loadedContext?.(call) ?? Promise.resolve([]),
    unreachable: {
      // Codex sends this event only where it asks the user next. In no mode does it ask about every call.
      promptingField: 'hook_event_name',
      promptingModes: [PERMISSION_REQUEST],
      prompting: JSON.stringify({ systemMessage: `${NOT_CHECKED} Codex asks you itself.` }),
      otherwise: denial(PRE_TOOL_USE, UNREACHABLE),
      refusal: UNREACHABLE,
    },
  };
}
