/** A short way to write down the options of a program, one a line. */
import type { OptionSpec, ValueRole } from '../commandTable';

export { does, doesEach } from './tableNotation';

/**
 * One option a line, all spellings first, then what it takes: `-n --max-count =` a value, `--color ?` a glued value or none, `-U #` glued
 * digits or none, `-F --file =read` a path that is read, and `!` behind it all for an option with which the command does more than read.
 */
export function options(...lines: readonly string[]): readonly OptionSpec[] {
  return lines.map(option);
}

const VALUE_KINDS = { '=': 'required', '?': 'optional', '#': 'numeric' } as const;

function option(line: string): OptionSpec {
  const words = line.split(' ');
  const names = words.filter((word) => word.startsWith('-'));
  const takes = words.find((word) => /^[=?#]/.test(word));
  const role = takes?.slice(1) ?? '';
  return {
    names,
    ...(takes !== undefined && { value: VALUE_KINDS[takes[0] as keyof typeof VALUE_KINDS] }),
    ...(role !== '' && { role: role as ValueRole }),
    ...(words.at(-1) === '!' && { changes: true as const }),
  };
}
