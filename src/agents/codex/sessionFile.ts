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

const MAX_BYTES = 1024 * 1024;
const MAX_ENTRIES = 200;

export type ReadFirstLine = (path: string, maxBytes: number) => Promise<string | undefined>;

/** The first line holds the model's instructions. */
const MAX_FIRST_LINE = 512 * 1024;

/** Only below `sessionsDirectory`: a payload must not turn another file into the user's words. */
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
      // Without a transcript less favours the user.
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
      // Codex joins all instruction files.
      if (text !== undefined) return [{ path: join(call.request.cwd, 'AGENTS.md'), text }];
      const start = file === undefined ? undefined : await readFirstLine(file, MAX_FIRST_LINE);
      // Codex loaded none; a later file may be the agent's own.
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
      // Options must not override the payload.
      return { ...call, request: { ...call.request, input: Object.assign({}, ...options, input) as JsonObject } };
    },
  };
}
