import type { PlacedRules, RuleGroup, RuleHome, RuleRow } from '../../src/panel/ruleEditing';

export interface OwnLine {
  readonly kind: 'own';
  readonly list: PlacedRules;
  readonly row: RuleRow;
}

/** Of a source that is not changed here. */
export interface OtherLine {
  readonly kind: 'other';
  readonly source: RuleHome;
  readonly label: string;
  readonly index: number;
  readonly text: string;
  readonly hits?: number | undefined;
}

export type RuleLine = OwnLine | OtherLine;

export function linesOf({ lists = [], others }: RuleGroup): readonly RuleLine[] {
  return [
    ...lists.flatMap((list) => list.rows.map((row): RuleLine => ({ kind: 'own', list, row }))),
    ...others.flatMap(({ source, label, entries }) =>
      entries.map((entry, index): RuleLine => ({ kind: 'other', source, label, index, ...entry })),
    ),
  ];
}

export function keyOf(line: RuleLine): string {
  return line.kind === 'own' ? `${line.list.place} ${line.row.key}` : `${line.source} ${line.index}`;
}

/** How many a group does not show. */
export function hiddenCount({ lists = [], others }: RuleGroup): number {
  const own = lists.map(({ total, rows }) => total - rows.length);
  const other = others.map(({ total, entries }) => total - entries.length);
  return [...own, ...other].reduce((sum, one) => sum + one, 0);
}
