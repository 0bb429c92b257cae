/**
 * How long the engine takes for calls that code settles, on a real disk: `npx tsx test/bench/decide.bench.ts [runs]`. A table, no verdict.
 */
import { decide } from '../../src/engine/decide';
import { benchWorld } from './benchWorld';
import { microseconds, printRow, quantile, times } from './times';

const RUNS = Number(process.argv[2] ?? 5_000);

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

const { workspace, gate, remove } = benchWorld();
const never = new AbortController().signal;

async function measure(): Promise<void> {
  printRow('call', ['p50 µs', 'p99 µs', 'max µs'], 'decided by');
  for (const [name, call] of CALLS) {
    const request = { ...call, cwd: workspace };
    const runs = JSON.stringify(request).length > 100_000 ? Math.ceil(RUNS / 100) : RUNS;
    const measured = await times(runs, () => decide(request, gate, never));
    const { outcome, stage } = await decide(request, gate, never);
    const shown = [0.5, 0.99, 1].map((share) => microseconds(quantile(measured, share)));
    printRow(name, shown, `${outcome} ${stage}`);
  }
}

void measure().finally(remove);
