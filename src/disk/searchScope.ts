/**
 * Skips what git ignores, hidden files and links unless asked. ripgrep's own ignore files count only where they may
 * re-include.
 */
import { lstatSync, opendirSync, readdirSync, readlinkSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import type { SearchedFiles } from '../files/fileSystem';
import { ignorableName, MAX_IGNORE_BYTES, readIgnoreFile, type IgnoreFile, type IgnoreVerdict } from './ignoreFile';
import type { IsRemote } from './mountTable';
import { readRegularFile } from './regularFile';

const MAX_ENTRIES = 200_000;
const MAX_DEPTH = 100;
/** Ten thousand entries on most systems; some always say 0. */
const LARGE_FOLDER_BYTES = 256_000;
const READ_TOGETHER = 256;

/** No .gitignore counts outside a repository, or below a file that re-includes. */
type Ignoring = readonly IgnoreFile[] | 'no-repository' | 'taken-in-again';

type Answer = 'yes' | 'no' | 'unknown';

/** ripgrep's and fd's; they override any .gitignore. */
const OVERRIDING = ['.ignore', '.rgignore', '.fdignore'];
/** The repository's, weaker than its .gitignore. */
const EXCLUDES = join('.git', 'info', 'exclude');

/**
 * @param root folder or file; absolute, symlinks resolved
 * @returns 'unknown': too large, unreadable or remote
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
  readonly #isOver: () => boolean;
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
    this.#isOver = searched.isOver ?? (() => false);
  }

  below(): Answer {
    const root = this.#root;
    const entries = this.#entriesOf(root);
    // Named files are searched even if ignored.
    if (entries === undefined) {
      if (this.#wanted(root, root)) return 'yes';
      return this.#incomplete ? 'unknown' : 'no';
    }
    if (this.#folder(root, entries, ignoringAbove(root), 0)) return 'yes';
    return this.#incomplete ? 'unknown' : 'no';
  }

  #folder(folder: string, entries: readonly Dirent[], outer: Ignoring, depth: number): boolean {
    const ignoring = ignoringIn(folder, entries, outer);
    const below = folder.endsWith(sep) ? folder : folder + sep;
    for (const entry of entries) {
      this.#entries += 1;
      if (this.#entries > MAX_ENTRIES || this.#isOver()) {
        this.#incomplete = true;
        return false;
      }
      const named = this.#searched.byName(entry.name);
      const path = below + entry.name;
      const isHidden = !this.#searched.hidden && entry.name.startsWith('.');
      // ripgrep shows re-included files, hidden or not.
      if (isHidden && !named && !isTakenInAgain(path, entry.isDirectory(), ignoring)) continue;
      if (this.#entry(path, entry, ignoring, named, depth)) return true;
      if (this.#incomplete) return false;
    }
    return false;
  }

  #entry(path: string, entry: Dirent, ignoring: Ignoring, named: boolean, depth: number): boolean {
    if (entry.isDirectory()) {
      if (!named && isIgnored(path, true, ignoring)) return false;
      if (this.#searched.enters?.(path) === false) return false;
      if (depth >= MAX_DEPTH || this.#isRemote(path)) {
        this.#incomplete = true;
        return false;
      }
      const entries = this.#entriesOf(path);
      return entries !== undefined && this.#folder(path, entries, ignoring, depth + 1);
    }
    const isLink = entry.isSymbolicLink();
    const reached = this.#wanted(path, path) || (isLink && this.#wantedBehind(path));
    if (!reached && !(isLink && this.#searched.links === true && this.#leadsOut(path))) return false;
    if (!named && isIgnored(path, false, ignoring)) return false;
    if (!reached) this.#incomplete = true;
    return reached;
  }

  /** Undefined: unreadable; cut when time is over. */
  #entriesOf(folder: string): readonly Dirent[] | undefined {
    try {
      const { size } = statSync(folder);
      return size > 0 && size < LARGE_FOLDER_BYTES
        ? readdirSync(folder, { withFileTypes: true })
        : this.#entriesOfLarge(folder);
    } catch {
      return undefined;
    }
  }

  /** One by one, slow for small folders. */
  #entriesOfLarge(path: string): readonly Dirent[] | undefined {
    const folder = opendirSync(path, { bufferSize: READ_TOGETHER });
    try {
      const entries: Dirent[] = [];
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
        entries.push(entry);
        if (entries.length % READ_TOGETHER === 0 && this.#isOver()) {
          this.#incomplete = true;
          return undefined;
        }
      }
      return entries;
    } finally {
      folder.closeSync();
    }
  }

  #wantedBehind(link: string): boolean {
    try {
      const target = resolve(dirname(link), readlinkSync(link));
      if (this.#wanted(target, link)) return true;
      return !this.#isRemote(target) && this.#wanted(realpathSync(link), link);
    } catch {
      return false;
    }
  }

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

function ignoringIn(folder: string, entries: readonly Dirent[], outer: Ignoring): Ignoring {
  const hidden = entries.filter(({ name }) => name.startsWith('.'));
  const has = (name: string): boolean => hidden.some((entry) => entry.name === name);
  // ripgrep follows a link, git not.
  const isOdd = hidden.some((entry) => entry.name === '.gitignore' && !entry.isFile());
  const overriding = OVERRIDING.filter(has);
  if (has('.git')) overriding.push(EXCLUDES);
  if (outer === 'taken-in-again' || isOdd || overriding.some((name) => takesInAgain(join(folder, name))))
    return 'taken-in-again';
  // Nested repositories have their own ignore files.
  const inherited = hidden.some(({ name }) => name === '.git') ? [] : outer;
  if (inherited === 'no-repository') return inherited;
  if (!has('.gitignore')) return inherited;
  const own = readIgnoreFile(join(folder, '.gitignore'), folder);
  return own === 'unusable' ? 'taken-in-again' : [own, ...inherited];
}

/** Innermost first, without one that ignores `root`: a search of an ignored folder searches it. */
function ignoringAbove(root: string): Ignoring {
  const found: IgnoreFile[] = [];
  let inRepository = exists(join(root, '.git'));
  let beyond = inRepository;
  let child = root;
  for (let up = 0; up < MAX_DEPTH; up += 1) {
    const folder = dirname(child);
    if (folder === child) break;
    if ([...OVERRIDING, EXCLUDES].some((name) => takesInAgain(join(folder, name)))) return 'taken-in-again';
    if (!beyond) {
      const own = join(folder, '.gitignore');
      const file = isRegularFile(own) ? readIgnoreFile(own, folder) : exists(own) ? 'unusable' : undefined;
      if (file === 'unusable') return 'taken-in-again';
      if (file !== undefined && !isIgnored(root, true, [file])) found.push(file);
      beyond = exists(join(folder, '.git'));
      inRepository ||= beyond;
    }
    child = folder;
  }
  return inRepository ? found : 'no-repository';
}

function takesInAgain(path: string): boolean {
  if (!exists(path)) return false;
  const text = readRegularFile(path, MAX_IGNORE_BYTES)?.toString('utf8');
  return text === undefined || /^\ufeff?!/m.test(text);
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

function isIgnored(path: string, isFolder: boolean, ignoring: Ignoring): boolean {
  return typeof ignoring !== 'string' && verdictOf(path, isFolder, ignoring) === 'ignored';
}

function isTakenInAgain(path: string, isFolder: boolean, ignoring: Ignoring): boolean {
  if (typeof ignoring === 'string') return ignoring === 'taken-in-again';
  return verdictOf(path, isFolder, ignoring) === 'taken-in-again';
}

/** The innermost file with a matching rule decides. What no rule can be tried on counts as re-included. */
function verdictOf(path: string, isFolder: boolean, ignoring: readonly IgnoreFile[]): IgnoreVerdict {
  for (const { folder, test } of ignoring) {
    const name = ignorableName(path, folder);
    if (name === undefined) return 'taken-in-again';
    const verdict = test(isFolder ? `${name}/` : name);
    if (verdict !== 'none') return verdict;
  }
  return 'none';
}
