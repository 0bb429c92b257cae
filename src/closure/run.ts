import type { Shell } from '../shell/model/analysis';
import type { ClosureKind, ClosureProblem } from './closureKinds';

/** Not read yet. */
export type Run = FileRun | PartRun | Unresolved;

export interface FileRun {
  readonly what: 'file';
  readonly kind: ClosureKind;
  readonly name?: string;
  /** As written, from `cwd`. */
  readonly path: string;
  readonly cwd: string | undefined;
  /** `itself`: by its first line. */
  readonly read: 'shell' | 'code' | 'data' | 'itself';
  readonly shell?: Shell;
  /** Shell text in it starts here; absent: in `cwd`. */
  readonly startsIn?: string;
  /** May be missing. */
  readonly optional?: true;
  /** What runs is only likely this. */
  readonly uncertain?: true;
}

/** In a file, such as a package script. */
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
  /** Its `node_modules/.bin` has the programs. */
  readonly packageFolder?: string;
  readonly problem?: ClosureProblem;
  /** They run before its own texts. */
  readonly runs: readonly Run[];
}

export interface PartText {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

export interface Unresolved {
  readonly what: 'unresolved';
  /** A sentence without full stop. */
  readonly why: string;
}

export function unresolved(why: string): Unresolved {
  return { what: 'unresolved', why };
}
