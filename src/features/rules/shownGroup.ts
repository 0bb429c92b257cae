import { builtInEntries } from '../../config/defaultRules';
import type { RuleGroup, RuleSection } from '../../panel/ruleEditing';
import { visibleLine } from '../../common/visibleText';
import type { EditableRules, NamedList } from './editableRules';
import { otherRules, type OtherSource } from './otherRules';
import { hasBuiltIn, isPermissionSection, readEntry } from './ruleDraft';
import type { RuleHits } from './ruleHits';
import { sourceOf } from './rulePlaces';
import { shownList, type RuleNames, type ShownList } from './shownList';

export interface ShownGroup {
  readonly section: RuleSection;
  readonly total: number;
  readonly builtIn: readonly string[] | undefined;
  readonly lists: readonly ShownList[];
  readonly others: readonly OtherSource[];
}

/** Of each list in one group. */
const MAX_COMPARED = 1_000;

/** @param count rows of each list */
export function shownGroup(
  section: RuleSection,
  all: readonly NamedList[],
  count: number,
  rules: Pick<EditableRules, 'views' | 'effective'>,
  names: RuleNames,
): ShownGroup {
  const compared = { left: MAX_COMPARED };
  const views = rules.views(section, all);
  const lists = views.map((viewed) => shownList(viewed, count, names, compared));
  const others = otherRules(section, views, rules.effective());
  const [first] = views;
  const builtIn =
    hasBuiltIn(section) && first !== undefined
      ? builtInEntries(section, first.effective.defaultBranchPush).map(visibleLine)
      : undefined;
  return {
    section,
    total: totalOf(
      lists.map(({ shown }) => shown.total),
      others,
    ),
    builtIn,
    lists,
    others,
  };
}

/** A folded group shows only how much. */
export function groupTotal(
  section: RuleSection,
  all: readonly NamedList[],
  rules: Pick<EditableRules, 'effective'>,
): number {
  const own = all.filter((one) => one.section === section);
  const existing = own.filter(({ place, list }) => place.kind === 'user' || list.raw !== undefined);
  return totalOf(
    existing.map(({ list }) => list.entries.length),
    otherRules(section, own, rules.effective()),
  );
}

function totalOf(own: readonly number[], others: readonly OtherSource[]): number {
  return [...own, ...others.map(({ total }) => total)].reduce((sum, one) => sum + one, 0);
}

export function groupSlice(
  { section, total, builtIn, lists, others }: ShownGroup,
  hits: Pick<RuleHits, 'of'>,
  { sources }: RuleNames,
): RuleGroup {
  const hitsOf = (text: string, source: Parameters<RuleHits['of']>[2]): { readonly hits?: number } => {
    const count = isPermissionSection(section) ? hits.of(section, text, source) : undefined;
    return count === undefined ? {} : { hits: count };
  };
  return {
    section,
    total,
    ...(builtIn === undefined ? {} : { builtIn }),
    lists: lists.map(({ shown, list, place }) => ({
      ...shown,
      rows: shown.rows.map((row) => {
        const entry = readEntry(section, list.entries[row.index]);
        return entry.kind === 'entry' ? { ...row, ...hitsOf(entry.rule, sourceOf(place.place)) } : row;
      }),
    })),
    others: others.map(({ source, entries, total: count }) => ({
      source,
      label: sources[source],
      entries: entries.map(({ text, shown }) => ({ text: shown, ...hitsOf(text, source) })),
      total: count,
    })),
  };
}
