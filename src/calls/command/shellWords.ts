/** The path that a word of a command means, as far as its text tells. */
import type { Word, WordPiece } from '../../shell/model/analysis';
import { knownValue } from './shellValues';

export interface WordPath {
  /** Unknown values stand in it as a short placeholder. */
  readonly path: string;
  /** `*` and `?` stand for text that is found among the names on the disk. */
  readonly glob: boolean;
  /** Where the first value stands that is only known when the command runs; undefined: none. */
  readonly unknownAt: number | undefined;
}

/**
 * Reads a word as a path.
 * @param from only the text from here on is the path.
 */
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
      path += piece.text === '?' || piece.text.startsWith('[') ? '?' : '*';
    } else {
      const known = knownValue(piece, cwd, home);
      if (known === undefined) unknownAt ??= path.length;
      path += known ?? `$${piece.variable ?? ''}`;
    }
  }
  return { path, glob, unknownAt };
}

/** A tilde that the shell left alone is a character of a name. */
function literal(text: string): string {
  return text.startsWith('~') ? `./${text}` : text;
}

/** Quoted, they stand for themselves: any one character is a wider reading of that. */
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
