import assert from 'node:assert/strict';
import {
  joinPermissions,
  type ListOrigin,
  type ReadPermissions,
} from '../../../../src/agents/permissionLists/permissionList';
import { ruleProblem } from '../../../../src/rules/permissionRule';
import type { JsonValue } from '../../../../src/common/json';

export type Reader = (settings: JsonValue, from: ListOrigin) => ReadPermissions;

export const OWN: ListOrigin = { file: '~/own.json', folder: undefined, windows: false };
export const REPOSITORY: ListOrigin = { file: '/w/app/list.json', folder: '/w/app', windows: false };

/** Settings, and what becomes of them: `list rule`, and `- original: why` for what is refused. */
export type Row = readonly [settings: JsonValue, expected: readonly string[], from?: ListOrigin];

export function outcome(read: Reader, settings: JsonValue, from: ListOrigin = OWN): string[] {
  const { rules, refused } = joinPermissions([read(settings, from)]);
  for (const { rule } of rules) assert.equal(ruleProblem(rule), undefined, rule);
  return [
    ...rules.map(({ list, rule }) => `${list} ${rule}`),
    ...refused.map(({ original, why }) => `- ${original}: ${why}`),
  ];
}

export function itReads(read: Reader, rows: readonly Row[]): void {
  for (const [settings, expected, from] of rows) {
    it(`${JSON.stringify(settings).slice(0, 100)}${from === undefined ? '' : ' in a repository'}`, () => {
      assert.deepEqual(outcome(read, settings, from), expected);
    });
  }
}
