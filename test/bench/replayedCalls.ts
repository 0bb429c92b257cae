/** The measuring part of `replay.bench.ts`, which bundles it: `node replay.mjs FILE [--files N]`, or `--first [--warm]`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, homedir, loadavg } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { decide } from '../../src/engine/decide';
import type { Gate } from '../../src/engine/model/ports';
import { warmUp } from '../../src/engine/trial/warmUp';
import type { FileSystem } from '../../src/files/fileSystem';
import { benchWorld } from './benchWorld';
import { microseconds, printRow, quantile, sorted } from './times';

/** As many calls as the other gates' figures rest on, so that the code has run as often as in a day's work. */
const ROUNDS = 60;
const PAUSE_MS = 50;
const SHOWN_SLOWEST = 5;
const FILES_IN_A_FOLDER = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: 'string', default: '0' },
    first: { type: 'boolean', default: false },
    warm: { type: 'boolean', default: false },
  },
});
const { workspace, gate, remove } = benchWorld();
const never = new AbortController().signal;

interface Call {
  readonly name: string;
  readonly request: { readonly input: object };
}

/** The calls of the file, with the home and the project of this machine. */
function calls(): readonly Call[] {
  const lines = readFileSync(positionals[0] ?? '', 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const here = line.replaceAll('/home/u/project', workspace).replaceAll('/home/u', homedir());
    const { command = '', request } = JSON.parse(here) as {
      readonly command?: string;
      readonly request?: Call['request'];
    };
    return request === undefined
      ? { name: command, request: { tool: 'bash', input: { command }, cwd: workspace } }
      : { name: JSON.stringify(request), request: { cwd: workspace, ...request } };
  });
}

/** The same call in other words, so that nothing is remembered of it. */
function renewed({ request }: Call, round: number): object {
  const { input } = request;
  const command = 'command' in input && typeof input.command === 'string' ? input.command : undefined;
  return command === undefined
    ? request
    : { ...request, input: { ...input, command: ' '.repeat(round + 1) + command } };
}

async function time(request: object, by: Gate = gate): Promise<number> {
  const started = performance.now();
  await decide(request, by, never);
  return performance.now() - started;
}

async function isForJudge(request: object): Promise<boolean> {
  return (await decide(request, gate, never)).stage === 'classifier';
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

/** What a gate's disk takes, in all. */
function timedDisk(): { readonly by: Gate; readonly total: () => number } {
  let total = 0;
  const files = Object.fromEntries(
    Object.entries(gate.files).map(([name, ask]: [string, (...given: unknown[]) => unknown]) => [
      name,
      (...given: unknown[]): unknown => {
        const started = performance.now();
        try {
          return ask(...given);
        } finally {
          total += performance.now() - started;
        }
      },
    ]),
  );
  return { by: { ...gate, files: files as unknown as FileSystem }, total: () => total };
}

function fillWorkspace(count: number): void {
  for (let index = 0; index < count; index += 1) {
    const folder = join(workspace, 'packages', String(Math.floor(index / FILES_IN_A_FOLDER)));
    if (index % FILES_IN_A_FOLDER === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${index}.ts`), '');
  }
  // Git's index then names them all, as in life.
  if (count > 0) execFileSync('git', ['-C', workspace, 'add', '-A']);
}

function printTimes(name: string, measured: readonly number[], target: string): void {
  const times = sorted(measured);
  printRow(
    name,
    [0.5, 0.9, 0.99, 1].map((share) => microseconds(quantile(times, share))),
    target,
  );
}

async function measure(): Promise<void> {
  const all = calls();
  fillWorkspace(Number(values.files));
  console.log(`${all.length} calls; load ${loadavg()[0]?.toFixed(1) ?? '?'} on ${availableParallelism()} cores`);
  printRow('', ['p50 µs', 'p90 µs', 'p99 µs', 'max µs'], 'target');
  const judged = new Set<Call>();
  for (const call of all) if (await isForJudge(call.request)) judged.add(call);
  const again: number[] = [];
  const settledAgain: number[] = [];
  const settledAnew: number[] = [];
  const anew: number[] = [];
  const disk: number[] = [];
  const each = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const call of all) {
      const took = await time(call.request);
      again.push(took);
      if (!judged.has(call)) settledAgain.push(took);
      each.set(call.name, Math.min(each.get(call.name) ?? Infinity, took));
    }
    for (const { request } of all) {
      const { by, total } = timedDisk();
      await time(request, by);
      disk.push(total());
    }
  }
  const paused: number[] = [];
  for (const { request } of all) {
    await pause();
    paused.push(await time(request));
  }
  // Last: new lines push known ones out.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const call of all) {
      const tookAnew = await time(renewed(call, round));
      anew.push(tookAnew);
      if (!judged.has(call)) settledAnew.push(tookAnew);
    }
  }
  printTimes('known lines', again, 'p50 100, p99 1,000');
  printTimes('  settled by code', settledAgain, '');
  printTimes('new lines', anew, '');
  printTimes('  settled by code', settledAnew, '');
  printTimes('of it on the disk', disk, 'max 20,000');
  printTimes(`with ${PAUSE_MS} ms between`, paused, 'p50 300');
  console.log('\nThe slowest lines, at their best');
  const slowest = [...each].sort(([, one], [, other]) => other - one).slice(0, SHOWN_SLOWEST);
  for (const [name, took] of slowest) printRow(name.replace(/\s+/g, ' ').slice(0, 34), [microseconds(took)]);
}

async function measureFirst(): Promise<void> {
  if (values.warm) await warmUp(gate, workspace, () => Promise.resolve());
  console.log(await time({ tool: 'bash', input: { command: 'grep -rn "old text" src | head' }, cwd: workspace }));
}

void (values.first ? measureFirst() : measure()).finally(remove);
