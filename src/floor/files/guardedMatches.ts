/** Only the disk shows what `*` and `?` become, so each guarded place that fits and may exist is tried as if named. */
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import { changesFile } from '../../files/fileTouch';
import { DISK_NAMES } from './disks';
import type { GuardedPlace } from './floorRule';
import type { HomeFolders } from '../../files/homeFolders';
import { isPattern, patternsMeet } from '../../files/namePattern';
import { everyName, resolvePath, type LocatedTouch } from '../../files/pathResolution';
import { foldBroadly, joinPath, parentPath, splitPath } from '../../files/pathText';
import type { Meeting, PlaceIndex } from '../../files/placeIndex';

export interface GuardedTree {
  readonly places: PlaceIndex<GuardedPlace>;
  readonly homes: HomeFolders;
  readonly gate: readonly (readonly string[])[];
  /** Below a root. */
  readonly system: readonly (readonly string[])[];
}

type Names = readonly string[];

/** Beyond, places count as existing. */
const MAX_LOOKS = 2_000;
const MAX_MATCHES = 300;

const PROCESS_FILES: readonly Names[] = ['environ', 'mem'].flatMap((name) => [
  ['proc', 'self', name],
  ['proc', '1', name],
  ['proc', 'self', 'task', '1', name],
]);
const MEMORY_DEVICES: readonly Names[] = [
  ['dev', 'mem'],
  ['dev', 'kmem'],
  ['proc', 'kcore'],
];

export class GuardedMatches {
  readonly #tree: GuardedTree;
  readonly #machine: MachineFacts;
  readonly #files: FileSystem;
  #looks = 0;

  constructor(tree: GuardedTree, machine: MachineFacts, files: FileSystem) {
    this.#tree = tree;
    this.#machine = machine;
    this.#files = files;
  }

  touches(touch: LocatedTouch): readonly LocatedTouch[] {
    if (touch.glob !== true || touch.change === 'list') return [];
    const paths = new Set<string>();
    for (const candidate of everyName(touch.resolved)) {
      for (const names of this.#matches(this.#namesIn(candidate), touch)) paths.add(this.#pathOf(names));
      if (paths.size > MAX_MATCHES) break;
    }
    return Array.from(paths, (path) => {
      const { glob: _, ...plain } = touch;
      return { ...plain, path: touch.path, resolved: resolvePath(path, undefined, this.#machine, this.#files) };
    });
  }

  #matches(path: Names, touch: LocatedTouch): readonly Names[] {
    const { change } = touch;
    const folded = path.map(foldBroadly);
    if (!folded.some(isPattern)) return [];
    // Nothing lies below a file or device; a search looks below the path.
    const files = [...MEMORY_DEVICES, ...PROCESS_FILES, ...(changesFile(change) ? DISK_NAMES : [])].filter(
      ({ length }) => length === path.length || (change === 'search' && length > path.length),
    );
    const named = [...this.#tree.gate, ...files].flatMap((place) => met(path, folded, place));
    const numbered =
      folded[0] === 'proc' ? [path.map((name, index) => (index === 1 ? name.replace(/[*?]/g, '1') : name))] : [];
    if (!changesFile(change)) return [...named, ...numbered];
    const whole = change === 'delete' || change === 'rename-from';
    const system = whole ? this.#tree.system.filter(({ length }) => length === path.length) : [];
    return [
      ...named,
      ...numbered,
      ...system.flatMap((place) => met(path, folded, place)),
      ...this.#tree.places
        .meetings(path, this.#homes(path, folded), this.#roots(path, folded))
        .filter((meeting) => this.#counts(meeting, touch))
        .map((meeting) => meeting.path),
    ];
  }

  /** The user's, root's, and others' usual ones. */
  #homes(path: Names, folded: Names): readonly Names[] {
    const { homeDirectory } = this.#machine;
    const own = resolvePath(homeDirectory, undefined, this.#machine, this.#files).candidates.map((home) =>
      this.#namesIn(home),
    );
    const depths = this.#tree.homes.homeDepths(folded);
    return [...own, ['root'], ['var', 'root'], ...depths.map((depth) => path.slice(0, depth))];
  }

  #roots(path: Names, folded: Names): readonly Names[] {
    return this.#tree.homes.rootDepths(folded).map((depth) => path.slice(0, depth));
  }

  #counts({ value, path, certain, named, plain, anchored }: Meeting<GuardedPlace>, { from }: LocatedTouch): boolean {
    const wholeFile = value.guard === undefined && value.beside === undefined;
    if (from !== undefined) return certain && this.#isCopied(path.at(-1) ?? '', from);
    // Ordinary names differ from those of fixed places.
    if (wholeFile && anchored && (plain || named)) return true;
    // Without the folder the line means another disk.
    if (!this.#mayBeThere(path.slice(0, -1))) return wholeFile && named;
    return !certain || this.#mayBeThere(path);
  }

  #isCopied(name: string, from: string): boolean {
    const { platform } = this.#machine;
    const folder = parentPath(from, platform);
    return this.#isThere(folder)
      ? this.#isThere(joinPath(folder, name, platform))
      : !from.slice(folder.length + 1).startsWith('*');
  }

  #mayBeThere(names: Names): boolean {
    const first = names.findIndex(isPattern);
    if (first === -1) return this.#isThere(this.#pathOf(names));
    const folder = names.slice(0, first);
    if (!this.#isThere(this.#pathOf(folder))) return false;
    const at = this.#pathOf(folder);
    const found = this.#files.isRemote(at) ? undefined : this.#files.listNames(at, MAX_LOOKS);
    if (found === undefined) return true;
    const pattern = foldBroadly(names[first] ?? '');
    return found
      .filter((name) => patternsMeet(pattern, foldBroadly(name)))
      .some((name) => this.#mayBeThere([...folder, name, ...names.slice(first + 1)]));
  }

  #isThere(path: string): boolean {
    this.#looks += 1;
    return this.#looks > MAX_LOOKS || this.#files.isRemote(path) || this.#files.inspect(path) !== 'absent';
  }

  #namesIn(path: string): Names {
    return splitPath(path, this.#machine.platform).filter((name) => name !== '');
  }

  #pathOf(names: Names): string {
    if (this.#machine.platform !== 'win32') return `/${names.join('/')}`;
    return names.length === 1 ? `${names[0] ?? ''}\\` : names.join('\\');
  }
}

function met(path: Names, folded: Names, place: Names): readonly Names[] {
  const length = Math.min(path.length, place.length);
  const found: string[] = [];
  for (let at = 0; at < length; at += 1) {
    const name = foldBroadly(place[at] ?? '');
    const segment = folded[at] ?? '';
    if (segment !== name && !(isPattern(segment) && patternsMeet(segment, name))) return [];
    found.push(segment === name ? (path[at] ?? '') : (place[at] ?? ''));
  }
  return [[...found, ...path.slice(length)]];
}
