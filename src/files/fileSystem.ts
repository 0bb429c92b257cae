export interface FileFacts {
  readonly type: 'file' | 'directory' | 'symlink' | 'other';
  /** Number of hard links. */
  readonly links: number;
  readonly sizeBytes: number;
}

/** Beside the ordinary ones. */
export interface SearchedFiles {
  readonly hidden: boolean;
  /** Whether it is searched although hidden or ignored. */
  readonly byName: (name: string) => boolean;
  /** Follows links below the folder. One that leads out of it makes the answer 'unknown'. */
  readonly links?: boolean;
  /** Sooner than the usual limit. */
  readonly maxMilliseconds?: number;
}

export type VersionControlState =
  /** It holds exactly the present content. */
  | 'held'
  /** Tracked, with other content. */
  | 'changed'
  /** Tracked; the content was not compared. */
  | 'tracked'
  /** A folder with tracked files. */
  | 'holds-tracked'
  /** Not tracked, nor anything below it. */
  | 'untracked'
  /** Not tracked, and ignored by the repository. */
  | 'ignored'
  /** Not in a repository. */
  | 'no-repository'
  | 'unknown';

/**
 * Synchronous on purpose: a few lstat calls take microseconds, a round trip through the thread pool a hundred.
 * `isRemote` tells paths that could hang (network mounts, devices), which are never touched.
 */
export interface FileSystem {
  /** lstat: links are not followed. 'unreadable' if it is not certain whether the entry exists. */
  inspect(path: string): FileFacts | 'absent' | 'unreadable';
  /** Every symlink resolved; undefined if it does not exist or cannot be resolved. */
  realPath(path: string): string | undefined;
  /** The link's own target as written; undefined if it cannot be read. */
  readLink(path: string): string | undefined;
  /** Empty if there is no such folder. Undefined if it cannot be read or holds more than `max`. */
  listNames(path: string, max: number): readonly string[] | undefined;
  /** Undefined if absent, unreadable, not UTF-8 or larger than `maxBytes`. */
  readText(path: string, maxBytes: number): string | undefined;
  /** UNC, device or network mount, by the path alone. */
  isRemote(path: string): boolean;
  /** Version control has exactly this content, so overwriting loses nothing. */
  heldByVersionControl(path: string): boolean;
  /**
   * For people and models. Takes bounded time, and says 'unknown' beyond.
   * @param paths absolute, symlinks resolved, not remote, existing
   */
  versionControlStates(paths: readonly string[]): readonly VersionControlState[];
  /**
   * Submodules by the index, as paths in the work tree. Undefined if the index cannot be read.
   * @param gitFolder the `.git` folder itself
   */
  gitLinks(gitFolder: string): readonly string[] | undefined;
  /**
   * Whether a recursive text search below `root` would read a file that `wanted` accepts; 'unknown' if the folder is
   * too large. `wanted` gets the file and the path by which it is found, another one behind a link.
   */
  searchWouldRead(
    root: string,
    wanted: (absolutePath: string, found: string) => boolean,
    searched: SearchedFiles,
  ): 'yes' | 'no' | 'unknown';
}
