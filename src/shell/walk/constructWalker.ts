import type { Statement, SyntaxNode, Word as ParsedWord } from 'unbash';
import type { Word } from '../model/analysis';
import type { Listing } from '../model/listing';
import type { Dialect } from '../dialects/dialect';
import type { CommandWalker } from './commandReading';
import type { Outcome, ShellState } from './shellState';
import type { Surroundings } from './surroundings';
import type { WordResolver } from './wordResolution';

/** The walk around a loop, branch or test. */
export interface ConstructWalker extends CommandWalker {
  readonly dialect: Dialect | undefined;
  readonly listing: Listing;
  positionOf(pos: number): number;
  walk(node: SyntaxNode, state: ShellState, around: Surroundings): Outcome;
  walkList(statements: readonly Statement[], state: ShellState, around: Surroundings): Outcome;
  walkAgain(statements: readonly Statement[], state: ShellState, around: Surroundings): void;
  resolver(state: ShellState, around: Surroundings): WordResolver;
}

/** Then what the line does tells the value. */
export function noteSecret({ pieces }: Word, { pos, end }: ParsedWord, walker: ConstructWalker): void {
  const secret = pieces.map((piece) => (piece.kind === 'value' ? piece.inherited : undefined)).find(Boolean);
  if (secret !== undefined) walker.doubt(`the variable ${secret} may hold a secret`, pos, end);
}
