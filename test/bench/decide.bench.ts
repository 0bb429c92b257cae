/**
 * How long the engine takes for calls that code settles, on a real disk: `npx tsx test/bench/decide.bench.ts [runs]`. A table, no verdict.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { effectiveConfiguration } from '../../src/config/sources';
import { decide } from '../../src/engine/decide';
import { ruleProblem } from '../../src/engine/permissionRule';
import { terminalGate } from '../../src/terminal/terminalGate';

const RUNS = Number(process.argv[2] ?? 5_000);
const workspace = mkdtempSync(join(tmpdir(), 'auto-mode-bench-'));
mkdirSync(join(workspace, 'src', 'deep'), { recursive: true });
for (let index = 0; index < 200; index += 1) writeFileSync(join(workspace, 'src', 'deep', `${index}.ts`), 'old text\n');

const { configuration } = effectiveConfiguration(
  {
    sources: [
      {
        source: 'user',
        values: {
          'permissions.deny': ['bash(git push --force*)', 'read(~/.ssh/**)', 'edit(migrations/**)'],
          'permissions.ask': ['bash(npm publish*)'],
          'permissions.allow': ['fetch(https://docs.example.com/*)'],
        },
      },
    ],
    trusted: true,
    workspaceFolders: [workspace],
  },
  ruleProblem,
);

const gate = terminalGate(configuration);

const CALLS: readonly [string, Record<string, unknown>][] = [
  ['read', { tool: 'read', input: { path: 'src/deep/1.ts' } }],
  ['search the workspace', { tool: 'grep', input: { pattern: 'x', path: '.' } }],
  ['edit in the workspace', { tool: 'edit', input: { path: 'src/deep/1.ts', old_string: 'old', new_string: 'new' } }],
  ['new file', { tool: 'write', input: { path: 'src/deep/new.ts', content: 'text' } }],
  ['deny rule on a command', { tool: 'bash', input: { command: 'git push --force origin main' } }],
  ['command for the classifier', { tool: 'bash', input: { command: 'npm test -- --watch=false' } }],
  ['hard floor', { tool: 'write', input: { path: '~/.bashrc', content: 'text' } }],
  ['1 MB command', { tool: 'bash', input: { command: 'x'.repeat(1_000_000) } }],
  ['9 MB file', { tool: 'write', input: { path: 'src/deep/big.ts', content: 'x'.repeat(9_000_000) } }],
];

const never = new AbortController().signal;
const at = (times: readonly number[], share: number): string =>
  ((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0) * 1000).toFixed(0);

async function measure(): Promise<void> {
  console.log(
    `${'call'.padEnd(28)} ${'p50 µs'.padStart(9)} ${'p99 µs'.padStart(9)} ${'max µs'.padStart(9)}  decided by`,
  );
  for (const [name, call] of CALLS) {
    const request = { ...call, cwd: workspace };
    const runs = JSON.stringify(request).length > 100_000 ? Math.ceil(RUNS / 100) : RUNS;
    let stage = '';
    const times: number[] = [];
    for (let run = -Math.ceil(runs / 10); run < runs; run += 1) {
      const started = performance.now();
      const decision = await decide(request, gate, never);
      if (run >= 0) times.push(performance.now() - started);
      stage = `${decision.outcome} ${decision.stage}`;
    }
    times.sort((a, b) => a - b);
    console.log(
      `${name.padEnd(28)} ${at(times, 0.5).padStart(9)} ${at(times, 0.99).padStart(9)} ${at(times, 1).padStart(9)}  ${stage}`,
    );
  }
}

void measure().finally(() => {
  rmSync(workspace, { recursive: true });
});
