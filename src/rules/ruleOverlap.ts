import type { PermissionRule } from './permissionRule';
import { coversWholly } from './ruleCoverage';

export type PermissionList = 'deny' | 'ask' | 'allow';

export interface ListedRule {
  readonly list: PermissionList;
  readonly rule: PermissionRule;
}

/**
 * - `same`: twice in the list.
 * - `covered`: a rule of an earlier list catches every call first.
 * - `wider`: a rule of the list catches all of it too.
 */
export interface RuleOverlap<T extends ListedRule> {
  readonly kind: 'same' | 'covered' | 'wider';
  readonly by: T;
}

const ORDER: Readonly<Record<PermissionList, number>> = { deny: 0, ask: 1, allow: 2 };

/** The best reason; undefined: the texts show none. */
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
  // Its message adds to the wider rule; allow rules are tried less broadly.
  if (list === 'allow' || rule.message !== undefined) return undefined;
  const wider = others.find((other) => other.list === list && coversWholly(other.rule, rule, matching));
  return wider === undefined ? undefined : { kind: 'wider', by: wider };
}

function isSame(one: PermissionRule, other: PermissionRule): boolean {
  return one.tool === other.tool && one.pattern === other.pattern;
}
