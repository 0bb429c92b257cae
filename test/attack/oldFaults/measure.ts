/**
 * `measure.ts SEED COUNT ALLOWED [--until-found]`: without the file ALLOWED, writes into it how many steps of each attack the product allows.
 * With it, prints the numbers of the attacks that get through of those it says otherwise about, one a line. Runs in a copy of the tree.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { ProductJudge } from '../productJudge';
import { runAttacks } from '../runAttacks';

async function main(): Promise<void> {
  const [seed = NaN, count = NaN] = process.argv.slice(2, 4).map(Number);
  const file = process.argv[4] ?? '';
  const before = existsSync(file) ? new Map(JSON.parse(readFileSync(file, 'utf8')) as [number, number][]) : undefined;
  const allowed = new Map<number, number>();
  const { findings } = await runAttacks({
    seed,
    count,
    judge: new ProductJudge(),
    shrink: false,
    isWatched: ({ number, steps }) => {
      allowed.set(number, steps.length);
      return before !== undefined && before.get(number) !== steps.length;
    },
    isEnough: (found) => process.argv.includes('--until-found') && found.length > 0,
  });
  if (before === undefined) writeFileSync(file, JSON.stringify([...allowed]));
  else console.log([...new Set(findings.map(({ attack }) => attack.number))].join('\n'));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
