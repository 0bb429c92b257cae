import * as z from 'zod';
import { pacer } from '../common/pacer';
import { lastLineEnd, linesBefore, NEW_LINE, withLogFile } from './logFile';
import type { RequestLog } from './requestLog';

const PIECE_BYTES = 1024 * 1024;
/** For each file: one that cannot be set aside doubles, plus a record. */
const MAX_SEARCHED_BYTES = 24 * 1024 * 1024;
/** Two stages with retries. */
const MAX_REQUESTS = 12;
/** A real one has two parts of a million. */
const MAX_CHARACTERS = 8_000_000;
const MAX_FACT = 2_000;

const fact = z.string().max(MAX_FACT);
/** Others may have written to the file. */
const recordSchema = z.object({
  decision: z.string(),
  at: fact,
  stage: z.enum(['first-look', 'judgement']),
  provider: fact,
  model: fact,
  address: fact.optional(),
  latencyMs: z.number().nonnegative().optional(),
  usage: z.unknown().optional(),
  failure: z.unknown().optional(),
  answer: z.unknown().optional(),
  body: z.unknown(),
});

export type LoggedRequest = z.infer<typeof recordSchema>;

export interface LoggedRequests {
  /** As written; only the latest of too many. */
  readonly requests: readonly LoggedRequest[];
  readonly more: boolean;
  /** Unreadable lines with the decision's id. */
  readonly unreadable: number;
}

/** Newest first, in pieces, through a bounded part of each file. */
export async function findRequests(log: Pick<RequestLog, 'filePaths'>, decisionId: string): Promise<LoggedRequests> {
  const found = { newestFirst: [] as LoggedRequest[], characters: 0, more: false, unreadable: 0 };
  const looked = new Set<string>();
  const breathe = pacer();
  for (const path of log.filePaths()) {
    if (found.more) break;
    await withLogFile(path, async (file, id, size) => {
      // Set aside meanwhile, it may be listed twice.
      if (looked.has(id)) return;
      looked.add(id);
      let end = await lastLineEnd(file, size);
      for (const stop = Math.max(0, end - MAX_SEARCHED_BYTES); end > stop && !found.more;) {
        const { at, bytes } = await linesBefore(file, end, PIECE_BYTES);
        for (const line of linesNaming(bytes, decisionId)) {
          const record = recordIn(line, decisionId);
          if (record === 'unreadable') found.unreadable += 1;
          else if (record !== undefined) {
            found.characters += line.length;
            found.more = found.newestFirst.length === MAX_REQUESTS || found.characters > MAX_CHARACTERS;
            if (found.more) break;
            found.newestFirst.push(record);
          }
          await breathe();
        }
        end = at;
      }
    });
  }
  return { requests: found.newestFirst.reverse(), more: found.more, unreadable: found.unreadable };
}

/** With the id as a JSON string, last first. */
function* linesNaming(lines: Buffer, id: string): Generator<string> {
  const mark = JSON.stringify(id);
  for (let at = lines.lastIndexOf(mark); at !== -1;) {
    const before = at === 0 ? -1 : lines.lastIndexOf(NEW_LINE, at);
    const after = lines.indexOf(NEW_LINE, at);
    yield lines.toString('utf8', before + 1, after === -1 ? lines.length : after);
    at = before <= 0 ? -1 : lines.lastIndexOf(mark, before - 1);
  }
}

/** Undefined: the line only mentions the decision. */
function recordIn(line: string, id: string): LoggedRequest | 'unreadable' | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isOwn = typeof value === 'object' && value !== null && 'decision' in value && value.decision === id;
    if (!isOwn) return undefined;
    const parsed = recordSchema.safeParse(value);
    return parsed.success ? parsed.data : 'unreadable';
  } catch {
    return 'unreadable';
  }
}
