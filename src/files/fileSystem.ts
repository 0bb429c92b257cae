export interface FileFacts {
  readonly type: 'file' | 'directory' | 'symlink' | 'other';
  /** Number of hard links. */
  readonly links: number;
  readonly sizeBytes: number;
}

/** Beside the ordinary ones. */
export interface SearchedFiles {
  readonly hidden: boolean;
  /** Though hidden or ignored. */
  readonly byName: (name: string) => boolean;
  /** Follows links below the folder; one that leads out makes the answer 'unknown'. */
  readonly links?: boolean;
  readonly maxMilliseconds?: number;
}

export type VersionControlState =
  /** It holds exactly the present content. */
  | 'held'
  | 'changed'
  /** The content was not compared. */
  | 'tracked'
  | 'holds-tracked'
  /** Not tracked, nor anything below it. */
  | 'untracked'
  | 'ignored'
  /** Not in a repository. */
  | 'no-repository'
  | 'unknown';

/**
 * Synchronous: a few lstat calls take microseconds, a round trip through the thread pool a hundred. Paths for which
 * `isRemote` holds could hang (network mounts, devices) and are never touched.
 */
export interface FileSystem {
  /** lstat: does not follow links. 'unreadable': existence is uncertain. */
  inspect(path: string): FileFacts | 'absent' | 'unreadable';
  /** Undefined if it does not exist or cannot be resolved. */
  realPath(path: string): string | undefined;
  /** The link's target as written; undefined if unreadable. */
  readLink(path: string): string | undefined;
  /** Empty without such a folder; undefined if unreadable or more than `max`. */
  listNames(path: string, max: number): readonly string[] | undefined;
  /** Undefined if absent, unreadable, not UTF-8 or larger than `maxBytes`. */
  readText(path: string, maxBytes: number): string | undefined;
  isRemote(path: string): boolean;
  /** Exactly this content, so overwriting loses nothing. */
  heldByVersionControl(path: string): boolean;
  /**
   * In bounded time, else 'unknown'.
   * @param paths absolute, symlinks resolved, not remote, existing
   */
  versionControlStates(paths: readonly string[]): readonly VersionControlState[];
  /**
   * Submodules in the index, as paths in the work tree; undefined if it is unreadable.
   * @param gitFolder the `.git` folder itself
   */
  gitLinks(gitFolder: string): readonly string[] | undefined;
  /**
   * Whether a recursive search below `root` would read a file that `wanted` accepts; 'unknown' if too large. `wanted`
   * gets the file and the path where it was found, which differs behind a link.
   */
  searchWouldRead(
    root: string,
    wanted: (absolutePath: string, found: string) => boolean,
    searched: SearchedFiles,
  ): 'yes' | 'no' | 'unknown';
}
