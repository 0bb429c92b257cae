import type { CommandContext, Redirection, Shell, SimpleCommand } from '../model/analysis';
import type { Listing } from '../model/listing';
import type { ShellState } from './shellState';

export interface CommandPlace {
  readonly context: CommandContext;
  /** Of the groups around it. */
  readonly redirections: readonly Redirection[];
  /** Its effects on the shell stay: no subshell, pipeline, substitution or background job is in between. */
  readonly isSameShell: boolean;
}

export interface CommandReading {
  readonly command: SimpleCommand;
  /** They stay if there is no command. */
  readonly afterAssignments: ShellState;
  /** Words were read as assignments, as `export` takes them. */
  readonly hasDeclared: boolean;
}

export interface WalkedScript {
  readonly source: string;
  readonly shell: Shell;
  readonly homeFolder: string | undefined;
  /** In the outermost script: all at one place if it was a string there. */
  readonly position: { readonly offset: number } | { readonly fixed: number };
  /** Strings opened to reach it. */
  readonly depth: number;
}

/** What does not fit is unknown. */
export type WalkText = (
  script: WalkedScript,
  folders: readonly string[],
  listing: Listing,
  place: CommandPlace,
) => void;

/** What running a command goes by. */
export interface RunPlace {
  readonly walkText: WalkText;
  readonly script: WalkedScript;
  readonly listing: Listing;
  readonly place: CommandPlace;
  /** The command as written. */
  readonly fragment: string;
}
