/** Reads git's index file (gitformat-index(5), versions 2 to 4). */

const HEADER_BYTES = 12;
/** Times, device, inode, mode, owner and size; the object's id and the flags follow. */
const STAT_BYTES = 40;
const EXTENDED_FLAG = 0x4000;
const STAGE_MASK = 0x3000;
const INTENT_TO_ADD = 0x2000;
const FILE_TYPE_MASK = 0o170000;
const REGULAR_FILE = 0o100000;
const GIT_LINK = 0o160000;
/** Of the flags: how long the name is, as far as this many bits tell. */
const NAME_LENGTH_MASK = 0xfff;

/** Longer than any path that a file system takes. */
const MAX_NAME_BYTES = 65_536;

const ID_BYTES = { sha1: 20, sha256: 32 } as const;

/**
 * The id of the blob that the index holds for a file, in hex. Undefined if it holds none (unmerged, only intended, no regular file,
 * not in this part of a split index) or the index cannot be read.
 * @param name relative to the work tree, with `/`.
 */
export function indexedBlob(index: Buffer, hash: keyof typeof ID_BYTES, name: string): string | undefined {
  if (index.length < HEADER_BYTES || index.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  const wanted = Buffer.from(name, 'utf8');
  try {
    return version === 4 ? findCompressed(index, ID_BYTES[hash], wanted) : findPlain(index, ID_BYTES[hash], wanted);
  } catch (error) {
    // An index that ends in the middle of an entry.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * The paths at which the index holds a commit of another repository: submodules, and repositories that were added as if they were.
 * Undefined if the index cannot be read, or is only a part (a split index).
 */
export function linkedRepositories(index: Buffer, hash: keyof typeof ID_BYTES): readonly string[] | undefined {
  if (index.length < HEADER_BYTES || index.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  try {
    return version === 4 ? linksCompressed(index, ID_BYTES[hash]) : linksPlain(index, ID_BYTES[hash]);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function linksPlain(index: Buffer, idBytes: number): readonly string[] | undefined {
  const count = index.readUInt32BE(8);
  const links: string[] = [];
  let at = HEADER_BYTES;
  for (let entry = 0; entry < count; entry += 1) {
    const flagsAt = at + STAT_BYTES + idBytes;
    const flags = index.readUInt16BE(flagsAt);
    const nameAt = flagsAt + ((flags & EXTENDED_FLAG) === 0 ? 2 : 4);
    const length = flags & NAME_LENGTH_MASK;
    const end = length === NAME_LENGTH_MASK ? index.indexOf(0, nameAt) : nameAt + length;
    if (end === -1 || index.readUInt8(end) !== 0) return undefined;
    if ((index.readUInt32BE(at + 24) & FILE_TYPE_MASK) === GIT_LINK) links.push(index.toString('utf8', nameAt, end));
    at += Math.floor((end - at + 8) / 8) * 8;
  }
  return isWhole(index, at, idBytes) ? links : undefined;
}

function linksCompressed(index: Buffer, idBytes: number): readonly string[] | undefined {
  const count = index.readUInt32BE(8);
  const links: string[] = [];
  let at = HEADER_BYTES;
  const name = Buffer.alloc(MAX_NAME_BYTES);
  let length = 0;
  for (let entry = 0; entry < count; entry += 1) {
    const dropped = offsetNumber(index, entryAt(index, at, idBytes).nameAt);
    const end = index.indexOf(0, dropped.next);
    const kept = length - dropped.value;
    length = kept + end - dropped.next;
    if (end === -1 || kept < 0 || length > MAX_NAME_BYTES) return undefined;
    index.copy(name, kept, dropped.next, end);
    if ((index.readUInt32BE(at + 24) & FILE_TYPE_MASK) === GIT_LINK) links.push(name.toString('utf8', 0, length));
    at = end + 1;
  }
  return isWhole(index, at, idBytes) ? links : undefined;
}

/** Whether the extensions behind the entries end where the checksum starts, and none of them says that there are more entries elsewhere. */
function isWhole(index: Buffer, extensionsAt: number, idBytes: number): boolean {
  const end = index.length - idBytes;
  let at = extensionsAt;
  while (at < end) {
    if (index.toString('latin1', at, at + 4) === 'link') return false;
    at += 8 + index.readUInt32BE(at + 4);
  }
  return at === end;
}

interface Entry {
  readonly blob: string | undefined;
  /** Where the name starts. */
  readonly nameAt: number;
}

function entryAt(index: Buffer, at: number, idBytes: number): Entry {
  const idAt = at + STAT_BYTES;
  const flagsAt = idAt + idBytes;
  const flags = index.readUInt16BE(flagsAt);
  const extended = (flags & EXTENDED_FLAG) === 0 ? 0 : index.readUInt16BE(flagsAt + 2);
  const isFile = (index.readUInt32BE(at + 24) & FILE_TYPE_MASK) === REGULAR_FILE;
  const holds = isFile && (flags & STAGE_MASK) === 0 && (extended & INTENT_TO_ADD) === 0;
  return {
    blob: holds ? index.toString('hex', idAt, flagsAt) : undefined,
    nameAt: flagsAt + ((flags & EXTENDED_FLAG) === 0 ? 2 : 4),
  };
}

/** Versions 2 and 3: whole names, each entry padded with one to eight NULs to a multiple of eight bytes. */
function findPlain(index: Buffer, idBytes: number, wanted: Buffer): string | undefined {
  const count = index.readUInt32BE(8);
  let at = HEADER_BYTES;
  for (let entry = 0; entry < count; entry += 1) {
    const flagsAt = at + STAT_BYTES + idBytes;
    const nameAt = flagsAt + ((index.readUInt16BE(flagsAt) & EXTENDED_FLAG) === 0 ? 2 : 4);
    const end = index.indexOf(0, nameAt);
    if (end === -1) return undefined;
    if (end - nameAt === wanted.length && index.compare(wanted, 0, wanted.length, nameAt, end) === 0) {
      return entryAt(index, at, idBytes).blob;
    }
    at += Math.floor((end - at + 8) / 8) * 8;
  }
  return undefined;
}

/** Version 4: each name is told by how much of the one before to drop and what to append. */
function findCompressed(index: Buffer, idBytes: number, wanted: Buffer): string | undefined {
  const count = index.readUInt32BE(8);
  let at = HEADER_BYTES;
  const name = Buffer.alloc(MAX_NAME_BYTES);
  let length = 0;
  for (let entry = 0; entry < count; entry += 1) {
    const { blob, nameAt } = entryAt(index, at, idBytes);
    const dropped = offsetNumber(index, nameAt);
    const end = index.indexOf(0, dropped.next);
    const kept = length - dropped.value;
    length = kept + end - dropped.next;
    if (end === -1 || kept < 0 || length > MAX_NAME_BYTES) return undefined;
    index.copy(name, kept, dropped.next, end);
    if (length === wanted.length && name.compare(wanted, 0, wanted.length, 0, length) === 0) return blob;
    at = end + 1;
  }
  return undefined;
}

/** The variable-width number of pack files' offset deltas: seven bits a byte, one added for each further byte. */
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
