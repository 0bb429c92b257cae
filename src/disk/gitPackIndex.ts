/** gitformat-pack(5), index version 2. It may take hundreds of megabytes, so a large one is read in parts. */
import { inRegularFile, partOf } from './regularFile';

const INDEX_MAGIC = 0xff744f63;
const FIRST_BYTES = 256;
const COUNTS_AT = 8;
const NAMES_AT = COUNTS_AT + FIRST_BYTES * 4;
const CHECKSUM_BYTES = 4;
const LARGE = 0x8000_0000;

export class PackIndex {
  readonly #path: string;
  readonly #idBytes: number;
  /** How many names start with at most this byte. */
  readonly #counts: Buffer;
  /** All names; undefined: too many to keep, so that a search reads one after the other. Git never changes a pack. */
  readonly #names: Buffer | undefined;

  private constructor(path: string, idBytes: number, counts: Buffer, names: Buffer | undefined) {
    this.#path = path;
    this.#idBytes = idBytes;
    this.#counts = counts;
    this.#names = names;
  }

  /**
   * Undefined: unreadable or another version.
   * @param mostKept bytes
   */
  static at(path: string, idBytes: number, mostKept: number): PackIndex | undefined {
    return inRegularFile(path, (file) => {
      const head = partOf(file, 0, NAMES_AT);
      if (head.length < NAMES_AT || head.readUInt32BE(0) !== INDEX_MAGIC || head.readUInt32BE(4) !== 2)
        return undefined;
      const count = head.readUInt32BE(NAMES_AT - 4);
      if (file.size < NAMES_AT + count * (idBytes + CHECKSUM_BYTES + 4)) return undefined;
      const names = count * idBytes > mostKept ? undefined : partOf(file, NAMES_AT, count * idBytes);
      return new PackIndex(path, idBytes, head.subarray(COUNTS_AT), names);
    });
  }

  get #keptCount(): number {
    return this.#names === undefined ? Infinity : Math.floor(this.#names.length / this.#idBytes);
  }

  get keptBytes(): number {
    return this.#names?.length ?? 0;
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

  /** Undefined also for an id of another length. */
  #position(id: Buffer): number | undefined {
    if (id.length !== this.#idBytes) return undefined;
    const names = this.#names;
    if (names !== undefined) return this.#search(id, (at) => names.compare(id, 0, id.length, at, at + id.length));
    return inRegularFile(this.#path, (file) =>
      this.#search(id, (at) => Buffer.compare(partOf(file, NAMES_AT + at, id.length), id)),
    );
  }

  /** @param compare the name that starts so many bytes behind the first one */
  #search(id: Buffer, compare: (at: number) => number): number | undefined {
    const first = id.readUInt8(0);
    let low = this.#count(first - 1);
    let high = Math.min(this.#count(first), this.#count(FIRST_BYTES - 1), this.#keptCount);
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = compare(middle * this.#idBytes);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }
}
