import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../common/json';
import type { HookCall } from '../hooks/agentDialect';
import type { ReadTail } from '../files/fileTail';
import type { InstructionFile } from '../files/instructionFiles';
import { isTranscriptBelow } from '../files/transcriptPlace';
import type { CodexSessionReader } from './dialect';
import { callInputs, loadedInstructions, parseRollout, sessionFolder } from './rollout';
import { shownOptions, UNSEEN_OPTIONS, type CodexShells } from './shellOptions';

/** Of each file only so much of the end is read: it grows without bound. */
const MAX_BYTES = 1024 * 1024;
const MAX_ENTRIES = 200;

/** Gives the first line of a text file, see `readFirstLine`. */
export type ReadFirstLine = (path: string, maxBytes: number) => Promise<string | undefined>;

/** The first line holds the instructions that the model was given. */
const MAX_FIRST_LINE = 512 * 1024;

/**
 * Reads Codex's records of sessions. The payload's path is only followed below `sessionsDirectory`: a payload must not be able to turn
 * another file into the user's words.
 * @param instructionsOnDisk the instruction files that Codex would load in a folder; never rejects
 */
export function codexSessionFile(
  sessionsDirectory: string,
  readTail: ReadTail,
  readFirstLine: ReadFirstLine,
  shells: CodexShells,
  instructionsOnDisk: (folder: string) => Promise<readonly InstructionFile[]>,
): CodexSessionReader {
  async function locate({ transcriptPath }: HookCall): Promise<string | undefined> {
    if (transcriptPath === undefined) return undefined;
    const file = await realpath(transcriptPath).catch(() => undefined);
    return file !== undefined && (await isTranscriptBelow(file, sessionsDirectory)) ? file : undefined;
  }

  return {
    async transcript(call) {
      const file = await locate(call);
      // No transcript means fewer words in the user's favour, never more.
      const end = file === undefined ? undefined : await readTail(file, MAX_BYTES);
      if (file === undefined || end === undefined) return [];
      const start = await readFirstLine(file, MAX_FIRST_LINE);
      return parseRollout(start, end, { currentCallId: call.request.callId, maxEntries: MAX_ENTRIES });
    },
    async sessionFolder(call) {
      const file = await locate(call);
      return file === undefined ? undefined : sessionFolder(await readFirstLine(file, MAX_FIRST_LINE));
    },
    async loadedContext(call) {
      const file = await locate(call);
      const end = file === undefined ? undefined : await readTail(file, MAX_BYTES);
      const text = end === undefined ? undefined : loadedInstructions(end);
      // Codex puts the texts of all its instruction files into one.
      if (text !== undefined) return [{ path: join(call.request.cwd, 'AGENTS.md'), text }];
      const start = file === undefined ? undefined : await readFirstLine(file, MAX_FIRST_LINE);
      // The whole record was read, and Codex has loaded none. A file that is there now may be the agent's own work.
      if (start !== undefined && end?.startsWith(start) === true) return [];
      return instructionsOnDisk(sessionFolder(start) ?? call.request.cwd);
    },
    async withOptions(call) {
      const { tool, input, callId } = call.request;
      if (tool !== 'Bash') return call;
      const file = callId === undefined ? undefined : await locate(call);
      const end = file === undefined ? undefined : await readTail(file, MAX_BYTES);
      const found = end === undefined || callId === undefined ? [] : callInputs(end, callId);
      const options = found.length === 0 ? [UNSEEN_OPTIONS] : found.map((passed) => shownOptions(passed, shells));
      // What the payload says counts: an option must not stand in its place.
      return { ...call, request: { ...call.request, input: Object.assign({}, ...options, input) as JsonObject } };
    },
  };
}
