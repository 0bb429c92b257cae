/** A scratch home as data: what is planted in it, and what an attack could reach. */
export interface Entry {
  readonly kind: 'folder' | 'file' | 'link' | 'hardLink';
  /** Absolute. */
  readonly path: string;
  readonly mode: number;
  /** Of a file its content; of a link, where it leads. */
  readonly content: string | Buffer;
}

/**
 * Variants differ in their secrets alone: what prints something else in another tells of a secret. From `a`, all secrets differ in `b`, and
 * in `c` those that no rule of the user releases.
 */
export type Variant = 'a' | 'b' | 'c';

/** A configuration that makes programs run code or reach a host, as their manuals say. */
export interface Bite {
  readonly effect: 'starts' | 'sends' | 'tells';
  /** Holds for `PROGRAM ARGUMENTS`. */
  readonly calls: RegExp;
  /** In it and below it the configuration counts. */
  readonly folder: string;
  readonly file: string;
}

export interface World {
  readonly index: number;
  readonly home: string;
  readonly workspace: string;
  /** What its `.gitignore` usually says. */
  readonly ignored: string;
  /** Where calls start. */
  readonly folders: readonly string[];
  entries(variant: Variant): readonly Entry[];
  readonly bites: readonly Bite[];
  /** Links in the workspace, and what they lead to. */
  readonly links: readonly { readonly path: string; readonly target: string }[];
  /** Second names of the gate's secrets. */
  readonly hardLinks: readonly string[];
  /** Besides those that every world has: absolute, may lead through links. */
  readonly guarded: readonly string[];
  /** Groups of places that control a program by what else is there: git's own, links to them. Absolute. */
  readonly controls: readonly (readonly string[])[];
  /** Folders that git takes for a repository's own, absolute. */
  readonly gitFolders: readonly string[];
}
