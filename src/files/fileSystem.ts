export interface FileFacts {
  readonly type: 'file' | 'directory' | 'symlink' | 'other';
  /** Hard links. */
  readonly links: number;
  readonly sizeBytes: number;
  /** Readable by another user; absent: unknown. */
  readonly othersRead?: boolean;
  /** Equal for all hard links of a file; absent: unknown. */
  readonly identity?: string;
}

export interface SearchedFiles {
  readonly hidden: boolean;
  /** Though hidden or ignored. */
  readonly byName: (name: string) => boolean;
  /** What git's index lists and nothing else, hidden, ignored or not. */
  readonly tracked?: boolean;
  /** One that leads out makes the answer 'unknown'. */
  readonly links?: boolean;
  readonly maxMilliseconds?: number;
  /** Whether a folder that is not ignored is searched; absent: each. */
  readonly enters?: (folder: string) => boolean;
  /** Asked before each entry; true makes the answer 'unknown'. */
  readonly isOver?: () => boolean;
}

export interface FileContent {
  /** Hexadecimal. */
  readonly sha256: string;
  /** Undefined: no UTF-8, or with zeros in it. */
  readonly text: string | undefined;
}

/** Why a file's content is not known. */
export type NoContent = 'absent' | 'not-a-file' | 'too-large' | 'unreadable' | 'out-of-time';

export type VersionControlState =
  /** A commit holds exactly the present content. */
  | 'held'
  /** Only the index names it: a clean-up of git may remove it later. */
  | 'staged'
  | 'changed'
  /** Content not compared. */
  | 'tracked'
  | 'holds-tracked'
  /** Not tracked, nor anything below it. */
  | 'untracked'
  | 'ignored'
  /** Not in a repository. */
  | 'no-repository'
  | 'unknown';

/**
 * Synchronous: a few lstat calls take microseconds, a thread pool's round trip a hundred. Remote paths (`isRemote`)
 * could hang and are never touched.
 */
export interface FileSystem {
  /** Does not follow links. 'unreadable': existence is uncertain. */
  inspect(path: string): FileFacts | 'absent' | 'unreadable';
  /** Undefined if absent or unresolvable. */
  realPath(path: string): string | undefined;
  /** Links of a home or workspace to it or a folder above. 'unknown' if too many. */
  otherNames(path: string): readonly string[] | 'unknown';
  /** As written; undefined if unreadable. */
  readLink(path: string): string | undefined;
  /** Empty without such a folder; undefined if unreadable or above `max`. */
  listNames(path: string, max: number): readonly string[] | undefined;
  /** Undefined if absent, unreadable, not UTF-8 or larger than `maxBytes`. */
  readText(path: string, maxBytes: number): string | undefined;
  /** Hash and text of one reading. Follows links. */
  readContent(path: string, maxBytes: number): FileContent | NoContent;
  isRemote(path: string): boolean;
  /** Exactly this content, in a commit: overwriting loses nothing. */
  heldByVersionControl(path: string): boolean;
  /**
   * In bounded time, else 'unknown'.
   * @param paths absolute, symlinks resolved, not remote, existing
   */
  versionControlStates(paths: readonly string[]): readonly VersionControlState[];
  /**
   * Submodules' paths in the work tree; undefined if unreadable.
   * @param gitFolder the `.git` folder itself
   */
  gitLinks(gitFolder: string): readonly string[] | undefined;
  /**
   * Whether a recursive search would read a file that `wanted` accepts, given the file and where it was found;
   * 'unknown' if too large.
   */
  searchWouldRead(
    root: string,
    wanted: (absolutePath: string, found: string) => boolean,
    searched: SearchedFiles,
  ): 'yes' | 'no' | 'unknown';
}
