import * as z from 'zod';

/** What came of a contained run, in a line of its own: the decision's line was written before the run. Redacted. */
const runRecordSchema = z.strictObject({
  /** The decision's id. */
  decision: z.string(),
  exitCode: z.int(),
  stopped: z.array(z.string()).readonly(),
  said: z.string(),
  putAside: z.array(z.string()).readonly(),
  masksFailure: z.boolean(),
});
export type RunRecord = z.infer<typeof runRecordSchema>;

const MOST_NAMED = 200;
const lineSchema = z.strictObject({ run: runRecordSchema });

/** A run may have made thousands of files. */
export function boundedRun({ stopped, putAside, ...run }: RunRecord): RunRecord {
  return { ...run, stopped: stopped.slice(0, MOST_NAMED), putAside: putAside.slice(0, MOST_NAMED) };
}

/** Undefined for a line of a decision, or one that cannot be read. */
export function runRecordOf(line: string): RunRecord | undefined {
  try {
    const parsed = lineSchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data.run : undefined;
  } catch {
    return undefined;
  }
}
