/** A short way to write down commands whose options are many and of many kinds. */
import type { CommandCall, CommandSpec, OptionSpec, ValueRole } from '../commandTable';

/**
 * Options with blanks between them, the spellings of one joined by `|`, and behind them what they take: `-n|--max-count=` a value,
 * `--color=?` a glued value or none, `-U=#` glued digits or none, `-F|--file=read` a path that is read, and `!` at the end of one with
 * which the command does more than read.
 */
export function options(...lists: readonly string[]): readonly OptionSpec[] {
  return lists.flatMap((list) => list.split(' ').map(option));
}

const VALUE_KINDS: Readonly<Record<string, OptionSpec['value'] & string>> = { '?': 'optional', '#': 'numeric' };

function option(entry: string): OptionSpec {
  const changes = entry.endsWith('!');
  const [spellings = '', takes] = (changes ? entry.slice(0, -1) : entry).split('=');
  const value = takes === undefined ? undefined : (VALUE_KINDS[takes] ?? 'required');
  return {
    names: spellings.split('|'),
    ...(value !== undefined && { value }),
    ...(value === 'required' && takes !== '' && { role: takes as ValueRole }),
    ...(changes && { changes: true as const }),
  };
}

type Details = Omit<CommandSpec, 'names' | 'options' | 'readOnly'>;

/** A command that only reads with the listed options. Its aliases stand behind its name. */
export function reads(names: string, given: readonly OptionSpec[] = [], details: Details = {}): CommandSpec {
  return { names: names.split(' '), options: given, readOnly: true, ...details };
}

/** A command that does more than read, whatever its options. They are listed so that rules know them. */
export function does(names: string, given: readonly OptionSpec[] = [], details: Details = {}): CommandSpec {
  return { names: names.split(' '), options: given, readOnly: false, ...details };
}

/** Each of several commands that only read and take the same options. */
export function readsEach(names: string, given: readonly OptionSpec[] = [], details: Details = {}): CommandSpec[] {
  return names.split(' ').map((name) => reads(name, given, details));
}

/** Each of several commands that do more than read. */
export function doesEach(names: string, given: readonly OptionSpec[] = [], details: Details = {}): CommandSpec[] {
  return names.split(' ').map((name) => does(name, given, details));
}

/**
 * Against a value that is a word of its own and looks like an option: a version of the program whose option takes no value there would
 * read it as one.
 */
export function optionAsValue({ options: given }: CommandCall): string | undefined {
  const found = given.find(({ value }) => value?.from === 0 && value.word.text?.startsWith('-') === true);
  return found === undefined ? undefined : `the value of ${found.name} may be an option`;
}
