/**
 * By Cursor's documentation, not tried. Its hooks only refuse: an allow ends no question of its own, and a question
 * does not show for what its user let run. An empty answer is a failure, so every answer is explicit.
 */
import type { TranscriptEntry } from '../../calls/request';
import type { InstructionFile } from '../files/instructionFiles';
import type { AgentDialect, HookCall, HookReply } from '../hooks/agentDialect';
import { replyText } from '../hooks/replyText';
import { CURSOR, SHELL, parsePayload } from './payload';

/** Its prompt hook reads `continue`. */
const noOpinion: HookReply = {
  stdout: JSON.stringify({ permission: 'allow', continue: true }),
  stderr: '',
  exitCode: 0,
};

function denial(text: string): string {
  return JSON.stringify({ permission: 'deny', user_message: text, agent_message: text });
}

function refuse(reason: string, remedy?: string): HookReply {
  const text = replyText(reason, remedy);
  return { stdout: denial(text), stderr: text, exitCode: 2 };
}

const UNREACHABLE =
  'Auto Mode did not check this call: no window that has this folder open answered. Open the folder in an editor with Auto Mode, or disconnect Cursor there: "Auto Mode: Disconnect All Agents" lets you choose it.';

/** `readTranscript` and `loadedContext` must not reject. */
export function cursorDialect(
  readTranscript: (call: HookCall) => Promise<readonly TranscriptEntry[]>,
  loadedContext?: (call: HookCall) => Promise<readonly InstructionFile[]>,
): AgentDialect {
  return {
    id: CURSOR,
    parse: parsePayload,
    // The events of a command hold different fields.
    comparedInput: (tool, input) => (tool === SHELL ? { command: input['command'] ?? null } : input),
    reply: ({ outcome, reason, remedy }) =>
      outcome === 'allow' || outcome === 'defer' ? noOpinion : refuse(reason, remedy),
    refuse: (reason) => refuse(reason),
    noOpinion,
    giveGuidance: (text) => ({
      stdout: JSON.stringify({ continue: true, additional_context: text }),
      stderr: '',
      exitCode: 0,
    }),
    transcript: readTranscript,
    ...(loadedContext === undefined ? {} : { loadedContext }),
    unreachable: {
      promptingModes: [],
      prompting: noOpinion.stdout,
      otherwise: denial(UNREACHABLE),
      refusal: UNREACHABLE,
    },
  };
}
