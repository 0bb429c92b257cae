import { InputProblem } from '../../common/inputProblem';
import { jsonCopy } from '../../common/jsonCopy';
import { checkRequestSchema } from '../../calls/request';
import { toolCall, type ToolCall } from '../../calls/toolCall';
import type { DryRunWorld } from './dryRun';

/** Undefined if it does not fit its tool. */
export function readPastCall(
  request: unknown,
  { machine, files }: Pick<DryRunWorld, 'machine' | 'files'>,
): ToolCall | undefined {
  const copy = jsonCopy(request);
  const parsed = copy.ok ? checkRequestSchema.safeParse(copy.value) : undefined;
  if (parsed?.success !== true) return undefined;
  try {
    return toolCall(parsed.data, machine, files);
  } catch (error) {
    if (error instanceof InputProblem) return undefined;
    throw error;
  }
}
