/** gitformat-pack(5), index version 2. An index may take hundreds of megabytes, so each question reads only its part. */
import { inRegularFile, partOf } from './regularFile';

const INDEX_MAGIC = 0xff744f63;
const FIRST_BYTES = 256;
const COUNTS_AT = 8;
const NAMES_AT = COUNTS_AT + FIRST_BYTES * 4;
/** The names that share a first byte, in a pack of 25 million objects. */
const MAX_SEARCHED_BYTES = 2_000_000;
/** Of 200,000 objects the whole index. */
const MAX_KEPT_BYTES = 16_000;
const NO_NAMES = Buffer.alloc(0);
const CHECKSUM_BYTES = 4;
const LARGE = 0x8000_0000;

export class PackIndex {
  readonly #path: string;
  /** How many names start with at most this byte. */
  readonly #counts: Buffer;
  readonly #idBytes: number;
  /** By the first byte. Git never changes a pack. */
  readonly #kept = new Map<number, Buffer>();

  private constructor(path: string, counts: Buffer, idBytes: number) {
    this.#path = path;
    this.#counts = counts;
    this.#idBytes = idBytes;
  }

  /** Undefined: unreadable or another version. */
  static at(path: string, idBytes: number): PackIndex | undefined {
    return inRegularFile(path, (file) => {
      const head = partOf(file, 0, NAMES_AT);
      if (head.length < NAMES_AT || head.readUInt32BE(0) !== INDEX_MAGIC || head.readUInt32BE(4) !== 2)
        return undefined;
      const count = head.readUInt32BE(NAMES_AT - 4);
      const isWhole = file.size >= NAMES_AT + count * (idBytes + CHECKSUM_BYTES + 4);
      return isWhole ? new PackIndex(path, head.subarray(COUNTS_AT), idBytes) : undefined;
    });
  }

  has(id: Buffer): boolean {
    return this.#position(id) !== undefined;
  }

  /** @returns where the object starts in the pack */
  offset(id: Buffer): number | undefined {
    const position = this.#position(id);
    if (position === undefined) return undefined;
    return inRegularFile(this.#path, (file) => {
      const count = this.#count(FIRST_BYTES - 1);
      const offsetsAt = NAMES_AT + count * (this.#idBytes + CHECKSUM_BYTES);
      const offset = partOf(file, offsetsAt + position * 4, 4).readUInt32BE(0);
      if (offset < LARGE) return offset;
      const largeAt = offsetsAt + count * 4 + (offset - LARGE) * 8;
      return Number(partOf(file, largeAt, 8).readBigUInt64BE(0));
    });
  }

  #count(firstByte: number): number {
    return firstByte < 0 ? 0 : this.#counts.readUInt32BE(firstByte * 4);
  }

  #position(id: Buffer): number | undefined {
    const first = id.readUInt8(0);
    const names = this.#namesFrom(first);
    let low = 0;
    let high = Math.floor(names.length / this.#idBytes);
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = middle * this.#idBytes;
      const order = names.compare(id, 0, this.#idBytes, at, at + this.#idBytes);
      if (order === 0) return this.#count(first - 1) + middle;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }

  #namesFrom(first: number): Buffer {
    const kept = this.#kept.get(first);
    if (kept !== undefined) return kept;
    const before = this.#count(first - 1);
    const length = (this.#count(first) - before) * this.#idBytes;
    if (length > MAX_SEARCHED_BYTES) return NO_NAMES;
    const names = inRegularFile(this.#path, (file) => partOf(file, NAMES_AT + before * this.#idBytes, length));
    if (names !== undefined && names.length <= MAX_KEPT_BYTES) this.#kept.set(first, names);
    return names ?? NO_NAMES;
  }
}
