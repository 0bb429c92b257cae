import { makeWord, textWord, type SimpleCommand, type Word, type WordPiece } from './analysis';

/** `raw` is shown to people. */
export function unknownWord(raw: string, position: number, quoted: boolean): Word {
  return makeWord([{ kind: 'value', text: raw, quoted }], raw, position);
}

/** May become several words, or none: later words may shift. */
export function maySplit({ text, pieces }: Word): boolean {
  return (
    text === undefined && pieces.some((piece) => piece.kind === 'glob' || (piece.kind === 'value' && !piece.quoted))
  );
}

/** `-` alone is an operand. */
export function mayBeOption({ text, pieces }: Word): boolean {
  if (text !== undefined) return text.startsWith('-') && text !== '-';
  const [first] = pieces;
  return first?.kind !== 'text' || first.text === '' || first.text.startsWith('-');
}

export function knownStart({ pieces }: Word): string {
  const end = pieces.findIndex(({ kind }) => kind !== 'text');
  return (end === -1 ? pieces : pieces.slice(0, end)).map(({ text }) => text).join('');
}

/** `from` must be in the known start. */
export function wordFrom(word: Word, from: number): Word {
  if (from === 0) return word;
  const pieces: WordPiece[] = [];
  let left = from;
  for (const piece of word.pieces) {
    const cut = piece.kind === 'text' ? Math.min(left, piece.text.length) : 0;
    left -= cut;
    if (cut === 0) pieces.push(piece);
    else if (cut < piece.text.length) pieces.push({ kind: 'text', text: piece.text.slice(cut) });
  }
  return makeWord(pieces, word.raw, word.position);
}

export function joinWords(words: readonly Word[]): Word {
  const [first] = words;
  return makeWord(
    words.flatMap(({ pieces }, index) => (index === 0 ? pieces : [{ kind: 'text', text: ' ' } as const, ...pieces])),
    words.map(({ raw }) => raw).join(' '),
    first?.position ?? 0,
  );
}

export function replaceInWord(word: Word, placeholder: string, replacement: readonly WordPiece[]): Word {
  if (placeholder === '' || !word.pieces.some(({ kind, text }) => kind === 'text' && text.includes(placeholder))) {
    return word;
  }
  const pieces = word.pieces.flatMap((piece): WordPiece[] => {
    if (piece.kind !== 'text') return [piece];
    return piece.text
      .split(placeholder)
      .flatMap((text, index) => [...(index === 0 ? [] : replacement), { kind: 'text' as const, text }])
      .filter(({ kind, text }) => kind !== 'text' || text !== '');
  });
  return makeWord(pieces, word.raw, word.position);
}

export function blankWords(text: string, position: number): Word[] {
  return text
    .split(/[ \t\n]/)
    .filter((part) => part !== '')
    .map((part) => textWord(part, position));
}

export function withWords(command: SimpleCommand, words: readonly Word[]): SimpleCommand {
  return { ...command, words };
}

/** Of `NAME=value`; undefined: not an assignment. */
export function assignmentIn(word: Word): { readonly name: string; readonly value: Word } | undefined {
  const start = knownStart(word);
  const equals = start.indexOf('=');
  return equals < 1 ? undefined : { name: start.slice(0, equals), value: wordFrom(word, equals + 1) };
}
