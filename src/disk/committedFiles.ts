import { headTree } from './gitHead';
import type { GitObjects } from './gitObjects';

const MAX_TREE_BYTES = 16_000_000;
const REGULAR_FILE = '100';
const FOLDER = '40000';

export interface CommittedPlace {
  /** `.git`, or its part for a linked work tree. */
  readonly gitFolder: string;
  /** Of all work trees of the repository. */
  readonly commonFolder: string;
  readonly objects: GitObjects;
  readonly idBytes: number;
}

/**
 * What git holds in a way that stays. Content that only the index names does not: it goes with the next `git add`, and a
 * clean-up of git may then remove it, from a pack as well.
 */
export class CommittedFiles {
  readonly #place: CommittedPlace;
  readonly #folders = new Map<string, ReadonlyMap<string, TreeEntry> | undefined>();

  /** Remembers HEAD as it is when first asked: for one look. */
  constructor(place: CommittedPlace) {
    this.#place = place;
  }

  /**
   * HEAD's commit has this content under this name, and it is there. False if unknown.
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

interface TreeEntry {
  /** Octal. */
  readonly mode: string;
  readonly id: string;
}

function parts(name: string): { readonly folder: string; readonly last: string } {
  const slash = name.lastIndexOf('/');
  return { folder: slash === -1 ? '' : name.slice(0, slash), last: name.slice(slash + 1) };
}

/** git-cat-file's `tree`: mode, a space, the name, a zero, the id. Undefined if cut off. */
function treeEntries(tree: Buffer, idBytes: number): ReadonlyMap<string, TreeEntry> | undefined {
  const entries = new Map<string, TreeEntry>();
  for (let at = 0; at < tree.length;) {
    const space = tree.indexOf(0x20, at);
    const zero = space === -1 ? -1 : tree.indexOf(0, space);
    const end = zero + 1 + idBytes;
    if (zero === -1 || end > tree.length) return undefined;
    const name = tree.toString('utf8', space + 1, zero);
    // Names that are no text may look the same.
    const id = entries.has(name) ? '' : tree.toString('hex', zero + 1, end);
    entries.set(name, { mode: tree.toString('latin1', at, space), id });
    at = end;
  }
  return entries;
}
