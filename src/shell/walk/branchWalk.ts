import type { AndOr, Case, If } from 'unbash';
import { noteSecret, type ConstructWalker } from './constructWalker';
import { bothWays, joinStates, type Outcome, type ShellState } from './shellState';
import { conditional, join, reached, type Surroundings } from './surroundings';

export function walkAndOr(
  { commands, operators }: AndOr,
  state: ShellState,
  around: Surroundings,
  walker: ConstructWalker,
): Outcome {
  let outcome = bothWays(state);
  commands.forEach((command, index) => {
    const isTested = around.isTested || index < commands.length - 1;
    const operator = operators[index - 1];
    if (operator === undefined) {
      outcome = walker.walk(command, state, { ...around, isTested });
      return;
    }
    const isAnd = operator === '&&';
    const start = reached(isAnd ? outcome.succeeded : outcome.failed);
    const next = walker.walk(command, start, { ...conditional(around), isTested });
    outcome = isAnd
      ? { succeeded: next.succeeded, failed: joinStates(outcome.failed, next.failed) }
      : { succeeded: joinStates(outcome.succeeded, next.succeeded), failed: next.failed };
  });
  return outcome;
}

export function walkIf(node: If, state: ShellState, around: Surroundings, walker: ConstructWalker): Outcome {
  const tested = { ...around, isTested: true };
  let condition = walker.walkList(node.clause.commands, state, tested);
  let outcome = walker.walkList(node.then.commands, reached(condition.succeeded), around);
  for (const branch of node.elif) {
    condition = walker.walkList(branch.clause.commands, reached(condition.failed), tested);
    outcome = join(outcome, walker.walkList(branch.then.commands, reached(condition.succeeded), around));
  }
  const otherwise =
    node.else === undefined
      ? { succeeded: condition.failed, failed: undefined }
      : walker.walkList(node.else.commands, reached(condition.failed), around);
  return join(outcome, otherwise);
}

export function walkCase(
  { word, items }: Case,
  state: ShellState,
  around: Surroundings,
  walker: ConstructWalker,
): Outcome {
  const resolver = walker.resolver(state, around);
  walker.noteWord(word);
  noteSecret(resolver.single(word), word, walker);
  let outcome = bothWays(state);
  for (const { pattern, body } of items) {
    for (const alternative of pattern) {
      walker.noteWord(alternative);
      noteSecret(resolver.single(alternative), alternative, walker);
    }
    // `;&` may come from the body before, whose changes are unknown here.
    const start = joinStates(state, joinStates(outcome.succeeded, outcome.failed)) ?? state;
    outcome = join(outcome, walker.walkList(body.commands, start, around));
  }
  return outcome;
}
