import { realpath } from 'node:fs/promises';
import type { TranscriptEntry } from '../../calls/request';
import type { HookCall } from './agentDialect';
import { readFileTail, type ReadTail } from '../files/fileTail';
import { PatientReading, type Patience } from '../files/patience';
import { isTranscriptBelow } from '../files/transcriptPlace';

const MAX_BYTES = 1024 * 1024;

export interface ReadTranscript {
  /** Oldest first. */
  readonly entries: readonly TranscriptEntry[];
  /** All words before the call are there. */
  readonly isComplete: boolean;
}

/**
 * Reads the payload's file, only below `directory`. Never rejects.
 * @param parse must not throw
 */
export function sessionTranscript(
  directory: string,
  parse: (text: string, call: HookCall) => ReadTranscript,
  readTail: ReadTail = readFileTail,
  patience?: Patience,
): (call: HookCall) => Promise<readonly TranscriptEntry[]> {
  const patient = new PatientReading(patience);
  return async (call) => {
    const { transcriptPath } = call;
    if (transcriptPath === undefined || transcriptPath === '') return [];
    const { entries } = await patient.read(transcriptPath, async () => {
      const file = await realpath(transcriptPath).catch(() => undefined);
      if (file === undefined) return { entries: [], isComplete: false };
      if (!(await isTranscriptBelow(file, directory))) return { entries: [], isComplete: true };
      return parse((await readTail(file, MAX_BYTES)) ?? '', call);
    });
    return entries;
  };
}

/** Skips cut and other records. */
export function jsonLines(text: string): readonly unknown[] {
  return text.split('\n').flatMap((line): unknown[] => {
    if (line === '') return [];
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}
