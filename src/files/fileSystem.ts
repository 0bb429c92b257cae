export interface FileFacts {
  readonly type: 'file' | 'directory' | 'symlink' | 'other';
  /** Number of hard links. */
  readonly links: number;
  readonly sizeBytes: number;
}

/** Which files below its folder a search looks at beside the ordinary ones. */
export interface SearchedFiles {
  readonly hidden: boolean;
  /** Whether a file or folder of this name is searched although it is hidden or an ignore file names it. */
  readonly byName: (name: string) => boolean;
  /** Links below the folder are followed. One that leads to a folder outside of it makes the answer 'unknown'. */
  readonly links?: boolean;
  /** Give up sooner than after the usual time. */
  readonly maxMilliseconds?: number;
}

/** What version control knows of a file or folder that exists. */
export type VersionControlState =
  /** It holds exactly the present content. */
  | 'held'
  /** It tracks the file, but with another content. */
  | 'changed'
  /** It tracks the file; whether with the present content is not known. */
  | 'tracked'
  /** A folder in which it tracks files. */
  | 'holds-tracked'
  /** Not tracked, nor anything below it. */
  | 'untracked'
  /** Not tracked, and left out by the repository's own rules. */
  | 'ignored'
  /** Not in a repository. */
  | 'no-repository'
  | 'unknown';

/**
 * Synchronous on purpose: a handful of lstat calls takes some microseconds, a round trip through the thread pool a hundred.
 * Paths that could hang (network mounts, devices) are told apart by `isRemote` first and never touched.
 */
export interface FileSystem {
  /** lstat: the entry itself, links not followed. 'unreadable' when it cannot be told whether there is one. */
  inspect(path: string): FileFacts | 'absent' | 'unreadable';
  /** The path with every symlink resolved; undefined if it does not exist or cannot be resolved. */
  realPath(path: string): string | undefined;
  /** Where the symlink at `path` itself points, as it is written there; undefined if it cannot be read. */
  readLink(path: string): string | undefined;
  /** The names in a folder; none where there is no such folder. Undefined if it cannot be read or holds more than `max`. */
  listNames(path: string, max: number): readonly string[] | undefined;
  /** The file's text; undefined if it is absent, unreadable, not UTF-8 or larger than `maxBytes`. */
  readText(path: string, maxBytes: number): string | undefined;
  /** UNC, device or network mount, judged by the path alone. */
  isRemote(path: string): boolean;
  /** Whether version control already holds exactly the present content of this file, so that overwriting loses nothing. */
  heldByVersionControl(path: string): boolean;
  /**
   * What version control knows of each of these, for people and models to read; takes bounded time, and says 'unknown' beyond.
   * @param paths absolute, symlinks resolved, not remote, of what exists.
   */
  versionControlStates(paths: readonly string[]): readonly VersionControlState[];
  /**
   * The paths in its work tree at which a git repository holds other repositories (submodules), as its index tells. Undefined if the
   * index cannot be read.
   * @param gitFolder the `.git` folder itself.
   */
  gitLinks(gitFolder: string): readonly string[] | undefined;
  /**
   * Whether a recursive text search below `root` would read a file that `wanted` accepts. 'unknown' when the folder is too large
   * to tell in bounded time. `wanted` is given the file and the path by which it is found, which is another one behind a link.
   */
  searchWouldRead(
    root: string,
    wanted: (absolutePath: string, found: string) => boolean,
    searched: SearchedFiles,
  ): 'yes' | 'no' | 'unknown';
}
