import type { PermissionRule } from './permissionRule';
import { coversWholly } from './ruleCoverage';

export type PermissionList = 'deny' | 'ask' | 'allow';

/** A permission rule and the list that it stands in. */
export interface ListedRule {
  readonly list: PermissionList;
  readonly rule: PermissionRule;
}

/**
 * - `same`: the same rule stands in the same list once more.
 * - `covered`: a rule of a list that is tried earlier catches every call first.
 * - `wider`: a rule of the same list catches all of it too.
 */
export interface RuleOverlap<T extends ListedRule> {
  readonly kind: 'same' | 'covered' | 'wider';
  readonly by: T;
}

const ORDER: Readonly<Record<PermissionList, number>> = { deny: 0, ask: 1, allow: 2 };

/** The most telling way in which a rule changes nothing beside other ones; undefined: none that its text tells of. */
export function ruleOverlap<T extends ListedRule>(
  { list, rule }: ListedRule,
  others: readonly T[],
): RuleOverlap<T> | undefined {
  const same = others.find((other) => other.list === list && isSame(other.rule, rule));
  if (same !== undefined) return { kind: 'same', by: same };
  const matching = list === 'allow' ? 'narrowly' : 'broadly';
  const earlier = others
    .filter((other) => ORDER[other.list] < ORDER[list])
    .toSorted((a, b) => ORDER[a.list] - ORDER[b.list])
    .find((other) => coversWholly(other.rule, rule, matching));
  if (earlier !== undefined) return { kind: 'covered', by: earlier };
  // A rule with a message of its own says something that the wider one does not; allow rules are not tried as broadly.
  if (list === 'allow' || rule.message !== undefined) return undefined;
  const wider = others.find((other) => other.list === list && coversWholly(other.rule, rule, matching));
  return wider === undefined ? undefined : { kind: 'wider', by: wider };
}

function isSame(one: PermissionRule, other: PermissionRule): boolean {
  return one.tool === other.tool && one.pattern === other.pattern;
}
