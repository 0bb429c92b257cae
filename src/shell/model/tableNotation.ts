/**
 * The notation in which the tables of `commands/` and `openers/` are written.
 *
 * An option is its spellings joined by `|`, then what it takes, then `!` if the command does more than read with it. Blanks stand between
 * options.
 *
 * | written              | the option                                                             |
 * | -------------------- | ---------------------------------------------------------------------- |
 * | `-a|--all`           | has two spellings and no value                                         |
 * | `-n|--lines=`        | must have a value, which is no path                                    |
 * | `-f|--file=read`     | must have a value, a path of that role: one of `PathAction`            |
 * | `--color=?`          | may have a value, glued on                                             |
 * | `-U=#`               | may have a value of digits, glued on                                   |
 * | `-o=overwrite!`      | as above; with it the command does more than read                      |
 *
 * Options of other kinds, such as those with a pair of values, are written as an `OptionSpec` of their own.
 */
import type { CommandCall, CommandSpec, OptionSpec, PathAction } from './commandTable';

/**
 * The options of one or more lists. Several lists are only there to break long lines and to hold comments.
 *
 * @throws if the role of a value is none, so that a slip of the pen cannot leave a path unseen.
 */
export function options(...lists: readonly string[]): readonly OptionSpec[] {
  return lists.flatMap((list) => list.split(' ').map(option));
}

const ROLES: ReadonlySet<string> = new Set(
  Object.keys({
    read: true,
    list: true,
    search: true,
    overwrite: true,
    'in-place': true,
    delete: true,
    'rename-from': true,
    'rename-to': true,
  } satisfies Record<PathAction, true>),
);

function option(entry: string): OptionSpec {
  const changes = entry.endsWith('!');
  const [spellings = '', takes] = (changes ? entry.slice(0, -1) : entry).split('=');
  return { names: spellings.split('|'), ...valueOf(takes, entry), ...(changes && { changes }) };
}

function valueOf(takes: string | undefined, entry: string): Pick<OptionSpec, 'value' | 'role'> {
  switch (takes) {
    case undefined:
      return {};
    case '':
      return { value: 'required' };
    case '?':
      return { value: 'optional' };
    case '#':
      return { value: 'numeric' };
    default:
      if (!ROLES.has(takes)) throw new Error(`no role of a value: ${entry}`);
      return { value: 'required', role: takes as PathAction };
  }
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
