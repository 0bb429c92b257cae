/**
 * A deny or ask rule that was seen in a workspace's settings stays in force although it is there no more: a checkout, a stash or a
 * deletion, which an agent can cause, must not take it away. Only the user's word lets it go.
 */
import { SETTINGS } from './contributions';
import { shownEntry } from './shownEntry';
import type { RawValues } from './sources';

const LISTS = [SETTINGS.permissionsDeny, SETTINGS.permissionsAsk] as const;
type List = (typeof LISTS)[number];

/** Where the rules are kept over a restart of the extension host. */
export interface RuleStore {
  get(): unknown;
  set(value: unknown): void;
}

/** Entries of one place (a workspace file or folder) that were seen, each as JSON. */
type SeenLists = Readonly<Record<List, readonly string[]>>;

/** A rule that holds although its place does not set it any more. */
export interface RemovedRule {
  /** The workspace file or folder that it was in. */
  readonly place: string;
  readonly key: List;
  readonly entry: unknown;
}

/** As many entries of one list as are in force by name; a longer list asks about every call. */
const MAX_KEPT = 1000;
/** What comes behind so many in one list counts as not there, so that a list without end does not keep the gate. */
const MAX_LOOKED_AT = 10_000;
/** Longer than any rule with its message that can be in force. */
const MAX_TEXT_CHARACTERS = 2600;
const MAX_JSON_CHARACTERS = 6 * MAX_TEXT_CHARACTERS;
/** More than an entry with its rule and message has. */
const MAX_LEVELS = 10;
/** More folders than a person opens in one window. */
const MAX_PLACES = 200;

/**
 * Stands for all entries beyond `MAX_KEPT`. It is no rule, so the engine asks about every call, as it did while they were there. Without
 * it a flood of entries in front of a rule would see to it that the rule is not remembered.
 */
const MORE_THAN_KEPT = JSON.stringify(`(more than ${MAX_KEPT} rules were here)`);

export class StickyRules {
  readonly #seen = new Map<string, SeenLists>();
  readonly #there = new Map<string, Readonly<Record<List, ReadonlySet<string>>>>();

  constructor(private readonly store: RuleStore) {
    for (const [place, lists] of readStore(store.get())) this.#seen.set(place, lists);
  }

  /**
   * Notes what a place sets now.
   * @returns the same values with the entries that were there before and are not any more at the end of each list. In a list that is too
   *   long to be read whole, those that were there first come first.
   */
  note(place: string, values: RawValues): RawValues {
    const before = this.#seen.get(place);
    const there = {
      [SETTINGS.permissionsDeny]: keptEntries(values[SETTINGS.permissionsDeny]),
      [SETTINGS.permissionsAsk]: keptEntries(values[SETTINGS.permissionsAsk]),
    };
    const seen = {
      [SETTINGS.permissionsDeny]: bounded(before?.[SETTINGS.permissionsDeny], there[SETTINGS.permissionsDeny]),
      [SETTINGS.permissionsAsk]: bounded(before?.[SETTINGS.permissionsAsk], there[SETTINGS.permissionsAsk]),
    };
    this.#there.set(place, there);
    if (JSON.stringify(before) !== JSON.stringify(seen) && (before !== undefined || this.#seen.size < MAX_PLACES)) {
      this.#seen.set(place, seen);
      this.#keep();
    }
    return this.#withRemoved(place, values, true);
  }

  /**
   * What still holds of places that are not open any more: a folder can be taken out of a workspace file behind the user's back as well.
   * @param open the places that are.
   * @param within one of them: only what lay in it, since calls from there now come from it; undefined: all.
   */
  closed(open: readonly string[], within?: string): readonly RawValues[] {
    const places = new Set(open);
    return [...this.#seen.keys()]
      .filter((place) => !places.has(place) && (within === undefined || liesIn(place, within)))
      .map((place) => this.#withRemoved(place, {}, false));
  }

  /**
   * The rules that hold although their place does not set them any more, or is not open any more.
   * @param open the places that are.
   */
  removed(open: readonly string[]): readonly RemovedRule[] {
    const places = new Set(open);
    return [...this.#seen.keys()].flatMap((place) =>
      LISTS.flatMap((key) =>
        this.#missing(place, key, places.has(place)).map((entry) => ({
          place,
          key,
          entry: JSON.parse(entry) as unknown,
        })),
      ),
    );
  }

  /** Lets them go, on the user's word. Whoever shows what is in force has to read the settings anew. */
  drop(rules: readonly RemovedRule[]): void {
    for (const { place, key, entry } of rules) {
      const lists = this.#seen.get(place);
      if (lists === undefined) continue;
      const json = JSON.stringify(entry);
      this.#seen.set(place, { ...lists, [key]: lists[key].filter((kept) => kept !== json) });
    }
    for (const [place, lists] of this.#seen) if (isEmpty(lists)) this.#seen.delete(place);
    this.#keep();
  }

  #withRemoved(place: string, values: RawValues, open: boolean): RawValues {
    const lists: Partial<Record<List, unknown>> = {};
    for (const key of LISTS) {
      const there = entriesOf(values[key]);
      const missing = this.#missing(place, key, open);
      if (there.length + missing.length > MAX_KEPT) lists[key] = [...parsed(this.#seen.get(place)?.[key]), ...there];
      else if (missing.length > 0) lists[key] = [...there, ...parsed(missing)];
    }
    return { ...values, ...lists };
  }

  #missing(place: string, key: List, open: boolean): readonly string[] {
    const there = open ? this.#there.get(place)?.[key] : undefined;
    return (this.#seen.get(place)?.[key] ?? []).filter((entry) => there?.has(entry) !== true);
  }

  #keep(): void {
    this.store.set([...this.#seen].filter(([, lists]) => !isEmpty(lists)));
  }
}

/** Of two spellings that some disks take for the same, the rules count as well: they only hold back. */
function liesIn(place: string, folder: string): boolean {
  const [inner, outer] = [place.toLowerCase(), folder.toLowerCase()];
  return inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

/** What is no list asks about every call, and so it does as an entry, which goes on when other entries stand beside it. */
function entriesOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as unknown[]) : [[value]];
}

function keptEntries(value: unknown): ReadonlySet<string> {
  const all = entriesOf(value);
  const entries = new Set(all.slice(0, MAX_LOOKED_AT).map(keptForm));
  if (entries.size > MAX_KEPT || all.length > MAX_LOOKED_AT) entries.add(MORE_THAN_KEPT);
  return entries;
}

function parsed(entries: readonly string[] = []): readonly unknown[] {
  return entries.map((entry) => JSON.parse(entry) as unknown);
}

/** An entry as JSON. Of one that is too long to be kept the part is left that is in force of it. */
function keptForm(entry: unknown): string {
  const json = jsonOf(entry);
  if (typeof entry !== 'string' && json !== undefined && json.length <= MAX_JSON_CHARACTERS) return json;
  const rule: unknown = typeof entry === 'object' && entry !== null && 'rule' in entry ? entry.rule : entry;
  if (typeof rule !== 'string') return JSON.stringify([shownEntry(entry)]);
  return JSON.stringify(rule.length > MAX_TEXT_CHARACTERS ? shownEntry(rule.trim()) : rule);
}

/** Undefined for what is nested too deeply: how deep is too deep for those who read it later varies, and none of it is a rule. */
function jsonOf(value: unknown): string | undefined {
  return isShallow(value, MAX_LEVELS) ? JSON.stringify(value) : undefined;
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}

/** Those that were there first stay, so that a flood of new ones takes none of them away. */
function bounded(before: readonly string[] = [], there: ReadonlySet<string>): readonly string[] {
  const all = [...new Set([...before, ...there])];
  if (all.length <= MAX_KEPT) return all;
  return [...all.filter((entry) => entry !== MORE_THAN_KEPT).slice(0, MAX_KEPT - 1), MORE_THAN_KEPT];
}

function isEmpty(lists: SeenLists): boolean {
  return LISTS.every((key) => lists[key].length === 0);
}

function readStore(kept: unknown): (readonly [string, SeenLists])[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((item: unknown): (readonly [string, SeenLists])[] => {
    if (!Array.isArray(item)) return [];
    const [place, lists] = item as [unknown, Partial<Record<List, unknown>> | null | undefined];
    if (typeof place !== 'string' || typeof lists !== 'object' || lists === null) return [];
    const entries = (key: List): readonly string[] => {
      const list: unknown = lists[key];
      return Array.isArray(list) ? list.flatMap(readKept) : [];
    };
    return [
      [place, { 'permissions.deny': entries('permissions.deny'), 'permissions.ask': entries('permissions.ask') }],
    ];
  });
}

/** @returns the entry's kept form; nothing for what is none */
function readKept(text: unknown): readonly string[] {
  if (typeof text !== 'string') return [];
  try {
    return [keptForm(JSON.parse(text))];
  } catch {
    return [];
  }
}
