import type { FileHandle } from 'node:fs/promises';
import { pacer } from '../common/pacer';
import type { DecisionLog } from './decisionLog';
import { bytesAt, MAX_LINE_BYTES, NEW_LINE, PIECE_BYTES, withLogFile } from './logFile';

/** By file identity. */
export type ScanPlaces = ReadonlyMap<string, ScanPlace>;

interface ScanPlace {
  readonly end: number;
  /** A new file may have a deleted one's number. */
  readonly head: string;
}

export interface Scan {
  readonly places: ScanPlaces;
  /** A file read before is gone, and with it what was counted. */
  readonly isOther: boolean;
}

/** Far above the limit of all; larger files lose older lines. */
const MAX_SCANNED_BYTES = 128 * 1024 * 1024;
const HEAD_BYTES = 64;

/**
 * Every whole line, oldest first, in pieces with rests. An unfinished last line waits, a line longer than any record is
 * skipped.
 * @param places of an earlier scan: reads only what came since
 * @param signal ends it early; what was read is lost for `places`
 */
export async function scanLog(
  log: Pick<DecisionLog, 'filePaths'>,
  places: ScanPlaces,
  take: (line: string) => void,
  signal: AbortSignal,
  maxBytes = MAX_SCANNED_BYTES,
): Promise<Scan> {
  const found = new Map<string, ScanPlace>();
  const files = await knownFiles(log);
  const present = new Map(files.map(({ id, head }) => [id, head]));
  const isOther = [...places].some(([id, { head }]) => present.get(id) !== head);
  const breathe = pacer();
  let skipped = Math.max(0, files.reduce((sum, { size }) => sum + size, 0) - maxBytes);
  for (const { path, id, head, size } of files) {
    const cut = Math.min(skipped, size);
    skipped -= cut;
    const known = places.get(id);
    const start = Math.max(cut, !isOther && known !== undefined && known.end <= size ? known.end : 0);
    const end = await withLogFile(path, async (file, sameId) => {
      if (sameId !== id) return undefined;
      return readLines(file, start, size, start === cut && cut > 0, take, breathe, signal);
    });
    if (end !== undefined) found.set(id, { end, head });
  }
  return { places: found, isOther };
}

interface KnownFile {
  readonly path: string;
  readonly id: string;
  readonly head: string;
  readonly size: number;
}

/** Oldest first, each once: a rename meanwhile may list it twice. */
async function knownFiles(log: Pick<DecisionLog, 'filePaths'>): Promise<readonly KnownFile[]> {
  const files: KnownFile[] = [];
  for (const path of [...log.filePaths()].reverse()) {
    const known = await withLogFile(path, async (file, id, size) => {
      const head = (await bytesAt(file, 0, Math.min(HEAD_BYTES, size))).toString('latin1');
      return head.length < HEAD_BYTES ? undefined : { path, id, head, size };
    });
    if (known !== undefined && !files.some(({ id }) => id === known.id)) files.push(known);
  }
  return files;
}

async function readLines(
  file: FileHandle,
  start: number,
  size: number,
  isWithin: boolean,
  take: (line: string) => void,
  breathe: () => Promise<void>,
  signal: AbortSignal,
): Promise<number> {
  let at = start;
  let wanted = PIECE_BYTES;
  let skips = isWithin;
  const isOver = (): boolean => signal.aborted;
  while (at < size && !isOver()) {
    const piece = await bytesAt(file, at, Math.min(wanted, size - at));
    const whole = piece.lastIndexOf(NEW_LINE) + 1;
    if (whole === 0) {
      if (piece.length < wanted) return at;
      if (wanted < MAX_LINE_BYTES) wanted *= 2;
      else {
        at += piece.length;
        skips = true;
      }
      continue;
    }
    for (let from = 0; from < whole && !isOver();) {
      const end = piece.indexOf(NEW_LINE, from);
      if (!skips && end > from) take(piece.toString('utf8', from, end));
      skips = false;
      from = end + 1;
      await breathe();
    }
    at += whole;
    wanted = PIECE_BYTES;
  }
  return at;
}
