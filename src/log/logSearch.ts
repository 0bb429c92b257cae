import { recordOf, type DecisionLog, type LogRecord } from './decisionLog';
import { runRecordOf, type RunRecord } from './runRecord';
import { lastLineEnd, linesBefore, NEW_LINE, withLogFile } from './logFile';

const PIECE_BYTES = 1024 * 1024;
/** For each file, far above its limit. */
const MAX_SEARCHED_BYTES = 256 * 1024 * 1024;

/** Undefined: gone. */
export function findRecord(log: Pick<DecisionLog, 'filePaths'>, id: string): Promise<LogRecord | undefined> {
  return find(log, id, recordOf, ({ decision }) => decision.id);
}

/** Of the contained run that this decision began; undefined: not ended, or gone. */
export function findRun(log: Pick<DecisionLog, 'filePaths'>, id: string): Promise<RunRecord | undefined> {
  return find(log, id, runRecordOf, ({ decision }) => decision);
}

/** Newest first, in pieces. */
async function find<T>(
  log: Pick<DecisionLog, 'filePaths'>,
  id: string,
  read: (line: string) => T | undefined,
  idOf: (record: T) => string,
): Promise<T | undefined> {
  for (const path of log.filePaths()) {
    const record = await withLogFile(path, async (file, _id, size) => {
      let end = await lastLineEnd(file, size);
      for (const stop = Math.max(0, end - MAX_SEARCHED_BYTES); end > stop;) {
        const { at, bytes } = await linesBefore(file, end, PIECE_BYTES);
        const found = recordIn(bytes, id, read, idOf);
        if (found !== undefined) return found;
        end = at;
      }
      return undefined;
    });
    if (record !== undefined) return record;
  }
  return undefined;
}

/** Other calls may contain the id. */
function recordIn<T>(
  lines: Buffer,
  id: string,
  read: (line: string) => T | undefined,
  idOf: (record: T) => string,
): T | undefined {
  const mark = JSON.stringify(id);
  for (let at = lines.indexOf(mark); at !== -1;) {
    const end = lines.indexOf(NEW_LINE, at);
    const record = read(lines.toString('utf8', lines.lastIndexOf(NEW_LINE, at) + 1, end === -1 ? lines.length : end));
    if (record !== undefined && idOf(record) === id) return record;
    at = end === -1 ? -1 : lines.indexOf(mark, end);
  }
  return undefined;
}
