/** gitformat-pack(5): objects and deltas. */
import { inflateSync } from 'node:zlib';
import { PackIndex } from './gitPackIndex';
import { inRegularFile, partOf, type OpenFile } from './regularFile';

/** Git's default limit. */
const MAX_DELTAS = 100;
/** Deltas are far smaller than what they make. */
const MAX_READ = 8;
const COMMIT = 1;
const TREE = 2;
const BLOB = 3;
const OFFSET_DELTA = 6;
const NAME_DELTA = 7;
const HEADER_BYTES = 64;
/** Compressed data may exceed its content so far. */
const SLACK_BYTES = 4_096;

export class PackFile {
  readonly #path: string;
  readonly #index: PackIndex;
  readonly #idBytes: number;

  private constructor(path: string, index: PackIndex, idBytes: number) {
    this.#path = path;
    this.#index = index;
    this.#idBytes = idBytes;
  }

  /**
   * Undefined: unreadable or another version.
   * @param path without its ending
   * @param mostKept bytes of its index
   */
  static at(path: string, idBytes: number, mostKept: number): PackFile | undefined {
    const index = PackIndex.at(`${path}.idx`, idBytes, mostKept);
    return index && new PackFile(path, index, idBytes);
  }

  get keptBytes(): number {
    return this.#index.keptBytes;
  }

  has(id: Buffer): boolean {
    return this.#index.has(id);
  }

  /** Undefined unless a blob of at most `maxBytes`. Not checked against the id. */
  blob(id: Buffer, maxBytes: number): Buffer | undefined {
    return this.#content(id, maxBytes, BLOB);
  }

  tree(id: Buffer, maxBytes: number): Buffer | undefined {
    return this.#content(id, maxBytes, TREE);
  }

  commit(id: Buffer, maxBytes: number): Buffer | undefined {
    return this.#content(id, maxBytes, COMMIT);
  }

  #content(id: Buffer, maxBytes: number, type: number): Buffer | undefined {
    const offset = this.#index.offset(id);
    if (offset === undefined) return undefined;
    return inRegularFile(`${this.#path}.pack`, (file) => {
      const object = this.#object({ ...file, maxBytes, left: { bytes: MAX_READ * maxBytes } }, offset, MAX_DELTAS);
      return object?.type === type ? object.content : undefined;
    });
  }

  #object(pack: OpenPack, offset: number, deltasLeft: number): PackedObject | undefined {
    if (deltasLeft === 0) return undefined;
    const head = partOf(pack, offset, HEADER_BYTES + this.#idBytes);
    const { type, size, next } = objectHeader(head);
    pack.left.bytes -= size;
    if (size > pack.maxBytes || pack.left.bytes < 0) return undefined;
    if (type !== OFFSET_DELTA && type !== NAME_DELTA) {
      return { type, content: inflated(pack, offset + next, size) };
    }
    const base = type === OFFSET_DELTA ? baseByOffset(head, next, offset) : this.#baseByName(head, next);
    const delta = inflated(pack, offset + base.next, size);
    const from = base.offset === undefined ? undefined : this.#object(pack, base.offset, deltasLeft - 1);
    return from && { type: from.type, content: applied(from.content, delta, pack.maxBytes) };
  }

  #baseByName(head: Buffer, at: number): BaseOfDelta {
    const next = at + this.#idBytes;
    return { offset: this.#index.offset(head.subarray(at, next)), next };
  }
}

interface OpenPack extends OpenFile {
  readonly maxBytes: number;
  /** For all deltas of one object. */
  readonly left: { bytes: number };
}

interface PackedObject {
  readonly type: number;
  readonly content: Buffer;
}

interface BaseOfDelta {
  readonly offset: number | undefined;
  readonly next: number;
}

function inflated(pack: OpenPack, offset: number, size: number): Buffer {
  const compressed = partOf(pack, offset, size + (size >> 8) + SLACK_BYTES);
  const content = inflateSync(compressed, { maxOutputLength: Math.max(1, size) });
  if (content.length !== size) throw new RangeError('the object has another size');
  return content;
}

function objectHeader(head: Buffer): { type: number; size: number; next: number } {
  let byte = head.readUInt8(0);
  const type = (byte >> 4) & 7;
  let size = byte & 0xf;
  let factor = 16;
  let next = 1;
  while ((byte & 0x80) !== 0) {
    byte = head.readUInt8(next);
    next += 1;
    size += (byte & 0x7f) * factor;
    factor *= 128;
  }
  return { type, size, next };
}

function baseByOffset(head: Buffer, at: number, offset: number): BaseOfDelta {
  let byte = head.readUInt8(at);
  let next = at + 1;
  let distance = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = head.readUInt8(next);
    next += 1;
    distance = (distance + 1) * 128 + (byte & 0x7f);
  }
  return { offset: distance > 0 && distance < offset ? offset - distance : undefined, next };
}

/** @throws RangeError for another base */
function applied(base: Buffer, delta: Buffer, maxBytes: number): Buffer {
  const baseSize = deltaNumber(delta, 0);
  const resultSize = deltaNumber(delta, baseSize.next);
  if (baseSize.value !== base.length || resultSize.value > maxBytes)
    throw new RangeError('the delta is of another base');
  const result = Buffer.alloc(resultSize.value);
  let at = resultSize.next;
  let to = 0;
  while (at < delta.length) {
    const command = delta.readUInt8(at);
    at += 1;
    if ((command & 0x80) === 0) {
      to += copied(delta, at, command, result, to);
      at += command;
    } else {
      const part = copiedPart(delta, at, command);
      to += copied(base, part.from, part.length, result, to);
      at = part.next;
    }
  }
  if (to !== result.length) throw new RangeError('the delta ends too early');
  return result;
}

function copied(source: Buffer, from: number, length: number, target: Buffer, to: number): number {
  if (length === 0 || from + length > source.length || to + length > target.length) {
    throw new RangeError('the delta copies what is not there');
  }
  return source.copy(target, to, from, from + length);
}

function copiedPart(delta: Buffer, at: number, command: number): { from: number; length: number; next: number } {
  let next = at;
  const number = (bits: readonly number[]): number =>
    bits.reduce((sum, bit, place) => {
      if ((command & bit) === 0) return sum;
      next += 1;
      return sum + delta.readUInt8(next - 1) * 256 ** place;
    }, 0);
  const from = number([0x01, 0x02, 0x04, 0x08]);
  const length = number([0x10, 0x20, 0x40]);
  return { from, length: length === 0 ? 0x10000 : length, next };
}

function deltaNumber(delta: Buffer, start: number): { value: number; next: number } {
  let value = 0;
  let factor = 1;
  let next = start;
  let byte: number;
  do {
    byte = delta.readUInt8(next);
    next += 1;
    value += (byte & 0x7f) * factor;
    factor *= 128;
  } while ((byte & 0x80) !== 0);
  return { value, next };
}
