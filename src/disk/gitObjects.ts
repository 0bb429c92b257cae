import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { Packs } from './gitPacks';
import { readRegularFile } from './regularFile';

const MAX_HEADER_BYTES = 32;
const SHA256_DIGITS = 64;

/** In packs and loose. Commits and trees are checked against their ids, what is only looked for is not. */
export class GitObjects {
  readonly packs: Packs;
  readonly #folder: string;

  /**
   * @param folder `.git/objects`
   * @param isRemote these objects are not read
   */
  constructor(folder: string, idBytes: number, isRemote?: (path: string) => boolean) {
    this.#folder = folder;
    this.packs = new Packs(folder, idBytes, isRemote);
  }

  /** @param id in hex */
  has(id: string): boolean {
    if (this.packs.has(id)) return true;
    try {
      return lstatSync(this.#fileOf(id)).isFile();
    } catch {
      return false;
    }
  }

  commit(id: string, maxBytes: number): Buffer | undefined {
    return ifOfId(id, 'commit', this.#loose(id, 'commit', maxBytes) ?? this.packs.commit(id, maxBytes));
  }

  tree(id: string, maxBytes: number): Buffer | undefined {
    return ifOfId(id, 'tree', this.#loose(id, 'tree', maxBytes) ?? this.packs.tree(id, maxBytes));
  }

  #loose(id: string, type: 'commit' | 'tree', maxBytes: number): Buffer | undefined {
    const file = readRegularFile(this.#fileOf(id), maxBytes);
    if (file === undefined) return undefined;
    try {
      const object = inflateSync(file, { maxOutputLength: maxBytes + MAX_HEADER_BYTES });
      const end = object.indexOf(0);
      return end !== -1 && object.toString('latin1', 0, end) === `${type} ${object.length - end - 1}`
        ? object.subarray(end + 1)
        : undefined;
    } catch {
      return undefined;
    }
  }

  #fileOf(id: string): string {
    return join(this.#folder, id.slice(0, 2), id.slice(2));
  }
}

/** Undefined: another object's content, while git may read the right one. */
function ifOfId(id: string, type: string, content: Buffer | undefined): Buffer | undefined {
  if (content === undefined) return undefined;
  const hash = createHash(id.length === SHA256_DIGITS ? 'sha256' : 'sha1');
  return hash.update(`${type} ${content.length}\0`).update(content).digest('hex') === id ? content : undefined;
}
