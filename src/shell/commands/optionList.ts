/** Short ways to write the option tables. A list names options with blanks between them, the spellings of one joined by `|`. */
import type { OptionSpec, ValueRole } from '../commandTable';

/** Options without a value: `flags('-a|--all -l')`. */
export function flags(list: string): readonly OptionSpec[] {
  return spellings(list).map((names) => ({ names }));
}

/** Options that must have a value. */
export function valued(list: string, role: ValueRole = 'text'): readonly OptionSpec[] {
  return spellings(list).map((names) => ({ names, value: 'required', role }));
}

/** Options that may have a value, glued to them. */
export function optional(list: string, role: ValueRole = 'text'): readonly OptionSpec[] {
  return spellings(list).map((names) => ({ names, value: 'optional', role }));
}

/** Options without a value that make the command do more than read. */
export function changing(list: string): readonly OptionSpec[] {
  return spellings(list).map((names) => ({ names, changes: true }));
}

/** Options with a value that make the command do more than read. */
export function changingValued(list: string, role: ValueRole = 'text'): readonly OptionSpec[] {
  return spellings(list).map((names) => ({ names, value: 'required', role, changes: true }));
}

function spellings(list: string): readonly (readonly string[])[] {
  return list
    .split(' ')
    .filter((entry) => entry !== '')
    .map((entry) => entry.split('|'));
}
