import * as z from 'zod';
import { pacer } from '../common/pacer';
import { lastLineEnd, linesBefore, NEW_LINE, withLogFile } from './logFile';
import type { RequestLog } from './requestLog';

const PIECE_BYTES = 1024 * 1024;
/** Of each file: one that cannot be put aside grows to twice its size, and by one record more. */
const MAX_SEARCHED_BYTES = 24 * 1024 * 1024;
/** Two stages, each repeated a few times. */
const MAX_REQUESTS = 12;
/** Of all of them together; a real one has two parts of at most a million. */
const MAX_CHARACTERS = 8_000_000;
const MAX_FACT = 2_000;

const fact = z.string().max(MAX_FACT);
/** The file may have been written to by anybody who can: every field is a text of others. */
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

/** A request to the classifier as the log has it, with what came back. */
export type LoggedRequest = z.infer<typeof recordSchema>;

export interface LoggedRequests {
  /** In the order in which they were written; the latest of them where there are too many. */
  readonly requests: readonly LoggedRequest[];
  /** There are more. */
  readonly more: boolean;
  /** Lines that name the decision and cannot be read. */
  readonly unreadable: number;
}

/**
 * The requests of one decision, if the log of requests still has them. Looks from the newest back, in pieces, so that nobody waits for it,
 * and through a bounded part of each file.
 */
export async function findRequests(log: Pick<RequestLog, 'filePaths'>, decisionId: string): Promise<LoggedRequests> {
  const found = { newestFirst: [] as LoggedRequest[], characters: 0, more: false, unreadable: 0 };
  const looked = new Set<string>();
  const breathe = pacer();
  for (const path of log.filePaths()) {
    if (found.more) break;
    await withLogFile(path, async (file, id, size) => {
      // It may have been put aside between two steps and so come twice.
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

/** The lines in which the id stands as a text of its own, the last one first. */
function* linesNaming(lines: Buffer, id: string): Generator<string> {
  const mark = JSON.stringify(id);
  for (let at = lines.lastIndexOf(mark); at !== -1;) {
    const before = at === 0 ? -1 : lines.lastIndexOf(NEW_LINE, at);
    const after = lines.indexOf(NEW_LINE, at);
    yield lines.toString('utf8', before + 1, after === -1 ? lines.length : after);
    at = before <= 0 ? -1 : lines.lastIndexOf(mark, before - 1);
  }
}

/** Undefined for a line that only speaks of the decision. */
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
