import type { PathAction } from '../shell/model/commandTable';

export type FileChange = PathAction;

export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

export interface FileTouch {
  /** As written: absolute, relative to the call's folder, `~` or `file://`. */
  readonly path: string;
  readonly change: FileChange;
  /** `*` and `?` match names on the disk. */
  readonly glob?: true;
  /** The source of a copy or move into a folder, whose last name it takes. */
  readonly from?: string;
  readonly newText?: string;
  /** In order. */
  readonly edits?: readonly TextEdit[];
  /** The tool places edits with tolerance, so the result is unknown. */
  readonly tolerant?: true;
  readonly includeHidden?: boolean;
  /** For a search: what git's index lists and nothing else, hidden, ignored or not. */
  readonly tracked?: boolean;
  /** For a search: shell patterns of file names. */
  readonly onlyNamed?: readonly string[];
  /** For a search: names (`*` for any text) included although hidden or ignored. */
  readonly includeNamed?: readonly string[];
}

/** Not reading, listing and searching. */
export function changesFile(change: FileChange): boolean {
  return change !== 'read' && change !== 'list' && change !== 'search';
}
