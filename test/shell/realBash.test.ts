/**
 * For every line, each program that bash really runs and each file that it opens for writing is listed by the analysis,
 * or the line is unknown to it. `npm run fuzz` tries many more mutations.
 */
import assert from 'node:assert/strict';
import { corpus, misses, ordinary, seedLines } from './corpus';
import { mutate } from './mutations';
import { analyseThere, type Check, type Oracle } from './oracle';
import { openOracle } from './openOracle';
import { randomProgram, randomSoup } from './programs';
import { RandomNumbers } from './randomNumbers';
import { sample } from '../unit/propertyRuns';

const SEED = 20_261_121;
const MUTATIONS = 400;
const RANDOM_SCRIPTS = 400;
const ordinaryLines = sample(ordinary, 3).map(({ command }) => command);
/** A gate to which everything is unknown misses nothing, and is of no use. */
const LEAST_KNOWN = { ordinary: 95, everyday: 95, corpus: 55 };

describe('the analysis against real bash', () => {
  let oracle: Oracle | undefined;
  before(async function () {
    this.timeout(120_000);
    oracle = await openOracle(this);
  });
  after(() => oracle?.close());

  async function checkAll(lines: readonly string[]): Promise<Check[]> {
    assert.ok(oracle);
    const checks = await oracle.checkAll(lines);
    const missed = checks.filter((check) => check.misses.length > 0);
    const shown = missed.slice(0, 20).map((check) => `${JSON.stringify(check.line)}: ${check.misses.join('; ')}`);
    assert.equal(
      missed.length,
      0,
      `${missed.length} of ${lines.length} lines do more than is listed:\n${shown.join('\n')}`,
    );
    return checks;
  }

  it(`misses nothing in ${corpus.length} lines`, async () => {
    await checkAll(corpus.map(({ command }) => command));
  });

  it(`misses nothing in ${misses.length} lines that were once misread or are made to be`, async () => {
    await checkAll(misses.map(({ command }) => command));
  });

  it(`misses nothing in ${ordinaryLines.length} ordinary lines`, async () => {
    await checkAll(ordinaryLines);
  });

  it(`misses nothing in ${MUTATIONS} mutations`, async () => {
    const random = new RandomNumbers(SEED);
    await checkAll(Array.from({ length: MUTATIONS }, () => mutate(seedLines, random)));
  });

  it(`misses nothing in ${RANDOM_SCRIPTS} random scripts`, async () => {
    const random = new RandomNumbers(SEED);
    const make = [randomProgram, randomSoup] as const;
    await checkAll(Array.from({ length: RANDOM_SCRIPTS }, (_, index) => make[index % 2 === 0 ? 0 : 1](random)));
  });
});

describe('what the analysis knows', () => {
  const valid = corpus.filter((line) => line.bash_accepts === true);
  const SHARES: readonly (readonly [
    what: string,
    lines: readonly { readonly command: string }[],
    leastPercent: number,
  ])[] = [
    ['ordinary lines', ordinary, LEAST_KNOWN.ordinary],
    ['everyday lines of the corpus', valid.filter(({ category }) => category === 'real'), LEAST_KNOWN.everyday],
    ['lines of the corpus that are made to be misread', valid, LEAST_KNOWN.corpus],
  ];
  for (const [what, lines, leastPercent] of SHARES) {
    it(`is at least ${leastPercent} % of the ${what}`, () => {
      const known = lines.filter(({ command }) => analyseThere(command).unknown.length === 0).length;
      const percent = (known / lines.length) * 100;
      console.log(`      ${percent.toFixed(1)} %`);
      assert.ok(percent >= leastPercent);
    });
  }
});
