import { programName, writtenText, type SimpleCommand, type VariableAssignment, type Word } from '../model/analysis';
import { readCallAs } from '../calls/commandCall';
import type { CommandCall, CommandSpec } from '../model/commandTable';
import { WRAPPERS } from '../tables/wrappers';
import { assignmentIn, maySplit } from '../model/words';
import type { Opened, OpenedCommand } from './opener';

const tables: ReadonlyMap<string, CommandSpec> = new Map(
  WRAPPERS.flatMap((spec) => spec.names.map((name) => [name, spec] as const)),
);

export interface InnerCommand {
  readonly call: CommandCall;
  readonly words: readonly Word[];
  /** Operands before it, such as the duration of `timeout`. */
  readonly leading: readonly Word[];
  readonly assignments: readonly VariableAssignment[];
  /** Why it may be another one; ends "Not understood: …". */
  readonly doubt: string | undefined;
}

/**
 * Undefined: no table, or the wrapper's options may end elsewhere.
 * @param form.skip operands before it
 * @param form.assignments `NAME=value` may precede it
 */
export function innerCommand(
  command: SimpleCommand,
  { skip = 0, assignments: takesAssignments = false }: { readonly skip?: number; readonly assignments?: boolean } = {},
): InnerCommand | undefined {
  const table = tables.get(programName(command) ?? '');
  if (table === undefined) return undefined;
  const call = readCallAs(command, table);
  const rest = call.operands.slice(skip);
  const assignments = takesAssignments ? leadingAssignments(rest) : [];
  const words = rest.slice(assignments.length);
  return { call, leading: call.operands.slice(0, skip), assignments, words, doubt: doubtAbout(call, words) };
}

export function leadingAssignments(words: readonly Word[]): readonly VariableAssignment[] {
  const assignments: VariableAssignment[] = [];
  for (const word of words) {
    const assignment = assignmentIn(word);
    if (assignment === undefined) break;
    assignments.push({ ...assignment, append: false });
  }
  return assignments;
}

function doubtAbout({ command, specs, unlisted }: CommandCall, inner: readonly Word[]): string | undefined {
  const program = specs[0]?.names[0] ?? '';
  const before = command.words.slice(1, command.words.length - inner.length);
  // Behind the inner command's name the wrapper has no options.
  const strange = unlisted.find((word) => before.includes(word) || word === inner[0]);
  if (strange !== undefined) {
    return `${program} may read ${JSON.stringify(writtenText(strange))} as an option that is not known`;
  }
  const open = before.find(maySplit);
  if (open !== undefined) return `what ${program} runs depends on ${JSON.stringify(writtenText(open))}`;
  return nameDoubt(program, inner);
}

/** The program's name is known only at run time. */
export function nameDoubt(program: string, [name]: readonly Word[]): string | undefined {
  return name === undefined || name.text !== undefined ? undefined : `what ${program} runs is only known when it runs`;
}

/** In doubt the first word may be the wrapper's: both readings are listed. */
export function openedCommand(
  words: readonly Word[],
  doubt: string | undefined,
  more: Omit<OpenedCommand, 'words'> = {},
): Opened | undefined {
  const readings = (doubt === undefined ? [words] : [words, words.slice(1)]).filter(({ length }) => length > 0);
  if (readings.length === 0 && doubt === undefined) return undefined;
  return {
    ...(readings.length === 0 ? {} : { commands: readings.map((reading) => ({ words: reading, ...more })) }),
    ...(doubt === undefined ? {} : { unknown: doubt }),
  };
}
