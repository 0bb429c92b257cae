/** Says of a call's words which of them are paths and what happens to these. */
import { textWord, writtenText, type Word } from './analysis';
import { hasOption, type CommandCall, type PathAction, type PathUse, type ValueRole } from './commandTable';
import { wordFrom } from './words';

export type UseDetails = Pick<PathUse, 'recursive' | 'includeHidden' | 'below'>;

export function usesOf(words: readonly Word[], action: PathAction, details: UseDetails = {}): PathUse[] {
  return words.map((word) => ({ word, action, ...details }));
}

/** The uses that the roles of the given options tell. For tables whose `paths` only adds to them. */
export function optionUses(call: CommandCall): readonly PathUse[] {
  return call.options.flatMap(({ spec: { role }, value }) =>
    value === undefined || !isPath(role) ? [] : [{ word: value.word, from: value.from, action: role }],
  );
}

export function isPath(role: ValueRole | undefined): role is PathAction {
  return role !== undefined && role !== 'text';
}

/** The folder that the command runs in. */
export function currentFolder(call: CommandCall): Word {
  return textWord('.', call.command.position);
}

/** The last such option's value, as a word of its own, so that it can stand for a folder that others lie below. */
export function valueOf(call: CommandCall, name: string): PathUse['word'] | undefined {
  const value = call.options.findLast(({ spec }) => spec.names.includes(name))?.value;
  return value === undefined ? undefined : wordFrom(value.word, value.from);
}

/** A recursive reader takes hidden and ignored files along. */
export function sourceUses(words: readonly Word[], recursive: boolean, details: UseDetails = {}): PathUse[] {
  return recursive
    ? usesOf(words, 'search', { recursive: true, includeHidden: true, ...details })
    : usesOf(words, 'read', details);
}

/** The places in the folder that a copy or move of the sources fills: each under its own last name. */
export function placesInside(sources: readonly Word[], folder: Word, action: PathAction = 'rename-to'): PathUse[] {
  return sources.map((word) => {
    const from = lastNameAt(word);
    return from === undefined
      ? { word: folder, action: 'overwrite', recursive: true }
      : { word, from, action, below: folder };
  });
}

/** Where the last name in a path starts; undefined for `.`, `..` and a path that ends in them: the contents are meant. */
export function lastNameAt(word: Word): number | undefined {
  const text = writtenText(word);
  let end = text.length;
  while (end > 1 && text[end - 1] === '/') end -= 1;
  const from = text.lastIndexOf('/', end - 1) + 1;
  const name = text.slice(from, end);
  return name === '' || name === '.' || name === '..' ? undefined : from;
}

/** The sources and the target of `cp`, `mv`, `ln` and `install`, whose target may be named first with `-t`. */
export function sourcesAndTarget(call: CommandCall): {
  sources: readonly Word[];
  target: Word | undefined;
  named: boolean;
} {
  const named = valueOf(call, '-t');
  if (named !== undefined) return { sources: call.operands, target: named, named: true };
  return { sources: call.operands.slice(0, -1), target: call.operands.at(-1), named: false };
}

export function hasAny(call: CommandCall, ...names: readonly string[]): boolean {
  return names.some((name) => hasOption(call, name));
}
