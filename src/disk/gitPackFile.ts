/** gitformat-pack(5): index version 2, objects and deltas. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { readRegularFile } from './regularFile';

const MAX_INDEX_BYTES = 100_000_000;
const INDEX_MAGIC = 0xff744f63;
const NAMES_AT = 8 + 256 * 4;
/** Git's default limit. */
const MAX_DELTAS = 100;
const COMMIT = 1;
const TREE = 2;
const BLOB = 3;
const OFFSET_DELTA = 6;
const NAME_DELTA = 7;
const HEADER_BYTES = 64;
/** Compressed data may exceed its content so far. */
const SLACK_BYTES = 4_096;
const NO_WAITING = (constants as Partial<typeof constants>).O_NONBLOCK ?? 0;

export class PackFile {
  readonly #path: string;
  readonly #index: Buffer;
  readonly #idBytes: number;
  readonly #count: number;

  private constructor(path: string, index: Buffer, idBytes: number) {
    this.#path = path;
    this.#index = index;
    this.#idBytes = idBytes;
    this.#count = index.readUInt32BE(NAMES_AT - 4);
  }

  /** @param path without its ending. Undefined: unreadable or another version. */
  static at(path: string, idBytes: number): PackFile | undefined {
    const index = readRegularFile(`${path}.idx`, MAX_INDEX_BYTES);
    if (index === undefined || index.length < NAMES_AT) return undefined;
    if (index.readUInt32BE(0) !== INDEX_MAGIC || index.readUInt32BE(4) !== 2) return undefined;
    const pack = new PackFile(path, index, idBytes);
    return index.length < NAMES_AT + pack.#count * (idBytes + 8) ? undefined : pack;
  }

  get indexBytes(): number {
    return this.#index.length;
  }

  has(id: Buffer): boolean {
    return this.#position(id) !== undefined;
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
    let descriptor: number | undefined;
    try {
      descriptor = openSync(`${this.#path}.pack`, constants.O_RDONLY | NO_WAITING);
      const stats = fstatSync(descriptor);
      const offset = this.#offset(id);
      if (!stats.isFile() || offset === undefined) return undefined;
      const object = this.#object({ descriptor, size: stats.size, maxBytes }, offset, MAX_DELTAS);
      return object?.type === type ? object.content : undefined;
    } catch {
      return undefined;
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  }

  #position(id: Buffer): number | undefined {
    const first = id.readUInt8(0);
    let low = first === 0 ? 0 : this.#index.readUInt32BE(8 + (first - 1) * 4);
    let high = Math.min(this.#count, this.#index.readUInt32BE(8 + first * 4));
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = NAMES_AT + middle * this.#idBytes;
      const order = this.#index.compare(id, 0, this.#idBytes, at, at + this.#idBytes);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }

  #offset(id: Buffer): number | undefined {
    const position = this.#position(id);
    if (position === undefined) return undefined;
    const offsetsAt = NAMES_AT + this.#count * (this.#idBytes + 4);
    const offset = this.#index.readUInt32BE(offsetsAt + position * 4);
    if (offset < 0x8000_0000) return offset;
    const largeAt = offsetsAt + this.#count * 4 + (offset - 0x8000_0000) * 8;
    return Number(this.#index.readBigUInt64BE(largeAt));
  }

  #object(pack: OpenPack, offset: number, deltasLeft: number): PackedObject | undefined {
    if (deltasLeft === 0) return undefined;
    const head = readAt(pack, offset, HEADER_BYTES + this.#idBytes);
    const { type, size, next } = objectHeader(head);
    if (size > pack.maxBytes) return undefined;
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
    return { offset: this.#offset(head.subarray(at, next)), next };
  }
}

interface OpenPack {
  readonly descriptor: number;
  readonly size: number;
  readonly maxBytes: number;
}

interface PackedObject {
  readonly type: number;
  readonly content: Buffer;
}

interface BaseOfDelta {
  readonly offset: number | undefined;
  readonly next: number;
}

function readAt({ descriptor, size }: OpenPack, offset: number, length: number): Buffer {
  const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
  const count = readSync(descriptor, buffer, 0, buffer.length, offset);
  return buffer.subarray(0, count);
}

function inflated(pack: OpenPack, offset: number, size: number): Buffer {
  const compressed = readAt(pack, offset, size + (size >> 8) + SLACK_BYTES);
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
