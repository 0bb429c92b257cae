import type { WordPiece } from '../model/analysis';

/** The variable of the environment in the piece that may hold a secret: any that is not known to hold none. */
export function secretIn(piece: WordPiece): string | undefined {
  return piece.kind === 'value' ? piece.inherited : undefined;
}
