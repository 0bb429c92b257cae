/**
 * `measure.ts SEED COUNT [NUMBERS]`: prints the numbers of the attacks that get through, one a line. With numbers that are known, separated by
 * commas, it stops after another one. Runs in a copy of the tree.
 */
import { ProductJudge } from '../productJudge';
import { runAttacks } from '../runAttacks';

async function main(): Promise<void> {
  const [seed = NaN, count = NaN] = process.argv.slice(2, 4).map(Number);
  const known = process.argv[4]?.split(',').filter(Boolean).map(Number);
  const { findings } = await runAttacks({
    seed,
    count,
    judge: new ProductJudge(),
    shrink: false,
    isEnough: (found) => known !== undefined && found.some(({ attack }) => !known.includes(attack.number)),
  });
  console.log([...new Set(findings.map(({ attack }) => attack.number))].join('\n'));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
