import type { WordPiece } from '../model/analysis';

/** The environment's variable in the piece, unless known to hold no secret. */
export function secretIn(piece: WordPiece): string | undefined {
  return piece.kind === 'value' ? piece.inherited : undefined;
}
