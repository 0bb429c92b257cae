import type { SimpleCommand, WordPiece } from '../model/analysis';

/** The environment's variable in the piece, unless known to hold no secret. */
export function secretIn(piece: WordPiece): string | undefined {
  return piece.kind === 'value' ? piece.inherited : undefined;
}

export function namesSecret({ words, assignments, redirections }: SimpleCommand): boolean {
  const all = [...words, ...assignments.map(({ value }) => value), ...redirections.map(({ target }) => target)];
  return all.some(({ pieces }) => pieces.some((piece) => secretIn(piece) !== undefined));
}
