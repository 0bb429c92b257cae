import { recordOf, type DecisionLog, type LogRecord } from './decisionLog';
import { lastLineEnd, linesBefore, NEW_LINE, withLogFile } from './logFile';

const PIECE_BYTES = 1024 * 1024;
/** Of each file; far above its limit. */
const MAX_SEARCHED_BYTES = 256 * 1024 * 1024;

/** Newest first, in pieces so as not to block. Undefined if no longer there. */
export async function findRecord(log: Pick<DecisionLog, 'filePaths'>, id: string): Promise<LogRecord | undefined> {
  for (const path of log.filePaths()) {
    const record = await withLogFile(path, async (file, _id, size) => {
      let end = await lastLineEnd(file, size);
      for (const stop = Math.max(0, end - MAX_SEARCHED_BYTES); end > stop;) {
        const { at, bytes } = await linesBefore(file, end, PIECE_BYTES);
        const found = recordIn(bytes, id);
        if (found !== undefined) return found;
        end = at;
      }
      return undefined;
    });
    if (record !== undefined) return record;
  }
  return undefined;
}

/** Other calls' inputs may contain the id too. */
function recordIn(lines: Buffer, id: string): LogRecord | undefined {
  const mark = JSON.stringify(id);
  for (let at = lines.indexOf(mark); at !== -1;) {
    const end = lines.indexOf(NEW_LINE, at);
    const record = recordOf(
      lines.toString('utf8', lines.lastIndexOf(NEW_LINE, at) + 1, end === -1 ? lines.length : end),
    );
    if (record?.decision.id === id) return record;
    at = end === -1 ? -1 : lines.indexOf(mark, end);
  }
  return undefined;
}
