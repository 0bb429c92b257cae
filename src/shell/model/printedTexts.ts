/** A word for each text that its substitutions may print. */
import { makeWord, type Printed, type Word, type WordPiece } from './analysis';

const MOST_TEXTS = 32;
/** Examples of any hash and number. */
const HASH = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const NUMBER = '1';

export function isPrinted({ pieces }: Word): boolean {
  return pieces.some((piece) => piece.kind === 'value' && piece.prints !== undefined);
}

/** Undefined inside: no word at all. */
export function printedWords({ pieces, raw, position }: Word): readonly (Word | undefined)[] {
  let made: (readonly WordPiece[])[] = [[]];
  for (const piece of pieces) {
    const prints = piece.kind === 'value' ? piece.prints : undefined;
    const alternatives =
      prints === undefined || made.length > MOST_TEXTS ? [piece] : printedTexts(prints).map(textPiece);
    made = made.flatMap((before) => alternatives.map((alternative) => [...before, alternative]));
  }
  const mayVanish = pieces.every((piece) => piece.kind === 'value' && !piece.quoted);
  return made.map((all) => {
    const isEmpty = all.every(({ kind, text }) => kind === 'text' && text === '');
    return isEmpty && mayVanish ? undefined : makeWord(all, raw, position);
  });
}

function textPiece(text: string): WordPiece {
  return { kind: 'text', text };
}

function printedTexts(prints: Printed): readonly string[] {
  switch (prints.kind) {
    case 'hash':
      return [HASH, ...prints.others, ''];
    case 'number':
      return [NUMBER, prints.isSigned === true ? `-${NUMBER}` : ''];
    case 'text':
      return prints.texts;
  }
}
