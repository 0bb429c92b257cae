/** The measuring part of `closure.bench.ts`, which bundles it: without a line the table, with one the first closure of it in milliseconds. */
import { rmSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { nodesOf } from '../../src/closure/closure';
import { closureOf } from '../../src/closure/closureOf';
import { createNodeFileSystem } from '../../src/disk/nodeFileSystem';
import { warmUp } from '../../src/engine/trial/warmUp';
import { diskSnapshot } from '../../src/files/diskSnapshot';
import type { MachineFacts } from '../../src/files/machineFacts';
import { DiskBudget } from '../../src/files/diskBudget';
import { analyse } from '../../src/shell/analyse';
import { benchWorld } from './benchWorld';
import { addEndlessFiles, closureProject } from './closureProject';
import { printRow, quantile, sorted, times } from './times';

const RUNS = 200;
const PROJECTS = 50;

const machine: MachineFacts = {
  platform: process.platform,
  homeDirectory: '/home/nobody',
  loginShell: 'bash',
  gatePaths: [],
  secretGatePaths: [],
};
const clock = { now: () => Date.now(), monotonic: () => performance.now() };
const disk = createNodeFileSystem();

function nodes(line: string, cwd: string): number {
  const analysis = analyse(line, 'bash', { cwd, home: machine.homeDirectory });
  const files = diskSnapshot(disk, machine, new DiskBudget(clock));
  return nodesOf(closureOf(analysis, [], { files, machine }).closure).length;
}

function firstIn(line: string, cwd: string): number {
  const started = performance.now();
  nodes(line, cwd);
  return performance.now() - started;
}

function inNewProjects(line: string): readonly number[] {
  const folders = Array.from({ length: PROJECTS }, closureProject);
  try {
    return sorted(folders.map((folder) => firstIn(line, folder)));
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true });
  }
}

async function measure(folder: string): Promise<void> {
  addEndlessFiles(folder);
  console.log(`load ${loadavg()[0]?.toFixed(1) ?? '?'} on ${availableParallelism()} cores`);
  printRow('', ['nodes', 'p50 ms', 'p95 ms', 'max ms'], 'target');
  const print = (name: string, line: string, measured: readonly number[], target = ''): void => {
    const shown = [0.5, 0.95, 1].map((share) => quantile(measured, share).toFixed(2));
    printRow(name, [String(nodes(line, folder)), ...shown], target);
  };
  for (const line of ['npm test', 'make']) {
    print(line, line, await times(RUNS, () => nodes(line, folder)), 'p50 5');
    print('  of a project seen first', line, inNewProjects(line), 'p50 25');
  }
  for (const name of ['self', 'pipe', 'big', 'many']) {
    const line = `sh ${name}.sh`;
    print(line, line, await times(RUNS, () => nodes(line, folder)));
  }
}

/** The warm-up runs in the project, as at the start of the extension. */
async function measureFirst(line: string, folder: string): Promise<void> {
  const { gate, remove } = benchWorld();
  const opened = closureProject();
  try {
    await warmUp(gate, opened, () => Promise.resolve());
    console.log(firstIn(line, folder));
  } finally {
    rmSync(opened, { recursive: true });
    remove();
  }
}

const [line] = process.argv.slice(2);
const folder = closureProject();
void (line === undefined ? measure(folder) : measureFirst(line, folder)).finally(() => {
  rmSync(folder, { recursive: true });
});
