/**
 * Tells whether a recursive text search would read a file. Follows what ripgrep, `git grep` and editors do alike: files that a
 * `.gitignore` of the repository names are left out, hidden ones unless asked for, links not followed unless asked for. ripgrep's own ignore files
 * count only where they may take files in again.
 */
import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import type { SearchedFiles } from '../files/fileSystem';
import { ignorableName, MAX_IGNORE_BYTES, readIgnoreFile, type IgnoreFile } from './ignoreFile';
import type { IsRemote } from './mountTable';
import { readRegularFile } from './regularFile';

const MAX_ENTRIES = 200_000;
const MAX_MILLISECONDS = 1_500;
const MAX_DEPTH = 100;

/** What is left out of a folder. Outside any repository no .gitignore counts, below an ignore file that takes in again none may. */
type Ignoring = readonly IgnoreFile[] | 'no-repository' | 'taken-in-again';

type Answer = 'yes' | 'no' | 'unknown';

/** ripgrep's own ignore files, stronger than any .gitignore. */
const OVERRIDING = ['.ignore', '.rgignore'];

/**
 * Whether a search below `root` would read a file that `wanted` accepts.
 * @param root absolute, symlinks resolved; a folder or a file.
 * @returns 'unknown' where the folder is too large, unreadable or on another machine.
 */
export function searchWouldRead(
  root: string,
  wanted: (absolutePath: string, found: string) => boolean,
  searched: SearchedFiles,
  isRemote: IsRemote,
): Answer {
  if (isRemote(root)) return 'unknown';
  return new Walk(root, wanted, searched, isRemote).below();
}

class Walk {
  readonly #root: string;
  readonly #wanted: (absolutePath: string, found: string) => boolean;
  readonly #searched: SearchedFiles;
  readonly #isRemote: IsRemote;
  readonly #deadline: number;
  #entries = 0;
  #incomplete = false;

  constructor(
    root: string,
    wanted: (absolutePath: string, found: string) => boolean,
    searched: SearchedFiles,
    isRemote: IsRemote,
  ) {
    this.#root = root;
    this.#wanted = wanted;
    this.#searched = searched;
    this.#isRemote = isRemote;
    this.#deadline = performance.now() + Math.min(MAX_MILLISECONDS, searched.maxMilliseconds ?? MAX_MILLISECONDS);
  }

  below(): Answer {
    const root = this.#root;
    const entries = entriesOf(root);
    // A file is searched whatever ignore files say about it. What is no folder and cannot be read is not searched at all.
    if (entries === undefined) return this.#wanted(root, root) ? 'yes' : 'no';
    if (this.#folder(root, entries, ignoringAbove(root), 0)) return 'yes';
    return this.#incomplete ? 'unknown' : 'no';
  }

  /** True as soon as a wanted file is found. */
  #folder(folder: string, entries: readonly Dirent[], outer: Ignoring, depth: number): boolean {
    const ignoring = ignoringIn(folder, entries, outer);
    for (const entry of entries) {
      this.#entries += 1;
      if (this.#entries > MAX_ENTRIES || performance.now() > this.#deadline) {
        this.#incomplete = true;
        return false;
      }
      const named = this.#searched.byName(entry.name);
      if (!named && !this.#searched.hidden && entry.name.startsWith('.')) continue;
      if (this.#entry(join(folder, entry.name), entry, ignoring, named, depth)) return true;
      if (this.#incomplete) return false;
    }
    return false;
  }

  #entry(path: string, entry: Dirent, ignoring: Ignoring, named: boolean, depth: number): boolean {
    if (entry.isDirectory()) {
      if (!named && isIgnored(path, true, ignoring)) return false;
      if (depth >= MAX_DEPTH || this.#isRemote(path)) {
        this.#incomplete = true;
        return false;
      }
      const entries = entriesOf(path);
      return entries !== undefined && this.#folder(path, entries, ignoring, depth + 1);
    }
    const isLink = entry.isSymbolicLink();
    const reached = this.#wanted(path, path) || (isLink && this.#wantedBehind(path));
    if (!reached && !(isLink && this.#searched.links === true && this.#leadsOut(path))) return false;
    if (!named && isIgnored(path, false, ignoring)) return false;
    if (!reached) this.#incomplete = true;
    return reached;
  }

  /** Some search tools follow links; the file or folder that a link names is then read as well. */
  #wantedBehind(link: string): boolean {
    try {
      const target = resolve(dirname(link), readlinkSync(link));
      if (this.#wanted(target, link)) return true;
      return !this.#isRemote(target) && this.#wanted(realpathSync(link), link);
    } catch {
      return false;
    }
  }

  /** Whether a folder outside of the root is behind the link. */
  #leadsOut(link: string): boolean {
    try {
      const target = resolve(dirname(link), readlinkSync(link));
      if (this.#isRemote(target)) return true;
      const real = realpathSync(link);
      return real !== this.#root && !real.startsWith(join(this.#root, sep)) && statSync(real).isDirectory();
    } catch {
      return false;
    }
  }
}

/** Undefined if the path is no folder that can be read. */
function entriesOf(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

function ignoringIn(folder: string, entries: readonly Dirent[], outer: Ignoring): Ignoring {
  const has = (name: string): boolean => entries.some((entry) => entry.name === name && entry.isFile());
  const overriding = OVERRIDING.filter(has);
  if (outer === 'taken-in-again' || overriding.some((name) => takesInAgain(join(folder, name))))
    return 'taken-in-again';
  // Inside a repository within a repository only its own files count.
  const inherited = entries.some(({ name }) => name === '.git') ? [] : outer;
  if (inherited === 'no-repository') return inherited;
  const own = has('.gitignore') ? readIgnoreFile(join(folder, '.gitignore'), folder) : undefined;
  return own === undefined ? inherited : [own, ...inherited];
}

/**
 * The ignore files between the repository's top and `root`, innermost first. A file that ignores `root` itself is left out: a search
 * that names an ignored folder searches it.
 */
function ignoringAbove(root: string): Ignoring {
  const found: IgnoreFile[] = [];
  let inRepository = exists(join(root, '.git'));
  let beyond = inRepository;
  let child = root;
  for (let up = 0; up < MAX_DEPTH; up += 1) {
    const folder = dirname(child);
    if (folder === child) break;
    if (OVERRIDING.some((name) => takesInAgain(join(folder, name)))) return 'taken-in-again';
    if (!beyond) {
      const file = isRegularFile(join(folder, '.gitignore'))
        ? readIgnoreFile(join(folder, '.gitignore'), folder)
        : undefined;
      if (file !== undefined && !isIgnored(root, true, [file])) found.push(file);
      beyond = exists(join(folder, '.git'));
      inRepository ||= beyond;
    }
    child = folder;
  }
  return inRepository ? found : 'no-repository';
}

/** Whether the ignore file, if there is one, holds a rule that takes files in again, or cannot be read. */
function takesInAgain(path: string): boolean {
  if (!exists(path)) return false;
  const text = readRegularFile(path, MAX_IGNORE_BYTES)?.toString('utf8');
  return text === undefined || /^!/m.test(text);
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function isRegularFile(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

/** The innermost file that says anything about the path decides. */
function isIgnored(path: string, isFolder: boolean, ignoring: Ignoring): boolean {
  if (typeof ignoring === 'string') return false;
  for (const { folder, rules } of ignoring) {
    const name = ignorableName(path, folder);
    if (name === undefined) return false;
    const { ignored, unignored } = rules.test(isFolder ? `${name}/` : name);
    if (ignored || unignored) return ignored;
  }
  return false;
}
