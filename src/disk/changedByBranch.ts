/** What a switch of branches writes: git compares trees, so equal folders are not read. */
import { FOLDER, treeEntries, type CommittedPlace, type TreeEntry } from './committedFiles';
import { branchTree, hasReplacements, headTree } from './gitHead';

const MAX_NAMES = 100;
/** Of all trees that are read: 20,000 names. */
const MAX_TREES_BYTES = 1_000_000;
const MAX_DEPTH = 50;
const ORDINARY_FILE = /^100[67]\d\d$/;

/**
 * @param indexTree the whole index as a tree: git compares it too, and writes all where it is missing
 * @returns names relative to the work tree, with `/`; undefined: unknown, no such branch, too many, or links and
 *   repositories among them
 */
export function changedByBranch(
  place: CommittedPlace,
  indexTree: string | undefined,
  branch: string,
): readonly string[] | undefined {
  const { gitFolder, commonFolder, objects } = place;
  const from = headTree(gitFolder, commonFolder, objects);
  const to = branchTree(branch, commonFolder, objects);
  if (from === undefined || from !== indexTree || to === undefined || hasReplacements(commonFolder)) return undefined;
  const comparison = new Comparison(place);
  return comparison.compare(from, to, '', 0) ? comparison.names : undefined;
}

class Comparison {
  readonly names: string[] = [];
  readonly #place: CommittedPlace;
  #bytesLeft = MAX_TREES_BYTES;

  constructor(place: CommittedPlace) {
    this.#place = place;
  }

  /** @returns false where something is not known */
  compare(from: string | undefined, to: string | undefined, folder: string, depth: number): boolean {
    if (from === to) return true;
    const [before, after] = [this.#entries(from), this.#entries(to)];
    if (before === undefined || after === undefined || depth > MAX_DEPTH) return false;
    return [...new Set([...before.keys(), ...after.keys()])].every((name) =>
      this.#compareEntry(before.get(name), after.get(name), `${folder}${name}`, depth),
    );
  }

  #compareEntry(before: TreeEntry | undefined, after: TreeEntry | undefined, name: string, depth: number): boolean {
    if (before?.id === after?.id && before?.mode === after?.mode) return true;
    const changed = [before, after].filter((entry) => entry !== undefined);
    if (!changed.every(({ mode }) => mode === FOLDER || ORDINARY_FILE.test(mode))) return false;
    if (changed.some(({ mode }) => mode !== FOLDER)) this.names.push(name);
    if (this.names.length > MAX_NAMES) return false;
    const [from, to] = [before, after].map((entry) => (entry?.mode === FOLDER ? entry.id : undefined));
    return this.compare(from, to, `${name}/`, depth + 1);
  }

  #entries(id: string | undefined): ReadonlyMap<string, TreeEntry> | undefined {
    if (id === undefined) return new Map();
    const tree = this.#place.objects.tree(id, this.#bytesLeft);
    const entries = tree && treeEntries(tree, this.#place.idBytes);
    this.#bytesLeft -= tree?.length ?? 0;
    return entries !== undefined && isUsual(entries) ? entries : undefined;
  }
}

/** As git itself makes trees: git goes through both in their order. A doubled name has no id here, and names are shown. */
function isUsual(entries: ReadonlyMap<string, TreeEntry>): boolean {
  let last = Buffer.alloc(0);
  for (const [name, { mode, id }] of entries) {
    const place = Buffer.from(mode === FOLDER ? `${name}/` : name, 'utf8');
    if (id === '' || /^$|^\.\.?$|[/\ufffd\p{Cc}]/u.test(name) || Buffer.compare(last, place) >= 0) return false;
    last = place;
  }
  return true;
}
