/** For shell, read tools and searches alike. */
import { HARMLESS_HOME_FILES } from '../../facts/harmlessHomeFiles';
import type { FileFacts, FileSystem } from '../../files/fileSystem';
import { fileHoldsCredential, isGitConfiguration } from '../../files/git/configCredentials';
import { isSecondName, linkedSecrets } from '../../floor/files/secretLinks';
import { homeFolders, startsWith } from '../../files/homeFolders';
import type { MachineFacts } from '../../files/machineFacts';
import { resolvePath } from '../../files/pathResolution';
import { foldedSegments, parentPath } from '../../files/pathText';
import { holdsSecrets } from './secretFiles';
import type { IsOwnOutput } from './sessionFolders';

export interface PrivacyPlace {
  readonly machine: MachineFacts;
  readonly files: FileSystem;
  readonly workspaceFolders: readonly string[];
  readonly isOwnOutput?: IsOwnOutput;
}

const HARMLESS = HARMLESS_HOME_FILES.map((path) => path.toLowerCase().split('/'));

/** @param below names from the home on, in lower case */
function isHarmless(below: readonly string[]): boolean {
  return HARMLESS.some(
    (names) => names.length <= below.length && names.every((name, at) => name === '*' || name === below[at]),
  );
}

const USUALLY_CLOSED = new Set('desktop documents downloads movies music pictures'.split(' '));

/** Answers of one call; workspace folders are resolved once. */
export class PrivateFiles {
  readonly #place: PrivacyPlace;
  readonly #roots: readonly (readonly string[])[];
  /** A search asks about the files of a folder in turn. */
  #latestInside: string | undefined;
  readonly #closed = new Map<string, boolean>();
  #linkedSecrets: readonly FileFacts[] | undefined;

  constructor(place: PrivacyPlace) {
    this.#place = place;
    const { machine, files, workspaceFolders } = place;
    const homes = homeFolders(machine, files);
    this.#roots = workspaceFolders
      .flatMap((folder) => resolvePath(folder, undefined, machine, files).candidates)
      .map((folder) => this.#segments(folder))
      // A home that is a workspace keeps its secrets.
      .filter((folder) => !homes.isHomeOrAbove(folder));
  }

  /**
   * @param path absolute, links followed
   * @param names all its names
   * @returns the end of a sentence; undefined: not private by any sign
   */
  objection(path: string, names: readonly string[] = [path]): string | undefined {
    const { machine, files } = this.#place;
    if (names.some((name) => holdsSecrets(name, machine.platform))) return 'the file usually holds secrets';
    this.#linkedSecrets ??= linkedSecrets(machine, files);
    if (isSecondName(this.#linkedSecrets, path, files)) return 'the file is a second name of a secret of the gate';
    if (isGitConfiguration(path) && fileHoldsCredential(path, files)) return 'the configuration of git holds a token';
    if (this.isInWorkspace(path) || this.#place.isOwnOutput?.(path) === true) return undefined;
    const segments = this.#segments(path);
    if (this.#isHiddenInHome(segments)) return 'the file lies in a hidden folder of the home, where keys are kept';
    const facts = files.inspect(path);
    if (facts === 'unreadable') return 'the file cannot be looked at';
    if (this.#liesInClosedFolder(path, segments)) return 'the file lies in a folder that others may not enter';
    return typeof facts === 'object' && facts.type === 'file' && facts.othersRead === false
      ? 'others may not read the file'
      : undefined;
  }

  /** There only names count. */
  isInWorkspace(path: string): boolean {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    if (folder !== '' && folder === this.#latestInside) return true;
    const segments = this.#segments(path);
    const root = this.#roots.find((one) => startsWith(segments, one));
    if (root !== undefined && root.length < segments.length) this.#latestInside = folder;
    return root !== undefined;
  }

  /** Whether a workspace folder lies in it, as in its repository's top folder; a home never counts. */
  isAroundWorkspace(path: string): boolean {
    const segments = this.#segments(path);
    const { machine, files } = this.#place;
    return (
      !homeFolders(machine, files).isHomeOrAbove(segments) && this.#roots.some((root) => startsWith(root, segments))
    );
  }

  #isHiddenInHome(segments: readonly string[]): boolean {
    const { machine, files } = this.#place;
    return homeFolders(machine, files)
      .homeDepths(segments)
      .some((depth) => {
        const below = segments.slice(depth).map((name) => name.toLowerCase());
        const isHidden = below.length > 1 && (below[0]?.startsWith('.') === true || this.#isAppData(below[0]));
        return isHidden && !isHarmless(below);
      });
  }

  /** Windows hides this one. */
  #isAppData(name: string | undefined): boolean {
    return name === 'appdata' && this.#place.machine.platform === 'win32';
  }

  /** Below a home: the home itself is often closed, and a temporary folder always. */
  #liesInClosedFolder(path: string, segments: readonly string[]): boolean {
    const { machine, files } = this.#place;
    const [depth] = homeFolders(machine, files).homeDepths(segments);
    if (depth === undefined || segments.length < depth + 2) return false;
    const below = segments.slice(depth).map((name) => name.toLowerCase());
    // Others may not enter many of these, also harmless ones.
    if (below[0]?.startsWith('.') === true || isHarmless(below)) return false;
    const isClosed = (folder: string, above: number): boolean => {
      if (above <= depth) return false;
      const known = this.#closed.get(folder);
      if (known !== undefined) return known;
      const facts = files.inspect(folder);
      // macOS closes these for everybody.
      const isUsual = machine.platform === 'darwin' && above === depth + 1 && USUALLY_CLOSED.has(below[0] ?? '');
      const found =
        (!isUsual && typeof facts === 'object' && facts.type === 'directory' && facts.othersRead === false) ||
        isClosed(parentPath(folder, machine.platform), above - 1);
      this.#closed.set(folder, found);
      return found;
    };
    return isClosed(parentPath(path, machine.platform), segments.length - 1);
  }

  #segments(path: string): readonly string[] {
    return foldedSegments(path, this.#place.machine.platform);
  }
}
