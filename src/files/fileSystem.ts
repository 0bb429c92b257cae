export interface FileFacts {
  readonly type: 'file' | 'directory' | 'symlink' | 'other';
  readonly links: number;
  readonly sizeBytes: number;
  /** Readable by another user; absent: unknown. */
  readonly othersRead?: boolean;
  /** Equal for all hard links of a file; absent: unknown. */
  readonly identity?: string;
}

export interface SearchedFiles {
  readonly hidden: boolean;
  /** Hidden or ignored too. */
  readonly byName: (name: string) => boolean;
  /** All that git's index lists, and nothing else. */
  readonly tracked?: boolean;
  /** One that leads out: 'unknown'. */
  readonly links?: boolean;
  readonly maxMilliseconds?: number;
  /** Folders to search, if not ignored; absent: all. */
  readonly enters?: (folder: string) => boolean;
  /** Asked before each entry; true: 'unknown'. */
  readonly isOver?: () => boolean;
}

export interface FileContent {
  /** Hexadecimal. */
  readonly sha256: string;
  /** Undefined: no UTF-8, or zeros in it. */
  readonly text: string | undefined;
}

export type NoContent = 'absent' | 'not-a-file' | 'too-large' | 'unreadable' | 'out-of-time';

export type VersionControlState =
  /** A commit has exactly this content. */
  | 'held'
  /** Only the index names it: git's clean-up may remove it. */
  | 'staged'
  | 'changed'
  /** Content not compared. */
  | 'tracked'
  | 'holds-tracked'
  | 'untracked'
  | 'ignored'
  /** Not in a repository. */
  | 'no-repository'
  | 'unknown';

/**
 * Synchronous: some lstat calls take microseconds, a thread pool's round trip a hundred. Remote paths (`isRemote`) may
 * hang and are never touched.
 */
export interface FileSystem {
  /** Does not follow links. 'unreadable': may exist. */
  inspect(path: string): FileFacts | 'absent' | 'unreadable';
  /** Undefined: absent or unresolvable. */
  realPath(path: string): string | undefined;
  /** Links in a home or workspace to it or a parent. 'unknown': too many. */
  otherNames(path: string): readonly string[] | 'unknown';
  /** As written; undefined: unreadable. */
  readLink(path: string): string | undefined;
  /** Empty: no such folder; undefined: unreadable or above `max`. */
  listNames(path: string, max: number): readonly string[] | undefined;
  /** Undefined: absent, unreadable, not UTF-8 or above `maxBytes`. */
  readText(path: string, maxBytes: number): string | undefined;
  /** Hash and text of one reading. Follows links. */
  readContent(path: string, maxBytes: number): FileContent | NoContent;
  isRemote(path: string): boolean;
  /** A commit has this content: overwriting loses nothing. */
  heldByVersionControl(path: string): boolean;
  /**
   * In bounded time, else 'unknown'.
   * @param paths absolute, symlinks resolved, not remote, existing
   */
  versionControlStates(paths: readonly string[]): readonly VersionControlState[];
  /**
   * Submodules' paths in the work tree; undefined: unreadable.
   * @param gitFolder the `.git` folder
   */
  gitLinks(gitFolder: string): readonly string[] | undefined;
  /**
   * Names below the work tree that differ between HEAD's commit and a branch's; undefined: no such branch, too many,
   * others than ordinary files, or something is staged.
   * @param branch below `refs/heads`
   */
  changedByBranch(gitFolder: string, branch: string): readonly string[] | undefined;
  /**
   * Whether a recursive search would read a file that `wanted` accepts, by the file and its place; 'unknown': too
   * large.
   */
  searchWouldRead(
    root: string,
    wanted: (absolutePath: string, found: string) => boolean,
    searched: SearchedFiles,
  ): 'yes' | 'no' | 'unknown';
}
