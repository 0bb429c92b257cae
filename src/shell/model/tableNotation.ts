/**
 * The notation of `tables/` and `openers/`. An option is its spellings joined by `|`, then what it takes, then `!` if
 * the command does more than read with it. Blanks separate options.
 * - `-a|--all`: no value
 * - `-n|--lines=`: required value, not a path
 * - `-f|--file=read`: required path of that role (a `PathAction`)
 * - `--color=?`: optional value, glued
 * - `-U=#`: optional digits, glued
 * - `-o=overwrite!`: required path; does more than read
 * Other kinds, such as pairs, are an `OptionSpec`.
 */
import type { CommandCall, CommandSpec, OptionSpec, PathAction } from './commandTable';

/** @throws if a role is unknown: a typo cannot hide a path */
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

/** Only reads with the listed options. Aliases follow the name. */
export function reads(names: string, given: readonly OptionSpec[] = [], details: Details = {}): CommandSpec {
  return { names: names.split(' '), options: given, readOnly: true, ...details };
}

/** Does more than read; its options are listed for rules. */
export function does(names: string, given: readonly OptionSpec[] = [], details: Details = {}): CommandSpec {
  return { names: names.split(' '), options: given, readOnly: false, ...details };
}

export function readsEach(names: string, given: readonly OptionSpec[] = [], details: Details = {}): CommandSpec[] {
  return names.split(' ').map((name) => reads(name, given, details));
}

export function doesEach(names: string, given: readonly OptionSpec[] = [], details: Details = {}): CommandSpec[] {
  return names.split(' ').map((name) => does(name, given, details));
}

/** Objects to a value that another version may read as an option. */
export function optionAsValue({ options: given }: CommandCall): string | undefined {
  const found = given.find(({ value }) => value?.from === 0 && value.word.text?.startsWith('-') === true);
  return found === undefined ? undefined : `the value of ${found.name} may be an option`;
}
