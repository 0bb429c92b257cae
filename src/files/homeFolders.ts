import type { FileSystem } from './fileSystem';
import type { MachineFacts } from './machineFacts';
import { resolvePath } from './pathResolution';
import { foldedSegments } from './pathText';

export interface HomeFolders {
  /** In segments. */
  rootDepths(path: readonly string[]): readonly number[];
  /** Segments, for each home that `path` is or lies in. */
  homeDepths(path: readonly string[]): readonly number[];
  isHomeOrAbove(path: readonly string[]): boolean;
  isAboveHomes(path: readonly string[]): boolean;
}

const byMachine = new WeakMap<MachineFacts, HomeFolders>();

/** The user's in all forms, and others' usual places. */
export function homeFolders(machine: MachineFacts, files: FileSystem): HomeFolders {
  const known = byMachine.get(machine);
  if (known !== undefined) return known;
  const windows = machine.platform === 'win32';
  const ownHomes = resolvePath(machine.homeDirectory, undefined, machine, files).candidates.map((path) =>
    foldedSegments(path, machine.platform),
  );

  const rootDepths = (path: readonly string[]): readonly number[] => {
    const depths = [windows ? 1 : 0];
    if (windows) return depths;
    for (const depth of depths) {
      const length = otherRoot(path, depth);
      if (length > 0 && depths.length < MOST_ROOTS) depths.push(depth + length);
    }
    return depths;
  };

  const homeDepths = (path: readonly string[]): readonly number[] => {
    const depths = new Set<number>();
    for (const home of ownHomes) {
      for (const root of rootDepths(path)) {
        const named = root === 0 || windows ? home : [...path.slice(0, root), ...home];
        if (startsWith(path, named)) depths.add(named.length);
      }
    }
    for (const root of rootDepths(path)) {
      const [first, second, third] = path.slice(root, root + 3);
      if (first === 'root') depths.add(root + 1);
      else if ((first === 'home' || first === 'users') && second !== undefined) depths.add(root + 2);
      else if (first === 'var' && second === 'root') depths.add(root + 2);
      else if (first === 'var' && second === 'home' && third !== undefined) depths.add(root + 3);
    }
    return [...depths];
  };

  const isAboveHomes = (path: readonly string[]): boolean =>
    path.length <= (windows ? 1 : 0) ||
    ownHomes.some((home) => home.length > path.length && startsWith(home, path)) ||
    rootDepths(path).some((root) => /^(?:home|users|var|var\/home)?$/.test(path.slice(root).join('/')));

  const isHomeOrAbove = (path: readonly string[]): boolean =>
    isAboveHomes(path) || ownHomes.some((home) => startsWith(home, path)) || homeDepths(path).includes(path.length);

  const folders = { rootDepths, homeDepths, isHomeOrAbove, isAboveHomes };
  byMachine.set(machine, folders);
  return folders;
}

/** Inside one another. */
const MOST_ROOTS = 8;

/** Segments from `at` that name the root again: macOS's data volume and /private, WSL's drives, a process's view. */
function otherRoot(path: readonly string[], at: number): number {
  const [first, second, third] = [path[at], path[at + 1], path[at + 2]];
  switch (first) {
    case 'private':
    case '.nofollow':
      return 1;
    case '.resolve':
      return 2;
    case 'system':
      return second === 'volumes' ? 3 : 0;
    case '.vol':
      return 3;
    case 'mnt':
      return second?.length === 1 ? 2 : 0;
    case 'proc':
      if (third === 'root') return 3;
      return third === 'task' && path[at + 4] === 'root' ? 5 : 0;
    default:
      return 0;
  }
}

/** At or below `start`. */
export function startsWith(path: readonly string[], start: readonly string[]): boolean {
  return start.length <= path.length && start.every((segment, index) => path[index] === segment);
}
