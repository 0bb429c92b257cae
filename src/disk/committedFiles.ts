import { headTree } from './gitHead';
import type { GitObjects } from './gitObjects';

/** 20,000 files in one folder. */
const MAX_TREE_BYTES = 1_000_000;
const REGULAR_FILE = '100';

export interface CommittedPlace {
  /** `.git`, or a linked work tree's part of it. */
  readonly gitFolder: string;
  /** Shared by its work trees. */
  readonly commonFolder: string;
  readonly objects: GitObjects;
  readonly idBytes: number;
}

/**
 * What git holds for good. Content that only the index names may go: the next `git add` forgets it, and a clean-up may
 * remove it, even from a pack.
 */
export class CommittedFiles {
  readonly #place: CommittedPlace;
  readonly #folders = new Map<string, ReadonlyMap<string, TreeEntry> | undefined>();

  /** Keeps HEAD as first seen: for one look. */
  constructor(place: CommittedPlace) {
    this.#place = place;
  }

  /**
   * HEAD's commit has this content under this name. False if unknown.
   * @param name relative to the work tree, with `/`
   * @param blob in hex
   */
  holds(name: string, blob: string): boolean {
    const { folder, last } = parts(name);
    const entry = this.#folder(folder)?.get(last);
    return entry?.mode.startsWith(REGULAR_FILE) === true && entry.id === blob && this.#place.objects.has(blob);
  }

  #folder(name: string): ReadonlyMap<string, TreeEntry> | undefined {
    if (this.#folders.has(name)) return this.#folders.get(name);
    const id = this.#folderId(name);
    const tree = id === undefined ? undefined : this.#place.objects.tree(id, MAX_TREE_BYTES);
    const entries = tree && treeEntries(tree, this.#place.idBytes);
    this.#folders.set(name, entries);
    return entries;
  }

  #folderId(name: string): string | undefined {
    const { gitFolder, commonFolder, objects } = this.#place;
    if (name === '') return headTree(gitFolder, commonFolder, objects);
    const { folder, last } = parts(name);
    const entry = this.#folder(folder)?.get(last);
    return entry?.mode === FOLDER ? entry.id : undefined;
  }
}

export interface TreeEntry {
  /** Octal. */
  readonly mode: string;
  readonly id: string;
}

function parts(name: string): { readonly folder: string; readonly last: string } {
  const slash = name.lastIndexOf('/');
  return { folder: slash === -1 ? '' : name.slice(0, slash), last: name.slice(slash + 1) };
}

/** A folder's mode. */
export const FOLDER = '40000';

/** git-cat-file's `tree`: mode, a space, the name, a zero, the id. Undefined: cut. */
export function treeEntries(tree: Buffer, idBytes: number): ReadonlyMap<string, TreeEntry> | undefined {
  const entries = new Map<string, TreeEntry>();
  for (let at = 0; at < tree.length;) {
    const space = tree.indexOf(0x20, at);
    const zero = space === -1 ? -1 : tree.indexOf(0, space);
    const end = zero + 1 + idBytes;
    if (zero === -1 || end > tree.length) return undefined;
    const name = tree.toString('utf8', space + 1, zero);
    // Names that are no text may look alike.
    const id = entries.has(name) ? '' : tree.toString('hex', zero + 1, end);
    entries.set(name, { mode: tree.toString('latin1', at, space), id });
    at = end;
  }
  return entries;
}
