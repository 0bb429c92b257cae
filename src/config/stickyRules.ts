/**
 * A deny or ask rule that was seen in a workspace's settings stays in force although it is there no more: a checkout, a stash or a
 * deletion, which an agent can cause, must not take it away. Only the user's word lets it go.
 */
import type { RawValues } from './sources';

const LISTS = ['permissions.deny', 'permissions.ask'] as const;
type List = (typeof LISTS)[number];

/** Where the rules are kept over a restart of the extension host. */
export interface RuleStore {
  get(): unknown;
  set(value: unknown): void;
}

/** Entries of one place (a workspace file or folder) that were seen, each as JSON. */
type SeenLists = Readonly<Record<List, readonly string[]>>;

/** A rule that holds although its place does not set it any more. */
export interface GoneRule {
  /** The workspace file or folder that it was in. */
  readonly place: string;
  readonly key: List;
  readonly entry: unknown;
}

/** More entries of one list in one place, and longer ones, are not remembered: as long as they are there, they ask about every call. */
const MAX_KEPT = 1000;
const MAX_ENTRY_CHARACTERS = 2000;

export class StickyRules {
  readonly #seen = new Map<string, SeenLists>();
  readonly #gone = new Map<string, readonly GoneRule[]>();

  constructor(private readonly store: RuleStore) {
    for (const [place, lists] of readStore(store.get())) this.#seen.set(place, lists);
  }

  /**
   * Notes what a place sets now.
   * @returns the same values with the entries that were there before and are not any more at the end of each list.
   */
  note(place: string, values: RawValues): RawValues {
    const before = this.#seen.get(place);
    const gone: GoneRule[] = [];
    const lists: Partial<Record<List, unknown>> = {};
    const seen = { 'permissions.deny': [] as string[], 'permissions.ask': [] as string[] };
    for (const key of LISTS) {
      const value = values[key];
      const list = Array.isArray(value) ? (value as unknown[]) : undefined;
      const there = new Set((list ?? []).map((entry) => JSON.stringify(entry)));
      const missing = (before?.[key] ?? []).filter((entry) => !there.has(entry));
      const short = [...there].filter((entry) => entry.length <= MAX_ENTRY_CHARACTERS);
      // Those that were there first stay, so that a flood of new ones takes none of them away.
      seen[key] = [...missing, ...short].slice(0, MAX_KEPT);
      if (missing.length === 0) continue;
      const entries = missing.map((entry) => JSON.parse(entry) as unknown);
      gone.push(...entries.map((entry) => ({ place, key, entry })));
      // What is no list asks about every call, and goes on doing so beside the rules that were there.
      lists[key] = [...(list ?? (value === undefined ? [] : [[value]])), ...entries];
    }
    this.#gone.set(place, gone);
    if (JSON.stringify(before) !== JSON.stringify(seen)) {
      this.#seen.set(place, seen);
      this.#keep();
    }
    return { ...values, ...lists };
  }

  /** The rules that hold although none of these places sets them any more. */
  gone(places: readonly string[]): readonly GoneRule[] {
    return places.flatMap((place) => this.#gone.get(place) ?? []);
  }

  /** Lets them go, on the user's word. Whoever shows what is in force has to read the settings anew. */
  letGo(rules: readonly GoneRule[]): void {
    for (const { place, key, entry } of rules) {
      const lists = this.#seen.get(place);
      if (lists === undefined) continue;
      const json = JSON.stringify(entry);
      this.#seen.set(place, { ...lists, [key]: lists[key].filter((kept) => kept !== json) });
    }
    this.#keep();
  }

  #keep(): void {
    this.store.set([...this.#seen].filter(([, lists]) => LISTS.some((key) => lists[key].length > 0)));
  }
}

function readStore(kept: unknown): (readonly [string, SeenLists])[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((item: unknown): (readonly [string, SeenLists])[] => {
    if (!Array.isArray(item)) return [];
    const [place, lists] = item as [unknown, Partial<Record<List, unknown>> | null | undefined];
    if (typeof place !== 'string' || typeof lists !== 'object' || lists === null) return [];
    const entries = (key: List): readonly string[] => {
      const list: unknown = lists[key];
      return Array.isArray(list)
        ? list.filter((entry): entry is string => typeof entry === 'string' && isJson(entry))
        : [];
    };
    return [
      [place, { 'permissions.deny': entries('permissions.deny'), 'permissions.ask': entries('permissions.ask') }],
    ];
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
