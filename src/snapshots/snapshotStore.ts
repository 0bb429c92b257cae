/** What a run would lose, kept outside of the workspace: before it, after it, and back again. */

export interface SnapshotBounds {
  /** Of all kept contents together. */
  readonly bytes: number;
  readonly fileBytes: number;
  readonly files: number;
  readonly milliseconds: number;
}

export const DEFAULT_BOUNDS: SnapshotBounds = {
  bytes: 200_000_000,
  fileBytes: 50_000_000,
  files: 10_000,
  milliseconds: 3_000,
};

/** Of the store as a whole. */
export interface SnapshotLimits {
  readonly bytes: number;
  readonly snapshots: number;
  readonly days: number;
}

export type WhyLeft =
  /** Beyond a bound of size, number or time. */
  | 'too-large'
  | 'too-many'
  | 'no-time'
  | 'unreadable'
  /** A pipe, a socket or a device. */
  | 'special'
  /** Its content did not hold still. */
  | 'changing'
  /** Git's own files. */
  | 'git'
  /** Outside of the folder, or reached through a link. */
  | 'outside';

export interface LeftFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly why: WhyLeft;
}

/** What the list shows of a run. */
export interface RunDescription {
  readonly command: string;
  readonly agent?: string;
  readonly decisionId?: string;
}

export interface Snapshot {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Absolute, links resolved. */
  readonly folder: string;
  readonly run?: RunDescription;
  /** The id of the snapshot that was put back right after this one was taken. */
  readonly undoOf?: string;
  /** How many files can be put back, those that git's packs hold not counted. */
  readonly files: number;
  readonly bytes: number;
  /** The first of them; `leftCount` counts all. */
  readonly left: readonly LeftFile[];
  readonly leftCount: number;
  /** Whether everything asked for is held, byte for byte. */
  readonly complete: boolean;
  /** Whether the state after the run is known. */
  readonly finished: boolean;
}

export interface KeepRequest {
  /** Absolute. */
  readonly folder: string;
  readonly run?: RunDescription;
  readonly bounds?: Partial<SnapshotBounds>;
}

export interface FolderKeepRequest extends KeepRequest {
  /** Kept although git ignores them: relative to the folder, or absolute. */
  readonly alsoIgnored?: readonly string[];
}

export interface PathsKeepRequest extends KeepRequest {
  /** Files and folders: relative to the folder, or absolute. */
  readonly paths: readonly string[];
  /** True: no later snapshot takes its place before its days are over, so an agent that makes many cannot push it out. */
  readonly held?: boolean;
}

export type PutBackKind = 'content' | 'mode' | 'missing' | 'replaced';

export interface PutBackFile {
  readonly path: string;
  readonly kind: PutBackKind;
  readonly isFolder: boolean;
}

export type WhyConflict =
  /** Neither as before the run nor as after it. */
  | 'changed-since'
  /** The state after the run is not known. */
  | 'not-recorded'
  /** Its former content is no longer there. */
  | 'content-lost'
  /** The undo itself could not be undone. */
  | 'not-kept'
  /** The disk refused. */
  | 'refused';

export interface Conflict {
  readonly path: string;
  readonly why: WhyConflict;
}

export interface SnapshotDifference {
  readonly putBack: readonly PutBackFile[];
  /** Made by the run, and not changed since. */
  readonly remove: readonly { readonly path: string; readonly isFolder: boolean }[];
  /** Stay as they are. */
  readonly conflicts: readonly Conflict[];
}

export interface UndoResult extends SnapshotDifference {
  /** Undoes this undo. Undefined if nothing was changed. */
  readonly undoneBy: string | undefined;
}

export interface SnapshotStore {
  /** Keeps what git does not hold of a folder, ignored files not. @throws SnapshotError */
  keep(request: FolderKeepRequest): Promise<Snapshot>;
  /** Keeps exactly these files and folders. @throws SnapshotError also where what is held leaves no room for more that is held */
  keepPaths(request: PathsKeepRequest): Promise<Snapshot>;
  /** Records the state after the run. @throws SnapshotError */
  finish(id: string): Promise<void>;
  /** What `undo` would do. @throws SnapshotError */
  difference(id: string): Promise<SnapshotDifference>;
  /** Puts back what the run changed and nobody touched since. @throws SnapshotError */
  undo(id: string): Promise<UndoResult>;
  /** Before the run. Undefined unless held; a link's target counts as its content. */
  content(id: string, path: string): Promise<Buffer | undefined>;
  /** The newest first. */
  list(): Promise<readonly Snapshot[]>;
  /** Removes what is too old or too much. */
  clean(): Promise<void>;
  /** Contents of the last minutes stay until a later `clean`: another window may need them just now. */
  remove(ids: readonly string[]): Promise<void>;
}

/** Its message says what is wrong, without a remedy. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}
