/** What a contained run costs: `true` alone, and the walk through a workspace before each. */
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { workspaceGuards } from '../../src/sandbox/workspaceGuards';
import { ContainedRoom } from '../contained/containedRoom';
import { quantile, sorted } from './times';

const RUNS = 30;

async function addedByTrue(): Promise<void> {
  const room = new ContainedRoom();
  try {
    await room.open();
    await room.tried();
    // A script that only reads would not run contained.
    copyFileSync('/bin/true', join(room.workspace, 'tool'));
    const bare: number[] = [];
    const contained: number[] = [];
    const decided: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      bare.push(timed(() => spawnSync('/bin/bash', ['-c', './tool'], { cwd: room.workspace })));
      const started = performance.now();
      const decision = await room.decided(`./tool ${run}`);
      decided.push(performance.now() - started);
      if (decision.stage !== 'contained') throw new Error(`${decision.stage}: ${decision.reason}`);
      contained.push(timed(() => room.run(decision)));
    }
    print('a tool that does nothing, bare', bare);
    print('the same, contained', contained);
    print('the decision with its ticket', decided);
  } finally {
    room.close();
  }
}

/**
 * @param depth folders below each other
 * @param guarded how many files are protected
 */
async function walk(what: string, files: number, perFolder: number, depth: number, guarded: number): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'am-walk-')));
  try {
    let left = files;
    for (let folder = 0; left > 0; folder += 1) {
      const path = join(root, ...Array.from({ length: depth }, (_, level) => `d${level}`), `f${folder}`);
      mkdirSync(path, { recursive: true });
      for (let file = 0; file < perFolder && left > 0; file += 1, left -= 1)
        writeFileSync(join(path, file === 0 && folder < guarded ? 'guarded' : `${file}.txt`), '');
    }
    const times: number[] = [];
    let said = '';
    for (let run = 0; run < 5; run += 1) {
      const started = performance.now();
      const guards = await workspaceGuards(
        [root],
        (path) => (path.endsWith('/guarded') ? 'read-only' : 'ordinary'),
        new AbortController().signal,
      );
      times.push(performance.now() - started);
      said = 'problem' in guards ? guards.problem : `${guards.readOnly.length} guards, ${guards.pinned.length} pins`;
    }
    print(`${what} (${said})`, times);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function timed(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function print(what: string, times: readonly number[]): void {
  const at = (share: number): string => quantile(sorted(times), share).toFixed(1);
  console.log(`${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
}

async function main(): Promise<void> {
  await addedByTrue();
  await walk('a walk through 10,000 files', 10_000, 50, 2, 20);
  await walk('a walk through 90,000 files', 90_000, 100, 3, 100);
  await walk('a walk past the limit', 101_000, 100, 1, 0);
  await walk('a walk with too many guards', 2_000, 1, 0, 2_000);
  await walk('a walk 150 folders deep', 1_000, 10, 150, 10);
}

void main();
