import type { InlineCode, Shell, SimpleCommand, VariableAssignment, Word } from '../model/analysis';

/** Undefined: opens nothing. */
export type Opener = (command: SimpleCommand) => Opened | undefined;

export interface Opened {
  readonly commands?: readonly OpenedCommand[];
  /** A shell reads it: `bash -c TEXT`, `eval`, `ssh host TEXT`. Analysed like the line. */
  readonly scripts?: readonly OpenedScript[];
  readonly code?: readonly Pick<InlineCode, 'language' | 'text'>[];
  /** Ends "Not understood: …". */
  readonly unknown?: string;
}

export interface OpenedCommand extends OpenedPlace {
  readonly words: readonly Word[];
  readonly assignments?: readonly VariableAssignment[];
}

export interface OpenedScript extends OpenedPlace {
  /** Unknown text is an unknown script. */
  readonly text: Word;
  /** `own`: the shell that runs the command. */
  readonly shell: Shell | 'own';
}

interface OpenedPlace {
  /** `sudo`, `su`. */
  readonly asOtherUser?: true;
  /** `ssh host`, `docker exec name`. */
  readonly elsewhere?: string;
  /** Relative to the command's folder, which is the default: `env -C dir`, `find -execdir`. */
  readonly cwd?: Word | 'unknown';
}
