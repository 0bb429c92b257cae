import { dryRun, type DryRunWorld } from './dryRun';

/** Each takes another way through the stages. */
const CALLS: readonly object[] = [
  { tool: 'bash', input: { command: 'ls -la && cat package.json 2>/dev/null | head -n 20' } },
  { tool: 'bash', input: { command: 'git status --short' } },
  { tool: 'bash', input: { command: 'grep -rn "TODO" src | sort | uniq -c' } },
  { tool: 'bash', input: { command: 'for f in src/*.ts; do wc -l "$f"; done' } },
  { tool: 'bash', input: { command: "npm test -- --run; python3 - <<'END'\nprint(1)\nEND" } },
  { tool: 'bash', input: { command: 'make' } },
  { tool: 'bash', input: { command: 'curl -s "https://example.com/$(date +%F)" > out.txt' } },
  { tool: 'edit', input: { path: 'README.md', old_string: 'a', new_string: 'b' } },
  { tool: 'write', input: { path: 'src/new.ts', content: 'text' } },
  { tool: 'read', input: { path: 'README.md' } },
  { tool: 'fetch', input: { url: 'https://example.com/' } },
];

/**
 * The first real call need not wait for compilation.
 * @param pause awaited before each
 */
export async function warmUp(world: DryRunWorld, cwd: string | undefined, pause: () => Promise<void>): Promise<void> {
  for (const call of CALLS) {
    await pause();
    dryRun({ ...call, ...(cwd !== undefined && { cwd }) }, world, 'approved');
    world.redact(JSON.stringify(call));
  }
}
