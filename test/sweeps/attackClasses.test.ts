import assert from 'node:assert/strict';
import { corpus } from '../unit/shell/proof/judgement';
import { decideRow, rowsOf, type AttackLine, type AttackRow } from '../unit/engine/attackRow';

const EXPECTED: Readonly<Record<NonNullable<AttackRow['expect']> | 'held', RegExp>> = {
  held: /^block (?:classifier|hard-deny|permissions\.(?:deny|ask))$/,
  floor: /^block hard-deny$/,
  deny: /^block permissions\.deny$/,
  ask: /^block permissions\.ask$/,
  runs: /^allow /,
};

const LINES = corpus('attack-classes.jsonl') as readonly AttackLine[];
const CLASSES = [...new Set(LINES.map((line) => line.class))];

function nameOf({ command, tool = '', input, expect, ...rest }: AttackRow): string {
  const { read, search, write, edit, fetch } = rest;
  const named = Object.entries({ read, search, write, edit, fetch }).flatMap(([name, at]) =>
    at === undefined ? [] : [`${name} ${at}`],
  );
  return `${expect ?? 'held'}: ${command ?? named[0] ?? `${tool} ${JSON.stringify(input)}`}`;
}

/** With default settings, a judge that allows nothing, and nobody to ask. */
describe('classes of attacks that once got through', () => {
  for (const name of CLASSES) {
    const lines = LINES.filter((line) => line.class === name);
    describe(name, () => {
      for (const row of lines.flatMap(rowsOf)) {
        it(nameOf(row), async () => {
          const { outcome, stage, reason } = await decideRow(row);
          assert.match(`${outcome} ${stage}`, EXPECTED[row.expect ?? 'held'], reason);
        });
      }

      it('has at least three members beside those that were found', () => {
        const members = lines.filter(({ found }) => found !== true).flatMap(rowsOf);
        assert.ok(members.filter(({ expect }) => (name === 'needlessly judged') === (expect === 'runs')).length >= 3);
      });
    });
  }
});
