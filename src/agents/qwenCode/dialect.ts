/**
 * Seen with Qwen Code 0.24.4: only `PermissionRequest` takes an allow or another input. Before the call, exit code 2
 * refuses only with stderr text; in answer to `PermissionRequest` it asks the user. Text before the JSON lets the call
 * run.
 */
import type { TranscriptEntry } from '../../calls/request';
import type { JsonObject } from '../../common/json';
import type { InstructionFile } from '../files/instructionFiles';
import type { AgentDialect, HookCall, HookReply } from '../hooks/agentDialect';
import { replyText } from '../hooks/replyText';
import { rewrittenInput } from '../hooks/rewrittenInput';
import { PERMISSION_REQUEST, PRE_TOOL_USE, QWEN_CODE, SESSION_START, parsePayload } from './payload';

/** An allow would answer for the user. */
const QUESTIONS_TO_THE_USER: ReadonlySet<string> = new Set(['ask_user_question', 'enter_plan_mode', 'exit_plan_mode']);

/** An allow would bypass its own classifier. */
const OWN_CLASSIFIER_MODE = 'auto';

const noOpinion: HookReply = { stdout: '{}', stderr: '', exitCode: 0 };

function permission(decision: 'allow' | 'deny' | 'ask', reason: string): string {
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: PRE_TOOL_USE,
      permissionDecision: decision,
      permissionDecisionReason: reason,
    },
  });
}

function answerToRequest(decision: JsonObject): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: PERMISSION_REQUEST, decision } });
}

function refuse(event: string | undefined, reason: string, remedy?: string): HookReply {
  const text = replyText(reason, remedy);
  if (event === PERMISSION_REQUEST) {
    return { stdout: answerToRequest({ behavior: 'deny', message: text }), stderr: '', exitCode: 0 };
  }
  return { stdout: permission('deny', text), stderr: text, exitCode: 2 };
}

/** An allow leaves these to Qwen Code. */
function isLeftAlone({ request, mode }: HookCall): boolean {
  return QUESTIONS_TO_THE_USER.has(request.tool) || mode === OWN_CLASSIFIER_MODE;
}

function reply(decision: Parameters<AgentDialect['reply']>[0], call: HookCall): HookReply {
  if (decision.outcome === 'defer') return noOpinion;
  if (decision.outcome !== 'allow') return refuse(call.event, decision.reason, decision.remedy);
  if (isLeftAlone(call)) return noOpinion;
  if (call.event !== PERMISSION_REQUEST) {
    return { stdout: permission('allow', replyText(decision.reason)), stderr: '', exitCode: 0 };
  }
  const updatedInput =
    decision.rewritten === undefined ? {} : { updatedInput: rewrittenInput(call, decision.rewritten) };
  return { stdout: answerToRequest({ behavior: 'allow', ...updatedInput }), stderr: '', exitCode: 0 };
}

/** `readTranscript` and `loadedContext` must not reject. */
export function qwenCodeDialect(
  readTranscript: (call: HookCall) => Promise<readonly TranscriptEntry[]>,
  loadedContext?: (call: HookCall) => Promise<readonly InstructionFile[]>,
): AgentDialect {
  return {
    id: QWEN_CODE,
    parse: parsePayload,
    comparedInput: (tool, input) => (QUESTIONS_TO_THE_USER.has(tool) ? {} : input),
    reply,
    takesRewritten: (call) => call.event === PERMISSION_REQUEST && !isLeftAlone(call),
    refuse: (reason) => refuse(PRE_TOOL_USE, reason),
    noOpinion,
    giveGuidance: (text) => ({
      stdout: JSON.stringify({ hookSpecificOutput: { hookEventName: SESSION_START, additionalContext: text } }),
      stderr: '',
      exitCode: 0,
    }),
    transcript: readTranscript,
    ...(loadedContext === undefined ? {} : { loadedContext }),
    unreachable: {
      // Before the call its user was asked; other modes run some calls unasked.
      promptingModes: ['default'],
      prompting: JSON.stringify({
        systemMessage:
          'Auto Mode did not check this call: no VS Code window that has this folder open answered. Qwen Code asks you itself where its own settings say so.',
      }),
      // For `PermissionRequest` this leaves the question to the user.
      otherwise: permission(
        'ask',
        'Auto Mode could not check this call: no VS Code window that has this folder open answered. Open the folder in VS Code with Auto Mode, or decide yourself.',
      ),
    },
  };
}
