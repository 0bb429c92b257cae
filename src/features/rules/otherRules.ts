import type { EffectiveSettings } from '../../config/sources';
import { RULE_SOURCES, type RuleSource } from '../../rules/ruleSource';
import type { RuleSection } from '../../panel/ruleEditing';
import { shortLine } from '../../common/visibleText';
import type { NamedList } from './editableRules';
import { readEntry } from './ruleDraft';
import { sourceOf } from './rulePlaces';

const MAX_OTHERS = 200;
const MAX_CHARACTERS = 500;

/** As written; `shown` is for people. */
export interface OtherEntry {
  readonly text: string;
  readonly shown: string;
}

export interface OtherSource {
  readonly source: RuleSource;
  readonly entries: readonly OtherEntry[];
  readonly total: number;
}

/** In force, but in no list: one section, all places. */
export function otherRules(
  section: RuleSection,
  lists: readonly NamedList[],
  effective: readonly EffectiveSettings[],
): readonly OtherSource[] {
  const held = lists.map(({ place, list }) => {
    const read = list.entries.map((raw) => readEntry(section, raw));
    return {
      source: sourceOf(place.place),
      texts: new Set(read.flatMap((entry) => (entry.kind === 'entry' ? [entry.rule] : []))),
      hasDefaults: read.some(({ kind }) => kind === 'defaults'),
    };
  });
  const isHeld = ({ text, source }: { readonly text: string; readonly source: RuleSource }): boolean =>
    source === 'default'
      ? held.some(({ hasDefaults }) => hasDefaults)
      : held.some((one) => one.source === source && one.texts.has(text));
  const all = new Map(
    effective
      .flatMap(({ configuration }) => inForce(section, configuration))
      .filter((entry) => !isHeld(entry))
      .map((entry) => [JSON.stringify([entry.source, entry.text, entry.message]), entry]),
  );
  return RULE_SOURCES.flatMap((source) => {
    const entries = [...all.values()].filter((entry) => entry.source === source);
    if (entries.length === 0) return [];
    const shown = entries.slice(0, MAX_OTHERS).map(({ text, message }) => ({
      text,
      shown: shortLine(message === undefined ? text : `${text} "${message}"`, MAX_CHARACTERS),
    }));
    return [{ source, entries: shown, total: entries.length }];
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
