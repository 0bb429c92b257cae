/**
 * The `preToolUse` hook of GitHub Copilot: Copilot CLI and VS Code's Agent Host (one engine, camelCase payloads), and VS Code's local
 * agent loop, which runs the same file with payloads in snake_case. The first were tried with Copilot CLI 1.0.102: exit code 2 refuses;
 * text before the JSON, or two objects, counts as no answer and the call runs. The last is as its source and documentation say.
 */
import type { TranscriptEntry } from '../../calls/request';
import type { AgentDialect, HookCall, HookReply } from '../hooks/agentDialect';
import type { InstructionFile } from '../files/instructionFiles';
import { replyText } from '../hooks/replyText';
import { COPILOT, parsePayload } from './payload';

export { COPILOT } from './payload';

/** Tools that are themselves a question to the user: an allow would answer in the user's place. */
const QUESTIONS_TO_THE_USER: ReadonlySet<string> = new Set(['ask_user', 'exit_plan_mode', 'vscode_askQuestions']);

/** Both forms at once: Copilot's engine reads the flat keys and ignores the nested ones, VS Code's local loop the other way round. */
function permission(decision: 'allow' | 'deny' | 'ask', reason: string): string {
  const answer = { permissionDecision: decision, permissionDecisionReason: reason };
  return JSON.stringify({ ...answer, hookSpecificOutput: { hookEventName: 'PreToolUse', ...answer } });
}

/** Copilot CLI hands it to the model as a message in front of the first prompt. */
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
  // Written so that whatever is not an allow is a refusal.
  if (decision.outcome !== 'allow') return refuse(decision.reason, decision.remedy);
  return QUESTIONS_TO_THE_USER.has(call.request.tool)
    ? noOpinion
    : { stdout: permission('allow', replyText(decision.reason)), stderr: '', exitCode: 0 };
}

/** Copilot's dialect. `readTranscript` finds what was said before a call; it must not reject. Nor must `loadedContext`. */
export function copilotDialect(
  readTranscript: (call: HookCall) => Promise<readonly TranscriptEntry[]>,
  loadedContext?: (call: HookCall) => Promise<readonly InstructionFile[]>,
): AgentDialect {
  return {
    id: COPILOT,
    parse: parsePayload,
    // The user's answers are put in between.
    comparedInput: (tool, input) => (QUESTIONS_TO_THE_USER.has(tool) ? {} : input),
    reply,
    refuse: (reason) => refuse(reason),
    noOpinion,
    giveGuidance,
    transcript: readTranscript,
    ...(loadedContext === undefined ? {} : { loadedContext }),
    unreachable: {
      // No payload tells the mode, so none counts as one that prompts.
      promptingModes: [],
      prompting: noOpinion.stdout,
      otherwise: permission(
        'ask',
        'Auto Mode could not check this call: no VS Code window that has this folder open answered. Open the folder in VS Code with Auto Mode, or decide yourself.',
      ),
    },
  };
}
