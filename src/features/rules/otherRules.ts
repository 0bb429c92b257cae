import type { EffectiveSettings } from '../../config/sources';
import { RULE_SOURCES, type RuleSource } from '../../rules/ruleSource';
import type { OtherRules, RuleSection } from '../../panel/ruleEditing';
import { shortLine } from '../../common/visibleText';
import type { ViewedList } from './editableRules';
import { readEntry } from './ruleDraft';
import { sourceOf } from './rulePlaces';

const MAX_OTHERS = 200;
const MAX_CHARACTERS = 500;

export function otherRules(
  { section, place: { place }, list, effective }: ViewedList,
  sourceNames: Readonly<Record<RuleSource, string>>,
): readonly OtherRules[] {
  const all = inForce(section, effective.configuration);
  const read = list.entries.map((raw) => readEntry(section, raw));
  const own = new Set(read.flatMap((entry) => (entry.kind === 'entry' ? [entry.rule] : [])));
  const hasDefaults = read.some(({ kind }) => kind === 'defaults');
  const isOwn = ({ text, source }: { readonly text: string; readonly source: RuleSource }): boolean => {
    if (source === 'default') return hasDefaults;
    // A folder's list begins with the user's entries.
    return own.has(text) && (source === sourceOf(place) || list.raw === undefined);
  };
  return RULE_SOURCES.flatMap((source) => {
    const entries = all.filter((entry) => entry.source === source && !isOwn(entry));
    if (entries.length === 0) return [];
    const shown = entries
      .slice(0, MAX_OTHERS)
      .map(({ text, message }) => shortLine(message === undefined ? text : `${text} "${message}"`, MAX_CHARACTERS));
    return [{ label: sourceNames[source], entries: shown, total: entries.length }];
  });
}

function inForce(
  section: RuleSection,
  { permissions, rules, protectedPaths }: EffectiveSettings['configuration'],
): readonly { readonly text: string; readonly message?: string; readonly source: RuleSource }[] {
  const texts = (entries: typeof protectedPaths) => entries.map(({ value, source }) => ({ text: value, source }));
  switch (section) {
    case 'permissions.deny':
      return permissions.deny;
    case 'permissions.ask':
      return permissions.ask;
    case 'permissions.allow':
      return permissions.allow;
    case 'rules.allow':
      return texts(rules.allow);
    case 'rules.softDeny':
      return texts(rules.softDeny);
    case 'rules.hardDeny':
      return texts(rules.hardDeny);
    case 'rules.environment':
      return texts(rules.environment);
    case 'protectedPaths':
      return texts(protectedPaths);
  }
}
