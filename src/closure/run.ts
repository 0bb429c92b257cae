import type { Shell } from '../shell/model/analysis';
import type { ClosureKind, ClosureProblem } from './closureKinds';

/** What one command runs of the disk, before it is read. */
export type Run = FileRun | PartRun | Unresolved;

export interface FileRun {
  readonly what: 'file';
  readonly kind: ClosureKind;
  readonly name?: string;
  /** As written, from `cwd`. */
  readonly path: string;
  readonly cwd: string | undefined;
  /** `itself`: as its first line says. */
  readonly read: 'shell' | 'code' | 'data' | 'itself';
  readonly shell?: Shell;
  /** Where shell text in it starts; absent: in `cwd`. */
  readonly startsIn?: string;
  /** Nothing is said where it is missing. */
  readonly optional?: true;
  /** The text that runs is only likely this one. */
  readonly uncertain?: true;
}

/** Texts inside a file, such as a package script. */
export interface PartRun {
  readonly what: 'part';
  readonly kind: ClosureKind;
  readonly name: string;
  /** The file's real path. */
  readonly path: string;
  readonly sha256: string;
  readonly texts: readonly PartText[];
  readonly language: 'shell' | 'code';
  readonly shell: Shell;
  readonly cwd: string | undefined;
  /** The folder whose `node_modules/.bin` its programs come from. */
  readonly packageFolder?: string;
  readonly problem?: ClosureProblem;
  /** Before its own texts. */
  readonly runs: readonly Run[];
}

export interface PartText {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

export interface Unresolved {
  readonly what: 'unresolved';
  /** A sentence without its full stop. */
  readonly why: string;
}

export function unresolved(why: string): Unresolved {
  return { what: 'unresolved', why };
}
