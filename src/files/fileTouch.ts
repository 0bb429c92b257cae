import type { PathAction } from '../shell/model/commandTable';

export type FileChange = PathAction;

export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

export interface FileTouch {
  /** Absolute, relative to the call's folder, `~` or `file://`. */
  readonly path: string;
  readonly change: FileChange;
  /** `*` and `?` match names on the disk. */
  readonly glob?: true;
  /** The source of a copy or move into a folder, which gets its last name. */
  readonly from?: string;
  readonly newText?: string;
  readonly edits?: readonly TextEdit[];
  /** Tolerant placing makes the result unknown. */
  readonly tolerant?: true;
  readonly includeHidden?: boolean;
  /** A search: all that git's index lists, and nothing else. */
  readonly tracked?: boolean;
  /** A search: shell patterns of names. */
  readonly onlyNamed?: readonly string[];
  /** A search: names (`*` for any text) read although hidden or ignored. */
  readonly includeNamed?: readonly string[];
}

export function changesFile(change: FileChange): boolean {
  return change !== 'read' && change !== 'list' && change !== 'search';
}
