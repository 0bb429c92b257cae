/** How allow rules get into the user's settings, for all folders or for one, and out again. Pure: values in, values out. */
import { SETTINGS } from '../../config/contributions';
import {
  inheritedValue,
  overrideValue,
  UnclearOverrideError,
  withOverrideValue,
} from '../../config/folderOverrideEdit';
import type { PathRules, RawValues } from '../../config/sources';

const KEY = SETTINGS.permissionsAllow;

/** One setting and what it shall hold, entries that stood there already included, of whatever form; undefined: it is not set any more. */
export interface SettingChange {
  readonly key: typeof KEY | typeof SETTINGS.folders;
  readonly value: unknown;
}

/** Where allow rules stand: undefined: in the user's own list; else in the override of this folder. */
export type RuleHome = string | undefined;

/** Rules that were added, and the list as it was before and after. */
export interface RulesAdded {
  readonly change: SettingChange;
  /** Undefined: there was none. */
  readonly before: readonly unknown[] | undefined;
  readonly after: readonly unknown[];
}

/** The value is none that could be added to, since what it was meant to say is not known. */
export class UnusableSettingError extends Error {
  override readonly name = 'UnusableSettingError';
}

/**
 * A folder's own list counts in place of the user's, so that its first rule takes along what would hold there by the user's settings:
 * nothing of what another source sets, which may be taken back there.
 * @param values the user's own settings, unchecked
 * @throws UnusableSettingError
 */
export function addedRules(values: RawValues, home: RuleHome, rules: readonly string[], paths: PathRules): RulesAdded {
  const before = listIn(values, home, paths);
  const beginning = before ?? (home === undefined ? [] : listOf(inheritedValue(values, home, KEY, paths), KEY)) ?? [];
  const after = [...beginning, ...rules];
  return { change: withList(values, home, after, paths), before, after };
}

/**
 * Takes the rules out again: the list that was there before is put back where nothing else has changed in it, else each rule is taken
 * out once.
 * @returns undefined: none of them is there any more
 * @throws UnusableSettingError
 */
export function removedRules(
  values: RawValues,
  home: RuleHome,
  rules: readonly string[],
  { before, after }: Pick<RulesAdded, 'before' | 'after'>,
  paths: PathRules,
): SettingChange | undefined {
  const now = listIn(values, home, paths);
  if (now === undefined) return undefined;
  if (JSON.stringify(now) === JSON.stringify(after)) return withList(values, home, before, paths);
  const left = [...now];
  for (const rule of rules) {
    const at = left.findLastIndex((entry) => entry === rule);
    if (at !== -1) left.splice(at, 1);
  }
  return left.length === now.length ? undefined : withList(values, home, left, paths);
}

function listIn(values: RawValues, home: RuleHome, paths: PathRules): readonly unknown[] | undefined {
  return home === undefined
    ? listOf(values[KEY], KEY)
    : inOverride(() => listOf(overrideValue(values.folders, home, KEY, paths), KEY));
}

function withList(
  values: RawValues,
  home: RuleHome,
  list: readonly unknown[] | undefined,
  paths: PathRules,
): SettingChange {
  if (home === undefined) return { key: KEY, value: list };
  const folders = inOverride(() => withOverrideValue(values.folders, home, KEY, list, paths));
  return { key: SETTINGS.folders, value: Object.keys(folders).length === 0 ? undefined : folders };
}

function inOverride<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof UnclearOverrideError) throw new UnusableSettingError(error.message, { cause: error });
    throw error;
  }
}

function listOf(value: unknown, key: string): readonly unknown[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw new UnusableSettingError(`autoMode.${key} is not a list. Mend it first.`);
  return value as readonly unknown[];
}
