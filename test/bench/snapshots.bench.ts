/** How long a snapshot of changed files takes: `npx tsx test/bench/snapshots.bench.ts [runs] [files]`. A table, no verdict. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskSnapshotStore } from '../../src/snapshots/diskSnapshotStore';
import { printRow, quantile, times } from './times';

const RUNS = Number(process.argv[2] ?? 20);
const FILES = Number(process.argv[3] ?? 1_000);
const LIMITS = { bytes: 1e12, snapshots: 1e6, days: 1 };

function change(folder: string, round: number): void {
  for (let file = 0; file < FILES; file += 1) {
    const parent = join(folder, `d${file % 20}`);
    mkdirSync(parent, { recursive: true });
    writeFileSync(join(parent, `${file}.txt`), `${round} ${file} ${'text '.repeat(800)}`);
  }
}

async function measure(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'auto-mode-bench-'));
  const work = join(root, 'work');
  mkdirSync(work);
  const store = new DiskSnapshotStore({ directory: join(root, 'gate'), never: [], limits: () => LIMITS });
  const print = (name: string, measured: readonly number[]): void => {
    printRow(
      name,
      [0.5, 0.95].map((share) => quantile(measured, share).toFixed(0)),
    );
  };
  printRow(`${FILES} files of 4 KB`, ['p50 ms', 'p95 ms']);
  let round = 0;
  const cold: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    round += 1;
    change(work, round);
    const started = performance.now();
    await store.keep({ folder: work });
    cold.push(performance.now() - started);
  }
  print(
    'keep, all changed',
    cold.sort((a, b) => a - b),
  );
  // Until their times tell later changes for certain.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  await store.keep({ folder: work });
  print('keep, none changed', await times(RUNS, () => store.keep({ folder: work })));
  const { id } = await store.keep({ folder: work });
  print('finish, none changed', await times(RUNS, () => store.finish(id)));
  rmSync(root, { recursive: true });
}

void measure();
