import * as z from 'zod';

const runId = z.string().min(1).max(128);

export const undoFocusSchema = z.strictObject({});
export type UndoFocus = z.infer<typeof undoFocusSchema>;

/** Something was kept before it. Texts are visible. */
export interface KeptRow {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly command: string;
  readonly agent?: string | undefined;
  readonly files: number;
  /** What was not kept. */
  readonly left: number;
  /** Kept before an undo: putting it back undoes that. */
  readonly isUndo: boolean;
  readonly finished: boolean;
}

/** `back`: gets its old content; `away`: the run made it; `stays`: untouched. */
export interface UndoFile {
  readonly path: string;
  readonly becomes: 'back' | 'away' | 'stays';
  readonly why?: string | undefined;
}

/** `compared`: would do this; `done`: did. */
export interface ChosenUndo {
  readonly id: string;
  readonly state: 'comparing' | 'compared' | 'done' | 'failed';
  readonly summary: string;
  readonly files: readonly UndoFile[];
  readonly more: number;
  readonly canPutBack: boolean;
}

export interface UndoSlice {
  /** Newest first. Undefined: pending. */
  readonly runs?: readonly KeptRow[] | undefined;
  readonly problem?: string | undefined;
  readonly chosen?: ChosenUndo | undefined;
}

export const undoActionSchema = z.discriminatedUnion('kind', [
  /** Shows what an undo would do. */
  z.strictObject({ kind: z.literal('compare'), id: runId }),
  /** Only as shown. */
  z.strictObject({ kind: z.literal('putBack'), id: runId }),
  z.strictObject({ kind: z.literal('removeAll') }),
]);
export type UndoAction = z.infer<typeof undoActionSchema>;
