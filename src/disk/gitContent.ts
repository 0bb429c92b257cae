/**
 * Reads the index itself: git would run programs of an untrusted configuration (`core.fsmonitor`, filters). Formats:
 * gitformat-index(5), gitrepository-layout(5).
 */
import { createHash } from 'node:crypto';
import { lstatSync, type BigIntStats } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { VersionControlState } from '../files/fileSystem';
import { changedByBranch } from './changedByBranch';
import { CommittedFiles, type CommittedPlace } from './committedFiles';
import { GitIgnored } from './gitIgnored';
import { ID_BYTES, indexedNames, linkedRepositories, treeOfIndex, type IndexedFile } from './gitIndex';
import { GitObjects } from './gitObjects';
import { isOnNetwork } from './gitPacks';
import type { IsRemote } from './mountTable';
import { readRegularFile } from './regularFile';
import { SortedIndex } from './sortedIndex';

/** 100,000 files. Reading takes 2 ms a megabyte. */
const MAX_INDEX_BYTES = 10_000_000;
/** A megabyte takes 3 ms. */
const MAX_COMPARED_BYTES = 4_000_000;
const MAX_REPOSITORIES = 3;
const MAX_SMALL_FILE_BYTES = 64_000;
const MAX_FOLDERS_UP = 100;

type HashName = keyof typeof ID_BYTES;

interface Repository {
  readonly workTree: string;
  readonly gitFolder: string;
}

interface KeptIndex {
  readonly path: string;
  readonly state: string;
  readonly content: Buffer;
  readonly hash: HashName;
  readonly sorted: SortedIndex;
  /** Found on demand. */
  links?: { readonly paths: readonly string[] | undefined };
  names?: { readonly all: readonly string[] | undefined };
}

interface KeptObjects {
  readonly folder: string;
  readonly state: string;
  readonly objects: GitObjects;
}

export class GitContent {
  readonly #isRemote: IsRemote;
  #kept: KeptIndex | undefined;
  #keptObjects: KeptObjects | undefined;

  constructor(isRemote: IsRemote) {
    this.#isRemote = isRemote;
  }

  /**
   * A commit has it. Ignores line ends. False if unknown.
   * @param path absolute, symlinks resolved
   */
  holds(path: string): boolean {
    const repository = this.#repositoryOf(dirname(path));
    if (repository === undefined || repository === 'none') return false;
    const index = this.#index(repository.gitFolder);
    if (index === undefined) return false;
    const names = namesOf(path, repository);
    const { files } = index.sorted.paths(names) ?? { files: new Map<string, IndexedFile>() };
    const name = names.find((one) => files.has(one)) ?? '';
    const blob = files.get(name)?.blob;
    if (blob === undefined) return false;
    const content = readRegularFile(path, MAX_COMPARED_BYTES);
    if (content === undefined || !isContentOf(blob, content, index.hash)) return false;
    return this.#committed(repository, index.hash).holds(name, blob);
  }

  /**
   * Without slow answers.
   * @param paths existing, absolute, symlinks resolved
   */
  states(paths: readonly string[]): readonly VersionControlState[] {
    const places = new Map<string, Repository | 'none' | undefined>();
    const repositories = new Map<string, Repository>();
    for (const path of paths) {
      const repository = this.#isRemote(path) ? undefined : this.#repositoryOf(ownFolder(path));
      places.set(path, repository);
      if (typeof repository === 'object' && repositories.size < MAX_REPOSITORIES) {
        repositories.set(repository.gitFolder, repository);
      }
    }
    const known = new Map<string, VersionControlState>();
    const budget = { bytes: MAX_COMPARED_BYTES };
    for (const repository of repositories.values()) {
      const inside = paths.filter((path) => {
        const place = places.get(path);
        return typeof place === 'object' && place.gitFolder === repository.gitFolder;
      });
      this.#addStates(inside, repository, budget, known);
    }
    return paths.map((path) => (places.get(path) === 'none' ? 'no-repository' : (known.get(path) ?? 'unknown')));
  }

  #addStates(
    paths: readonly string[],
    repository: Repository,
    budget: { bytes: number },
    known: Map<string, VersionControlState>,
  ): void {
    const isEmpty = entryAt(join(repository.gitFolder, 'index')) === undefined;
    const index = isEmpty ? undefined : this.#index(repository.gitFolder);
    const names = paths.flatMap((path) => namesOf(path, repository));
    const indexed = isEmpty
      ? { files: new Map<string, IndexedFile>(), folders: new Set<string>(), isWhole: true }
      : index?.sorted.paths(names);
    if (indexed === undefined) return;
    const common = this.#commonFolder(repository.gitFolder);
    const committed = index && this.#committed(repository, index.hash);
    const ignored = new GitIgnored();
    for (const path of paths) {
      const own = namesOf(path, repository);
      const name = own.find((one) => indexed.files.has(one)) ?? '';
      const entry = indexed.files.get(name);
      const stats = entryAt(path);
      if (entry !== undefined) {
        const state = index === undefined ? 'tracked' : trackedState(path, entry, index.hash, stats, budget);
        const isStaged = state === 'held' && committed?.holds(name, entry.blob ?? '') !== true;
        known.set(path, isStaged ? 'staged' : state);
      } else if (own.some((name) => indexed.folders.has(name)) || (path === repository.workTree && !isEmpty)) {
        known.set(path, 'holds-tracked');
      } else if (indexed.isWhole && stats !== undefined) {
        const isOut = ignored.ignores(path, stats.isDirectory(), repository.workTree, join(common, 'info', 'exclude'));
        known.set(path, isOut ? 'ignored' : 'untracked');
      }
    }
  }

  /**
   * Undefined: unknown.
   * @param gitFolder `.git`, or a linked work tree's part of it
   */
  links(gitFolder: string): readonly string[] | undefined {
    if (this.#isRemote(gitFolder)) return undefined;
    if (entryAt(join(gitFolder, 'index')) === undefined) return [];
    const index = this.#index(gitFolder);
    if (index === undefined) return undefined;
    index.links ??= { paths: linkedRepositories(index.content, index.hash) };
    return index.links.paths;
  }

  /** See `FileSystem`. */
  changedByBranch(gitFolder: string, branch: string): readonly string[] | undefined {
    if (this.#isRemote(gitFolder)) return undefined;
    const index = this.#index(gitFolder);
    if (index === undefined || (this.#names(index)?.length ?? 0) === 0) return undefined;
    const tree = treeOfIndex(index.content, index.hash);
    return changedByBranch(this.#committedPlace(gitFolder, index.hash), tree, branch);
  }

  /**
   * Whether a search of tracked files would read one that `wanted` accepts, as git-grep(1) does. 'unknown': no
   * repository, a link in a folder's place, or a nested repository, which a setting may include.
   * @param root absolute, symlinks resolved
   */
  searchWouldRead(
    root: string,
    wanted: (absolutePath: string, found: string) => boolean,
    isOver: () => boolean = () => false,
  ): 'yes' | 'no' | 'unknown' {
    const repository = this.#isRemote(root) ? undefined : this.#repositoryOf(root);
    if (typeof repository !== 'object') return 'unknown';
    if (entryAt(join(repository.gitFolder, 'index')) === undefined) return 'no';
    const index = this.#index(repository.gitFolder);
    if (index === undefined) return 'unknown';
    const all = this.#names(index);
    if (all === undefined) return 'unknown';
    const within = relative(repository.workTree, root).split(sep).join('/');
    const below = all.filter((name) => within === '' || name === within || name.startsWith(`${within}/`));
    const folders = new OwnFolders(repository.workTree);
    for (const name of below) {
      const path = join(repository.workTree, name);
      if (wanted(path, path)) return 'yes';
      if (isOver() || !folders.hold(path)) return 'unknown';
    }
    const links = this.links(repository.gitFolder);
    return links?.some((name) => below.includes(name)) === false ? 'no' : 'unknown';
  }

  /** Undefined: unreadable, or not whole. */
  #names(index: KeptIndex): readonly string[] | undefined {
    index.names ??= { all: indexedNames(index.content, index.hash) };
    return index.names.all;
  }

  #repositoryOf(start: string): Repository | 'none' | undefined {
    let folder = start;
    for (let up = 0; up < MAX_FOLDERS_UP; up += 1) {
      const entry = join(folder, '.git');
      const stats = entryAt(entry);
      if (stats?.isDirectory() === true) return { workTree: folder, gitFolder: entry };
      if (stats?.isFile() === true) {
        const gitFolder = this.#linkedFolder(entry, folder);
        return gitFolder === undefined ? undefined : { workTree: folder, gitFolder };
      }
      // Unknown, such as a link.
      if (stats !== undefined) return undefined;
      const parent = dirname(folder);
      if (parent === folder) return 'none';
      folder = parent;
    }
    return undefined;
  }

  /** `.git` as a file has `gitdir: PATH`. */
  #linkedFolder(entry: string, folder: string): string | undefined {
    return this.#pathIn(entry, /^gitdir: (.+?)\r?\n?$/s, folder);
  }

  #pathIn(file: string, pattern: RegExp, base: string): string | undefined {
    const [, written] = pattern.exec(readRegularFile(file, MAX_SMALL_FILE_BYTES)?.toString('utf8') ?? '') ?? [];
    if (written === undefined || written.includes('\0')) return undefined;
    const path = isAbsolute(written) ? resolve(written) : resolve(base, written);
    return this.#isRemote(written) || this.#isRemote(path) ? undefined : path;
  }

  #committed({ gitFolder }: Repository, hash: HashName): CommittedFiles {
    return new CommittedFiles(this.#committedPlace(gitFolder, hash));
  }

  #committedPlace(gitFolder: string, hash: HashName): CommittedPlace {
    const commonFolder = this.#commonFolder(gitFolder);
    const objects = this.#objects(join(commonFolder, 'objects'), hash);
    return { gitFolder, commonFolder, objects, idBytes: ID_BYTES[hash] };
  }

  #objects(folder: string, hash: HashName): GitObjects {
    const packs = entryAt(join(folder, 'pack'));
    // What it borrows from may change.
    const borrows = entryAt(join(folder, 'info', 'alternates')) !== undefined;
    const state = [hash, packs?.ino, packs?.mtimeNs, packs?.ctimeNs].join(' ');
    const kept = this.#keptObjects;
    if (!borrows && kept?.folder === folder && kept.state === state) return kept.objects;
    const isRemote = (path: string): boolean => isOnNetwork(path) || this.#isRemote(path);
    const objects = new GitObjects(folder, ID_BYTES[hash], isRemote);
    this.#keptObjects = borrows ? undefined : { folder, state, objects };
    return objects;
  }

  #index(gitFolder: string): KeptIndex | undefined {
    const path = join(gitFolder, 'index');
    const stats = entryAt(path);
    if (stats?.isFile() !== true || stats.size > MAX_INDEX_BYTES) return undefined;
    const state = [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ');
    if (this.#kept?.path === path && this.#kept.state === state) return this.#kept;
    const content = readRegularFile(path, MAX_INDEX_BYTES);
    if (content === undefined) return undefined;
    const hash = this.#hashOf(gitFolder);
    const index: KeptIndex = { path, state, content, hash, sorted: new SortedIndex(content, hash) };
    this.#kept = index;
    return index;
  }

  #hashOf(gitFolder: string): HashName {
    const config =
      readRegularFile(join(this.#commonFolder(gitFolder), 'config'), MAX_SMALL_FILE_BYTES)?.toString('utf8') ?? '';
    return /^\s*objectformat\s*=\s*sha256\s*$/im.test(config) ? 'sha256' : 'sha1';
  }

  #commonFolder(gitFolder: string): string {
    return this.#pathIn(join(gitFolder, 'commondir'), /^(.+?)\r?\n?$/s, gitFolder) ?? gitFolder;
  }
}

class OwnFolders {
  readonly #known = new Map<string, boolean>();

  constructor(workTree: string) {
    this.#known.set(workTree, true);
  }

  /** The path leads through them, or is missing. */
  hold(path: string): boolean {
    const folder = dirname(path);
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const holds = folder !== path && this.hold(folder) && entryAt(folder)?.isSymbolicLink() !== true;
    this.#known.set(folder, holds);
    return holds;
  }
}

/** A nested work tree is not the repository's. */
function ownFolder(path: string): string {
  return entryAt(join(path, '.git')) === undefined ? dirname(path) : path;
}

/** macOS may decompose a name that git composes. */
function namesOf(path: string, { workTree }: Repository): readonly string[] {
  const name = relative(workTree, path).split(sep).join('/');
  return [...new Set([name, name.normalize('NFC')])];
}

function trackedState(
  path: string,
  entry: IndexedFile,
  hash: HashName,
  stats: BigIntStats | undefined,
  budget: { bytes: number },
): VersionControlState {
  if (entry.blob === undefined || stats?.isFile() !== true || stats.size > budget.bytes) return 'tracked';
  budget.bytes -= Number(stats.size);
  const content = readRegularFile(path, Number(stats.size));
  if (content === undefined) return 'tracked';
  if (isContentOf(entry.blob, content, hash)) return 'held';
  // Unchanged since git looked. Otherwise a filter or mixed line ends may explain a difference.
  const isAsLeft =
    stats.size === BigInt(entry.sizeBytes) &&
    stats.mtimeNs === BigInt(entry.changedSeconds) * 1_000_000_000n + BigInt(entry.changedNanoseconds);
  return isAsLeft ? 'tracked' : 'changed';
}

function isContentOf(blob: string, content: Buffer, hash: HashName): boolean {
  if (blobId(content, hash) === blob) return true;
  const withLineFeeds = withoutCarriageReturns(content);
  return withLineFeeds !== undefined && blobId(withLineFeeds, hash) === blob;
}

function entryAt(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function blobId(content: Buffer, hash: HashName): string {
  return createHash(hash).update(`blob ${content.length}\0`).update(content).digest('hex');
}

/** Undefined unless all lines end in CRLF: mixed ends would give another file. */
function withoutCarriageReturns(content: Buffer): Buffer | undefined {
  const text = content.toString('latin1');
  if (!text.includes('\r\n') || /(?:^|[^\r])\n|\r(?!\n)/.test(text)) return undefined;
  return Buffer.from(text.replaceAll('\r\n', '\n'), 'latin1');
}
