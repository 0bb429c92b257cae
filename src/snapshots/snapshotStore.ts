/** What a run would lose is kept outside of the workspace, and put back. */

export interface SnapshotBounds {
  /** All kept contents. */
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

/** The whole store. */
export interface SnapshotLimits {
  readonly bytes: number;
  readonly snapshots: number;
  readonly days: number;
}

export type WhyLeft =
  /** Beyond a limit of size, number or time. */
  | 'too-large'
  | 'too-many'
  | 'no-time'
  | 'unreadable'
  /** Pipe, socket or device. */
  | 'special'
  /** It changed while being read. */
  | 'changing'
  /** Git's own files. */
  | 'git'
  /** Outside, or behind a link. */
  | 'outside';

export interface LeftFile {
  /** Relative, with `/`. */
  readonly path: string;
  readonly why: WhyLeft;
}

/** Shown in the list. */
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
  /** The snapshot that was put back after this one. */
  readonly undoOf?: string;
  /** Files to put back, without those in git's packs. */
  readonly files: number;
  readonly bytes: number;
  /** The first; `leftCount` counts all. */
  readonly left: readonly LeftFile[];
  readonly leftCount: number;
  /** Everything asked for is held, byte for byte. */
  readonly complete: boolean;
  /** The state after the run is known. */
  readonly finished: boolean;
}

export interface KeepRequest {
  /** Absolute. */
  readonly folder: string;
  readonly run?: RunDescription;
  readonly bounds?: Partial<SnapshotBounds>;
}

export interface FolderKeepRequest extends KeepRequest {
  /** Kept although ignored: relative, or absolute. */
  readonly alsoIgnored?: readonly string[];
}

export interface PathsKeepRequest extends KeepRequest {
  /** Files and folders: relative, or absolute. */
  readonly paths: readonly string[];
  /** Later snapshots do not replace it before its days are over, so an agent with many cannot push it out. */
  readonly held?: boolean;
}

export type PutBackKind = 'content' | 'mode' | 'missing' | 'replaced';

export interface PutBackFile {
  readonly path: string;
  readonly kind: PutBackKind;
  readonly isFolder: boolean;
}

export type WhyConflict =
  /** Like neither before the run nor after. */
  | 'changed-since'
  /** The state after the run is unknown. */
  | 'not-recorded'
  /** Its old content is gone. */
  | 'content-lost'
  /** The undo could not be undone. */
  | 'not-kept'
  /** The disk refused. */
  | 'refused';

export interface Conflict {
  readonly path: string;
  readonly why: WhyConflict;
}

export interface SnapshotDifference {
  readonly putBack: readonly PutBackFile[];
  /** Made by the run, unchanged since. */
  readonly remove: readonly { readonly path: string; readonly isFolder: boolean }[];
  /** They stay as they are. */
  readonly conflicts: readonly Conflict[];
}

export interface UndoResult extends SnapshotDifference {
  /** Undoes this undo. Undefined: nothing changed. */
  readonly undoneBy: string | undefined;
}

export interface SnapshotStore {
  /** Keeps what git does not hold, without ignored files. @throws SnapshotError */
  keep(request: FolderKeepRequest): Promise<Snapshot>;
  /** Keeps these files and folders. @throws SnapshotError also if held ones leave no room */
  keepPaths(request: PathsKeepRequest): Promise<Snapshot>;
  /** Records the state after the run. @throws SnapshotError */
  finish(id: string): Promise<void>;
  /** What `undo` would do. @throws SnapshotError */
  difference(id: string): Promise<SnapshotDifference>;
  /** Puts back what the run changed and nobody touched since. @throws SnapshotError */
  undo(id: string): Promise<UndoResult>;
  /** Before the run. Undefined: not held. A link's content is its target. */
  content(id: string, path: string): Promise<Buffer | undefined>;
  /** Newest first. */
  list(): Promise<readonly Snapshot[]>;
  /** Removes what is too old or too much. */
  clean(): Promise<void>;
  /** New contents stay until a later `clean`: another window may need them. */
  remove(ids: readonly string[]): Promise<void>;
}

/** The message names the problem, no remedy. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}
