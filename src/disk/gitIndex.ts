/** gitformat-index(5), versions 2 to 4. */

const HEADER_BYTES = 12;
const STAT_BYTES = 40;
const EXTENDED_FLAG = 0x4000;
const STAGE_MASK = 0x3000;
const INTENT_TO_ADD = 0x2000;
const FILE_TYPE_MASK = 0o170000;
const REGULAR_FILE = 0o100000;
const GIT_LINK = 0o160000;
const NAME_LENGTH_MASK = 0xfff;

const SPLIT = 'link';
const SPARSE = 'sdir';
const TREE = 'TREE';
const SLASH = 0x2f;

const MAX_NAME_BYTES = 65_536;
/** All names of a compressed index, for each of its bytes: ordinary ones have less than one. */
const MAX_EXPANSION = 4;

/** Length of git's object names. */
export const ID_BYTES = { sha1: 20, sha256: 32 } as const;

export interface IndexedFile {
  /** In hex; undefined: unmerged, only intended or no regular file. */
  readonly blob: string | undefined;
  /** As git saw it; the lowest 32 bits. */
  readonly sizeBytes: number;
  readonly changedSeconds: number;
  readonly changedNanoseconds: number;
}

export interface IndexedPaths {
  readonly files: ReadonlyMap<string, IndexedFile>;
  readonly folders: ReadonlySet<string>;
  /** False: split or sparse, which may omit files. */
  readonly isWhole: boolean;
}

/**
 * Undefined: unreadable.
 * @param names relative to the work tree, with `/`
 */
export function indexedPaths(
  index: Buffer,
  hash: keyof typeof ID_BYTES,
  names: readonly string[],
): IndexedPaths | undefined {
  const wanted = [...new Set(names)].map((name) => ({ name, bytes: Buffer.from(name, 'utf8') }));
  const files = new Map<string, IndexedFile>();
  const folders = new Set<string>();
  const end = eachEntry(index, hash, (at, text, from, to) => {
    const length = to - from;
    for (const { name, bytes } of wanted) {
      if (length < bytes.length || (length > bytes.length && text[from + bytes.length] !== SLASH)) continue;
      if (text.compare(bytes, 0, bytes.length, from, from + bytes.length) !== 0) continue;
      if (length > bytes.length) folders.add(name);
      else if (!files.has(name)) files.set(name, indexedFile(index, at, ID_BYTES[hash]));
    }
  });
  if (end === undefined) return undefined;
  return { files, folders, isWhole: listsAllFiles(index, end, hash) };
}

/** By name relative to the work tree, with `/`. Undefined: unreadable, split or sparse. */
export function allIndexedFiles(
  index: Buffer,
  hash: keyof typeof ID_BYTES,
): ReadonlyMap<string, IndexedFile> | undefined {
  const files = new Map<string, IndexedFile>();
  const end = eachEntry(index, hash, (at, text, from, to) => {
    const name = text.toString('utf8', from, to);
    if (!files.has(name)) files.set(name, indexedFile(index, at, ID_BYTES[hash]));
  });
  return end === undefined || !listsAllFiles(index, end, hash) ? undefined : files;
}

/**
 * Undefined: absent (unmerged, only intended, no regular file, split index) or unreadable.
 * @param name relative to the work tree, with `/`
 */
export function indexedBlob(index: Buffer, hash: keyof typeof ID_BYTES, name: string): string | undefined {
  return indexedPaths(index, hash, [name])?.files.get(name)?.blob;
}

/** All tracked names. Undefined: unreadable, split or sparse. */
export function indexedNames(index: Buffer, hash: keyof typeof ID_BYTES): readonly string[] | undefined {
  const names: string[] = [];
  const end = eachEntry(index, hash, (_, text, from, to) => names.push(text.toString('utf8', from, to)));
  return end === undefined || !listsAllFiles(index, end, hash) ? undefined : names;
}

/** Submodules and the like. Undefined: unreadable or split. */
export function linkedRepositories(index: Buffer, hash: keyof typeof ID_BYTES): readonly string[] | undefined {
  const links: string[] = [];
  const end = eachEntry(index, hash, (at, text, from, to) => {
    if (fileType(index, at) === GIT_LINK) links.push(text.toString('utf8', from, to));
  });
  return end === undefined || !isWhole(index, end, ID_BYTES[hash], [SPLIT]) ? undefined : links;
}

/** As git last saw the file, for comparison with the disk. Numbers are the lowest 32 bits. */
export interface IndexedState {
  readonly name: string;
  readonly mode: number;
  readonly changedAt: readonly [seconds: number, nanoseconds: number];
  readonly writtenAt: readonly [seconds: number, nanoseconds: number];
  readonly inode: number;
  readonly owner: readonly [user: number, group: number];
  readonly sizeBytes: number;
}

/** Undefined: unreadable, split, sparse, or with a conflict. */
export function indexedStates(index: Buffer, hash: keyof typeof ID_BYTES): readonly IndexedState[] | undefined {
  const states: IndexedState[] = [];
  let conflicts = 0;
  const end = eachEntry(index, hash, (at, text, from, to) => {
    const number = (place: number): number => index.readUInt32BE(at + place * 4);
    if ((index.readUInt16BE(at + STAT_BYTES + ID_BYTES[hash]) & STAGE_MASK) !== 0) conflicts += 1;
    states.push({
      name: text.toString('utf8', from, to),
      mode: number(6),
      changedAt: [number(0), number(1)],
      writtenAt: [number(2), number(3)],
      inode: number(5),
      owner: [number(7), number(8)],
      sizeBytes: number(9),
    });
  });
  if (end === undefined || conflicts > 0 || !listsAllFiles(index, end, hash)) return undefined;
  return states;
}

/** The whole index as a tree's id, in hex. Undefined: git has not noted it, as after `git add`. */
export function treeOfIndex(index: Buffer, hash: keyof typeof ID_BYTES): string | undefined {
  const end = eachEntry(index, hash, () => undefined);
  if (end === undefined) return undefined;
  const last = index.length - ID_BYTES[hash];
  for (let at = end; at + 8 <= last; at += 8 + index.readUInt32BE(at + 4)) {
    if (index.toString('latin1', at, at + 4) !== TREE) continue;
    // The root has no name. A negative count is void.
    const [start] = /^\0\d+ \d+\n/.exec(index.toString('latin1', at + 8, at + 64)) ?? [];
    const from = at + 8 + (start?.length ?? 0);
    return start === undefined || from + ID_BYTES[hash] > last
      ? undefined
      : index.toString('hex', from, from + ID_BYTES[hash]);
  }
  return undefined;
}

/**
 * Without an object for each: there are tens of thousands.
 * @param at where the entry starts
 * @param text holds the name from `from` to `to`, as bytes
 */
export type VisitEntry = (at: number, text: Buffer, from: number, to: number) => void;

/**
 * Undefined: unreadable.
 * @returns where the entries end
 */
export function eachEntry(index: Buffer, hash: keyof typeof ID_BYTES, visit: VisitEntry): number | undefined {
  if (index.length < HEADER_BYTES || index.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  try {
    return version === 4 ? eachCompressed(index, ID_BYTES[hash], visit) : eachPlain(index, ID_BYTES[hash], visit);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Versions 2 and 3: one to eight NULs fill entries to a multiple of eight bytes. */
function eachPlain(index: Buffer, idBytes: number, visit: VisitEntry): number | undefined {
  const count = index.readUInt32BE(8);
  let at = HEADER_BYTES;
  for (let entry = 0; entry < count; entry += 1) {
    const flagsAt = at + STAT_BYTES + idBytes;
    const flags = index.readUInt16BE(flagsAt);
    const from = flagsAt + ((flags & EXTENDED_FLAG) === 0 ? 2 : 4);
    const length = flags & NAME_LENGTH_MASK;
    const to = length === NAME_LENGTH_MASK ? index.indexOf(0, from) : from + length;
    if (to === -1 || index.readUInt8(to) !== 0) return undefined;
    visit(at, index, from, to);
    at += Math.floor((to - at + 8) / 8) * 8;
  }
  return at;
}

/** Version 4: names are suffixes to a prefix of the last one. */
function eachCompressed(index: Buffer, idBytes: number, visit: VisitEntry): number | undefined {
  const count = index.readUInt32BE(8);
  const text = Buffer.alloc(MAX_NAME_BYTES);
  let at = HEADER_BYTES;
  let length = 0;
  let total = 0;
  for (let entry = 0; entry < count; entry += 1) {
    const flagsAt = at + STAT_BYTES + idBytes;
    const nameAt = flagsAt + ((index.readUInt16BE(flagsAt) & EXTENDED_FLAG) === 0 ? 2 : 4);
    const dropped = offsetNumber(index, nameAt);
    const end = index.indexOf(0, dropped.next);
    const kept = length - dropped.value;
    length = kept + end - dropped.next;
    total += length;
    if (end === -1 || kept < 0 || length > MAX_NAME_BYTES || total > MAX_EXPANSION * index.length) return undefined;
    index.copy(text, kept, dropped.next, end);
    visit(at, text, 0, length);
    at = end + 1;
  }
  return at;
}

export function indexedFile(index: Buffer, at: number, idBytes: number): IndexedFile {
  const idAt = at + STAT_BYTES;
  const flagsAt = idAt + idBytes;
  const flags = index.readUInt16BE(flagsAt);
  const extended = (flags & EXTENDED_FLAG) === 0 ? 0 : index.readUInt16BE(flagsAt + 2);
  const holds = fileType(index, at) === REGULAR_FILE && (flags & STAGE_MASK) === 0 && (extended & INTENT_TO_ADD) === 0;
  return {
    blob: holds ? index.toString('hex', idAt, flagsAt) : undefined,
    sizeBytes: index.readUInt32BE(at + 36),
    changedSeconds: index.readUInt32BE(at + 8),
    changedNanoseconds: index.readUInt32BE(at + 12),
  };
}

function fileType(index: Buffer, at: number): number {
  return index.readUInt32BE(at + 24) & FILE_TYPE_MASK;
}

/** @param end of the entries */
export function listsAllFiles(index: Buffer, end: number, hash: keyof typeof ID_BYTES): boolean {
  return isWhole(index, end, ID_BYTES[hash], [SPLIT, SPARSE]);
}

function isWhole(index: Buffer, extensionsAt: number, idBytes: number, without: readonly string[]): boolean {
  const end = index.length - idBytes;
  let at = extensionsAt;
  while (at < end) {
    if (at + 8 > end || without.includes(index.toString('latin1', at, at + 4))) return false;
    at += 8 + index.readUInt32BE(at + 4);
  }
  return at === end;
}

/** As offset deltas in packs: seven bits per byte, plus one per further byte. */
function offsetNumber(index: Buffer, at: number): { readonly value: number; readonly next: number } {
  let byte = index.readUInt8(at);
  let value = byte & 0x7f;
  let next = at + 1;
  while ((byte & 0x80) !== 0) {
    byte = index.readUInt8(next);
    value = (value + 1) * 128 + (byte & 0x7f);
    next += 1;
    if (value > 0xff_ffff) throw new RangeError('the number is too large');
  }
  return { value, next };
}
