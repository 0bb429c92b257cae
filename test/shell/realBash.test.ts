/**
 * For every line, each program that bash really runs and each file that it opens for writing is listed by the analysis,
 * or the line is unknown to it. `npm run fuzz` tries many more mutations.
 */
import assert from 'node:assert/strict';
import { corpus, misses, seedLines } from './corpus';
import { mutate } from './mutations';
import { analyseThere, type Check, type Oracle } from './oracle';
import { openOracle } from './openOracle';
import { RandomNumbers } from './randomNumbers';

const SEED = 20_261_121;
const MUTATIONS = 2_000;
/** A gate to which everything is unknown misses nothing, and is of no use. */
const LEAST_KNOWN = { everydayPercent: 90, corpusPercent: 50 };

describe('the analysis against real bash', () => {
  let oracle: Oracle | undefined;
  before(async function () {
    this.timeout(60_000);
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
  }).timeout(120_000);

  it(`misses nothing in ${misses.length} lines that were once misread or are made to be`, async () => {
    await checkAll(misses.map(({ command }) => command));
  }).timeout(120_000);

  it(`misses nothing in ${MUTATIONS} mutations`, async () => {
    const random = new RandomNumbers(SEED);
    await checkAll(Array.from({ length: MUTATIONS }, () => mutate(seedLines, random)));
  }).timeout(240_000);
});

describe('what the analysis knows', () => {
  const knownPercent = (category?: string): number => {
    const valid = corpus.filter((line) => line.bash_accepts === true && (category ?? line.category) === line.category);
    return (valid.filter(({ command }) => analyseThere(command).unknown.length === 0).length / valid.length) * 100;
  };

  for (const [what, category, least] of [
    ['everyday lines', 'real', LEAST_KNOWN.everydayPercent],
    ['lines that are made to be misread', undefined, LEAST_KNOWN.corpusPercent],
  ] as const) {
    it(`is at least ${least} % of the ${what} in the corpus`, () => {
      const percent = knownPercent(category);
      console.log(`      ${percent.toFixed(1)} %`);
      assert.ok(percent >= least);
    });
  }
});
