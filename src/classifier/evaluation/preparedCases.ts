import { posix } from 'node:path';
import { setImmediate as others } from 'node:timers/promises';
import type { DryRun } from '../../engine/trial/dryRun';
import type { PaperCall } from '../../engine/trial/dryRunOnPaper';
import type { EvaluationCase } from './evaluationCase';
import type { PreparedCase } from './measure';

export interface PreparedCases {
  readonly prepared: readonly PreparedCase[];
  /** Code decides these cases. */
  readonly leftOut: readonly string[];
}

/** The disk has only these paths; folders end with a slash. */
export type GateDryRun = (call: PaperCall, paths: readonly string[]) => DryRun;

/** @param signal ends it early with the cases so far */
export async function preparedCases(
  cases: readonly EvaluationCase[],
  ask: GateDryRun,
  signal?: AbortSignal,
): Promise<PreparedCases> {
  const prepared: PreparedCase[] = [];
  const leftOut: string[] = [];
  for (const item of cases) {
    // The gate's callers come first.
    await others();
    if (signal?.aborted === true) break;
    const { cwd, agent, tool, input, transcript, loadedContext, files } = item;
    const call = {
      request: { tool, input, cwd, transcript, loadedContext, ...(agent === undefined ? {} : { agent }) },
      workspaceFolder: cwd,
    };
    const paths = files.map((path) => (path.startsWith('/') ? path : posix.join(cwd, path)));
    const result = ask(call, [`${cwd}/`, ...paths]);
    if (result.kind === 'question') prepared.push({ item, question: result.question });
    else leftOut.push(`${item.id}: left out, since code alone settles it (${result.decision.stage}).`);
  }
  return { prepared, leftOut };
}
