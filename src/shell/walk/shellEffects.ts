import { foldersOf, type SimpleCommand, type Word } from '../model/analysis';
import { dialectOf } from '../dialects/dialects';
import { effectOf, SPECIAL_BUILTINS, type Effect } from './builtinEffects';
import type { RunPlace } from './commandPlace';
import type { Listing } from '../model/listing';
import {
  bothWays,
  forgetEverything,
  setFolders,
  setStopsOnFailure,
  setVariable,
  variableIn,
  type Outcome,
  type ShellState,
} from './shellState';
import { isPrinted, printedWords } from '../model/printedTexts';
import { changesCommands, keepsItsValue } from '../reading/variableNames';
import { isBuiltinOfZsh } from '../dialects/zshCommands';
import { enterFolder, folderAfter } from './workingFolder';

/** The shell sets or keeps some itself. */
export function withoutKeptNames(
  assigned: ShellState,
  before: ShellState,
  { assignments }: SimpleCommand,
  { readOnlyNames }: Listing,
): ShellState {
  if (assigned === before) return assigned;
  let state = assigned;
  for (const { name } of assignments) {
    if (!keepsItsValue(name) || readOnlyNames.has(name)) state = setVariable(state, name, undefined);
  }
  return state;
}

export function objectToAssignment(
  name: string,
  value: string | undefined,
  command: SimpleCommand,
  at: RunPlace,
): void {
  const objection = dialectOf(at.script.shell)?.variable(name);
  if (objection !== undefined) at.listing.doubt(objection, at.fragment, command.position);
  if (changesCommands(name, value)) {
    at.listing.doubt(`${name} changes what later commands are or do`, at.fragment, command.position);
  }
}

export function applyEffects(command: SimpleCommand, given: ShellState, at: RunPlace): Outcome {
  const { listing, place } = at;
  const { words } = command;
  const [first] = words;
  const name = first?.text;
  if (name === undefined) {
    listing.doubt('a command whose name is only known when it runs', at.fragment, command.position);
    return bothWays(forgetEverything(given));
  }
  if (!/^(?:\[|[\w./+@%:,~^-]+)$/.test(name)) {
    listing.doubt('an unusual name of a command', at.fragment, command.position);
  }
  const effect = effectOf(words);
  if (effect.objection !== undefined) listing.doubt(effect.objection, at.fragment, command.position);
  if (effect.changesShell === true && place.isSameShell) listing.changesShell = true;
  let state = given;
  if (SPECIAL_BUILTINS.has(name)) {
    for (const assignment of command.assignments) {
      objectToAssignment(assignment.name, assignment.value.text, command, at);
      state = setVariable(state, assignment.name, undefined);
    }
  }
  return outcomeOf(effect, command, state, at);
}

function outcomeOf(effect: Effect, command: SimpleCommand, given: ShellState, at: RunPlace): Outcome {
  if (effect.ends === true) return { succeeded: undefined, failed: undefined };
  if (effect.forgetsEverything === true) return bothWays(forgetEverything(given));
  let state = given;
  // `local` fails outside a function; behind `command` a declaration may differ.
  const declares = command.words[0]?.text !== 'local' || command.context.function !== undefined;
  const isDirect = command.context.via.length === 0 && declares;
  for (const { name, value } of effect.sets ?? []) {
    objectToAssignment(name, value, command, at);
    const keeps = isDirect && value !== undefined && keepsItsValue(name) && !at.listing.readOnlyNames.has(name);
    state = setVariable(state, name, keeps ? { kind: 'text', text: value } : undefined);
    if (effect.makesReadOnly === true) at.listing.readOnlyNames.add(name);
  }
  if (effect.sets !== undefined) {
    for (const { name } of command.assignments) state = setVariable(state, name, undefined);
  }
  // Where `set -e` stops in zsh depends on more.
  if (effect.stopsOnFailure !== undefined && at.script.shell !== 'zsh')
    state = setStopsOnFailure(state, effect.stopsOnFailure);
  if (effect.leavesFolder === undefined) return bothWays(afterAutoCd(command, state, at));
  if (effect.leavesFolder === 'unknown') return bothWays(setFolders(state, [undefined]));
  return { succeeded: setFolders(state, foldersAfterCd(command, state, at)), failed: state };
}

/** zsh may enter a folder that is named alone. */
function afterAutoCd(command: SimpleCommand, state: ShellState, { script }: RunPlace): ShellState {
  const [name, ...others] = command.words;
  if (script.shell !== 'zsh' || others.length > 0 || name?.text === undefined || isBuiltinOfZsh(name.text))
    return state;
  const { text } = name;
  const entered = eachFolder(command).map((folder) => enterFolder(folder, text));
  return setFolders(state, [...eachFolder(command), ...entered]);
}

function foldersAfterCd(command: SimpleCommand, state: ShellState, at: RunPlace): readonly (string | undefined)[] {
  const setsHome = command.assignments.some(({ name }) => name === 'HOME') || variableIn(state, 'HOME') !== undefined;
  const from = {
    home: setsHome ? undefined : at.script.homeFolder,
    searchesFolders:
      variableIn(state, 'CDPATH') !== undefined || command.assignments.some(({ name }) => name === 'CDPATH'),
  };
  return eachFolder(command).flatMap((folder) =>
    targets(command.words).map((words) => {
      // Some shells stay, others fail.
      if (words.length === 2 && words[1]?.text === '') return folder;
      return words.slice(1).some((word) => mayNameVariable(word, state, at))
        ? undefined
        : folderAfter(words, { ...from, folder });
    }),
  );
}

/** With CDABLE_VARS zsh enters a variable's folder. The environment's are upper case by custom. */
function mayNameVariable({ text = '' }: Word, state: ShellState, { script }: RunPlace): boolean {
  if (script.shell !== 'zsh') return false;
  const [name = ''] = text.split('/', 1);
  return /^[A-Z_][A-Z0-9_]*$/.test(name) || (name !== '' && variableIn(state, name) !== undefined);
}

/** `cd "$(git rev-parse --show-toplevel)"` */
function targets(words: readonly Word[]): readonly (readonly Word[])[] {
  const [name, target] = words;
  if (name === undefined || target === undefined || words.length > 2 || !isPrinted(target)) return [words];
  return printedWords(target).map((word) => (word === undefined ? [name] : [name, word]));
}

/** An absolute path needs no known folder. */
export function eachFolder(command: SimpleCommand): readonly (string | undefined)[] {
  const folders = foldersOf(command);
  return folders.length === 0 ? [undefined] : folders;
}
