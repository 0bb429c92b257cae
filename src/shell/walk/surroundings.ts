import type { Statement } from 'unbash';
import type { CommandContext } from '../model/analysis';
import type { CommandPlace } from './commandPlace';
import { forgetEverything, joinStates, startState, stopsOnFailure, type Outcome, type ShellState } from './shellState';

export interface Surroundings extends CommandPlace {
  /** A tested failure does not end a shell with `set -e`. */
  readonly isTested: boolean;
}

/** Unknown if never reached. */
export function reached(state: ShellState | undefined): ShellState {
  return state ?? forgetEverything(startState([]));
}

/** The commands may run never or often. */
export function conditional(around: Surroundings): Surroundings {
  if (around.context.conditional) return around;
  const context: CommandContext = { ...around.context, conditional: true };
  return { ...around, context };
}

export function join(one: Outcome, other: Outcome): Outcome {
  return {
    succeeded: joinStates(one.succeeded, other.succeeded),
    failed: joinStates(one.failed, other.failed),
  };
}

/** With `set -e` a failing plain command ends the shell. */
export function afterStatement(
  outcome: Outcome,
  statement: Statement | undefined,
  around: Surroundings,
): ShellState | undefined {
  const { succeeded, failed } = outcome;
  const isPlain = statement?.command.type === 'Command' && statement.background !== true && !around.isTested;
  const stops = isPlain && failed !== undefined && around.context.function === undefined && stopsOnFailure(failed);
  return stops ? succeeded : joinStates(succeeded, failed);
}
