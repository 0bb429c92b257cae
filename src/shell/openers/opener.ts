/** What a program that runs other programs would run, judged by its words. */
import type { InlineCode, Shell, SimpleCommand, VariableAssignment, Word } from '../model/analysis';

/** Undefined: the program runs nothing of its own words. */
export type Opener = (command: SimpleCommand) => Opened | undefined;

export interface Opened {
  /** Words that it runs as a program with arguments, such as those after `timeout 5`. Each becomes a simple command. */
  readonly commands?: readonly OpenedCommand[];
  /** Texts that a shell reads as a script: `bash -c TEXT`, `eval`, `ssh host TEXT`. Analysed like the line itself. */
  readonly scripts?: readonly OpenedScript[];
  /** Texts in another language. */
  readonly code?: readonly Pick<InlineCode, 'language' | 'text'>[];
  /** Why it may run more than is listed, as the end of a sentence that starts with "Not understood:". */
  readonly unknown?: string;
}

export interface OpenedCommand extends OpenedPlace {
  readonly words: readonly Word[];
  /** `env A=b program`. */
  readonly assignments?: readonly VariableAssignment[];
}

export interface OpenedScript extends OpenedPlace {
  /** Unknown as a whole unless its text is known. */
  readonly text: Word;
  readonly shell: Shell;
}

interface OpenedPlace {
  /** `sudo`, `su`: with another user's rights. */
  readonly asOtherUser?: true;
  /** `ssh host`, `docker exec name`: not on this machine's file system. */
  readonly elsewhere?: string;
  /** Absolute, or relative to the command's folder: `env -C dir`, `find -execdir`. Undefined: the command's. */
  readonly cwd?: Word | 'unknown';
}
