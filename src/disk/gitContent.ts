/**
 * Tells whether git holds a file's present content, from the index alone and without running git: git runs what a repository's
 * configuration names (`core.fsmonitor`, filters), and a repository may be anybody's.
 *
 * Formats: gitformat-index(5), gitrepository-layout(5).
 */
import { createHash } from 'node:crypto';
import { lstatSync, type BigIntStats } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { indexedBlob, linkedRepositories } from './gitIndex';
import type { IsRemote } from './mountTable';
import { readRegularFile } from './regularFile';

const MAX_FILE_BYTES = 16_000_000;
const MAX_INDEX_BYTES = 64_000_000;
/** Of an index up to this size the last one read is kept. */
const MAX_KEPT_BYTES = 16_000_000;
const MAX_SMALL_FILE_BYTES = 64_000;
const MAX_FOLDERS_UP = 100;

type HashName = 'sha1' | 'sha256';

interface Repository {
  /** The folder whose files the index lists. */
  readonly workTree: string;
  /** Holds the index: `.git` itself, or its part for a linked work tree or submodule. */
  readonly gitFolder: string;
}

interface KeptIndex {
  readonly path: string;
  readonly state: string;
  readonly content: Buffer;
  readonly hash: HashName;
}

export class GitContent {
  readonly #isRemote: IsRemote;
  #kept: KeptIndex | undefined;

  constructor(isRemote: IsRemote) {
    this.#isRemote = isRemote;
  }

  /**
   * Whether the index holds the content that the file at `path` has now, byte for byte or with other line ends.
   * @param path absolute, symlinks resolved. False whenever it cannot be told.
   */
  holds(path: string): boolean {
    const repository = this.#repositoryOf(path);
    if (repository === undefined) return false;
    const index = this.#index(repository.gitFolder);
    if (index === undefined) return false;
    const name = relative(repository.workTree, path).split(sep).join('/');
    // macOS may spell the path decomposed where git keeps it composed.
    const blob =
      indexedBlob(index.content, index.hash, name) ?? indexedBlob(index.content, index.hash, name.normalize('NFC'));
    if (blob === undefined) return false;
    const content = readRegularFile(path, MAX_FILE_BYTES);
    if (content === undefined) return false;
    if (blobId(content, index.hash) === blob) return true;
    const withLineFeeds = withoutCarriageReturns(content);
    return withLineFeeds !== undefined && blobId(withLineFeeds, index.hash) === blob;
  }

  /**
   * Where in its work tree a repository holds other repositories.
   * @param gitFolder the `.git` folder, or the part of it for a linked work tree. Undefined whenever it cannot be told.
   */
  links(gitFolder: string): readonly string[] | undefined {
    if (this.#isRemote(gitFolder)) return undefined;
    if (entryAt(join(gitFolder, 'index')) === undefined) return [];
    const index = this.#index(gitFolder);
    return index === undefined ? undefined : linkedRepositories(index.content, index.hash);
  }

  /** The innermost repository that the path lies in. */
  #repositoryOf(path: string): Repository | undefined {
    let folder = dirname(path);
    for (let up = 0; up < MAX_FOLDERS_UP; up += 1) {
      const entry = join(folder, '.git');
      const stats = entryAt(entry);
      if (stats?.isDirectory() === true) return { workTree: folder, gitFolder: entry };
      if (stats?.isFile() === true) {
        const gitFolder = this.#linkedFolder(entry, folder);
        return gitFolder === undefined ? undefined : { workTree: folder, gitFolder };
      }
      // A link or something else: no repository that is understood here, and the file is not the outer one's either.
      if (stats !== undefined) return undefined;
      const parent = dirname(folder);
      if (parent === folder) return undefined;
      folder = parent;
    }
    return undefined;
  }

  /** `.git` as a file: `gitdir: PATH`. */
  #linkedFolder(entry: string, folder: string): string | undefined {
    return this.#pathIn(entry, /^gitdir: (.+?)\r?\n?$/s, folder);
  }

  /** A path that a small file of git's holds, relative to `base`; undefined if it leads to another machine. */
  #pathIn(file: string, pattern: RegExp, base: string): string | undefined {
    const [, written] = pattern.exec(readRegularFile(file, MAX_SMALL_FILE_BYTES)?.toString('utf8') ?? '') ?? [];
    if (written === undefined || written.includes('\0')) return undefined;
    const path = isAbsolute(written) ? resolve(written) : resolve(base, written);
    return this.#isRemote(written) || this.#isRemote(path) ? undefined : path;
  }

  #index(gitFolder: string): KeptIndex | undefined {
    const path = join(gitFolder, 'index');
    const stats = entryAt(path);
    if (stats?.isFile() !== true || stats.size > MAX_INDEX_BYTES) return undefined;
    const state = [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ');
    if (this.#kept?.path === path && this.#kept.state === state) return this.#kept;
    const content = readRegularFile(path, MAX_INDEX_BYTES);
    if (content === undefined) return undefined;
    const index = { path, state, content, hash: this.#hashOf(gitFolder) };
    this.#kept = content.length <= MAX_KEPT_BYTES ? index : undefined;
    return index;
  }

  /** Which hash names the repository's objects. A wrong answer finds no entry, which is an answer of false. */
  #hashOf(gitFolder: string): HashName {
    const common = this.#pathIn(join(gitFolder, 'commondir'), /^(.+?)\r?\n?$/s, gitFolder) ?? gitFolder;
    const config = readRegularFile(join(common, 'config'), MAX_SMALL_FILE_BYTES)?.toString('utf8') ?? '';
    return /^\s*objectformat\s*=\s*sha256\s*$/im.test(config) ? 'sha256' : 'sha1';
  }
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

/**
 * The content with line feeds for line ends, as git keeps a text file that it checks out with CRLF. Undefined if not every line ends
 * in CRLF: then the way back would not lead to the same file.
 */
function withoutCarriageReturns(content: Buffer): Buffer | undefined {
  const text = content.toString('latin1');
  if (!text.includes('\r\n') || /(?:^|[^\r])\n|\r(?!\n)/.test(text)) return undefined;
  return Buffer.from(text.replaceAll('\r\n', '\n'), 'latin1');
}
