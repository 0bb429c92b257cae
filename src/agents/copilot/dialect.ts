/**
 * Copilot CLI and the Agent Host send camelCase, VS Code's local agent loop snake_case. Seen with Copilot CLI 1.0.102:
 * exit code 2 refuses; text before the JSON, or two objects, lets the call run.
 */
import type { TranscriptEntry } from '../../calls/request';
import type { AgentDialect, HookCall, HookReply } from '../hooks/agentDialect';
import type { InstructionFile } from '../files/instructionFiles';
import { replyText } from '../hooks/replyText';
import { rewrittenInput } from '../hooks/rewrittenInput';
import type { JsonObject } from '../../common/json';
import { COPILOT, parsePayload } from './payload';

export { COPILOT } from './payload';

/** An allow would answer for the user. */
const QUESTIONS_TO_THE_USER: ReadonlySet<string> = new Set(['ask_user', 'exit_plan_mode', 'vscode_askQuestions']);

/** The CLI reads the flat keys, VS Code's local loop the nested ones. */
function permission(decision: 'allow' | 'deny' | 'ask', reason: string, input?: JsonObject): string {
  const answer = { permissionDecision: decision, permissionDecisionReason: reason };
  const flat = input === undefined ? {} : { modifiedArgs: input };
  const nested = input === undefined ? {} : { updatedInput: input };
  return JSON.stringify({
    ...answer,
    ...flat,
    hookSpecificOutput: { hookEventName: 'PreToolUse', ...answer, ...nested },
  });
}

/** A message before the first prompt. */
function giveGuidance(text: string): HookReply {
  const answer = { additionalContext: text };
  const stdout = JSON.stringify({ ...answer, hookSpecificOutput: { hookEventName: 'SessionStart', ...answer } });
  return { stdout, stderr: '', exitCode: 0 };
}

const noOpinion: HookReply = { stdout: '{}', stderr: '', exitCode: 0 };

function refuse(reason: string, remedy?: string): HookReply {
  const text = replyText(reason, remedy);
  return { stdout: permission('deny', text), stderr: text, exitCode: 2 };
}

function reply(decision: Parameters<AgentDialect['reply']>[0], call: HookCall): HookReply {
  if (decision.outcome === 'defer') return noOpinion;
  if (decision.outcome !== 'allow') return refuse(decision.reason, decision.remedy);
  if (QUESTIONS_TO_THE_USER.has(call.request.tool)) return noOpinion;
  const input = decision.rewritten === undefined ? undefined : rewrittenInput(call, decision.rewritten);
  return { stdout: permission('allow', replyText(decision.reason), input), stderr: '', exitCode: 0 };
}

/** `readTranscript` and `loadedContext` must not reject. */
export function copilotDialect(
  readTranscript: (call: HookCall) => Promise<readonly TranscriptEntry[]>,
  loadedContext?: (call: HookCall) => Promise<readonly InstructionFile[]>,
): AgentDialect {
  return {
    id: COPILOT,
    parse: parsePayload,
    comparedInput: (tool, input) => (QUESTIONS_TO_THE_USER.has(tool) ? {} : input),
    reply,
    takesRewritten: ({ request }) => !QUESTIONS_TO_THE_USER.has(request.tool),
    refuse: (reason) => refuse(reason),
    noOpinion,
    giveGuidance,
    transcript: readTranscript,
    ...(loadedContext === undefined ? {} : { loadedContext }),
    unreachable: {
      // Payloads do not name the mode.
      promptingModes: [],
      prompting: noOpinion.stdout,
      otherwise: permission(
        'ask',
        'Auto Mode could not check this call: no VS Code window that has this folder open answered. Open the folder in VS Code with Auto Mode, or decide yourself.',
      ),
    },
  };
}
