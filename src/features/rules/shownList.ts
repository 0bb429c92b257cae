/** What depends on the settings, not on typed text. */
import { builtInEntries } from '../../config/defaultRules';
import { HOLDING_BACK } from '../../config/sources';
import { RULE_SOURCES, type RuleSource } from '../../rules/ruleSource';
import type { PlacedRules, RuleSection } from '../../panel/ruleEditing';
import { t } from '@vscode/l10n';
import { visibleLine } from '../../common/visibleText';
import type { ViewedList } from './editableRules';
import { hasBuiltIn, readEntry } from './ruleDraft';
import { RuleOverlaps } from './ruleOverlaps';
import { sourceOf, isInPlace } from './rulePlaces';
import { ruleRows } from './ruleRows';

export interface RuleNames {
  readonly sections: Readonly<Record<RuleSection, string>>;
  readonly sources: Readonly<Record<RuleSource, string>>;
}

export interface ShownList extends ViewedList {
  readonly overlaps: RuleOverlaps;
  /** Empty without `$defaults`. */
  readonly fromDefaults: readonly string[];
  /** False: another list replaces this one. */
  readonly holds: boolean;
  readonly shown: PlacedRules;
}

/** @param compared how many rows may be compared with all; the shown ones are subtracted */
export function shownList(viewed: ViewedList, count: number, names: RuleNames, compared: { left: number }): ShownList {
  const { section, place, list, effective, destinations } = viewed;
  const overlaps = overlapsOf(viewed, names);
  const holds = isInForce(viewed);
  const builtIn = hasBuiltIn(section) ? builtInEntries(section, effective.defaultBranchPush) : undefined;
  const hasDefaults = list.entries.some((entry) => readEntry(section, entry).kind === 'defaults');
  const fromDefaults = hasDefaults ? (builtIn ?? []) : [];
  const own = { section, placeId: place.id, source: sourceOf(place.place) };
  const exists = place.place.kind === 'user' || list.raw !== undefined;
  const entries = exists ? list.entries : [];
  const most = Math.min(compared.left, overlaps.mostRows);
  const rows = ruleRows(section, entries, count, (index) => {
    if (index >= most) return undefined;
    const entry = readEntry(section, entries[index]);
    if (entry.kind !== 'entry') return undefined;
    return overlaps.of(own, entry.rule, entry.message, index, fromDefaults);
  });
  compared.left = Math.max(0, compared.left - Math.min(most, rows.length));
  const shown: PlacedRules = {
    section,
    place: place.id,
    version: list.version,
    exists,
    rows,
    total: entries.length,
    ...(list.readOnly === undefined ? {} : { readOnly: visibleLine(list.readOnly) }),
    notes: notesOn(viewed, holds, names),
    lacksBuiltIn:
      exists && builtIn !== undefined && !hasDefaults && (place.place.kind === 'user' || section !== 'permissions.ask'),
    canDiscard: isInPlace(section, place.place, list),
    destinations,
  };
  return { ...viewed, overlaps, fromDefaults, holds, shown };
}

function overlapsOf({ section, place, lists, effective }: ViewedList, names: RuleNames): RuleOverlaps {
  const isViewed = (one: ViewedList['lists'][number]): boolean => one.place.id === place.id && one.section === section;
  // A missing list's beginning is elsewhere.
  const current = lists.filter((one) => one.list.raw !== undefined || isViewed(one));
  return new RuleOverlaps(
    current.map((one) => ({
      section: one.section,
      placeId: one.place.id,
      source: sourceOf(one.place.place),
      where: `${names.sections[one.section]}, ${one.place.label}`,
      entries: one.list.entries,
    })),
    effective.configuration,
    names.sources,
  );
}

function isInForce({ section, place, effective }: ViewedList): boolean {
  const origin = effective.origins[section] ?? 'default';
  return HOLDING_BACK.has(section) || RULE_SOURCES.indexOf(sourceOf(place.place)) <= RULE_SOURCES.indexOf(origin);
}

function notesOn(
  { section, place: { place }, list: { raw, readOnly }, effective }: ViewedList,
  holds: boolean,
  names: RuleNames,
): readonly string[] {
  const { origins, configuration, forbidsLoosening } = effective;
  const notes: string[] = [];
  if (!holds) {
    const source = names.sources[origins[section] ?? 'default'];
    notes.push(t('Another source sets this list ({source}), so the entries here have no effect now.', { source }));
  }
  if (place.kind === 'folder' && !HOLDING_BACK.has(section) && readOnly === undefined) {
    notes.push(
      raw === undefined
        ? t(
            'This folder has no list of its own: your other settings hold. The first change here copies them, and from then on this list holds in their place.',
          )
        : t('In this folder this list holds in place of the one in your user settings.'),
    );
  }
  if (section === 'permissions.allow' && !configuration.trusted) {
    notes.push(t('This workspace is not trusted, so allow rules have no effect in it.'));
  }
  if (forbidsLoosening) {
    notes.push(
      t("Your administrator's policy lets nothing be loosened: only changes that make it stricter are written."),
    );
  }
  return notes;
}
