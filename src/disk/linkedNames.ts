/** Links in homes and workspaces may give a file a guarded name (`~/.bashrc -> ~/dotfiles/bashrc`). */
import { readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';

const LIFETIME_MS = 5_000;
const MAX_ENTRIES = 20_000;
const MAX_LINKS = 1_000;

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

  #look(roots: readonly string[]): readonly Link[] | 'too-many' {
    const links: Link[] = [];
    for (const root of roots) {
      for (const folder of ['', ...this.#options.folders]) {
        const place = join(root, folder);
        if (this.#options.isRemote(place)) continue;
        const found = linksIn(place);
        if (found === 'too-many') return 'too-many';
        for (const at of found) {
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

function linksIn(folder: string): readonly string[] | 'too-many' {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    if (entries.length > MAX_ENTRIES) return 'too-many';
    return entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
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
