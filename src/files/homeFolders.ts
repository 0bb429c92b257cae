import type { FileSystem } from './fileSystem';
import type { MachineFacts } from './machineFacts';
import { resolvePath } from './pathResolution';
import { foldedSegments } from './pathText';

export interface HomeFolders {
  /** In segments. */
  rootDepths(path: readonly string[]): readonly number[];
  /** In segments, for each home that `path` is or lies in. */
  homeDepths(path: readonly string[]): readonly number[];
  isHomeOrAbove(path: readonly string[]): boolean;
}

const byMachine = new WeakMap<MachineFacts, HomeFolders>();

/** All forms of the user's, and the usual places of others. */
export function homeFolders(machine: MachineFacts, files: FileSystem): HomeFolders {
  const known = byMachine.get(machine);
  if (known !== undefined) return known;
  const windows = machine.platform === 'win32';
  const ownHomes = resolvePath(machine.homeDirectory, undefined, machine, files).candidates.map((path) =>
    foldedSegments(path, machine.platform),
  );

  const rootDepths = (path: readonly string[]): readonly number[] => {
    const depths = [windows ? 1 : 0];
    const [first, second, third, fourth] = path;
    // Other names of the same root: macOS's data volume and /private, WSL's drives, a process's view.
    if (first === 'private') depths.push(1);
    if (first === 'system' && second === 'volumes') depths.push(3);
    if (first === 'mnt' && second?.length === 1) depths.push(2);
    if (first === 'proc' && third === 'root') depths.push(3);
    if (first === 'proc' && third === 'task' && path[4] === 'root' && fourth !== undefined) depths.push(5);
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

  const isHomeOrAbove = (path: readonly string[]): boolean => {
    if (path.length <= (windows ? 1 : 0)) return true;
    if (ownHomes.some((home) => startsWith(home, path))) return true;
    return (
      homeDepths(path).includes(path.length) ||
      rootDepths(path).some((root) => /^(?:home|users|var|var\/home)?$/.test(path.slice(root).join('/')))
    );
  };

  const folders = { rootDepths, homeDepths, isHomeOrAbove };
  byMachine.set(machine, folders);
  return folders;
}

/** At or below `start`. */
export function startsWith(path: readonly string[], start: readonly string[]): boolean {
  return start.length <= path.length && start.every((segment, index) => path[index] === segment);
}
