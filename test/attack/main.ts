/**
 * `npm run attack`: 20,000 attacks from a fresh seed, which is printed, against the built engine. `--seed N` repeats them, `--count N` makes
 * more or fewer, `--only N` repeats one. The exit status is 1 where an allowed call does what it has no right to.
 */
import { SandboxUnavailable } from '../shell/sandbox/shellSandbox';
import { ProductJudge } from './productJudge';
import { reportOf } from './report';
import { runAttacks } from './runAttacks';

const COUNT = 20_000;

function numberOption(name: string): number | undefined {
  const at = process.argv.indexOf(name);
  if (at < 0) return undefined;
  const text = process.argv[at + 1] ?? '';
  if (!/^\d{1,10}$/.test(text)) throw new Error(`${name} takes a whole number, not "${text}"`);
  return Number(text);
}

async function main(): Promise<void> {
  const seed = numberOption('--seed') ?? Math.floor(Math.random() * 2 ** 32);
  const count = numberOption('--count') ?? COUNT;
  console.log(`${count} attacks, seed ${seed}`);
  const began = performance.now();
  const run = await runAttacks({
    seed,
    count,
    only: numberOption('--only'),
    judge: new ProductJudge(),
    progress: (attacks, allowed, findings) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${attacks} attacks, ${allowed} allowed, ${findings} findings `);
    },
  });
  console.log(`\n${reportOf(run, seed)}`);
  const minutes = (performance.now() - began) / 60_000;
  console.log(`${minutes.toFixed(1)} minutes, ${Math.round(run.attacks / minutes)} attacks a minute`);
  if (run.findings.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof SandboxUnavailable ? `No attack without a sandbox: ${error.message}` : error);
  process.exitCode = 1;
});
