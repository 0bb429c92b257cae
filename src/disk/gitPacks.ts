import { readdirSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { readRegularFile } from './regularFile';
import { PackFile } from './gitPackFile';

/** Git repacks above fifty. */
const MAX_PACKS = 200;
/** Names of 200,000 objects. */
const MAX_KEPT_BYTES = 4_000_000;
/** Of those that are not kept; each lookup reads their files. */
const MAX_LARGE_PACKS = 20;
const MAX_STORES = 10;
const MAX_ALTERNATES_BYTES = 64_000;

/** Packed objects outlive a reset and a clean-up; loose ones may soon be pruned. */
export class Packs {
  readonly #packs: readonly PackFile[];

  /**
   * @param objectsFolder `.git/objects`
   * @param isRemote these packs are not read
   */
  constructor(objectsFolder: string, idBytes: number, isRemote: (path: string) => boolean = isOnNetwork) {
    const packs: PackFile[] = [];
    let left = MAX_KEPT_BYTES;
    let large = 0;
    for (const path of objectStores(objectsFolder, isRemote).flatMap(packPaths).slice(0, MAX_PACKS)) {
      const pack = PackFile.at(path, idBytes, left);
      if (pack === undefined) continue;
      if (pack.keptBytes === 0) large += 1;
      if (large > MAX_LARGE_PACKS) break;
      left -= pack.keptBytes;
      packs.push(pack);
    }
    this.#packs = packs;
  }

  /** @param id in hex */
  has(id: string): boolean {
    const name = Buffer.from(id, 'hex');
    return this.#packs.some((pack) => pack.has(name));
  }

  /** Not checked against the id. */
  blob(id: string, maxBytes: number): Buffer | undefined {
    return this.#first(id, (pack, name) => pack.blob(name, maxBytes));
  }

  /** Not checked against the id. */
  tree(id: string, maxBytes: number): Buffer | undefined {
    return this.#first(id, (pack, name) => pack.tree(name, maxBytes));
  }

  /** Not checked against the id. */
  commit(id: string, maxBytes: number): Buffer | undefined {
    return this.#first(id, (pack, name) => pack.commit(name, maxBytes));
  }

  #first(id: string, read: (pack: PackFile, name: Buffer) => Buffer | undefined): Buffer | undefined {
    const name = Buffer.from(id, 'hex');
    for (const pack of this.#packs) {
      const content = pack.has(name) ? read(pack, name) : undefined;
      if (content !== undefined) return content;
    }
    return undefined;
  }
}

/** A pack with times holds what nothing refers to. */
function packPaths(store: string): readonly string[] {
  try {
    const names = new Set(readdirSync(join(store, 'pack')));
    return [...names]
      .filter((name) => name.endsWith('.idx'))
      .map((name) => name.slice(0, -'.idx'.length))
      .filter((name) => names.has(`${name}.pack`) && !names.has(`${name}.mtimes`))
      .map((name) => join(store, 'pack', name));
  } catch {
    return [];
  }
}

/** Its own, and those that it borrows from. */
function objectStores(own: string, isRemote: (path: string) => boolean): readonly string[] {
  const stores = [own];
  for (const store of stores) {
    const text = readRegularFile(join(store, 'info', 'alternates'), MAX_ALTERNATES_BYTES)?.toString('utf8') ?? '';
    for (const line of text.split('\n')) {
      if (line === '' || line.startsWith('#') || line.startsWith('"') || isOnNetwork(line)) continue;
      const path = isAbsolute(line) ? resolve(line) : resolve(store, line);
      if (stores.length < MAX_STORES && !stores.includes(path) && !isRemote(path)) stores.push(path);
    }
  }
  return stores;
}

/** `//host/share` asks another machine. */
export function isOnNetwork(path: string): boolean {
  return /^[\\/]{2}/.test(path);
}
