/**
 * How long decisions take on calls that agents really made, beside other gates in the same run:
 * `npx tsx test/bench/replay.bench.ts [file of calls] [--files N] [--alone]` (N more files in the project; without the others). A line of the
 * file holds `command`, or a whole request in `request`. Tables, no verdict; the targets stand in the headings.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundled } from './bundled';
import { ensureOtherGate, OTHER_GATES } from './otherGates';
import { otherGateTimes } from './otherGateTimes';
import { microseconds, printRow, quantile, sorted } from './times';

const PROCESSES = 9;
/** A Python program, so it does not run here: 26,273 recorded calls in its own process, on a quiet machine. */
const DIPPY = ['177', '516', '1800', '5000'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: 'string', default: '0' }, alone: { type: 'boolean', default: false } },
});
const file = resolve(positionals[0] ?? join(import.meta.dirname, '../corpus/agent-calls.jsonl'));

async function others(): Promise<void> {
  const commands = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => (JSON.parse(line) as { readonly command?: string }).command ?? []);
  printRow('Dippy', DIPPY, 'not in this run');
  for (const other of OTHER_GATES) {
    const module = await ensureOtherGate(other);
    const times = await otherGateTimes(other, module, tmpdir(), commands, 3);
    const shown = [0.5, 0.9, 0.99, 1].map((share) =>
      times === undefined ? '-' : microseconds(quantile(times, share)),
    );
    printRow(`${other.name} ${other.version}`, shown);
  }
}

function firstOfProcess(program: string, ...options: readonly string[]): void {
  const measured = Array.from({ length: PROCESSES }, () =>
    Number(spawnSync(process.execPath, [program, file, '--first', ...options], { encoding: 'utf8' }).stdout),
  );
  const times = sorted(measured);
  const name = options.length === 0 ? 'at once' : 'warmed up';
  printRow(
    name,
    [0.5, 1].map((share) => microseconds(quantile(times, share))),
  );
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'auto-mode-bench-'));
  try {
    const program = await bundled('replayedCalls', folder);
    spawnSync(process.execPath, [program, file, '--files', values.files], { stdio: 'inherit' });
    if (values.alone) return;
    console.log('\nOther gates, one call after the other');
    printRow('gate', ['p50 µs', 'p90 µs', 'p99 µs', 'max µs']);
    await others();
    console.log(`\nThe first decision of ${PROCESSES} processes (target: 5,000 µs)`);
    printRow('', ['p50 µs', 'max µs']);
    firstOfProcess(program);
    firstOfProcess(program, '--warm');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

void main();
