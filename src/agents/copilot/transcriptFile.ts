import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { TranscriptEntry } from '../../calls/request';
import type { HookCall } from '../hooks/agentDialect';
import type { ReadTail } from '../files/fileTail';
import { PatientReading, type Patience } from '../files/patience';
import { isTranscriptBelow } from '../files/transcriptPlace';
import { parseCopilotTranscript, type ParsedTranscript } from './transcript';

const MAX_BYTES = 1024 * 1024;
const MAX_ENTRIES = 200;

/** Others could leave the folder. */
const SESSION_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** VS Code's local agent loop, in any profile. */
const LOCAL_LOOP = /[\\/]workspaceStorage[\\/][^\\/]+[\\/][^\\/]+[\\/]transcripts[\\/]([^\\/]+)\.jsonl$/;

/** @param stateDirectory one folder per session */
export function copilotTranscript(
  stateDirectory: string,
  readTail: ReadTail,
  patience?: Patience,
): (call: HookCall) => Promise<readonly TranscriptEntry[]> {
  const patient = new PatientReading(patience);

  return async (call) => {
    const path = transcriptPathOf(call, stateDirectory);
    // Without a transcript less favours the user.
    if (path === undefined) return [];
    const { entries } = await patient.read(path, async () => {
      const file = await realpath(path).catch(() => undefined);
      if (file === undefined) return { entries: [], isComplete: false };
      if (!(await isTranscript(file, call, stateDirectory))) return { entries: [], isComplete: true };
      const text = (await readTail(file, MAX_BYTES)) ?? '';
      const read = (subAgentId: string | undefined): ParsedTranscript =>
        parseCopilotTranscript(text, {
          subAgentId,
          currentCall: { id: call.request.callId, tool: call.request.tool, input: call.request.input },
          maxEntries: MAX_ENTRIES,
        });
      const session = read(undefined);
      if (call.subAgentId === undefined) return { entries: session.entries, isComplete: session.holdsCurrentCall };
      // They explain the sub-agent's task.
      const own = read(call.subAgentId);
      return { entries: [...session.entries, ...own.entries], isComplete: own.holdsCurrentCall };
    });
    return entries;
  };
}

function transcriptPathOf({ transcriptPath, request }: HookCall, stateDirectory: string): string | undefined {
  const { sessionId = '' } = request;
  if (!SESSION_ID.test(sessionId)) return undefined;
  return transcriptPath ?? join(stateDirectory, sessionId, 'events.jsonl');
}

async function isTranscript(file: string, { transcriptPath, request }: HookCall, directory: string): Promise<boolean> {
  return transcriptPath === undefined
    ? isTranscriptBelow(file, directory)
    : LOCAL_LOOP.exec(file)?.[1] === request.sessionId;
}
