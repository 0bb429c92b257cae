/** What a command line would run beside its own words: a plain tree that can be shown, kept and hashed. */
import type { ResolvedTouch } from '../calls/toolCall';
import type { Analysis, SimpleCommand } from '../shell/model/analysis';
import type { ClosureKind, ClosureProblem } from './closureKinds';

export interface ClosureNode {
  readonly kind: ClosureKind;
  /** Absolute, links followed where that is certain. */
  readonly path: string;
  /** Of the script, target, hook or task in the file. */
  readonly name?: string;
  /** Of the whole file, hexadecimal. */
  readonly sha256?: string;
  /** What is read of it; absent: nothing is, and `problem` says why. */
  readonly text?: string;
  /** Where the text starts in the file, from 1. */
  readonly line?: number;
  readonly language: ClosureLanguage;
  readonly problem?: ClosureProblem;
  readonly children: readonly ClosureNode[];
}

export type ClosureLanguage = 'shell' | 'code' | 'data';

export interface Closure {
  readonly roots: readonly ClosureNode[];
  /** Each a sentence without its full stop. */
  readonly unresolved: readonly string[];
  /** Nothing else of the disk decides what runs, as far as the tables know the programs. */
  readonly complete: boolean;
}

/** A command of the line, or of a text in it, and what it runs. */
export interface StartedNodes {
  readonly command: SimpleCommand;
  readonly nodes: readonly ClosureNode[];
}

/** Shell text of a node, as the analyser reads it. */
export interface ClosureText {
  readonly node: ClosureNode;
  /** Where the text starts in the file, from 1. */
  readonly line: number;
  readonly text: string;
  readonly analysis: Analysis;
  readonly cwd: string | undefined;
  readonly touches: readonly ResolvedTouch[];
  /** A file that a shell of its own reads from its start to its end, and nothing else does. */
  readonly isWhole: boolean;
}

export const NOTHING_RUNS: Closure = { roots: [], unresolved: [], complete: true };

/** In order, each before its children. */
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
