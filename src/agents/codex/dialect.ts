/**
 * Seen with Codex 0.169: unknown keys, text around the JSON, and an allow in answer to `PreToolUse` void a refusal.
 * Exit code 2 with stderr text refuses.
 */
import type { TranscriptEntry } from '../../calls/request';
import type { AgentDialect, HookCall, HookReply } from '../hooks/agentDialect';
import type { InstructionFile } from '../files/instructionFiles';
import { replyText } from '../hooks/replyText';
import { rewrittenInput } from '../hooks/rewrittenInput';
import type { JsonObject } from '../../common/json';
import { CODEX, PERMISSION_REQUEST, PRE_TOOL_USE, SESSION_START, parsePayload } from './payload';

/** No function rejects. */
export interface CodexSessionReader {
  transcript(call: HookCall): Promise<readonly TranscriptEntry[]>;
  /** Codex shows them to no hook. */
  withOptions(call: HookCall): Promise<HookCall>;
  /** The model chooses a shell call's own folder. */
  sessionFolder?(call: HookCall): Promise<string | undefined>;
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

/** Codex takes an allow of `PreToolUse` only with another input. */
function givenBack(updatedInput: JsonObject): string {
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: PRE_TOOL_USE, permissionDecision: 'allow', updatedInput },
  });
}

function reply(decision: Parameters<AgentDialect['reply']>[0], call: HookCall): HookReply {
  const { event } = call;
  if (decision.outcome === 'defer') return noOpinion;
  if (decision.outcome !== 'allow') return refuse(event ?? PRE_TOOL_USE, decision.reason, decision.remedy);
  if (decision.rewritten !== undefined) {
    return event === PERMISSION_REQUEST
      ? noOpinion
      : { stdout: givenBack(rewrittenInput(call, decision.rewritten)), stderr: '', exitCode: 0 };
  }
  return event === PERMISSION_REQUEST ? { stdout: APPROVAL, stderr: '', exitCode: 0 } : noOpinion;
}

const NOT_CHECKED = 'Auto Mode did not check this call: no VS Code window that has this folder open answered.';
const UNREACHABLE = `${NOT_CHECKED} Open the folder in VS Code with Auto Mode, or disconnect Codex there: "Auto Mode: Disconnect All Agents" lets you choose it.`;

export function codexDialect(session: CodexSessionReader): AgentDialect {
  return {
    id: CODEX,
    parse: parsePayload,
    complete: (call) => session.withOptions(call),
    sessionFolder: (call) => session.sessionFolder?.(call) ?? Promise.resolve(undefined),
    reply,
    // Only before a call can it become another.
    takesRewritten: ({ event }) => event === PRE_TOOL_USE,
    // An unreadable event may be either: the exit code refuses both.
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
      // Sent when Codex is about to ask. No mode asks about every call.
      promptingField: 'hook_event_name',
      promptingModes: [PERMISSION_REQUEST],
      prompting: JSON.stringify({ systemMessage: `${NOT_CHECKED} Codex asks you itself.` }),
      otherwise: denial(PRE_TOOL_USE, UNREACHABLE),
      refusal: UNREACHABLE,
    },
  };
}
