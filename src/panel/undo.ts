import * as z from 'zod';

const runId = z.string().min(1).max(128);

export const undoFocusSchema = z.strictObject({});
export type UndoFocus = z.infer<typeof undoFocusSchema>;

/** A run before which something was kept. Its texts are visible. */
export interface KeptRow {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly command: string;
  readonly agent?: string | undefined;
  readonly files: number;
  /** What else there was, and is not kept. */
  readonly left: number;
  /** Kept before an undo, so it undoes that. */
  readonly isUndo: boolean;
  readonly finished: boolean;
}

/** `back`: gets its former content; `away`: was made by the run; `stays`: is not touched. */
export interface UndoFile {
  readonly path: string;
  readonly becomes: 'back' | 'away' | 'stays';
  /** Why it stays. */
  readonly why?: string | undefined;
}

/** `compared`: it would do this; `done`: it did. */
export interface ChosenUndo {
  readonly id: string;
  readonly state: 'comparing' | 'compared' | 'done' | 'failed';
  readonly summary: string;
  readonly files: readonly UndoFile[];
  /** More than are listed. */
  readonly more: number;
  readonly canPutBack: boolean;
}

export interface UndoSlice {
  /** Undefined while they are read. The newest first. */
  readonly runs?: readonly KeptRow[] | undefined;
  /** Why they cannot be read. */
  readonly problem?: string | undefined;
  readonly chosen?: ChosenUndo | undefined;
}

export const undoActionSchema = z.discriminatedUnion('kind', [
  /** Shows what an undo would do. */
  z.strictObject({ kind: z.literal('compare'), id: runId }),
  /** Only what was shown. */
  z.strictObject({ kind: z.literal('putBack'), id: runId }),
  z.strictObject({ kind: z.literal('removeAll') }),
]);
export type UndoAction = z.infer<typeof undoActionSchema>;
