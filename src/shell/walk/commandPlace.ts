/** Where a command stands, and what is known once it is read. */
import type { CommandContext, Redirection, Shell, SimpleCommand } from '../model/analysis';
import type { Listing } from '../model/listing';
import type { ShellState } from './shellState';

/** Where a command stands. */
export interface CommandPlace {
  readonly context: CommandContext;
  /** Of the groups around it. */
  readonly redirections: readonly Redirection[];
  /** What it does to the shell stays: no subshell, pipeline, substitution or background job is in between. */
  readonly isSameShell: boolean;
}

export interface CommandReading {
  readonly command: SimpleCommand;
  /** The state with its assignments made; they stay if there is no command. */
  readonly afterAssignments: ShellState;
  /** Words of it were read as assignments, as `export` takes them. */
  readonly hasDeclared: boolean;
}

/** A script and where it comes from. */
export interface WalkedScript {
  readonly source: string;
  readonly shell: Shell;
  readonly homeFolder: string | undefined;
  /** Where it stands in the outermost script: all of it at one place if it was a string there. */
  readonly position: { readonly offset: number } | { readonly fixed: number };
  /** How many strings were opened to reach it. */
  readonly depth: number;
}

/** Parses and lists a whole script; what does not fit is unknown. */
export type WalkText = (
  script: WalkedScript,
  folders: readonly string[],
  listing: Listing,
  place: CommandPlace,
) => void;

/** What running a command goes by. */
export interface RunPlace {
  /** For the scripts that it runs in turn. */
  readonly walkText: WalkText;
  readonly script: WalkedScript;
  readonly listing: Listing;
  readonly place: CommandPlace;
  /** The command as written. */
  readonly fragment: string;
}
