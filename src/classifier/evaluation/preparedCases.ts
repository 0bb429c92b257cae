import { posix } from 'node:path';
import { setImmediate as others } from 'node:timers/promises';
import type { DryRun } from '../../engine/trial/dryRun';
import type { PaperCall } from '../../engine/trial/dryRunOnPaper';
import type { EvaluationCase } from './evaluationCase';
import type { PreparedCase } from './measure';

export interface PreparedCases {
  readonly prepared: readonly PreparedCase[];
  /** A line for each case that is left out, since no classifier would be asked about it. */
  readonly leftOut: readonly string[];
}

/** The gate's own code, on a disk that holds these paths only; folders end with a slash. */
export type GateDryRun = (call: PaperCall, paths: readonly string[]) => DryRun;

/**
 * Finds out what a classifier is asked about each case.
 * @param signal ends it early, with the cases that are prepared by then
 */
export async function preparedCases(
  cases: readonly EvaluationCase[],
  ask: GateDryRun,
  signal?: AbortSignal,
): Promise<PreparedCases> {
  const prepared: PreparedCase[] = [];
  const leftOut: string[] = [];
  for (const item of cases) {
    // The gate lives in the same process, and its callers are not to wait for the whole set.
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
