import { LRUCache } from 'lru-cache';
import { liesInGitDirectory } from '../files/git/gitDirectory';
import { commonFolderOf, linkedWorkTreeAround, type LinkedWorkTree } from '../files/git/linkedWorkTree';
import type { FileSystem } from '../files/fileSystem';
import { homeFolders } from '../files/homeFolders';
import type { MachineFacts } from '../files/machineFacts';
import { foldedSegments, isInside, joinPath, normalise } from '../files/pathText';
import { isProtected } from '../files/protectedPaths';
import { unfitFolder } from '../sandbox/fitFolder';

/** Of a repository open in the window. */
export interface WorktreeClaim {
  /** Absolute, links resolved. */
  readonly root: string;
  /** The open folder that has the repository. */
  readonly folder: string;
  /** The open folder around it, else the same. */
  readonly settingsOf: string;
}

/** Links in them are read, as in open folders. */
const MAX_RECENT = 16;
const MAX_KNOWN = 100;
const KNOWN_MS = 5_000;

/**
 * Of repositories open in a window. Nobody opened or trusted such a folder by itself, so in doubt it does not count: an
 * agent can make a `.git` file anywhere.
 */
export class Worktrees {
  readonly #place: { readonly machine: MachineFacts; readonly files: FileSystem };
  /** Links of home and gate, and folders above; read again after a while. */
  readonly #fit = new LRUCache<string, boolean>({ max: MAX_KNOWN, ttl: KNOWN_MS });
  readonly #recent = new LRUCache<string, true>({ max: MAX_RECENT });

  constructor(machine: MachineFacts, files: FileSystem) {
    this.#place = { machine, files };
  }

  /** Roots that calls came from. */
  recent(): readonly string[] {
    // Sorted: another list would be read again.
    return [...this.#recent.keys()].sort();
  }

  /**
   * @param cwd absolute
   * @param folders one window's, absolute
   * @param protectedPaths of an open folder's settings
   * @returns undefined: in none of their work trees, in one that is open, or named as in another folder
   */
  claim(
    cwd: string,
    folders: readonly string[],
    protectedPaths: (folder: string) => readonly string[],
  ): WorktreeClaim | undefined {
    if (folders.length === 0 || folders.includes(cwd)) return undefined;
    const found = linkedWorkTreeAround(cwd, this.#place);
    const folder = found === undefined ? undefined : this.#openedBy(found, folders);
    if (found === undefined || folder === undefined) return undefined;
    const root = found.workTree;
    const settingsOf = this.#settledBy(cwd, root, folder, folders);
    if (settingsOf === undefined) return undefined;
    // A file in it: the folder's own name may belong to a place for work trees.
    const inside = joinPath(root, 'file', this.#place.machine.platform);
    const resolved = { candidates: [inside], real: inside, remote: false };
    if (isProtected(resolved, folders, protectedPaths(settingsOf)) !== undefined) return undefined;
    this.#recent.set(root, true);
    return { root, folder, settingsOf };
  }

  /**
   * To choose a window, so equal in all windows: without what only one knows.
   * @param cwd absolute
   * @returns which of some folders has the repository open
   */
  around(cwd: string): ((folders: readonly string[]) => string | undefined) | undefined {
    const found = linkedWorkTreeAround(cwd, this.#place);
    return found === undefined ? undefined : (folders) => this.#openedBy(found, folders);
  }

  #openedBy(found: LinkedWorkTree, folders: readonly string[]): string | undefined {
    const key = JSON.stringify([found, folders]);
    const isFit = this.#fit.get(key) ?? this.#isFit(found, folders);
    this.#fit.set(key, isFit, { noUpdateTTL: true });
    if (!isFit) return undefined;
    const having = folders.filter((folder) => commonFolderOf(folder, this.#place) === found.commonFolder);
    // The main checkout first.
    return (
      having.find((folder) => isInside(found.commonFolder, this.#real(folder), this.#place.machine.platform)) ??
      having[0]
    );
  }

  /**
   * The open folder whose settings hold; a work tree in another open folder keeps that one's.
   * @returns undefined: the name and real path of `cwd` are in different open folders
   */
  #settledBy(cwd: string, root: string, having: string, folders: readonly string[]): string | undefined {
    const { platform } = this.#place.machine;
    const named = normalise(cwd, platform);
    const real = (folder: string): string => this.#real(folder);
    const byName = innermost(folders, (folder) => (isInside(named, folder, platform) ? folder : undefined));
    const around = innermost(folders, (folder) => (isInside(root, real(folder), platform) ? real(folder) : undefined));
    const settledBy = around ?? having;
    return byName === undefined || real(byName) === real(settledBy) ? settledBy : undefined;
  }

  #isFit({ workTree, commonFolder }: LinkedWorkTree, folders: readonly string[]): boolean {
    const { machine, files } = this.#place;
    const { platform } = machine;
    const holds = (path: string): boolean => isInside(path, workTree, platform);
    const homes = homeFolders(machine, files);
    const path = foldedSegments(workTree, platform);
    // Hidden folders hold programs' settings and keys.
    if (homes.isHomeOrAbove(path) || homes.homeDepths(path).some((depth) => path[depth]?.startsWith('.') === true)) {
      return false;
    }
    if (holds(commonFolder) || folders.some((folder) => holds(folder) || holds(this.#real(folder)))) return false;
    const guarded = machine.gatePaths.flatMap((path) => [path, this.#real(path)]);
    if (guarded.some((path) => holds(path) || isInside(workTree, path, platform))) return false;
    const [gate = machine.homeDirectory] = machine.gatePaths;
    if (unfitFolder(workTree, this.#real(machine.homeDirectory), gate) !== undefined) return false;
    return !liesInGitDirectory(joinPath(workTree, 'file', platform), platform, files);
  }

  #real(path: string): string {
    const { files } = this.#place;
    return files.isRemote(path) ? path : (files.realPath(path) ?? path);
  }
}

/** @param pathOf the folder's path around the place; undefined: not around */
function innermost(folders: readonly string[], pathOf: (folder: string) => string | undefined): string | undefined {
  const around = folders.map((folder) => ({ folder, depth: pathOf(folder)?.length ?? 0 }));
  return around.filter(({ depth }) => depth > 0).sort((a, b) => b.depth - a.depth)[0]?.folder;
}
