import type { InlineCode, Shell, SimpleCommand, VariableAssignment, Word } from '../model/analysis';

/** Undefined: nothing of its own words. */
export type Opener = (command: SimpleCommand) => Opened | undefined;

export interface Opened {
  /** Run as programs, such as after `timeout 5`. */
  readonly commands?: readonly OpenedCommand[];
  /** Read by a shell: `bash -c TEXT`, `eval`, `ssh host TEXT`. Analysed like the line itself. */
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
  /** The script is unknown unless this is known. */
  readonly text: Word;
  /** `own`: the shell that runs the command. */
  readonly shell: Shell | 'own';
}

interface OpenedPlace {
  /** `sudo`, `su`. */
  readonly asOtherUser?: true;
  /** `ssh host`, `docker exec name`. */
  readonly elsewhere?: string;
  /** Relative to the command's folder, the default: `env -C dir`, `find -execdir`. */
  readonly cwd?: Word | 'unknown';
}
