import { realpath } from 'node:fs/promises';
import { dirname, join, relative, sep, isAbsolute } from 'node:path';
import type { TranscriptEntry } from '../../engine/request';
import type { HookCall } from '../agentDialect';
import { parseTranscript } from './transcript';

/** Of each file only so much of the end is read: a transcript grows without bound. */
const MAX_BYTES = 1024 * 1024;
const MAX_ENTRIES = 200;

/** Both of Claude Code's forms of a sub-agent's id; anything else could lead out of the folder. */
const SUB_AGENT_ID = /^[A-Za-z0-9_-]{1,64}$/;

export type ReadTail = (path: string, maxBytes: number) => Promise<string | undefined>;

/**
 * Reads what was said in the session of a call, and by the sub-agent that makes it. The payload's path is only followed below
 * `projectsDirectory`: a payload must not be able to turn another file into the user's words.
 */
export function claudeCodeTranscript(
  projectsDirectory: string,
  readTail: ReadTail,
): (call: HookCall) => Promise<readonly TranscriptEntry[]> {
  return async (call) => {
    try {
      const root = await realpath(projectsDirectory);
      const read = async (path: string, subAgentId: string | undefined): Promise<TranscriptEntry[]> => {
        const file = await realpath(path);
        if (!isBelow(root, file) || !file.endsWith('.jsonl')) return [];
        const text = await readTail(file, MAX_BYTES);
        if (text === undefined) return [];
        return parseTranscript(text, { subAgentId, currentCallId: call.request.callId, maxEntries: MAX_ENTRIES });
      };
      if (call.transcriptPath === undefined) return [];
      const session = await read(call.transcriptPath, undefined);
      const subAgentFile = subAgentTranscript(call);
      if (subAgentFile === undefined) return session;
      // The session's words come first: they are what the sub-agent was started for.
      return [...session, ...(await read(subAgentFile, call.subAgentId).catch(() => []))];
    } catch {
      // No transcript means fewer words in the user's favour, never more.
      return [];
    }
  };
}

/** `<session>/subagents/agent-<id>.jsonl`, beside the session's own file. */
function subAgentTranscript(call: HookCall): string | undefined {
  const { subAgentId, transcriptPath } = call;
  const sessionId = call.request.sessionId;
  if (subAgentId === undefined || transcriptPath === undefined || sessionId === undefined) return undefined;
  if (!SUB_AGENT_ID.test(subAgentId) || !SUB_AGENT_ID.test(sessionId)) return undefined;
  return join(dirname(transcriptPath), sessionId, 'subagents', `agent-${subAgentId}.jsonl`);
}

function isBelow(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
