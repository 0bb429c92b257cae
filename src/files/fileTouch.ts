import type { PathAction } from '../shell/model/commandTable';

/** What a tool call does to one file. */
export type FileChange = PathAction;

/** One replacement inside a file's text. */
export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

/** What a tool call does to one file, as far as its input tells. */
export interface FileTouch {
  /** As the agent wrote it: absolute, relative to the call's folder, with `~`, or as a `file://` address. */
  readonly path: string;
  readonly change: FileChange;
  /** `*` and `?` in the path stand for text that the shell finds among the names on the disk. */
  readonly glob?: true;
  /** For a copy or move into a folder by such a path: the path of what is copied, whose last name it takes. */
  readonly from?: string;
  /** The whole resulting text, where the input holds it. */
  readonly newText?: string;
  /** The replacements, in the order in which they are made, where the input holds them. */
  readonly edits?: readonly TextEdit[];
  /** The tool finds the places of its edits with some tolerance: what the file will hold cannot be told from them. */
  readonly tolerant?: true;
  /** For a search: hidden files are looked at too. */
  readonly includeHidden?: boolean;
  /** For a search: only files are read whose own name meets one of these shell patterns. Undefined: all. */
  readonly onlyNamed?: readonly string[];
  /** For a search: names, with `*` for any text, of files and folders that it takes in although they are hidden or ignored. */
  readonly includeNamed?: readonly string[];
}

/** Whether this leaves another file system behind than it found: everything but reading, listing and searching. */
export function changesFile(change: FileChange): boolean {
  return change !== 'read' && change !== 'list' && change !== 'search';
}
