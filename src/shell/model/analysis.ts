/** What a command line would do, as far as its text tells. */

/** The shells whose language is read. Anything else (`other`) is unknown as a whole. */
export type Shell = 'bash' | 'sh' | 'other';

/** What is known about the place in which a line runs. */
export interface ShellPlace {
  /** The folder, absolute; undefined if the caller did not tell. */
  readonly cwd: string | undefined;
  /** What `~` and `$HOME` stand for, absolute. */
  readonly home: string | undefined;
}

/** A stretch of a word. */
export type WordPiece =
  /** Known text, quotes and escapes resolved. */
  | { readonly kind: 'text'; readonly text: string }
  /** An unquoted `*`, `?` or `[...]`, which the shell matches against files. */
  | { readonly kind: 'glob'; readonly text: string }
  /** What only the shell will know: a variable, the output of a command, an arithmetic result. */
  | {
      readonly kind: 'value';
      /** As written. */
      readonly text: string;
      /** The variable that it is, where it is just that. */
      readonly variable?: string;
      /** In double quotes: it stays one word and is not matched against files. */
      readonly quoted: boolean;
    };

/** One word after quote removal, brace expansion and the replacement of everything that is known. */
export interface Word {
  readonly pieces: readonly WordPiece[];
  /** The word as text where all of it is known and it is not matched against files; otherwise undefined. */
  readonly text: string | undefined;
  /** As written. */
  readonly raw: string;
  /** Where it stands in the outermost script, in UTF-16 units. A word of an opened string has the position of that string. */
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
  /** The descriptor that is written in front; undefined: the operator's own. */
  readonly descriptor: number | undefined;
  /** The file, the descriptor (`1`, `-`) after `>&` and `<&`, the text after `<<<`, the whole body of a `<<`. */
  readonly target: Word;
}

export interface CommandContext {
  /** Its place in a pipeline of more than one command, from 0. */
  readonly pipe: { readonly index: number; readonly length: number } | undefined;
  /** It may not run, or run many times: after `&&` or `||`, inside `if`, `case`, a loop. */
  readonly conditional: boolean;
  /** Inside `$( )`, backticks, `<( )` or `>( )`. */
  readonly substitution: boolean;
  /** The function whose body it stands in. */
  readonly function: string | undefined;
  readonly background: boolean;
  /** The programs that were opened to reach it, outermost first, such as `['sudo', 'bash']`. */
  readonly via: readonly string[];
  /** It runs with the rights of another user: behind `sudo`, `doas`, `su`, `pkexec`. */
  readonly asOtherUser: boolean;
  /** Where it runs if not on this machine's file system: `ssh host`, `docker exec name`. Undefined: here. */
  readonly elsewhere: string | undefined;
}

/** Of a command that stands by itself in the text. */
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
  /** The name and the arguments; empty where only assignments or redirections stand. */
  readonly words: readonly Word[];
  readonly assignments: readonly VariableAssignment[];
  /** Its own, then those of the groups, loops and subshells around it. */
  readonly redirections: readonly Redirection[];
  readonly context: CommandContext;
  /** The folder that it runs in, absolute, where that is known. */
  readonly cwd: string | undefined;
  /** Where it is one of several, all of them: after `cd x;` the folder is the old one if that failed. */
  readonly possibleFolders?: readonly string[];
  readonly position: number;
}

/** Text in another language that a command runs: `python -c`, `node -e`, an awk program. */
export interface InlineCode {
  readonly language: 'python' | 'javascript' | 'perl' | 'ruby' | 'php' | 'awk' | 'sed' | 'sql' | 'other';
  readonly text: Word;
  readonly command: SimpleCommand;
}

/** A part of a line of which it is not known what it would do. */
export interface UnknownPart {
  /** The end of a sentence that starts with "Not understood:". */
  readonly why: string;
  /** The part as written. */
  readonly fragment: string;
  readonly position: number;
}

export interface Analysis {
  readonly script: string;
  readonly shell: Shell;
  /**
   * Every simple command that would run, wrappers and what they run both listed, in the order of the text. Where `unknown` is not
   * empty there may be more.
   */
  readonly commands: readonly SimpleCommand[];
  readonly code: readonly InlineCode[];
  /** Empty: `commands` is everything. */
  readonly unknown: readonly UnknownPart[];
  /** Whether a shell that lives on would behave differently after this line: alias, function, variable, option, folder. */
  readonly changesShell: boolean;
}

export function makeWord(pieces: readonly WordPiece[], raw: string, position: number): Word {
  const isKnown = pieces.every(({ kind }) => kind === 'text');
  return { pieces, raw, position, text: isKnown ? pieces.map(({ text }) => text).join('') : undefined };
}

export function textWord(text: string, position: number): Word {
  return { pieces: [{ kind: 'text', text }], text, raw: text, position };
}

/** The word with everything known resolved and the rest as written: what a rule's pattern is tried against. */
export function writtenText(word: Word): string {
  return word.text ?? word.pieces.map(({ text }) => text).join('');
}

/** The program that a command names, without its folder: `/usr/bin/git` is `git`. Undefined: none, or only known when it runs. */
export function programName(command: SimpleCommand): string | undefined {
  const name = command.words[0]?.text;
  return name === undefined ? undefined : name.slice(name.lastIndexOf('/') + 1);
}

/** Whether a redirection opens a file for writing. `>&2` and `2>&-` do not. */
export function opensForWriting({ operator, target }: Redirection): boolean {
  // `1>&file` opens the file as well.
  if (operator === '>&') return !/^(?:\d+-?|-)$/.test(target.text ?? '');
  return ['>', '>>', '>|', '<>', '&>', '&>>'].includes(operator);
}

/** Every folder that the command may run in; none where that is not known. */
export function foldersOf({ cwd, possibleFolders = [] }: SimpleCommand): readonly string[] {
  return cwd === undefined ? possibleFolders : [cwd];
}

/** The two fields of a command that tell where it runs. */
export function inFolders(folders: readonly string[]): Pick<SimpleCommand, 'cwd' | 'possibleFolders'> {
  const [first, second] = folders;
  return second === undefined ? { cwd: first } : { cwd: undefined, possibleFolders: folders };
}
