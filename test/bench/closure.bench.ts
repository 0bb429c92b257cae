/** The closure of `npm test` and `make` on a real disk, and of what must be bounded: `npx tsx test/bench/closure.bench.ts`. A table, no verdict. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundled } from './bundled';
import { printRow, quantile, sorted } from './times';

const PROCESSES = 9;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'auto-mode-bench-'));
  try {
    const program = await bundled('closureTimes', folder);
    spawnSync(process.execPath, [program], { stdio: 'inherit' });
    console.log(
      `\nThe first closure of ${PROCESSES} processes, after the warm-up that follows the start of the extension`,
    );
    printRow('', ['p50 ms', 'max ms']);
    for (const line of ['npm test', 'make']) {
      const measured = Array.from({ length: PROCESSES }, () =>
        Number(spawnSync(process.execPath, [program, line], { encoding: 'utf8' }).stdout),
      );
      printRow(
        line,
        [0.5, 1].map((share) => quantile(sorted(measured), share).toFixed(1)),
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

void main();
