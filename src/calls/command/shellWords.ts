import type { Word, WordPiece } from '../../shell/model/analysis';
import { knownValue } from './shellValues';

export interface WordPath {
  /** Unknown values become a placeholder. */
  readonly path: string;
  /** `*` and `?` are wildcards. */
  readonly glob: boolean;
  /** Start of run-time values. */
  readonly unknownAt: number | undefined;
}

/** @param from start of the path */
export function wordPath(word: Word, from: number, cwd: string | undefined, home: string): WordPath {
  if (word.text !== undefined) return { path: literal(word.text.slice(from)), glob: false, unknownAt: undefined };
  const pieces = piecesFrom(word.pieces, from);
  const glob = pieces.some(({ kind }) => kind === 'glob');
  let path = '';
  let unknownAt: number | undefined;
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      const text = glob ? withoutWildcards(piece.text) : piece.text;
      path += path === '' ? literal(text) : text;
    } else if (piece.kind === 'glob') {
      const wildcard = piece.text === '?' || piece.text.startsWith('[') ? '?' : '*';
      // Any pattern may be a short name.
      if (wildcard === '?' || !path.endsWith('*')) path += wildcard;
    } else {
      const known = knownValue(piece, cwd, home);
      if (known === undefined) unknownAt ??= path.length;
      path += known ?? `$${piece.variable ?? ''}`;
    }
  }
  return { path, glob, unknownAt };
}

/** The shell keeps this tilde. */
function literal(text: string): string {
  return text.startsWith('~') ? `./${text}` : text;
}

/** Quoted wildcards are literal; "any character" is wider. */
function withoutWildcards(text: string): string {
  return text.replace(/[*?[\]\\]/g, '?');
}

function piecesFrom(pieces: readonly WordPiece[], from: number): readonly WordPiece[] {
  let skip = from;
  return pieces.flatMap((piece) => {
    const skipped = Math.min(skip, piece.text.length);
    skip -= skipped;
    return skipped === piece.text.length && skipped > 0 ? [] : [{ ...piece, text: piece.text.slice(skipped) }];
  });
}
