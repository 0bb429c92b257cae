/** What a command line runs beside its words, as a plain tree to show, keep and hash. */
import type { ResolvedTouch } from '../calls/toolCall';
import type { Analysis, SimpleCommand } from '../shell/model/analysis';
import type { ClosureKind, ClosureProblem } from './closureKinds';

export interface ClosureNode {
  readonly kind: ClosureKind;
  /** Absolute; links followed where certain. */
  readonly path: string;
  /** The script, target, hook or task in the file. */
  readonly name?: string;
  /** Of the whole file, hexadecimal. */
  readonly sha256?: string;
  /** What is read; absent: nothing, and `problem` says why. */
  readonly text?: string;
  /** Its first line in the file, from 1. */
  readonly line?: number;
  readonly language: ClosureLanguage;
  readonly problem?: ClosureProblem;
  readonly children: readonly ClosureNode[];
}

export type ClosureLanguage = 'shell' | 'code' | 'data';

export interface Closure {
  readonly roots: readonly ClosureNode[];
  /** Sentences without full stop. */
  readonly unresolved: readonly string[];
  /** As far as the tables know the programs, nothing else decides what runs. */
  readonly complete: boolean;
}

/** What a command of the line or a text runs. */
export interface StartedNodes {
  readonly command: SimpleCommand;
  readonly nodes: readonly ClosureNode[];
}

/** Shell text of a node, for the analyser. */
export interface ClosureText {
  readonly node: ClosureNode;
  /** Its first line in the file, from 1. */
  readonly line: number;
  readonly text: string;
  readonly analysis: Analysis;
  readonly cwd: string | undefined;
  readonly touches: readonly ResolvedTouch[];
  /** Only a shell of its own reads the file, from start to end. */
  readonly isWhole: boolean;
}

export const NOTHING_RUNS: Closure = { roots: [], unresolved: [], complete: true };

/** In order, before their children. */
export function nodesOf({
  roots,
}: Pick<Closure, 'roots'>): readonly { readonly node: ClosureNode; readonly depth: number }[] {
  const found: { node: ClosureNode; depth: number }[] = [];
  const visit = (nodes: readonly ClosureNode[], depth: number): void => {
    for (const node of nodes) {
      found.push({ node, depth });
      visit(node.children, depth + 1);
    }
  };
  visit(roots, 0);
  return found;
}
