import type { FileHandle } from 'node:fs/promises';
import type { Decision } from '../engine/model/decision';
import { pacer } from '../common/pacer';
import { recordOf, type DecisionLog, type LogRecord } from './decisionLog';
import { bytesAt, lastLineEnd, linesBefore, MAX_LINE_BYTES, NEW_LINE, PIECE_BYTES, withLogFile } from './logFile';

/** With its line's place, and long texts cut. */
export interface LoggedDecision {
  readonly decision: Decision;
  readonly hasInput: boolean;
  readonly place: LinePlace;
}

interface LinePlace {
  /** Identity, under any name. */
  readonly file: string;
  readonly at: number;
  readonly bytes: number;
}

interface ReadFile {
  start: number;
  end: number;
  records: LoggedDecision[];
}

/** Nobody looks through more. */
export const MAX_RECORDS = 10_000;
const MAX_TEXT_CHARACTERS = 2000;
const KEPT_MILLISECONDS = 5 * 60_000;

/** In pieces, and each line once, as a log only grows. Caches records in use. */
export class LogReader {
  readonly #files = new Map<string, ReadFile>();
  #last: Promise<unknown> = Promise.resolve();
  #forgetting: NodeJS.Timeout | undefined;

  constructor(
    private readonly log: Pick<DecisionLog, 'filePaths'>,
    private readonly keptMilliseconds = KEPT_MILLISECONDS,
  ) {}

  /**
   * Newest first.
   * @param count at most `MAX_RECORDS`
   * @param signal ends it early with what was read
   */
  recent(count: number, signal?: AbortSignal): Promise<readonly LoggedDecision[]> {
    return this.#inTurn(async () => {
      clearTimeout(this.#forgetting);
      try {
        return await this.#recent(Math.min(count, MAX_RECORDS), signal);
      } finally {
        clearTimeout(this.#forgetting);
        this.#forgetting = setTimeout(() => {
          void this.#inTurn(() => {
            this.#files.clear();
            return Promise.resolve();
          });
        }, this.keptMilliseconds).unref();
      }
    });
  }

  /** Undefined: gone. */
  async whole({ place, decision }: LoggedDecision): Promise<LogRecord | undefined> {
    for (const path of this.log.filePaths()) {
      const record = await withLogFile(path, async (file, id) => {
        if (id !== place.file) return undefined;
        return recordOf((await bytesAt(file, place.at, place.bytes)).toString('utf8'));
      });
      if (record !== undefined) return record.decision.id === decision.id ? record : undefined;
    }
    return undefined;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #recent(count: number, signal: AbortSignal | undefined): Promise<readonly LoggedDecision[]> {
    const found: LoggedDecision[] = [];
    const present = new Set<string>();
    for (const path of this.log.filePaths()) {
      if (found.length >= count || signal?.aborted === true) break;
      await withLogFile(path, async (file, id, size) => {
        // A rename meanwhile may list it twice.
        if (present.has(id)) return;
        present.add(id);
        const read = await this.#upToDate(file, id, size);
        while (read.records.length < count - found.length && read.start > 0 && signal?.aborted !== true) {
          await readBackwards(file, id, read);
        }
        found.push(...read.records.slice(-(count - found.length)).reverse());
      });
    }
    if (signal?.aborted !== true) this.#trim(present);
    return found;
  }

  async #upToDate(file: FileHandle, id: string, size: number): Promise<ReadFile> {
    const known = this.#files.get(id);
    if (known !== undefined && known.end <= size && (await isSameFile(file, known))) {
      await readForwards(file, id, known, size);
      return known;
    }
    const end = await lastLineEnd(file, size);
    const fresh = { start: end, end, records: [] };
    this.#files.set(id, fresh);
    return fresh;
  }

  #trim(present: ReadonlySet<string>): void {
    let room = MAX_RECORDS;
    for (const id of this.#files.keys()) if (!present.has(id)) this.#files.delete(id);
    for (const id of present) {
      const read = this.#files.get(id);
      if (read === undefined) continue;
      if (read.records.length > room) {
        read.records = room === 0 ? [] : read.records.slice(-room);
        read.start = read.records[0]?.place.at ?? read.end;
      }
      room -= read.records.length;
    }
  }
}

/** A new file may have a deleted one's number. */
async function isSameFile(file: FileHandle, { records }: ReadFile): Promise<boolean> {
  const last = records.at(-1);
  if (last === undefined) return false;
  const line = await bytesAt(file, last.place.at, last.place.bytes);
  return recordOf(line.toString('utf8'))?.decision.id === last.decision.id;
}

async function readBackwards(file: FileHandle, id: string, read: ReadFile): Promise<void> {
  const { at, bytes } = await linesBefore(file, read.start, PIECE_BYTES);
  read.records = [...(await recordsIn(bytes, id, at)), ...read.records];
  read.start = at;
}

async function readForwards(file: FileHandle, id: string, read: ReadFile, size: number): Promise<void> {
  let bytes = PIECE_BYTES;
  while (read.end < size) {
    const chunk = await bytesAt(file, read.end, Math.min(bytes, size - read.end));
    const whole = chunk.lastIndexOf(NEW_LINE) + 1;
    if (whole === 0) {
      // The line is longer or unfinished.
      if (chunk.length < bytes) return;
      bytes *= 2;
      if (bytes <= MAX_LINE_BYTES) continue;
      read.end += chunk.length;
    } else {
      read.records.push(...(await recordsIn(chunk.subarray(0, whole), id, read.end)));
      read.end += whole;
    }
    bytes = PIECE_BYTES;
  }
}

async function recordsIn(chunk: Buffer, file: string, offset: number): Promise<LoggedDecision[]> {
  const records: LoggedDecision[] = [];
  const breathe = pacer();
  let start = 0;
  while (start < chunk.length) {
    const lineEnd = chunk.indexOf(NEW_LINE, start);
    const end = lineEnd === -1 ? chunk.length : lineEnd;
    const record = recordOf(chunk.toString('utf8', start, end));
    if (record !== undefined) {
      const place = { file, at: offset + start, bytes: end - start };
      records.push({ decision: shortened(record.decision), hasInput: record.input !== undefined, place });
    }
    start = end + 1;
    await breathe();
  }
  return records;
}

function shortened(decision: Decision): Decision {
  const { reason, summary, remedy, fragment, rule } = decision;
  return {
    ...decision,
    reason: cut(reason),
    summary: cut(summary),
    ...(remedy === undefined ? {} : { remedy: cut(remedy) }),
    ...(fragment === undefined ? {} : { fragment: cut(fragment) }),
    ...(rule === undefined ? {} : { rule: { ...rule, text: cut(rule.text) } }),
  };
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT_CHARACTERS) return text;
  // A substring would keep the whole string.
  return JSON.parse(JSON.stringify(`${text.slice(0, MAX_TEXT_CHARACTERS)}…`)) as string;
}
