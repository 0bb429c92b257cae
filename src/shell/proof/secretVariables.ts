import type { SimpleCommand, WordPiece } from '../model/analysis';

/** The environment's variable in the piece, unless known to hold no secret. */
export function secretIn(piece: WordPiece): string | undefined {
  return piece.kind === 'value' ? piece.inherited : undefined;
}

export function namesSecret(command: SimpleCommand): boolean {
  return secretsIn(command).length > 0;
}

export function secretsIn({ words, assignments, redirections }: SimpleCommand): readonly WordPiece[] {
  const all = [...words, ...assignments.map(({ value }) => value), ...redirections.map(({ target }) => target)];
  return all.flatMap(({ pieces }) => pieces.filter((piece) => secretIn(piece) !== undefined));
}
