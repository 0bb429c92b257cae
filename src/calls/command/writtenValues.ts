/** A line's variables (`x=/`, `for x in a b`), for tolerant readings. Only to block. */
import { InputProblem } from '../../common/inputProblem';
import { makeWord, writtenText, type SimpleCommand, type Word, type WordPiece } from '../../shell/model/analysis';

const MOST_WORDS = 50_000;

type Values = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * @returns the commands that use them, for each value
 * @throws InputProblem for too many
 */
export function withWrittenValues(commands: readonly SimpleCommand[]): readonly SimpleCommand[] {
  const values = writtenValues(commands);
  if (values.size === 0) return [];
  let made = 0;
  const filledIn = (word: Word): readonly Word[] => {
    const words = wordsOf(word, values);
    if (words.length > 1) made += words.length;
    if (made > MOST_WORDS) throw new InputProblem('the command line gives its variables too many values to check');
    return words;
  };
  return commands.flatMap((command) => {
    const words = command.words.flatMap(filledIn);
    const redirections = command.redirections.flatMap((redirection) =>
      filledIn(redirection.target).map((target) => ({ ...redirection, target })),
    );
    const isSame =
      words.every((word, index) => word === command.words[index]) &&
      redirections.every(({ target }, index) => target === command.redirections[index]?.target);
    return isSame ? [] : [{ ...command, words, redirections }];
  });
}

function writtenValues(commands: readonly SimpleCommand[]): Values {
  const values = new Map<string, Set<string>>();
  const add = (name: string, value: string): void => {
    const known = values.get(name) ?? new Set();
    values.set(name, known.add(value));
  };
  for (const { words } of commands) {
    const [first, name, keyword, ...list] = words;
    if (first?.text === 'for' && name?.text !== undefined && keyword?.text === 'in') {
      for (const value of list) add(name.text, writtenText(value));
    }
    for (const word of words) {
      const [, assigned, value] = /^(?:export\s+)?([A-Za-z_]\w*)=(.*)$/s.exec(writtenText(word)) ?? [];
      if (assigned !== undefined && value !== undefined) add(assigned, value);
    }
  }
  return values;
}

function wordsOf(word: Word, values: Values): readonly Word[] {
  if (word.text !== undefined) return [word];
  const at = word.pieces.findIndex((piece) => valuesOf(piece, values) !== undefined);
  const piece = word.pieces[at];
  const possible = piece === undefined ? undefined : valuesOf(piece, values);
  if (possible === undefined) return [word];
  return Array.from(possible, (text) => {
    const others = word.pieces.slice(at + 1).map((other): WordPiece => {
      const last = Array.from(valuesOf(other, values) ?? []).at(-1);
      return last === undefined ? other : { kind: 'text', text: last };
    });
    return makeWord([...word.pieces.slice(0, at), { kind: 'text', text }, ...others], word.raw, word.position);
  });
}

function valuesOf(piece: WordPiece, values: Values): ReadonlySet<string> | undefined {
  const name = piece.kind === 'value' ? /^\$\{?(\w+)\}?$/.exec(piece.text)?.[1] : undefined;
  return name === undefined ? undefined : values.get(name);
}
