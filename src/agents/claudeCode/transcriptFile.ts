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

/** How long a file is waited for that does not hold the call's own conversation yet. */
export interface Patience {
  readonly milliseconds: number;
  readonly betweenReads: number;
}

/** Claude Code writes its transcripts some 100 ms after the fact, and asks its hooks at once. */
const PATIENCE: Patience = { milliseconds: 2_000, betweenReads: 25 };

/** So many files that never came are remembered. */
const MAX_IN_VAIN = 200;

/**
 * Reads what was said in the session of a call, and by the sub-agent that makes it. The payload's path is only followed below
 * `projectsDirectory`: a payload must not be able to turn another file into the user's words.
 */
export function claudeCodeTranscript(
  projectsDirectory: string,
  readTail: ReadTail,
  patience: Patience = PATIENCE,
): (call: HookCall) => Promise<readonly TranscriptEntry[]> {
  // A session that is not kept on disk would otherwise hold up each of its calls.
  const inVain = new Set<string>();

  async function read(path: string, call: HookCall, subAgentId: string | undefined): Promise<TranscriptEntry[]> {
    const end = performance.now() + patience.milliseconds;
    for (;;) {
      const file = await realpath(path).catch(() => undefined);
      if (file !== undefined && !(await isTranscript(file, projectsDirectory))) return [];
      const text = file === undefined ? undefined : await readTail(file, MAX_BYTES);
      const entries =
        text === undefined
          ? []
          : parseTranscript(text, { subAgentId, currentCallId: call.request.callId, maxEntries: MAX_ENTRIES });
      const isThere = entries.length > 0 || (text !== undefined && holdsCall(text, call.request.callId));
      if (isThere || inVain.has(path)) return entries;
      if (performance.now() >= end) {
        if (inVain.size >= MAX_IN_VAIN) inVain.clear();
        inVain.add(path);
        return entries;
      }
      await new Promise((resolve) => setTimeout(resolve, patience.betweenReads));
    }
  }

  return async (call) => {
    const { transcriptPath } = call;
    // No transcript means fewer words in the user's favour, never more.
    if (transcriptPath === undefined) return [];
    const session = await read(transcriptPath, call, undefined);
    const subAgentFile = subAgentTranscript(call);
    if (subAgentFile === undefined) return session;
    // The session's words come first: they are what the sub-agent was started for.
    return [...session, ...(await read(subAgentFile, call, call.subAgentId))];
  };
}

/** Whether a path without links is one of the agent's own transcripts. */
async function isTranscript(file: string, projectsDirectory: string): Promise<boolean> {
  const root = await realpath(projectsDirectory).catch(() => undefined);
  return root !== undefined && isBelow(root, file) && file.endsWith('.jsonl');
}

function holdsCall(text: string, callId: string | undefined): boolean {
  return callId !== undefined && text.includes(JSON.stringify(callId));
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
