/** gitformat-index(5): entries lie in the order of their names' bytes, and git refuses any other. */
import {
  eachEntry,
  ID_BYTES,
  indexedFile,
  indexedPaths,
  listsAllFiles,
  type IndexedFile,
  type IndexedPaths,
} from './gitIndex';

const SLASH = Buffer.from('/');

/** Where an entry and its name lie. */
interface Places {
  /** Holds the names: the index itself, unless it is compressed. */
  readonly names: Buffer;
  readonly count: number;
  readonly at: Uint32Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

/** Version 4. */
const COMPRESSED = 4;
/** Stat data, the shortest id, flags and padding. */
const LEAST_ENTRY_BYTES = 64;

/** Looks names up in an index that is read whole only once. */
export class SortedIndex {
  readonly #index: Buffer;
  readonly #hash: keyof typeof ID_BYTES;
  /** Undefined: out of order or unreadable. */
  #found: { readonly places: Places | undefined; readonly isWhole: boolean } | undefined;

  constructor(index: Buffer, hash: keyof typeof ID_BYTES) {
    this.#index = index;
    this.#hash = hash;
  }

  /** As `indexedPaths`. */
  paths(names: readonly string[]): IndexedPaths | undefined {
    this.#found ??= placesIn(this.#index, this.#hash);
    const { places, isWhole } = this.#found;
    if (places === undefined) return indexedPaths(this.#index, this.#hash, names);
    const files = new Map<string, IndexedFile>();
    const folders = new Set<string>();
    for (const name of names) {
      const bytes = Buffer.from(name, 'utf8');
      const entry = this.#first(bytes, places);
      if (this.#isNamed(entry, bytes, places)) {
        files.set(name, indexedFile(this.#index, places.at[entry] ?? 0, ID_BYTES[this.#hash]));
      }
      const below = Buffer.concat([bytes, SLASH]);
      if (this.#startsWith(this.#first(below, places), below, places)) folders.add(name);
    }
    return { files, folders, isWhole };
  }

  /** The first entry that is not before the name. */
  #first(name: Buffer, { names, count, from, to }: Places): number {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = names.compare(name, 0, name.length, from[middle], to[middle]);
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isNamed(entry: number, name: Buffer, places: Places): boolean {
    const length = (places.to[entry] ?? 0) - (places.from[entry] ?? 0);
    return length === name.length && this.#startsWith(entry, name, places);
  }

  #startsWith(entry: number, bytes: Buffer, { names, count, from, to }: Places): boolean {
    const start = from[entry];
    if (start === undefined || entry >= count || start + bytes.length > (to[entry] ?? 0)) return false;
    return names.compare(bytes, 0, bytes.length, start, start + bytes.length) === 0;
  }
}

function placesIn(
  index: Buffer,
  hash: keyof typeof ID_BYTES,
): { readonly places: Places | undefined; readonly isWhole: boolean } {
  const most = Math.floor(index.length / LEAST_ENTRY_BYTES);
  const at = new Uint32Array(most);
  const from = new Uint32Array(most);
  const to = new Uint32Array(most);
  const names = namesOf(index, hash);
  let entries = 0;
  let count = 0;
  let [lastFrom, lastTo] = [0, 0];
  const end = eachEntry(index, hash, (start, text, nameFrom, nameTo) => {
    const nextFrom = text === names ? nameFrom : lastTo;
    const nextTo = nextFrom + nameTo - nameFrom;
    if (text !== names) text.copy(names, nextFrom, nameFrom, nameTo);
    entries += 1;
    if (count === most || count < entries - 1 || !isInOrder(names, lastFrom, lastTo, nextFrom, nextTo)) return;
    at[count] = start;
    from[count] = lastFrom = nextFrom;
    to[count] = lastTo = nextTo;
    count += 1;
  });
  if (end === undefined || count < entries) return { places: undefined, isWhole: false };
  return { places: { names, count, at, from, to }, isWhole: listsAllFiles(index, end, hash) };
}

/** The index, or room for its names where it is compressed. */
function namesOf(index: Buffer, hash: keyof typeof ID_BYTES): Buffer {
  if (index.length < 8 || index.readUInt32BE(4) !== COMPRESSED) return index;
  let bytes = 0;
  eachEntry(index, hash, (_at, _text, from, to) => {
    bytes += to - from;
  });
  return Buffer.alloc(bytes);
}

/** Byte by byte: two such names differ late, and a call out of JavaScript takes longer. */
function isInOrder(index: Buffer, from: number, to: number, nextFrom: number, nextTo: number): boolean {
  const length = Math.min(to - from, nextTo - nextFrom);
  for (let at = 0; at < length; at += 1) {
    const difference = (index[from + at] ?? 0) - (index[nextFrom + at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return to - from <= nextTo - nextFrom;
}
