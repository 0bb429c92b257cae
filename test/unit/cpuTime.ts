/**
 * Guards against runaway work. They count the time of processors, which a busy machine hardly changes, and not the time on the clock. A
 * limit is at least ten times of what the work takes: how fast something is, is measured in test/bench and not asserted.
 */
import assert from 'node:assert/strict';

/**
 * @param what is told where the limit is exceeded
 * @returns what `work` returns
 * @throws AssertionError where the process, its collection of garbage included, used more than `limit` milliseconds meanwhile
 */
export function withinCpuMs<T>(limit: number, work: () => T, what?: string): T {
  const before = process.cpuUsage();
  const result = work();
  assertWithin(limit, before, what);
  return result;
}

/** The same for work that ends with its promise. Nothing else may run meanwhile. */
export async function settledWithinCpuMs<T>(limit: number, work: () => Promise<T>, what?: string): Promise<T> {
  const before = process.cpuUsage();
  const result = await work();
  assertWithin(limit, before, what);
  return result;
}

function assertWithin(limit: number, before: NodeJS.CpuUsage, what = 'it'): void {
  const { user, system } = process.cpuUsage(before);
  const used = (user + system) / 1_000;
  assert.ok(used < limit, `${what} took ${used.toFixed(0)} ms of processor time, not less than ${limit}`);
}
