/** A workspace's deny or ask rule holds until the user releases it: an agent can cause a checkout or stash. */
import { SETTINGS } from './contributions';
import { shownEntry } from './shownEntry';
import type { RawValues } from './sources';

const LISTS = [SETTINGS.permissionsDeny, SETTINGS.permissionsAsk] as const;
type List = (typeof LISTS)[number];

/** Kept over a restart of the extension host. */
export interface RuleStore {
  get(): unknown;
  set(value: unknown): void;
}

type SeenLists = Readonly<Record<List, readonly string[]>>;

/** It holds although gone from its place. */
export interface RemovedRule {
  readonly place: string;
  readonly key: List;
  readonly entry: unknown;
}

/** Per list; longer ones ask about every call. */
const MAX_KEPT = 1000;
/** An endless list must not delay the gate. */
const MAX_LOOKED_AT = 10_000;
const MAX_TEXT_CHARACTERS = 2600;
const MAX_JSON_CHARACTERS = 6 * MAX_TEXT_CHARACTERS;
const MAX_LEVELS = 10;
const MAX_PLACES = 200;

/** Stands for more than `MAX_KEPT` entries and asks about every call: a flood must not push a rule out. */
const MORE_THAN_KEPT = JSON.stringify(`(more than ${MAX_KEPT} rules were here)`);

export class StickyRules {
  readonly #seen = new Map<string, SeenLists>();
  readonly #there = new Map<string, Readonly<Record<List, ReadonlySet<string>>>>();

  constructor(private readonly store: RuleStore) {
    for (const [place, lists] of readStore(store.get())) this.#seen.set(place, lists);
  }

  /** @returns the values, then each list's gone entries; in a list too long to read, older ones first */
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
   * Of closed places: a folder may leave a workspace file unseen.
   * @param within only places in this open one; undefined: all
   */
  closed(open: readonly string[], within?: string): readonly RawValues[] {
    const places = new Set(open);
    return [...this.#seen.keys()]
      .filter((place) => !places.has(place) && (within === undefined || liesIn(place, within)))
      .map((place) => this.#withRemoved(place, {}, false));
  }

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

  /** Only on the user's word. Then callers must read shown settings again. */
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

/** Some disks ignore case. Rules only restrain, so both count. */
function liesIn(place: string, folder: string): boolean {
  const [inner, outer] = [place.toLowerCase(), folder.toLowerCase()];
  return inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

/** What is no list asks about every call, also as an entry. */
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

/** JSON. Of too long an entry only the part in effect. */
function keptForm(entry: unknown): string {
  const json = jsonOf(entry);
  if (typeof entry !== 'string' && json !== undefined && json.length <= MAX_JSON_CHARACTERS) return json;
  const rule: unknown = typeof entry === 'object' && entry !== null && 'rule' in entry ? entry.rule : entry;
  if (typeof rule !== 'string') return JSON.stringify([shownEntry(entry)]);
  return JSON.stringify(rule.length > MAX_TEXT_CHARACTERS ? shownEntry(rule.trim()) : rule);
}

/** Undefined: too deep for a rule. */
function jsonOf(value: unknown): string | undefined {
  return isShallow(value, MAX_LEVELS) ? JSON.stringify(value) : undefined;
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}

/** New entries push out no older one. */
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

function readKept(text: unknown): readonly string[] {
  if (typeof text !== 'string') return [];
  try {
    return [keptForm(JSON.parse(text))];
  } catch {
    return [];
  }
}
