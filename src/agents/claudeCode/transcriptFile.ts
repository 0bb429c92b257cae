import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TranscriptEntry } from '../../calls/request';
import type { HookCall } from '../hooks/agentDialect';
import type { ReadTail } from '../files/fileTail';
import { PatientReading, type Patience } from '../files/patience';
import { isTranscriptBelow } from '../files/transcriptPlace';
import { parseTranscript } from './transcript';

const MAX_BYTES = 1024 * 1024;
const MAX_ENTRIES = 200;

/** Others could leave the folder. */
const SUB_AGENT_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Only below `projectsDirectory`: a payload must not turn another file into the user's words. */
export function claudeCodeTranscript(
  projectsDirectory: string,
  readTail: ReadTail,
  patience?: Patience,
): (call: HookCall) => Promise<readonly TranscriptEntry[]> {
  const patient = new PatientReading(patience);

  async function read(path: string, call: HookCall, subAgentId: string | undefined): Promise<TranscriptEntry[]> {
    const { entries } = await patient.read(path, async () => {
      const file = await realpath(path).catch(() => undefined);
      if (file !== undefined && !(await isTranscriptBelow(file, projectsDirectory))) {
        return { entries: [], isComplete: true };
      }
      const text = file === undefined ? undefined : await readTail(file, MAX_BYTES);
      const options = { subAgentId, currentCallId: call.request.callId, maxEntries: MAX_ENTRIES };
      const found = text === undefined ? [] : parseTranscript(text, options);
      return {
        entries: found,
        isComplete: found.length > 0 || (text !== undefined && holdsCall(text, call.request.callId)),
      };
    });
    return entries;
  }

  return async (call) => {
    const { transcriptPath } = call;
    // Without a transcript less favours the user.
    if (transcriptPath === undefined) return [];
    const session = await read(transcriptPath, call, undefined);
    const subAgentFile = subAgentTranscript(call);
    if (subAgentFile === undefined) return session;
    // They explain the sub-agent's task.
    return [...session, ...(await read(subAgentFile, call, call.subAgentId))];
  };
}

function holdsCall(text: string, callId: string | undefined): boolean {
  return callId !== undefined && text.includes(JSON.stringify(callId));
}

/** `<session>/subagents/agent-<id>.jsonl`. */
function subAgentTranscript(call: HookCall): string | undefined {
  const { subAgentId, transcriptPath } = call;
  const sessionId = call.request.sessionId;
  if (subAgentId === undefined || transcriptPath === undefined || sessionId === undefined) return undefined;
  if (!SUB_AGENT_ID.test(subAgentId) || !SUB_AGENT_ID.test(sessionId)) return undefined;
  return join(dirname(transcriptPath), sessionId, 'subagents', `agent-${subAgentId}.jsonl`);
}
