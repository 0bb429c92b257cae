import * as z from 'zod';

/** The end of a contained run, on a line of its own: its decision's line is older. Redacted. */
const runRecordSchema = z.strictObject({
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

/** A run may make thousands of files. */
export function boundedRun({ stopped, putAside, ...run }: RunRecord): RunRecord {
  return { ...run, stopped: stopped.slice(0, MOST_NAMED), putAside: putAside.slice(0, MOST_NAMED) };
}

/** Undefined: a decision's line, or unreadable. */
export function runRecordOf(line: string): RunRecord | undefined {
  try {
    const parsed = lineSchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data.run : undefined;
  } catch {
    return undefined;
  }
}
