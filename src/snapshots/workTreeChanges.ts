/** What git may remove or overwrite when it discards, rather too much. Git does not run. */
import { lstatSync, readdirSync, type BigIntStats } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { indexedStates, treeOfIndex, type IndexedState } from '../disk/gitIndex';
import { readRegularFile } from '../disk/regularFile';
import { hasReplacements, headTree } from '../disk/gitHead';
import { repositoryAt, type Repository } from './git/repository';
import { IgnoreRules } from './ignoreRules';
import { isGitName } from './relativePath';

const MAX_INDEX_BYTES = 16_000_000;
/** The gate waits for them. */
const MOST_LOOKS = 20_000;

export interface Discard {
  /** Absolute, links resolved, as all paths. */
  readonly workTree: string;
  readonly gitFolder: string;
  /** Shared by its work trees. */
  readonly commonFolder: string;
  readonly kind: 'tracked' | 'untracked';
  /** A folder counts with its contents. */
  readonly below: readonly string[];
  /** The index is lost too: it must equal HEAD. */
  readonly needsCleanIndex: boolean;
  readonly alsoIgnored: boolean;
}

const REGULAR = 0o100;
const LINK = 0o120;

const NO_TEXT = '\ufffd';

/** Absolute; a folder counts with its contents. Undefined: uncertain. */
export function workTreeChanges(discard: Discard): readonly string[] | undefined {
  try {
    return new WorkTree(discard).changes();
  } catch {
    return undefined;
  }
}

class Unclear extends Error {}

class WorkTree {
  readonly #discard: Discard;
  readonly #repository: Repository;
  readonly #folders = new Map<string, 'folder' | 'missing'>();
  #looks = 0;

  constructor(discard: Discard) {
    const repository = repositoryAt(discard.workTree);
    if (repository === undefined) throw new Unclear();
    this.#repository = repository;
    this.#discard = discard;
  }

  /** @throws Unclear, the disk's errors */
  changes(): readonly string[] {
    const { kind, gitFolder, commonFolder, needsCleanIndex } = this.#discard;
    const path = join(gitFolder, 'index');
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    const index = stats === undefined ? undefined : readRegularFile(path, MAX_INDEX_BYTES);
    if (stats !== undefined && index === undefined) throw new Unclear();
    if (needsCleanIndex) {
      if (hasReplacements(commonFolder)) throw new Unclear();
      const tree = index && treeOfIndex(index, this.#repository.hash);
      if (tree === undefined || tree !== headTree(gitFolder, commonFolder, this.#repository.objects))
        throw new Unclear();
    }
    const states = index === undefined ? [] : indexedStates(index, this.#repository.hash);
    if (states === undefined) throw new Unclear();
    return kind === 'tracked' ? this.#tracked(states, stats?.mtimeNs ?? 0n) : this.#untracked(states);
  }

  #tracked(states: readonly IndexedState[], writtenAt: bigint): readonly string[] {
    const { workTree, below } = this.#discard;
    const changed = new Set<string>();
    for (const state of states) {
      const path = join(workTree, state.name);
      // A name that is no text may be anywhere.
      if (path.includes(NO_TEXT)) throw new Unclear();
      if (!below.some((folder) => isAtOrBelow(path, folder))) continue;
      const lost = this.#lostWith(path, state, writtenAt);
      if (lost === undefined) continue;
      // A new link would lead the rest of a line elsewhere.
      if (state.mode >> 9 === LINK) throw new Unclear();
      changed.add(lost);
    }
    return [...changed];
  }

  /** What git would replace or make. Undefined: nothing. @throws Unclear */
  #lostWith(path: string, state: IndexedState, writtenAt: bigint): string | undefined {
    const missing = this.#missingAbove(path);
    if (missing !== undefined) return missing;
    const stats = this.#look(path);
    return stats !== undefined && isSame(state, stats, writtenAt) ? undefined : path;
  }

  /** The outermost folder that git would make. @throws Unclear if something else is there */
  #missingAbove(path: string): string | undefined {
    const folder = dirname(path);
    if (folder === this.#discard.workTree) return undefined;
    const above = this.#missingAbove(folder);
    if (above !== undefined) return above;
    let known = this.#folders.get(folder);
    if (known === undefined) {
      const stats = this.#look(folder);
      if (stats?.isDirectory() === false) throw new Unclear();
      known = stats === undefined ? 'missing' : 'folder';
      this.#folders.set(folder, known);
    }
    return known === 'missing' ? folder : undefined;
  }

  #untracked(states: readonly IndexedState[]): readonly string[] {
    const { below, workTree } = this.#discard;
    for (const { name } of states) {
      // Git may read a missing file's rules from its index.
      if (!/(?:^|\/)\.gitignore$/.test(name)) continue;
      if (this.#look(join(workTree, name)) === undefined) throw new Unclear();
    }
    const found: string[] = [];
    for (const start of below) {
      // The index may have another name that looks alike.
      if (start.includes(NO_TEXT)) throw new Unclear();
      const stats = this.#look(start);
      if (stats === undefined) continue;
      const folder = dirname(start);
      const rules = start === this.#discard.workTree ? IgnoreRules.around(start) : this.#rulesIn(folder);
      if (start === this.#discard.workTree) found.push(...this.#inFolder(start, rules).paths);
      else found.push(...this.#at(folder, start, stats.isDirectory(), rules).paths);
    }
    return found;
  }

  #rulesIn(folder: string): IgnoreRules {
    return IgnoreRules.around(folder).entered(folder, new Set(this.#names(folder)));
  }

  /** `whole`: all of it goes. */
  #inFolder(folder: string, outer: IgnoreRules): { readonly paths: readonly string[]; readonly whole: boolean } {
    const names = this.#names(folder);
    const rules = outer.entered(folder, new Set(names));
    const paths: string[] = [];
    let whole = true;
    for (const name of names) {
      if (isGitName(name)) {
        // Git takes what resembles its folder for any other.
        if (folder !== this.#discard.workTree || name !== '.git') throw new Unclear();
        continue;
      }
      const path = join(folder, name);
      const stats = this.#look(path);
      // Gone, or no text.
      if (stats === undefined || name.includes(NO_TEXT)) throw new Unclear();
      const found = this.#at(folder, path, stats.isDirectory(), rules);
      paths.push(...found.paths);
      whole &&= found.whole;
    }
    return { paths, whole };
  }

  #at(
    folder: string,
    path: string,
    isFolder: boolean,
    rules: IgnoreRules,
  ): { readonly paths: readonly string[]; readonly whole: boolean } {
    const name = relative(folder, path);
    const kept = { paths: [], whole: false };
    const isTracked = rules.tracksExactly(folder, name, isFolder);
    if (!isFolder)
      return isTracked || this.#isIgnored(folder, name, false, rules) ? kept : { paths: [path], whole: true };
    if (!isTracked && this.#isIgnored(folder, name, true, rules)) return kept;
    const inside = this.#inFolder(path, rules);
    return !isTracked && inside.whole ? { paths: [path], whole: true } : { ...inside, whole: false };
  }

  #isIgnored(folder: string, name: string, isFolder: boolean, rules: IgnoreRules): boolean {
    return !this.#discard.alsoIgnored && rules.ignores(folder, name, isFolder);
  }

  #names(folder: string): readonly string[] {
    const names = readdirSync(folder);
    if (this.#looks + names.length > MOST_LOOKS) throw new Unclear();
    return names;
  }

  #look(path: string): BigIntStats | undefined {
    this.#looks += 1;
    if (this.#looks > MOST_LOOKS) throw new Unclear();
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  }
}

function isAtOrBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

const LOW_BITS = 0xffff_ffffn;
const SECOND = 1_000_000_000n;

/** By all that git compares, and old enough for a change to show. */
function isSame(state: IndexedState, stats: BigIntStats, indexWrittenAt: bigint): boolean {
  const type = state.mode >> 9;
  const isType = type === REGULAR ? stats.isFile() : type === LINK && stats.isSymbolicLink();
  const isMode = type !== REGULAR || ((state.mode & 0o100) !== 0) === ((stats.mode & 0o100n) !== 0n);
  return (
    isType &&
    isMode &&
    stats.mtimeNs < indexWrittenAt &&
    isTime(state.writtenAt, stats.mtimeNs) &&
    isTime(state.changedAt, stats.ctimeNs) &&
    BigInt(state.inode) === (stats.ino & LOW_BITS) &&
    BigInt(state.owner[0]) === (stats.uid & LOW_BITS) &&
    BigInt(state.owner[1]) === (stats.gid & LOW_BITS) &&
    BigInt(state.sizeBytes) === (stats.size & LOW_BITS)
  );
}

function isTime([seconds, nanoseconds]: readonly [number, number], at: bigint): boolean {
  return BigInt(seconds) === ((at / SECOND) & LOW_BITS) && BigInt(nanoseconds) === at % SECOND;
}
