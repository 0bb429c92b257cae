// @ts-check
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A few trees' worth of keys, the newest last. */
const MOST_KEYS = 20_000;

/**
 * Remembers which inputs a check has passed, for all clones of a user. A key is made of all that the check depends on: contents, paths in
 * the repository, configuration and versions. Nothing depends on a time.
 */
export class PassedChecks {
  #file;
  #known;
  /** @type {Set<string>} */
  #used = new Set();

  /**
   * @param {string} file
   * @param {readonly string[]} known
   */
  constructor(file, known) {
    this.#file = file;
    this.#known = new Set(known);
  }

  /**
   * @param {string} folder for all checks; need not exist
   * @param {string} check its name
   * @returns {Promise<PassedChecks>} empty where nothing can be read
   */
  static async open(folder, check) {
    const file = join(folder, `${check}.json`);
    try {
      const keys = JSON.parse(await readFile(file, 'utf8'));
      return new PassedChecks(file, Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []);
    } catch {
      return new PassedChecks(file, []);
    }
  }

  /** @param {string} key */
  has(key) {
    if (!this.#known.has(key)) return false;
    this.#used.add(key);
    return true;
  }

  /** @param {string} key of what has passed just now */
  add(key) {
    this.#known.add(key);
    this.#used.add(key);
  }

  /** Writes the keys of this run after those of others. A cache that cannot be written costs nothing but time. */
  async save() {
    const others = [...this.#known].filter((key) => !this.#used.has(key));
    const fresh = `${this.#file}.${process.pid}.tmp`;
    try {
      await mkdir(join(this.#file, '..'), { recursive: true });
      await writeFile(fresh, JSON.stringify([...others, ...this.#used].slice(-MOST_KEYS)));
      await rename(fresh, this.#file);
    } catch {
      await rm(fresh, { force: true }).catch(() => undefined);
    }
  }
}

/**
 * @param {readonly string[]} parts in an order that is always the same
 * @returns {string} which no other parts have
 */
export function keyOf(parts) {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/**
 * @param {string} root absolute path of the repository
 * @returns {Promise<string>} npm's list of what is installed there; without one, a text that there never was before
 */
export function installedPackages(root) {
  return readFile(join(root, 'node_modules', '.package-lock.json'), 'utf8').catch(() => randomUUID());
}
