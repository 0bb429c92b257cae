import type { CommandContext, Redirection, Shell, SimpleCommand } from '../model/analysis';
import type { Listing } from '../model/listing';
import type { ShellState } from './shellState';

export interface CommandPlace {
  readonly context: CommandContext;
  readonly redirections: readonly Redirection[];
  /** No subshell, pipeline, substitution or background job between: effects on the shell stay. */
  readonly isSameShell: boolean;
}

export interface CommandReading {
  readonly command: SimpleCommand;
  readonly afterAssignments: ShellState;
  /** Words were assignments, as for `export`. */
  readonly hasDeclared: boolean;
}

export interface WalkedScript {
  readonly source: string;
  readonly shell: Shell;
  readonly homeFolder: string | undefined;
  readonly topLevel?: string | undefined;
  /** In the outermost script; fixed inside a string. */
  readonly position: { readonly offset: number } | { readonly fixed: number };
  readonly depth: number;
}

export type WalkText = (
  script: WalkedScript,
  folders: readonly string[],
  listing: Listing,
  place: CommandPlace,
) => void;

export interface RunPlace {
  readonly walkText: WalkText;
  readonly script: WalkedScript;
  readonly listing: Listing;
  readonly place: CommandPlace;
  readonly fragment: string;
}
