import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { OtherGate } from './otherGates';
import { sorted } from './times';

export const OTHER_GATE_DEADLINE_MS = 20_000;

/** The times of another gate's engine for these lines; undefined: it did not come back in time. */
export async function otherGateTimes(
  { call }: OtherGate,
  module: string,
  folder: string,
  lines: readonly string[],
  runs: number,
): Promise<readonly number[] | undefined> {
  const worker = new Worker(join(import.meta.dirname, 'otherGateWorker.mjs'), {
    workerData: { module, ...call, folder, lines, runs },
  });
  try {
    return await new Promise((resolve, reject) => {
      const deadline = setTimeout(() => {
        resolve(undefined);
      }, OTHER_GATE_DEADLINE_MS);
      worker.once('message', (measured: readonly number[]) => {
        clearTimeout(deadline);
        resolve(sorted(measured));
      });
      worker.once('error', reject);
    });
  } finally {
    await worker.terminate();
  }
}
