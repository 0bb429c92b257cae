/** A shell's variables and folder while it reads a line. */

import type { Printed, Redirection, WordPiece } from '../model/analysis';

export type KnownValue =
  | { readonly kind: 'text'; readonly text: string }
  /** Known at run time; `text` is its spelling, such as `$!`. */
  | { readonly kind: 'number'; readonly text: string }
  /** A file of the loop's pattern in these folders, or the pattern. */
  | {
      readonly kind: 'pattern';
      readonly text: string;
      readonly pieces: readonly WordPiece[];
      readonly folders: readonly string[];
    }
  /** What the substitution in `text` prints. */
  | { readonly kind: 'printed'; readonly text: string; readonly prints: Printed };

/** Several after a `cd` that may have failed. */
interface KnownFolders {
  readonly kind: 'folders';
  readonly paths: readonly string[];
}

/** Immutable: behind a subshell or branch the walk goes back to one. A chain of changes, the last first. */
export interface ShellState {
  readonly name: string;
  /** Undefined: unknown. */
  readonly value: KnownValue | KnownFolders | undefined;
  /** Some way here does not set it. */
  readonly inherited?: true;
  readonly before: ShellState | undefined;
  readonly depth: number;
}

/** Undefined: unreachable, as behind `exit`. */
export interface Outcome {
  readonly succeeded: ShellState | undefined;
  readonly failed: ShellState | undefined;
}

const FOLDER = ' folder';
const EVERYTHING = ' everything';
const STOPS_ON_FAILURE = ' errexit';
const MOST_DIFFERENCES = 64;
/** Keeps composed values small. */
const LONGEST_VALUE = 1024;

const MOST_FOLDERS = 4;

/** No known variable; the environment is unchanged. */
export function startState(folders: readonly string[]): ShellState {
  return { name: FOLDER, value: knownFolders(folders), before: undefined, depth: 0 };
}

function knownFolders(paths: readonly string[]): KnownFolders | undefined {
  const distinct = [...new Set(paths)];
  return distinct.length === 0 || distinct.length > MOST_FOLDERS ? undefined : { kind: 'folders', paths: distinct };
}

export function forgetEverything(state: ShellState): ShellState {
  return push(state, EVERYTHING, undefined);
}

export function setVariable(state: ShellState, name: string, value: KnownValue | undefined): ShellState {
  return push(state, name, value !== undefined && value.text.length > LONGEST_VALUE ? undefined : value);
}

/** @param folders undefined: perhaps an unknown one */
export function setFolders(state: ShellState, folders: readonly (string | undefined)[]): ShellState {
  const known = folders.filter((folder) => folder !== undefined);
  return push(state, FOLDER, known.length === folders.length ? knownFolders(known) : undefined);
}

/** Empty: unknown. */
export function foldersIn(state: ShellState): readonly string[] {
  const value = find(state, FOLDER)?.value;
  return value?.kind === 'folders' ? value.paths : [];
}

export function hasLeftFolder(state: ShellState): boolean {
  for (let at: ShellState | undefined = state; at !== undefined; at = at.before) {
    if (at.name === FOLDER || at.name === EVERYTHING) return at.before !== undefined;
  }
  return false;
}

export function stopsOnFailure(state: ShellState): boolean {
  return variableIn(state, STOPS_ON_FAILURE)?.value?.text === 'on';
}

export function setStopsOnFailure(state: ShellState, stops: boolean): ShellState {
  return push(state, STOPS_ON_FAILURE, stops ? { kind: 'text', text: 'on' } : undefined);
}

/** Undefined: not set by the line. */
export function variableIn(state: ShellState, name: string): { readonly value: KnownValue | undefined } | undefined {
  const found = find(state, name);
  // No variable has that name.
  return found?.value?.kind === 'folders' ? { value: undefined } : (found as ReturnType<typeof variableIn>);
}

export function mayBeInherited(state: ShellState, name: string): boolean {
  const found = find(state, name);
  return found === undefined || found.inherited === true;
}

/** Known in both. */
export function joinStates(one: ShellState | undefined, other: ShellState | undefined): ShellState | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  const names = new Set<string>();
  let left = one;
  let right = other;
  for (let differences = 0; left !== right; differences++) {
    if (differences > MOST_DIFFERENCES) return forgetEverything(one);
    const leftIsLonger = left.depth >= right.depth;
    const longer = leftIsLonger ? left : right;
    names.add(longer.name);
    // All states of a line begin with one element.
    if (longer.before === undefined) return startState([]);
    if (leftIsLonger) left = longer.before;
    else right = longer.before;
  }
  if (names.has(EVERYTHING)) return forgetEverything(left);
  let joined = left;
  for (const name of names) {
    const inherited = mayBeInherited(one, name) || mayBeInherited(other, name);
    joined = push(joined, name, common(find(one, name)?.value, find(other, name)?.value), inherited);
  }
  return joined;
}

export function forget(state: ShellState, names: Iterable<string>, leavesFolder: boolean): ShellState {
  let forgotten = leavesFolder ? setFolders(state, [undefined]) : state;
  for (const name of names) forgotten = push(forgotten, name, undefined, mayBeInherited(state, name));
  return forgotten;
}

export function bothWays(state: ShellState | undefined): Outcome {
  return { succeeded: state, failed: state };
}

/** If a redirection fails the command does not run. */
export function unlessRedirectionFails(
  { succeeded, failed }: Outcome,
  redirections: readonly Redirection[],
  before: ShellState,
): Outcome {
  return redirections.every(cannotFail) ? { succeeded, failed } : { succeeded, failed: joinStates(failed, before) };
}

function cannotFail({ operator, target }: Redirection): boolean {
  const isDescriptor = operator === '>&' || operator === '<&';
  return (
    operator === '<<' ||
    operator === '<<<' ||
    target.text === '/dev/null' ||
    (isDescriptor && ['0', '1', '2', '-'].includes(target.text ?? ''))
  );
}

type Value = ShellState['value'];

function push(before: ShellState, name: string, value: Value, inherited = false): ShellState {
  return { name, value, ...(inherited && { inherited }), before, depth: before.depth + 1 };
}

function find(state: ShellState, name: string): Pick<ShellState, 'value' | 'inherited'> | undefined {
  for (let at: ShellState | undefined = state; at !== undefined; at = at.before) {
    if (at.name === name) return at;
    if (at.name === EVERYTHING) return { value: undefined, inherited: true };
  }
  return undefined;
}

function common(one: Value, other: Value): Value {
  if (one?.kind === 'folders' && other?.kind === 'folders') return knownFolders([...one.paths, ...other.paths]);
  if (one === undefined || other === undefined || one.kind === 'folders' || other.kind === 'folders') return undefined;
  return one.kind === other.kind && one.text === other.text ? one : undefined;
}
