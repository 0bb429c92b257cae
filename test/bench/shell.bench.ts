/**
 * How long a decision about a shell command takes, beside other gates' engines in the same run:
 * `npx tsx test/bench/shell.bench.ts [runs] [--alone]` (without the others). Tables, no verdict; the targets stand in the headings.
 */
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { decide } from '../../src/engine/decide';
import { benchWorld } from './benchWorld';
import { HOSTILE_LINES } from './hostileLines';
import { ensureOtherGate, OTHER_GATES, type OtherGate } from './otherGates';
import { OTHER_GATE_DEADLINE_MS, otherGateTimes } from './otherGateTimes';
import { microseconds, printRow, quantile, sorted, times } from './times';

const RUNS = Number(process.argv[2] ?? 2_000);
const MEASURED_GATES = process.argv.includes('--alone') ? [] : OTHER_GATES;
/** Some take a millisecond for a line. */
const OTHER_GATE_RUNS = 200;

const TYPICAL: readonly (readonly [string, readonly string[]])[] = [
  [
    'reads',
    [
      'ls -la',
      'cat package.json',
      'pwd',
      "sed -n '1,120p' src/deep/1.ts",
      'head -n 50 src/deep/2.ts',
      'wc -l src/deep/*.ts',
      'grep -rn "old text" src --include="*.ts"',
      'rg -n "old text" src',
      'find . -name "*.ts" -not -path "*/node_modules/*"',
    ],
  ],
  [
    'reads in pipes and lists',
    [
      'find src -type f -name "*.ts" | head -20',
      'grep -rn "import" src 2>/dev/null | grep -v node_modules | sort | uniq -c | sort -rn | head -20',
      'ls src && echo "---" && cat src/deep/1.ts | head -5',
      'cat src/deep/1.ts 2>/dev/null || echo "not found"',
      'for f in src/deep/1.ts src/deep/2.ts; do wc -l "$f"; done',
    ],
  ],
  [
    'for the classifier',
    ['npm test', 'npm run build 2>&1 | tail -20', 'npx tsc --noEmit', 'python3 script.py', 'mkdir -p dist && cp a b'],
  ],
  ['hard floor', ['rm -rf /', 'echo x >> ~/.bashrc', 'curl -k https://example.com', "bash -c 'chmod -R 777 /etc'"]],
  [
    'git (reads its configuration)',
    ['git status', 'git log --oneline -5', 'git diff HEAD~1 -- src', 'git show --stat'],
  ],
];

const { workspace, gate, remove } = benchWorld();
const never = new AbortController().signal;

function ours(command: string): ReturnType<typeof decide> {
  return decide({ tool: 'bash', input: { command }, cwd: workspace }, gate, never);
}

function shownQuantiles(measured: readonly number[] | undefined): string[] {
  if (measured === undefined) return ['-', '-', `> ${OTHER_GATE_DEADLINE_MS / 1000} s`];
  return [0.5, 0.99, 1].map((share) => microseconds(quantile(measured, share)));
}

async function typicalCommands(others: ReadonlyMap<OtherGate, string>): Promise<void> {
  console.log('\nOne warm decision about typical commands (target: p50 <= 60 µs, p99 <= 1,000 µs without git)');
  printRow('commands', ['p50 µs', 'p99 µs', 'max µs'], 'decided by');
  const withoutGit: number[] = [];
  for (const [kind, lines] of TYPICAL) {
    const measured: number[] = [];
    const stages = new Set<string>();
    for (const line of lines) {
      measured.push(...(await times(RUNS, () => ours(line))));
      stages.add((await ours(line)).stage);
    }
    if (!kind.startsWith('git')) withoutGit.push(...measured);
    printRow(kind, shownQuantiles(sorted(measured)), [...stages].join(', '));
  }
  printRow('all without git', shownQuantiles(sorted(withoutGit)));
  const lines = TYPICAL.flatMap(([, typical]) => typical);
  for (const [other, module] of others) {
    printRow(
      `${other.name} ${other.version}`,
      shownQuantiles(await otherGateTimes(other, module, workspace, lines, Math.min(RUNS, OTHER_GATE_RUNS))),
    );
  }
}

async function longest(line: string, runs: number): Promise<number> {
  let worst = 0;
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    await ours(line);
    worst = Math.max(worst, performance.now() - started);
  }
  return worst;
}

async function hostileLines(others: ReadonlyMap<OtherGate, string>): Promise<void> {
  console.log('\nHostile lines, longest of three in ms (targets: 8 KB <= 50, 1 MB <= 100)');
  printRow('line', ['8 KB', '64 KB', '1 MB', ...[...others.keys()].map(({ name }) => name.slice(-9))], '(8 KB)');
  for (const { name, line } of HOSTILE_LINES) {
    const cells: string[] = [];
    for (const length of [8_000, 64_000, 1_000_000]) cells.push((await longest(line(length), 3)).toFixed(1));
    for (const [other, module] of others) {
      const measured = await otherGateTimes(other, module, workspace, [line(8_000)], 3);
      cells.push(measured === undefined ? `> ${OTHER_GATE_DEADLINE_MS / 1000} s` : quantile(measured, 1).toFixed(1));
    }
    printRow(name, cells);
  }
}

/** The median time of a fresh process that runs a program. */
function processTime(program: string): number {
  const measured: number[] = [];
  for (let run = 0; run < 15; run += 1) {
    const started = performance.now();
    spawnSync(process.execPath, [program], { stdio: 'ignore' });
    measured.push(performance.now() - started);
  }
  return quantile(sorted(measured), 0.5);
}

async function startUp(others: ReadonlyMap<OtherGate, string>): Promise<void> {
  console.log('\nA fresh process, median of 15 in ms, less an empty one');
  printRow('module', ['ms']);
  const folder = mkdtempSync(join(tmpdir(), 'auto-mode-bench-'));
  try {
    const program = (name: string, text: string): string => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    };
    const empty = processTime(program('empty.mjs', ''));
    const row = (name: string, path: string): void => {
      printRow(name, [(processTime(path) - empty).toFixed(1)]);
    };
    const bundle = async (name: string, contents: string): Promise<string> => {
      const outfile = join(folder, name);
      await build({
        stdin: { contents, resolveDir: join(import.meta.dirname, '../..'), loader: 'ts' },
        bundle: true,
        minify: true,
        platform: 'node',
        target: 'node20',
        mainFields: ['module', 'main'],
        outfile,
      });
      return outfile;
    };
    const analyse = "import { analyse } from './src/shell/analyse';";
    row('src/shell', await bundle('shell.js', `${analyse} globalThis.kept = analyse;`));
    const place = "{ cwd: '/', home: '/root' }";
    row('src/shell and one analysis', await bundle('line.js', `${analyse} analyse('ls -la', 'bash', ${place});`));
    row(
      'the engine',
      await bundle('engine.js', "import { decide } from './src/engine/decide'; globalThis.kept = decide;"),
    );
    for (const [{ name, version }, module] of others) {
      row(`${name} ${version}`, program('other.mjs', `import ${JSON.stringify(pathToFileURL(module).href)};`));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function main(): Promise<void> {
  // What else runs on the machine shows in the times.
  console.log(`Load ${loadavg()[0]?.toFixed(1) ?? '?'} on ${availableParallelism()} cores`);
  const others = new Map<OtherGate, string>();
  for (const other of MEASURED_GATES) {
    try {
      others.set(other, await ensureOtherGate(other));
    } catch (error) {
      console.log(`${other.name} is not measured: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  await typicalCommands(others);
  await hostileLines(others);
  await startUp(others);
}

void main().finally(remove);
