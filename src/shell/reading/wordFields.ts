import { makeWord, type Word, type WordPiece } from '../model/analysis';
import { expandBraces, hasBraces } from './braceExpansion';
import type { Part } from './wordPart';

export interface WrittenWord {
  readonly raw: string;
  readonly position: number;
}

/** None for an empty unquoted value, several for braces or blanks. */
export function fieldsOf(
  parts: readonly Part[],
  written: WrittenWord,
): { readonly words: readonly Word[]; readonly isExact: boolean } {
  if (!hasBraces(parts)) return { words: splitFields(parts, written), isExact: true };
  const { words, isExact } = expandBraces(parts);
  return { words: words.flatMap((word) => splitFields(word, written)), isExact };
}

export function singleWord(parts: readonly Part[], { raw, position }: WrittenWord): Word {
  return makeWord(
    mergedPieces(
      parts.map((part) => (part.kind === 'glob' || part.kind === 'value' ? pieceOf(part) : textPiece(part.text))),
    ),
    raw,
    position,
  );
}

function splitFields(parts: readonly Part[], { raw, position }: WrittenWord): Word[] {
  const words: Word[] = [];
  let pieces: WordPiece[] | undefined;
  const finish = (): void => {
    if (pieces !== undefined) words.push(makeWord(mergedPieces(pieces), raw, position));
    pieces = undefined;
  };
  for (const part of parts) {
    if (part.kind !== 'split') {
      if (part.kind === 'text' && part.text === '' && !part.quoted) continue;
      (pieces ??= []).push(part.kind === 'glob' || part.kind === 'value' ? pieceOf(part) : textPiece(part.text));
      continue;
    }
    part.text.split(/[ \t\n]+/).forEach((field, index) => {
      if (index > 0) finish();
      if (field !== '') (pieces ??= []).push(textPiece(field));
    });
  }
  finish();
  return words;
}

function textPiece(text: string): WordPiece {
  return { kind: 'text', text };
}

function pieceOf(part: Part & { readonly kind: 'glob' | 'value' }): WordPiece {
  if (part.kind === 'glob') return part;
  const { text, variable, inherited, quoted, isNumber } = part;
  const prints = part.prints ?? (isNumber === true ? ({ kind: 'number', isSigned: true } as const) : undefined);
  return {
    kind: 'value',
    text,
    ...(variable !== undefined && { variable }),
    ...(inherited !== undefined && { inherited }),
    quoted,
    ...(prints && { prints }),
  };
}

function mergedPieces(pieces: readonly WordPiece[]): readonly WordPiece[] {
  if (pieces.length < 2) return pieces;
  const merged: WordPiece[] = [];
  let text = '';
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      text += piece.text;
      continue;
    }
    if (text !== '') merged.push(textPiece(text));
    text = '';
    merged.push(piece);
  }
  if (text !== '' || merged.length === 0) merged.push(textPiece(text));
  return merged;
}
