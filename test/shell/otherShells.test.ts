/**
 * As `realBash.test.ts`, for the shells whose text is read as bash's as far as it means the same. `npm run fuzz` tries
 * many more mutations.
 */
import assert from 'node:assert/strict';
import { agentLines, misses, seedLines, specialLines } from './corpus';
import { mutate } from './mutations';
import type { Oracle } from './oracle';
import { openOracle } from './openOracle';
import { randomProgram, randomSoup } from './programs';
import { runs, sample } from '../unit/propertyRuns';
import { RandomNumbers } from './randomNumbers';
import { TESTED_SHELLS } from './sandbox/testedShells';

/** The others read text like one of these. */
const WHOLE: ReadonlySet<string> = new Set(['zsh', 'dash', 'fish']);
/** And half as many random scripts. */
const MUTATIONS = runs(20_261_124, 200);
/** Of what agents ran, in percent. */
const LEAST_KNOWN = 70;

for (const shell of TESTED_SHELLS.filter(({ program }) => program !== 'bash')) {
  describe(`the analysis against real ${shell.name}`, () => {
    const special = specialLines(shell.language);
    const oneIn = WHOLE.has(shell.name) ? 1 : 4;
    const agents = sample(agentLines, oneIn);
    let oracle: Oracle | undefined;
    before(async function () {
      oracle = await openOracle(this, shell);
    });
    after(() => oracle?.close());

    /** @returns how many are known */
    async function checkAll(lines: readonly string[]): Promise<number> {
      assert.ok(oracle);
      const checks = await oracle.checkAll(lines);
      const missed = checks.filter((check) => check.misses.length > 0);
      const shown = missed.slice(0, 20).map((check) => `${JSON.stringify(check.line)}: ${check.misses.join('; ')}`);
      const count = `${missed.length} of ${lines.length}`;
      assert.equal(missed.length, 0, `${count} lines do more than is listed:\n${shown.join('\n')}`);
      return checks.filter(({ isUnknown }) => !isUnknown).length;
    }

    it(`misses nothing in ${special.length} lines that are special in such shells`, async () => {
      await checkAll(special);
    });

    it(`misses nothing in ${misses.length} lines that were once misread or are made to be`, async () => {
      await checkAll(misses.map(({ command }) => command));
    });

    it(`misses nothing in ${agents.length} lines of agents, and knows most`, async () => {
      const known = await checkAll(agents);
      const percent = (known / agents.length) * 100;
      assert.ok(percent >= LEAST_KNOWN, `${percent.toFixed(1)} % are known`);
    });

    it(`misses nothing in ${MUTATIONS.numRuns} mutations, and in random scripts`, async () => {
      const random = new RandomNumbers(MUTATIONS.seed);
      const lines = [...seedLines, ...special];
      const mutations = Array.from({ length: MUTATIONS.numRuns }, () => mutate(lines, random));
      const make = [randomProgram, randomSoup] as const;
      const scripts = Array.from({ length: MUTATIONS.numRuns / 2 }, (_, at) => make[at % 2 === 0 ? 0 : 1](random));
      await checkAll([...mutations, ...scripts]);
    });
  });
}
