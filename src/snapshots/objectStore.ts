import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularFile } from '../disk/regularFile';
import type { Pace } from './pace';

/** Above the time of any snapshot: another window's contents are in no list while it keeps them. */
const GRACE_MILLISECONDS = 3_600_000;
const HASH = /^[0-9a-f]{64}$/;

/** By hash, each once, in a private folder. */
export class ObjectStore {
  readonly #folder: string;
  readonly #made = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Protects it from cleaning for an hour. */
  has(hash: string, size: number): boolean {
    const path = this.#pathOf(hash);
    try {
      const stats = lstatSync(path);
      if (!stats.isFile() || stats.size !== size) return false;
      const now = new Date();
      utimesSync(path, now, now);
      return true;
    } catch {
      return false;
    }
  }

  /** @param hash of the content; throws the disk's errors */
  put(hash: string, content: Buffer): void {
    if (this.has(hash, content.length)) return;
    this.#makeFolder(hash.slice(0, 2));
    const path = this.#pathOf(hash);
    const temporary = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      writeFileSync(temporary, content, { mode: 0o600, flag: 'wx' });
      renameSync(temporary, path);
    } catch (cause) {
      rmSync(temporary, { force: true });
      throw cause;
    }
  }

  /** Undefined: absent or damaged. */
  get(hash: string, maxBytes: number): Buffer | undefined {
    if (!HASH.test(hash)) return undefined;
    const content = readRegularFile(this.#pathOf(hash), maxBytes);
    return content !== undefined && sha256(content) === hash ? content : undefined;
  }

  /** Zero if absent. */
  sizeOf(hash: string): number {
    return sizeAt(this.#pathOf(hash));
  }

  /**
   * Removes what is neither used nor new, until time is over: then another window may use more.
   * @param grace age in milliseconds
   */
  async sweep(used: ReadonlySet<string>, pace: Pace, grace = GRACE_MILLISECONDS): Promise<void> {
    for (const { name, path } of this.#files()) {
      if (pace.isOver) return;
      if (used.has(name)) continue;
      if (isOld(path, grace)) this.#remove(path, grace);
      await pace.breathe();
    }
  }

  /** Another window may just start to use it, and first sets its time, which shows. */
  #remove(path: string, grace: number): void {
    const aside = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      renameSync(path, aside);
      if (isOld(aside, grace)) rmSync(aside);
      else renameSync(aside, path);
    } catch {
      // Another window was faster.
    }
  }

  #files(): readonly { readonly name: string; readonly path: string }[] {
    return namesIn(this.#folder).flatMap((shard) =>
      namesIn(join(this.#folder, shard)).map((name) => ({ name, path: join(this.#folder, shard, name) })),
    );
  }

  #makeFolder(shard: string): void {
    const path = join(this.#folder, shard);
    if (this.#made.has(shard)) return;
    mkdirSync(path, { recursive: true, mode: 0o700 });
    this.#made.add(shard);
  }

  #pathOf(hash: string): string {
    return join(this.#folder, hash.slice(0, 2), hash);
  }
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function isOld(path: string, grace: number): boolean {
  try {
    return lstatSync(path).mtimeMs < Date.now() - grace;
  } catch {
    return false;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function sizeAt(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
