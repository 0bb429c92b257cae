/** Links in homes and workspaces may give a file a guarded name (`~/.bashrc -> ~/dotfiles/bashrc`). */
import { readdirSync, readlinkSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';

const LIFETIME_MS = 5_000;
const MAX_ENTRIES = 20_000;
const MAX_LINKS = 1_000;
const ASCII = /^[\x20-\x7e]*$/;

interface Link {
  readonly at: string;
  readonly target: string;
}

export interface LinkedNamesOptions {
  /** Home and workspace folders, absolute. */
  readonly roots: () => readonly string[];
  /** Relative to a root. A root's own entries are always read. */
  readonly folders: readonly string[];
  readonly isRemote: (path: string) => boolean;
  /** Milliseconds. */
  readonly now?: () => number;
}

export class LinkedNames {
  readonly #options: LinkedNamesOptions;
  #links: readonly Link[] | 'too-many' = [];
  #lookedAt = Number.NEGATIVE_INFINITY;
  #rootsThen = '';

  constructor(options: LinkedNamesOptions) {
    this.#options = options;
  }

  /** @returns 'unknown': too many links */
  of(path: string): readonly string[] | 'unknown' {
    const links = this.#current();
    if (links === 'too-many') return 'unknown';
    const names: string[] = [];
    for (const { at, target } of links) {
      if (path === target) names.push(at);
      else if (path.startsWith(target) && path[target.length] === sep) names.push(at + path.slice(target.length));
    }
    return names;
  }

  #current(): readonly Link[] | 'too-many' {
    const now = (this.#options.now ?? Date.now)();
    const roots = this.#options.roots();
    const rootsNow = roots.join('\0');
    if (now - this.#lookedAt < LIFETIME_MS && rootsNow === this.#rootsThen) return this.#links;
    this.#lookedAt = now;
    this.#rootsThen = rootsNow;
    return (this.#links = this.#look(roots));
  }

  /** Undefined: no folder, unreadable, or on another machine. */
  #entriesIn(folder: string): readonly Dirent[] | undefined {
    if (this.#options.isRemote(folder)) return undefined;
    try {
      // Most do not exist, and an error takes ten times as long.
      if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
      return readdirSync(folder, { withFileTypes: true });
    } catch {
      return undefined;
    }
  }

  #look(roots: readonly string[]): readonly Link[] | 'too-many' {
    const links: Link[] = [];
    for (const root of roots) {
      const own = this.#entriesIn(root);
      for (const folder of ['', ...possibleFolders(this.#options.folders, own)]) {
        const place = join(root, folder);
        const entries = folder === '' ? own : this.#entriesIn(place);
        if (entries === undefined) continue;
        if (entries.length > MAX_ENTRIES) return 'too-many';
        for (const entry of entries) {
          if (!entry.isSymbolicLink()) continue;
          const at = join(place, entry.name);
          const target = resolved(at, this.#options.isRemote);
          // A link to a folder above would double every name.
          if (target !== undefined && !at.startsWith(`${target}${sep}`)) links.push({ at, target });
          if (links.length > MAX_LINKS) return 'too-many';
        }
      }
    }
    return links;
  }
}

/**
 * Without those that cannot exist, which are hundreds.
 * @param folders relative to their root
 * @param entries of that root; undefined: unknown
 */
export function possibleFolders(
  folders: readonly string[],
  entries: readonly Pick<Dirent, 'name' | 'isFile'>[] | undefined,
): readonly string[] {
  const names = entries?.filter((entry) => !entry.isFile()).map(({ name }) => folded(name));
  if (names === undefined || names.includes(undefined)) return folders;
  const known = new Set(names);
  return folders.filter((folder) => known.has(folded(folder.split('/', 1)[0] ?? '')));
}

/** Undefined beyond ASCII, where a file system may fold more than the case. */
function folded(name: string): string | undefined {
  return ASCII.test(name) ? name.toLowerCase() : undefined;
}

function resolved(link: string, isRemote: (path: string) => boolean): string | undefined {
  const target = found(() => realpathSync.native(link)) ?? written(link);
  return target === undefined || isRemote(target) ? undefined : target;
}

/** The target may not exist yet. */
function written(link: string): string | undefined {
  const target = found(() => resolve(dirname(link), readlinkSync(link)));
  if (target === undefined) return undefined;
  const folder = found(() => realpathSync.native(dirname(target)));
  return folder === undefined ? target : join(folder, basename(target));
}

function found(look: () => string): string | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
