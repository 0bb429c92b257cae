import { LRUCache } from 'lru-cache';
import type { HomeFolders } from './homeFolders';
import { isPattern, patternsMeet } from './namePattern';
import { foldBroadly } from './pathText';

const KEPT_MEETINGS = 64;

/**
 * Finds places by few names of a path. A place is `~/x` (any home), `/x` (the root or a Windows drive) or `**` + `/x`
 * (anywhere), with all below. `*` matches any text in a name, `**` any number of names.
 */
export class PlaceIndex<T> {
  readonly #byAnchor: Readonly<Record<Anchor, FirstNames<T>>> = {
    home: new FirstNames(),
    root: new FirstNames(),
    anywhere: new FirstNames(),
  };
  #size = 0;
  readonly #byName = new Map<string, Place<T>[]>();
  readonly #nameless: Place<T>[] = [];
  /** Patterns meet every place, and rounds repeat them. */
  readonly #met = new LRUCache<string, readonly Meeting<T>[]>({ max: KEPT_MEETINGS });

  add(pattern: string, value: T): void {
    const place = compile(pattern, value, this.#size);
    this.#size += 1;
    this.#met.clear();
    this.#byAnchor[place.anchor].add(place);
    // The longest is the rarest.
    const [key] = place.names.map(({ literal }) => literal ?? '').toSorted((a, b) => b.length - a.length);
    if (key === undefined || key === '') {
      this.#nameless.push(place);
    } else {
      const same = this.#byName.get(key);
      if (same === undefined) this.#byName.set(key, [place]);
      else same.push(place);
    }
  }

  /**
   * Offers each place at or above the path until `accept` gives something.
   * @param path folded segments
   */
  findAt<R>(path: readonly string[], homes: HomeFolders, accept: (value: T) => R | undefined): R | undefined {
    for (const place of this.#nameless) {
      const found = holds(place, path, homes) ? accept(place.value) : undefined;
      if (found !== undefined) return found;
    }
    for (const [index, segment] of path.entries()) {
      const places = this.#byName.get(segment);
      // Repeated names add nothing.
      if (places === undefined || path.indexOf(segment) !== index) continue;
      for (const place of places) {
        const found = holds(place, path, homes) ? accept(place.value) : undefined;
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /**
   * Every place that the path may be at, in or above, with the path in the place's names.
   * @param path as written; `*` and `?` match names on disk
   * @param homes the homes that count
   * @param roots folders that hold a system's root
   */
  meetings(
    path: readonly string[],
    homes: readonly (readonly string[])[],
    roots: readonly (readonly string[])[],
  ): readonly Meeting<T>[] {
    const asked = JSON.stringify([path, homes, roots]);
    let met = this.#met.get(asked);
    if (met === undefined) {
      met = this.#meetings(path, homes, roots);
      this.#met.set(asked, met);
    }
    return met;
  }

  #meetings(
    path: readonly string[],
    homes: readonly (readonly string[])[],
    roots: readonly (readonly string[])[],
  ): readonly Meeting<T>[] {
    const folded = path.map(foldBroadly);
    const starts = {
      home: homes.filter((head) => headMeets(folded, head)),
      root: roots.filter((head) => headMeets(folded, head)),
      anywhere: path.map((_, index) => path.slice(0, index)),
    };
    const found: { readonly order: number; readonly meeting: Meeting<T> }[] = [];
    for (const anchor of ANCHORS) {
      for (const head of starts[anchor]) {
        for (const { names, value, order } of this.#byAnchor[anchor].meeting(folded[head.length])) {
          const rest = replaced(path, folded, head.length, names);
          if (rest === undefined) continue;
          const meeting = {
            ...rest,
            value,
            plain: names.every(({ literal }) => literal !== undefined),
            path: [...head.slice(0, path.length), ...rest.path],
            anchored: anchor !== 'anywhere',
          };
          found.push({ order, meeting });
        }
      }
    }
    return found.sort((one, other) => one.order - other.order).map(({ meeting }) => meeting);
  }

  /** Places that may lie in `path`. */
  findBelow<R>(
    path: readonly string[],
    homes: HomeFolders,
    accept: (value: T, way: WayDown) => R | undefined,
  ): R | undefined {
    for (const { place, rest, byName } of this.#remainders(path, homes)) {
      const wildcard = rest.findIndex(({ literal }) => literal === undefined);
      const names = (wildcard === -1 ? rest : rest.slice(0, wildcard)).map(({ written }) => written);
      const found = accept(place.value, { names, whole: wildcard === -1, byName });
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The names of places that go on below. */
  #remainders(path: readonly string[], homes: HomeFolders): readonly Remainder<T>[] {
    const starts = {
      home: homes.homeDepths(path),
      root: homes.rootDepths(path),
      // Any folder may lead there: only its first name counts.
      anywhere: path.map((_, index) => index),
    };
    const found: Remainder<T>[] = [];
    for (const anchor of ANCHORS) {
      for (const start of starts[anchor]) {
        if (start > path.length) continue;
        for (const place of this.#byAnchor[anchor].matching(path[start])) {
          const left = remainder(place, path, start);
          if (left !== undefined) found.push(left);
        }
      }
    }
    return found.sort((one, other) => one.place.order - other.place.order);
  }
}

class FirstNames<T> {
  readonly #all: Place<T>[] = [];
  readonly #byLiteral = new Map<string, Place<T>[]>();
  readonly #others: Place<T>[] = [];

  add(place: Place<T>): void {
    this.#all.push(place);
    const [first] = place.names;
    if (first === undefined) return;
    const { literal } = first;
    if (literal === undefined) {
      this.#others.push(place);
      return;
    }
    const same = this.#byLiteral.get(literal);
    if (same === undefined) this.#byLiteral.set(literal, [place]);
    else same.push(place);
  }

  matching(segment: string | undefined): readonly Place<T>[] {
    if (segment === undefined) return this.#all;
    return [...(this.#byLiteral.get(segment) ?? []), ...this.#others];
  }

  meeting(segment: string | undefined): readonly Place<T>[] {
    if (segment === undefined || !isPattern(segment)) return this.matching(segment);
    const found = [...this.#others];
    for (const [literal, places] of this.#byLiteral) if (patternsMeet(segment, literal)) found.push(...places);
    return found;
  }
}

export interface WayDown {
  readonly names: readonly string[];
  readonly whole: boolean;
  /** Only the folder itself. */
  readonly byName: boolean;
}

export interface Meeting<T> {
  readonly value: T;
  readonly path: readonly string[];
  readonly certain: boolean;
  readonly plain: boolean;
  /** A part of each name is written: `.ssh/*`, `.ba*rc`, not `*`. */
  readonly named: boolean;
  /** In one certain folder. */
  readonly anchored: boolean;
}

interface Name {
  readonly written: string;
  /** Folded; undefined with a wildcard. */
  readonly literal: string | undefined;
  /** Undefined for `**`. */
  readonly wildcard: RegExp | undefined;
}

const ANCHORS = ['home', 'root', 'anywhere'] as const;
type Anchor = (typeof ANCHORS)[number];

interface Place<T> {
  readonly anchor: Anchor;
  readonly names: readonly Name[];
  readonly value: T;
  readonly order: number;
}

function compile<T>(pattern: string, value: T, order: number): Place<T> {
  const [start = '', ...names] = pattern.split('/');
  return {
    anchor: start === '~' ? 'home' : start === '**' ? 'anywhere' : 'root',
    names: names.map((written) => {
      const folded = foldBroadly(written);
      if (!written.includes('*')) return { written, literal: folded, wildcard: undefined };
      if (written === '**') return { written, literal: undefined, wildcard: undefined };
      const source = folded.replace(/[.$()[\]+?^|\\{}]/g, '\\$&').replaceAll('*', '.*');
      return { written, literal: undefined, wildcard: new RegExp(`^${source}$`, 's') };
    }),
    value,
    order,
  };
}

function startsOf<T>(place: Place<T>, path: readonly string[], homes: HomeFolders): readonly number[] {
  if (place.anchor === 'home') return homes.homeDepths(path);
  if (place.anchor === 'root') return homes.rootDepths(path);
  return path.map((_, index) => index);
}

function holds<T>(place: Place<T>, path: readonly string[], homes: HomeFolders): boolean {
  if (place.anchor === 'anywhere') return matchesAnywhere(place.names, path, 0);
  return startsOf(place, path, homes).some((start) => matchesAt(place.names, path, start) ?? false);
}

/** To the path's end, or a folder before. */
function matchesAnywhere(names: readonly Name[], path: readonly string[], from: number): boolean {
  for (let start = from; start < path.length; start += 1) {
    const matched = matchesAt(names, path, start);
    if (matched !== undefined) return matched;
  }
  return false;
}

/**
 * Undefined: the names before the first `**` do not match at `at`. Other answers hold for later starts: linear time.
 */
function matchesAt(names: readonly Name[], path: readonly string[], at: number): boolean | undefined {
  for (const [index, name] of names.entries()) {
    if (name.written === '**') return matchesAnywhere(names.slice(index + 1), path, at + index);
    const segment = path[at + index];
    if (segment === undefined || !nameMatches(name, segment)) return undefined;
  }
  return true;
}

function nameMatches({ literal, wildcard }: Name, segment: string): boolean {
  return literal === undefined ? wildcard?.test(segment) === true : literal === segment;
}

interface Remainder<T> {
  readonly place: Place<T>;
  readonly rest: readonly Name[];
  readonly byName: boolean;
}

function remainder<T>(place: Place<T>, path: readonly string[], start: number): Remainder<T> | undefined {
  const count = path.length - start;
  if (count >= place.names.length) return undefined;
  for (let index = 0; index < count; index += 1) {
    const name = place.names[index];
    if (name === undefined) return undefined;
    if (name.written === '**') return { place, rest: place.names.slice(index), byName: false };
    if (!nameMatches(name, path[start + index] ?? '')) return undefined;
  }
  return { place, rest: place.names.slice(count), byName: place.names[count - 1]?.literal !== undefined };
}

/** As far as the path goes. */
function headMeets(path: readonly string[], head: readonly string[]): boolean {
  return head.every((name, index) => {
    const segment = path[index];
    const folded = foldBroadly(name);
    return segment === undefined || segment === folded || (isPattern(segment) && patternsMeet(segment, folded));
  });
}

/** In the place's names; undefined: they do not meet. */
function replaced(
  path: readonly string[],
  folded: readonly string[],
  start: number,
  names: readonly Name[],
): Pick<Meeting<unknown>, 'path' | 'certain' | 'named'> | undefined {
  const found: string[] = [];
  let certain = true;
  let spelled = false;
  let named = true;
  for (const [index, name] of names.entries()) {
    const at = start + index;
    const segment = folded[at];
    const written = path[at];
    if (segment === undefined || written === undefined) return { path: found, certain, named: named || spelled };
    if (name.written === '**') {
      // The last name must fit.
      const fits = nameMeets(names.at(-1), folded.at(-1) ?? '');
      return fits ? { path: [...found, ...path.slice(at)], certain: false, named: named || spelled } : undefined;
    }
    if (!nameMeets(name, segment)) return undefined;
    if (isPattern(segment)) {
      certain &&= name.literal !== undefined;
      named &&= /[^*?.]/.test(segment);
      found.push(name.written.replaceAll('*', 'x'));
    } else {
      spelled ||= name.literal !== undefined;
      found.push(written);
    }
  }
  return { path: [...found, ...path.slice(start + names.length)], certain, named: named || spelled };
}

function nameMeets(name: Name | undefined, segment: string): boolean {
  if (name === undefined) return false;
  return isPattern(segment)
    ? patternsMeet(segment, name.literal ?? foldBroadly(name.written))
    : nameMatches(name, segment);
}
