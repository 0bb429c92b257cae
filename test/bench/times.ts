import { performance } from 'node:perf_hooks';

/** Runs the work so many times after a tenth of that to warm up. Returns the times in milliseconds, shortest first. */
export async function times(runs: number, work: () => unknown): Promise<readonly number[]> {
  const measured: number[] = [];
  for (let run = -Math.ceil(runs / 10); run < runs; run += 1) {
    const started = performance.now();
    await work();
    if (run >= 0) measured.push(performance.now() - started);
  }
  return sorted(measured);
}

export function sorted(measured: readonly number[]): readonly number[] {
  return [...measured].sort((a, b) => a - b);
}

/** The time below which that share of the sorted times lies. */
export function quantile(measured: readonly number[], share: number): number {
  return measured[Math.min(measured.length - 1, Math.floor(measured.length * share))] ?? 0;
}

export function microseconds(milliseconds: number): string {
  return (milliseconds * 1000).toFixed(0);
}

/** A line of a table: the first cell left, numbers right, the last as it is. */
export function printRow(name: string, numbers: readonly string[], last = ''): void {
  console.log([name.padEnd(34), ...numbers.map((number) => number.padStart(9)), ` ${last}`].join(' ').trimEnd());
}
