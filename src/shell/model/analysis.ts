/** What a command line would do, judged by its text. */

/** The shells whose language is read. `other` is unknown as a whole. */
export type Shell = 'bash' | 'sh' | 'other';

export interface ShellPlace {
  /** Absolute; undefined if the caller gave none. */
  readonly cwd: string | undefined;
  /** What `~` and `$HOME` mean, absolute. */
  readonly home: string | undefined;
}

export type WordPiece =
  /** Quotes and escapes resolved. */
  | { readonly kind: 'text'; readonly text: string }
  /** An unquoted `*`, `?` or `[...]`, which the shell matches against files. */
  | { readonly kind: 'glob'; readonly text: string }
  /** Known only to the shell: a variable, the output of a command, an arithmetic result. */
  | {
      readonly kind: 'value';
      /** As written. */
      readonly text: string;
      /** Set where it is a plain variable. */
      readonly variable?: string;
      /** In double quotes: it stays one word and is not matched against files. */
      readonly quoted: boolean;
    };

/** One word after quote removal, brace expansion and substitution of everything known. */
export interface Word {
  readonly pieces: readonly WordPiece[];
  /** Undefined unless all of it is known and it is not matched against files. */
  readonly text: string | undefined;
  /** As written. */
  readonly raw: string;
  /** In the outermost script, in UTF-16 units. A word of an opened string has that string's position. */
  readonly position: number;
}

export interface VariableAssignment {
  readonly name: string;
  readonly value: Word;
  /** `NAME+=value`. */
  readonly append: boolean;
}

export type RedirectOperator = '>' | '>>' | '>|' | '<' | '<>' | '>&' | '<&' | '&>' | '&>>' | '<<' | '<<<';

export interface Redirection {
  readonly operator: RedirectOperator;
  /** Written before the operator; undefined: the operator's own. */
  readonly descriptor: number | undefined;
  /** The file, the descriptor (`1`, `-`) after `>&` and `<&`, the text after `<<<`, the whole body of a `<<`. */
  readonly target: Word;
}

export interface CommandContext {
  /** Its place in a pipeline of several commands, from 0. */
  readonly pipe: { readonly index: number; readonly length: number } | undefined;
  /** It may not run, or run many times: after `&&` or `||`, inside `if`, `case`, a loop. */
  readonly conditional: boolean;
  /** Inside `$( )`, backticks, `<( )` or `>( )`. */
  readonly substitution: boolean;
  /** The function whose body contains it. */
  readonly function: string | undefined;
  readonly background: boolean;
  /** The programs opened to reach it, outermost first, such as `['sudo', 'bash']`. */
  readonly via: readonly string[];
  /** Runs with another user's rights: after `sudo`, `doas`, `su`, `pkexec`. */
  readonly asOtherUser: boolean;
  /** Where it runs if not on this machine's file system: `ssh host`, `docker exec name`. */
  readonly elsewhere: string | undefined;
}

export const OUTERMOST: CommandContext = {
  pipe: undefined,
  conditional: false,
  substitution: false,
  function: undefined,
  background: false,
  via: [],
  asOtherUser: false,
  elsewhere: undefined,
};

/** One command that would run: a program, builtin or function with its words, or assignments and redirections alone. */
export interface SimpleCommand {
  /** Name and arguments; empty for assignments or redirections alone. */
  readonly words: readonly Word[];
  readonly assignments: readonly VariableAssignment[];
  /** Its own, then those of the groups, loops and subshells around it. */
  readonly redirections: readonly Redirection[];
  readonly context: CommandContext;
  /** The folder that it runs in, absolute, if known. */
  readonly cwd: string | undefined;
  /** All of them, if several: after `cd x;` the folder is the old one if that failed. */
  readonly possibleFolders?: readonly string[];
  readonly position: number;
}

/** Text in another language that a command runs: `python -c`, `node -e`, an awk program. */
export interface InlineCode {
  readonly language: 'python' | 'javascript' | 'perl' | 'ruby' | 'php' | 'awk' | 'sed' | 'sql' | 'other';
  readonly text: Word;
  readonly command: SimpleCommand;
}

/** A part of a line whose effect is unknown. */
export interface UnknownPart {
  /** The end of a sentence that starts with "Not understood:". */
  readonly why: string;
  /** As written. */
  readonly fragment: string;
  readonly position: number;
}

export interface Analysis {
  readonly script: string;
  readonly shell: Shell;
  /**
   * Wrappers and what they run are both listed, in the order of the text. There may be more if `unknown` is not
   * empty.
   */
  readonly commands: readonly SimpleCommand[];
  readonly code: readonly InlineCode[];
  /** Empty: `commands` is everything. */
  readonly unknown: readonly UnknownPart[];
  /** Whether a living shell would behave differently after this line: alias, function, variable, option, folder. */
  readonly changesShell: boolean;
}

export function makeWord(pieces: readonly WordPiece[], raw: string, position: number): Word {
  const isKnown = pieces.every(({ kind }) => kind === 'text');
  return { pieces, raw, position, text: isKnown ? pieces.map(({ text }) => text).join('') : undefined };
}

export function textWord(text: string, position: number): Word {
  return { pieces: [{ kind: 'text', text }], text, raw: text, position };
}

/** The word with everything known resolved and the rest as written: a rule's pattern is tried on it. */
export function writtenText(word: Word): string {
  return word.text ?? word.pieces.map(({ text }) => text).join('');
}

/** Without its folder: `/usr/bin/git` is `git`. Undefined: absent, or known only at run time. */
export function programName(command: SimpleCommand): string | undefined {
  const name = command.words[0]?.text;
  return name === undefined ? undefined : name.slice(name.lastIndexOf('/') + 1);
}

/** `>&2` and `2>&-` do not. */
export function opensForWriting({ operator, target }: Redirection): boolean {
  // `1>&file` opens the file as well.
  if (operator === '>&') return !/^(?:\d+-?|-)$/.test(target.text ?? '');
  return ['>', '>>', '>|', '<>', '&>', '&>>'].includes(operator);
}

/** Every folder that the command may run in; empty if unknown. */
export function foldersOf({ cwd, possibleFolders = [] }: SimpleCommand): readonly string[] {
  return cwd === undefined ? possibleFolders : [cwd];
}

export function inFolders(folders: readonly string[]): Pick<SimpleCommand, 'cwd' | 'possibleFolders'> {
  const [first, second] = folders;
  return second === undefined ? { cwd: first } : { cwd: undefined, possibleFolders: folders };
}
