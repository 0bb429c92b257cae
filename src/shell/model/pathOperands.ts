import { textWord, writtenText, type Word } from './analysis';
import { hasOption, type CommandCall, type PathAction, type PathUse, type ValueRole } from './commandTable';
import { wordFrom } from './words';

export type UseDetails = Pick<PathUse, 'recursive' | 'includeHidden' | 'below' | 'secondName'>;

export function usesOf(words: readonly Word[], action: PathAction, details: UseDetails = {}): PathUse[] {
  return words.map((word) => ({ word, action, ...details }));
}

/** For tables whose `paths` only adds to the options' roles. */
export function optionUses(call: CommandCall): readonly PathUse[] {
  return call.options.flatMap(({ spec: { role }, value }) =>
    value === undefined || !isPath(role) ? [] : [{ word: value.word, from: value.from, action: role }],
  );
}

export function isPath(role: ValueRole | undefined): role is PathAction {
  return role !== undefined && role !== 'text';
}

export function currentFolder(call: CommandCall): Word {
  return textWord('.', call.command.position);
}

/** As a word that can be a folder. */
export function valueOf(call: CommandCall, name: string): PathUse['word'] | undefined {
  const value = call.options.findLast(({ spec }) => spec.names.includes(name))?.value;
  return value === undefined ? undefined : wordFrom(value.word, value.from);
}

/** A recursive reader includes hidden and ignored files. */
export function sourceUses(words: readonly Word[], recursive: boolean, details: UseDetails = {}): PathUse[] {
  return recursive
    ? usesOf(words, 'search', { recursive: true, includeHidden: true, ...details })
    : usesOf(words, 'read', details);
}

/** Places that a copy or move fills: each source under its last name. */
export function placesInside(sources: readonly Word[], folder: Word, action: PathAction = 'rename-to'): PathUse[] {
  return sources.map((word) => {
    const from = lastNameAt(word);
    return from === undefined
      ? { word: folder, action: 'overwrite', recursive: true }
      : { word, from, action, below: folder };
  });
}

/** Undefined for `.` and `..` at the end: they mean the contents. */
export function lastNameAt(word: Word): number | undefined {
  const text = writtenText(word);
  let end = text.length;
  while (end > 1 && text[end - 1] === '/') end -= 1;
  const from = text.lastIndexOf('/', end - 1) + 1;
  const name = text.slice(from, end);
  return name === '' || name === '.' || name === '..' ? undefined : from;
}

/** Of `cp`, `mv`, `ln` and `install`; `-t` may name the target first. */
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
