/** What is known of a word, and cutting, joining and replacing without losing what is not. */
import { makeWord, textWord, type SimpleCommand, type Word, type WordPiece } from './analysis';

/** A word of which nothing is known. `raw` is shown to people. */
export function unknownWord(raw: string, position: number, quoted: boolean): Word {
  return makeWord([{ kind: 'value', text: raw, quoted }], raw, position);
}

/** Whether the word may turn out to be several words, or none: then what follows it is not where it seems to be. */
export function maySplit({ text, pieces }: Word): boolean {
  return (
    text === undefined && pieces.some((piece) => piece.kind === 'glob' || (piece.kind === 'value' && !piece.quoted))
  );
}

/** Whether a program could take the word for an option. `-` alone is none. */
export function mayBeOption({ text, pieces }: Word): boolean {
  if (text !== undefined) return text.startsWith('-') && text !== '-';
  const [first] = pieces;
  return first?.kind !== 'text' || first.text === '' || first.text.startsWith('-');
}

/** The known text that the word starts with. */
export function knownStart({ pieces }: Word): string {
  const end = pieces.findIndex(({ kind }) => kind !== 'text');
  return (end === -1 ? pieces : pieces.slice(0, end)).map(({ text }) => text).join('');
}

/** The word from that character on, which must lie in its known start. */
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

/** The words with blanks between them, as `eval` and `ssh` put them together. */
export function joinWords(words: readonly Word[]): Word {
  const [first] = words;
  return makeWord(
    words.flatMap(({ pieces }, index) => (index === 0 ? pieces : [{ kind: 'text', text: ' ' } as const, ...pieces])),
    words.map(({ raw }) => raw).join(' '),
    first?.position ?? 0,
  );
}

/** The word with every occurrence of the placeholder in its known text replaced. */
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

/** The text cut at its blanks. */
export function blankWords(text: string, position: number): Word[] {
  return text
    .split(/[ \t\n]/)
    .filter((part) => part !== '')
    .map((part) => textWord(part, position));
}

/** The same command with other words: what a table reads when a program's words are changed before they count. */
export function withWords(command: SimpleCommand, words: readonly Word[]): SimpleCommand {
  return { ...command, words };
}

/** The name and the value of `NAME=value`; undefined: the word is no assignment. */
export function assignmentIn(word: Word): { readonly name: string; readonly value: Word } | undefined {
  const start = knownStart(word);
  const equals = start.indexOf('=');
  return equals < 1 ? undefined : { name: start.slice(0, equals), value: wordFrom(word, equals + 1) };
}
