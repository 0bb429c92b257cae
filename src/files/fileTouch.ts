import type { PathAction } from '../shell/model/commandTable';

export type FileChange = PathAction;

/** One replacement inside a file's text. */
export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

export interface FileTouch {
  /** As written: absolute, relative to the call's folder, with `~`, or a `file://` address. */
  readonly path: string;
  readonly change: FileChange;
  /** `*` and `?` in the path match names on the disk. */
  readonly glob?: true;
  /** For a copy or move into a folder: the source, whose last name it takes. */
  readonly from?: string;
  readonly newText?: string;
  /** In order. */
  readonly edits?: readonly TextEdit[];
  /** The tool finds its edits' places with tolerance, so the result is unknown. */
  readonly tolerant?: true;
  readonly includeHidden?: boolean;
  /** For a search: only files whose name meets one of these shell patterns. */
  readonly onlyNamed?: readonly string[];
  /** For a search: names (`*` for any text) included although hidden or ignored. */
  readonly includeNamed?: readonly string[];
}

/** Everything but reading, listing and searching. */
export function changesFile(change: FileChange): boolean {
  return change !== 'read' && change !== 'list' && change !== 'search';
}
