import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DANGEROUS_COMMANDS, DANGEROUS_LINES } from '../unit/shell/proof/dangerousCommands';
import { LINE_DISGUISES, POSITIONS, WORD_DISGUISES } from './disguises';
import { judge } from '../unit/shell/proof/judgement';
import { runs } from '../unit/propertyRuns';

const SEED = 20_261_121;

/** What is wrong about the decision; undefined: nothing. */
function problem(line: string, mustHitFloor: boolean): string | undefined {
  const { outcome, stage } = judge(line);
  if (outcome === 'allow') return `${stage} allows ${JSON.stringify(line)}`;
  if (mustHitFloor && stage !== 'hard-deny') return `${stage}, not the hard floor: ${JSON.stringify(line)}`;
  return undefined;
}

function problems(lines: Iterable<readonly [line: string, mustHitFloor: boolean]>): readonly string[] {
  const found: string[] = [];
  for (const [line, mustHitFloor] of lines) {
    const wrong = problem(line, mustHitFloor);
    if (wrong !== undefined) found.push(wrong);
  }
  return found;
}

describe('dangerous commands in disguise', () => {
  describe('a disguise of the words', () => {
    for (const { name, certainty, disguise } of WORD_DISGUISES) {
      it(name, () => {
        const lines = DANGEROUS_COMMANDS.flatMap(({ words, floor }): [string, boolean][] => {
          const line = disguise(words);
          return line === undefined ? [] : [[line, floor && certainty !== 'hidden']];
        });
        assert.ok(lines.length >= 10);
        assert.deepEqual(problems(lines), []);
      });
    }
  });

  describe('a disguise of the line', () => {
    const dangerous = [
      ...DANGEROUS_COMMANDS.map(({ words, floor }) => ({ line: words.join(' '), floor })),
      ...DANGEROUS_LINES,
    ];
    for (const { name, certainty, disguise } of LINE_DISGUISES) {
      it(name, () => {
        const lines = dangerous.flatMap(({ line, floor }): [string, boolean][] => {
          const disguised = disguise(line);
          return disguised === undefined ? [] : [[disguised, floor && certainty !== 'hidden']];
        });
        assert.deepEqual(problems(lines), []);
      });
    }
  });

  describe('a place in a longer line', () => {
    for (const { name, place } of POSITIONS) {
      it(name, () => {
        const lines = DANGEROUS_COMMANDS.map(({ words, floor }): [string, boolean] => [place(words.join(' ')), floor]);
        assert.deepEqual(problems(lines), []);
      });
    }
  });

  it(`any command in any disguises at any place (seed ${SEED})`, function () {
    this.timeout(300_000);
    const disguised = fc
      .tuple(
        fc.constantFrom(...DANGEROUS_COMMANDS),
        fc.constantFrom(...WORD_DISGUISES),
        fc.array(fc.constantFrom(...LINE_DISGUISES), { maxLength: 2 }),
        fc.constantFrom(...POSITIONS),
      )
      .map(([{ words, floor }, wordDisguise, lineDisguises, position]) => {
        const applied = [wordDisguise, ...lineDisguises];
        const first = wordDisguise.disguise(words) ?? words.join(' ');
        const line = lineDisguises.reduce((text, { disguise }) => disguise(text) ?? text, first);
        return [
          position.place(line),
          floor && applied.every(({ certainty }) => certainty === 'known'),
          applied.map(({ name }) => name).join(' + '),
        ] as const;
      });
    fc.assert(
      fc.property(disguised, ([line, mustHitFloor]) => {
        assert.equal(problem(line, mustHitFloor), undefined);
      }),
      runs(SEED, 500),
    );
  });
});
