import type { PathAction } from '../shell/model/commandTable';

export type FileChange = PathAction;

/** One replacement inside a file's text. */
export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

export interface FileTouch {
  /** As the agent wrote it: absolute, relative to the call's folder, with `~`, or a `file://` address. */
  readonly path: string;
  readonly change: FileChange;
  /** `*` and `?` in the path match names on the disk. */
  readonly glob?: true;
  /** For a copy or move into a folder: the source's path, whose last name it takes. */
  readonly from?: string;
  /** Set if the input holds it. */
  readonly newText?: string;
  /** In order, if the input holds them. */
  readonly edits?: readonly TextEdit[];
  /** The tool finds its edits' places with tolerance: they do not tell what the file will hold. */
  readonly tolerant?: true;
  /** For a search: hidden files too. */
  readonly includeHidden?: boolean;
  /** For a search: only files whose own name meets one of these shell patterns. Undefined: all. */
  readonly onlyNamed?: readonly string[];
  /** For a search: names, with `*` for any text, that it takes in although hidden or ignored. */
  readonly includeNamed?: readonly string[];
}

/** Everything but reading, listing and searching. */
export function changesFile(change: FileChange): boolean {
  return change !== 'read' && change !== 'list' && change !== 'search';
}
