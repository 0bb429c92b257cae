// @ts-check
/** Measures another gate's engine in a thread of its own, which can be ended where it does not come back. */
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

/** @type {{ module: string, exported: string, withFolder: boolean, folder: string, lines: readonly string[], runs: number }} */
const { module, exported, withFolder, folder, lines, runs } = workerData;
const check = (await import(pathToFileURL(module).href))[exported];

/** @type {number[]} */
const measured = [];
for (let run = -Math.floor(runs / 10); run < runs; run += 1) {
  for (const line of lines) {
    const started = performance.now();
    try {
      await check(withFolder ? { command: line, cwd: folder } : line);
    } catch {
      // How it refuses a line is its own matter; the time counts.
    }
    if (run >= 0) measured.push(performance.now() - started);
  }
}
parentPort?.postMessage(measured);
