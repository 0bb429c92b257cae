/**
 * How long decisions take on calls that agents really made: `npx tsx test/bench/replay.bench.ts [file of calls] [--files N] [--alone]`.
 * A line of the file holds `command`, or a whole request in `request`. First one after the other, then with pauses as in life, and in a new
 * process, beside other gates. Processor time is shown too, because on a busy machine the clock counts what others do. Tables, no verdict.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, homedir, loadavg } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { FileSystem } from '../../src/files/fileSystem';
import { decide } from '../../src/engine/decide';
import type { Gate } from '../../src/engine/model/ports';
import { benchWorld } from './benchWorld';
import { ensureOtherGate, OTHER_GATES } from './otherGates';
import { otherGateTimes } from './otherGateTimes';
import { microseconds, printRow, quantile, sorted } from './times';

const PAUSE_MS = 50;
const SHOWN_SLOWEST = 5;
/** Dippy 0.2.6 on 26,273 recorded calls, measured on a quiet machine. It is a Python program, so it is not measured here. */
const DIPPY = ['177', '516', '1800', '5000'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: 'string', default: '0' },
    rounds: { type: 'string', default: '5' },
    alone: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
  },
});
const file = positionals[0] ?? join(import.meta.dirname, '../corpus/agent-calls.jsonl');
const { workspace, gate, remove } = benchWorld();
const never = new AbortController().signal;

interface Timed {
  readonly name: string;
  readonly wall: number;
  readonly processor: number;
  readonly disk: number;
}

/** The calls of the file, with the home and the project of this machine. */
function calls(): readonly { readonly name: string; readonly request: unknown }[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const here = line.replaceAll('/home/u/project', workspace).replaceAll('/home/u', homedir());
    const { command, request } = JSON.parse(here) as { readonly command?: string; readonly request?: object };
    if (request !== undefined) return { name: JSON.stringify(request), request: { cwd: workspace, ...request } };
    return { name: command ?? '', request: { tool: 'bash', input: { command }, cwd: workspace } };
  });
}

let onDisk = 0;

/** The gate, with a clock on everything that it asks the disk. */
function timedGate(): Gate {
  const timed = Object.fromEntries(
    Object.entries(gate.files).map(([name, ask]: [string, (...given: unknown[]) => unknown]) => [
      name,
      (...given: unknown[]): unknown => {
        const started = performance.now();
        try {
          return ask(...given);
        } finally {
          onDisk += performance.now() - started;
        }
      },
    ]),
  );
  return { ...gate, files: timed as unknown as FileSystem };
}

async function timed(name: string, request: unknown, by: Gate): Promise<Timed> {
  onDisk = 0;
  const used = process.cpuUsage();
  const started = performance.now();
  await decide(request, by, never);
  const wall = performance.now() - started;
  const { user, system } = process.cpuUsage(used);
  return { name, wall, processor: (user + system) / 1000, disk: onDisk };
}

function printTimes(name: string, measured: readonly Timed[]): void {
  for (const [kind, of] of [
    ['', ({ wall }: Timed) => wall],
    [', processor', ({ processor }: Timed) => processor],
    [', disk', ({ disk }: Timed) => disk],
  ] as const) {
    const times = sorted(measured.map(of));
    printRow(
      `${name}${kind}`,
      [0.5, 0.9, 0.99, 1].map((share) => microseconds(quantile(times, share))),
    );
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

/** A folder for each hundred, as projects have them. */
function fillWorkspace(count: number): void {
  for (let index = 0; index < count; index += 1) {
    const folder = join(workspace, 'packages', String(Math.floor(index / 100)));
    if (index % 100 === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${index}.ts`), '');
  }
}

/** The first decision of a new process, after the modules are loaded. */
function firstDecisions(): readonly number[] {
  const command = [...process.execArgv, import.meta.filename, '--first'];
  return sorted(
    Array.from({ length: 9 }, () => Number(spawnSync(process.execPath, command, { encoding: 'utf8' }).stdout)),
  );
}

async function main(): Promise<void> {
  const all = calls();
  if (values.first) {
    const measured = await timed('', { tool: 'bash', input: { command: 'git status' }, cwd: workspace }, gate);
    console.log(measured.wall);
    return;
  }
  fillWorkspace(Number(values.files));
  console.log(`${all.length} calls; load ${loadavg()[0]?.toFixed(1) ?? '?'} on ${availableParallelism()} cores`);
  printRow('', ['p50 µs', 'p90 µs', 'p99 µs', 'max µs']);
  const by = timedGate();
  for (const { name, request } of all) await timed(name, request, by);
  const tight: Timed[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const { name, request } of all) tight.push(await timed(name, request, by));
  }
  printTimes('one after the other', tight);
  const paused: Timed[] = [];
  for (const { name, request } of all) {
    await pause();
    paused.push(await timed(name, request, by));
  }
  printTimes(`with ${PAUSE_MS} ms between`, paused);
  printRow('Dippy', DIPPY, 'as measured elsewhere');
  if (!values.alone) {
    for (const other of OTHER_GATES) {
      const times = await otherGateTimes(
        other,
        await ensureOtherGate(other),
        workspace,
        all.map(({ name }) => name),
        1,
      );
      const cells = [0.5, 0.9, 0.99, 1].map((share) =>
        times === undefined ? '-' : microseconds(quantile(times, share)),
      );
      printRow(other.name, cells);
    }
    const first = firstDecisions();
    printRow('first of a new process', ['p50 µs', 'max µs']);
    printRow('', [microseconds(quantile(first, 0.5)), microseconds(quantile(first, 1))]);
  }
  console.log('\nThe slowest');
  const slowest = [...tight].sort((one, other) => other.processor - one.processor);
  for (const { name, wall, processor, disk } of slowest.slice(0, SHOWN_SLOWEST)) {
    printRow(name.replace(/\s+/g, ' ').slice(0, 34), [wall, processor, disk].map(microseconds));
  }
}

void main().finally(remove);
