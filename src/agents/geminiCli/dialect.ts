/**
 * Seen with Gemini CLI 0.61: an allow ends no question of its own; a refusal, a question and another input count, even
 * with `--yolo`. Exit code 2 refuses only with text, and an allow on stdout beats it; text before the JSON lets the
 * call run.
 */
import type { TranscriptEntry } from '../../calls/request';
import type { JsonObject } from '../../common/json';
import type { InstructionFile } from '../files/instructionFiles';
import type { AgentDialect, HookCall, HookReply } from '../hooks/agentDialect';
import { replyText } from '../hooks/replyText';
import { rewrittenInput } from '../hooks/rewrittenInput';
import { BEFORE_TOOL, GEMINI_CLI, SESSION_START, parsePayload } from './payload';

const noOpinion: HookReply = { stdout: '{}', stderr: '', exitCode: 0 };

function answer(decision: 'allow' | 'deny' | 'ask', reason: string, input?: JsonObject): string {
  return JSON.stringify({
    decision,
    reason,
    ...(input === undefined ? {} : { hookSpecificOutput: { hookEventName: BEFORE_TOOL, tool_input: input } }),
  });
}

function refuse(reason: string, remedy?: string): HookReply {
  const text = replyText(reason, remedy);
  return { stdout: answer('deny', text), stderr: text, exitCode: 2 };
}

function reply(decision: Parameters<AgentDialect['reply']>[0], call: HookCall): HookReply {
  if (decision.outcome === 'defer') return noOpinion;
  if (decision.outcome !== 'allow') return refuse(decision.reason, decision.remedy);
  const input = decision.rewritten === undefined ? undefined : rewrittenInput(call, decision.rewritten);
  return { stdout: answer('allow', replyText(decision.reason), input), stderr: '', exitCode: 0 };
}

const NOT_CHECKED =
  'Auto Mode could not check this call: no VS Code window that has this folder open answered. Open the folder in VS Code with Auto Mode, or decide yourself.';

/** `readTranscript` and `loadedContext` must not reject. */
export function geminiCliDialect(
  readTranscript: (call: HookCall) => Promise<readonly TranscriptEntry[]>,
  loadedContext?: (call: HookCall) => Promise<readonly InstructionFile[]>,
): AgentDialect {
  return {
    id: GEMINI_CLI,
    parse: parsePayload,
    reply,
    takesRewritten: () => true,
    refuse: (reason) => refuse(reason),
    noOpinion,
    giveGuidance: (text) => ({
      stdout: JSON.stringify({ hookSpecificOutput: { hookEventName: SESSION_START, additionalContext: text } }),
      stderr: '',
      exitCode: 0,
    }),
    transcript: readTranscript,
    ...(loadedContext === undefined ? {} : { loadedContext }),
    unreachable: {
      // Payloads lack the mode. Its question comes in yolo mode too; without a terminal the run waits.
      promptingModes: [],
      prompting: noOpinion.stdout,
      otherwise: answer('ask', NOT_CHECKED),
    },
  };
}
