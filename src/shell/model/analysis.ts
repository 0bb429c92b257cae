/** `other` is unknown as a whole. */
export type Shell = 'bash' | 'sh' | 'zsh' | 'fish' | 'other';

export interface ShellPlace {
  /** Absolute. */
  readonly cwd: string | undefined;
  readonly home: string | undefined;
  /** Whose programs run; absent: Linux's. */
  readonly platform?: NodeJS.Platform;
  /** What `git rev-parse --show-toplevel` prints in `cwd`, or nothing. */
  readonly topLevel?: string | undefined;
}

export type WordPiece =
  /** Quotes and escapes resolved. */
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'glob';
      readonly text: string;
      /** The loop variable is unquoted: a name with blanks becomes several words. */
      readonly splits?: string;
      /** The loop variable is in quotes. */
      readonly isOneWord?: true;
      /** The loop's list, for its variable. */
      readonly loopsOver?: string;
    }
  /** Known at run time: a variable, an output, an arithmetic result. */
  | {
      readonly kind: 'value';
      /** As written. */
      readonly text: string;
      /** A plain variable. */
      readonly variable?: string;
      /** A variable in it that the line may not set: the environment's value may be a secret. */
      readonly inherited?: string;
      /** In double quotes: one word, never a pattern. */
      readonly quoted: boolean;
      readonly prints?: Printed;
    };

/** What a substitution prints; nothing where its command fails. */
export type Printed =
  /** A commit's, or one of these texts. */
  | { readonly kind: 'hash'; readonly others: readonly string[] }
  | { readonly kind: 'number'; readonly isSigned?: true }
  /** One of these, verbatim. */
  | { readonly kind: 'text'; readonly texts: readonly string[] };

/** After quote removal, brace expansion and known substitutions. */
export interface Word {
  readonly pieces: readonly WordPiece[];
  readonly text: string | undefined;
  /** As written. */
  readonly raw: string;
  /** In UTF-16 units of the outermost script; words of an opened string have the string's position. */
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
  /** Undefined: the operator's own. */
  readonly descriptor: number | undefined;
  /** The file; the descriptor (`1`, `-`) of `>&` and `<&`; the text of `<<<` or `<<`. */
  readonly target: Word;
}

export interface CommandContext {
  readonly pipe: { readonly index: number; readonly length: number } | undefined;
  /** May run never or often: after `&&` or `||`, in `if`, `case`, a loop. */
  readonly conditional: boolean;
  /** Inside `$( )`, backticks, `<( )` or `>( )`. */
  readonly substitution: boolean;
  readonly function: string | undefined;
  readonly background: boolean;
  /** In an endless loop that starts background processes without a pause. */
  readonly startsForEver?: true;
  /**
   * What ends the loop around it: its written words; a value's words; the lines that it reads; nothing known, or values
   * in values; nothing.
   */
  readonly rounds?: 'words' | 'values' | 'lines' | 'unknown' | 'endless';
  /** Opened to reach it, outermost first: `['sudo', 'bash']`. */
  readonly via: readonly string[];
  /** After `sudo`, `doas`, `su`, `pkexec`. */
  readonly asOtherUser: boolean;
  /** Not this machine's file system: `ssh host`, `docker exec name`. */
  readonly elsewhere: string | undefined;
  /** Of the machine; absent: Linux. */
  readonly platform?: NodeJS.Platform;
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

export interface SimpleCommand {
  readonly words: readonly Word[];
  readonly assignments: readonly VariableAssignment[];
  /** Its own, then those around it. */
  readonly redirections: readonly Redirection[];
  readonly context: CommandContext;
  readonly cwd: string | undefined;
  /** After `cd x;` also the old one: `cd` may fail. */
  readonly possibleFolders?: readonly string[];
  readonly position: number;
}

export interface InlineCode {
  readonly language: 'python' | 'javascript' | 'perl' | 'ruby' | 'php' | 'awk' | 'sed' | 'sql' | 'other';
  readonly text: Word;
  readonly command: SimpleCommand;
}

export interface UnknownPart {
  /** Ends "Not understood: …". */
  readonly why: string;
  readonly fragment: string;
  readonly position: number;
}

export interface Analysis {
  readonly script: string;
  readonly shell: Shell;
  readonly platform?: NodeJS.Platform;
  /** Wrappers and what they run, in order. Incomplete where `unknown` is not empty. */
  readonly commands: readonly SimpleCommand[];
  readonly code: readonly InlineCode[];
  /** Empty: `commands` is everything. */
  readonly unknown: readonly UnknownPart[];
  /** Changes a living shell: alias, function, variable, option, folder. */
  readonly changesShell: boolean;
}

export function makeWord(pieces: readonly WordPiece[], raw: string, position: number): Word {
  const isKnown = pieces.every(({ kind }) => kind === 'text');
  return { pieces, raw, position, text: isKnown ? pieces.map(({ text }) => text).join('') : undefined };
}

export function textWord(text: string, position: number): Word {
  return { pieces: [{ kind: 'text', text }], text, raw: text, position };
}

/** Known parts resolved, the rest as written; rules match it. */
export function writtenText(word: Word): string {
  return word.text ?? word.pieces.map(({ text }) => text).join('');
}

/** `git` for `/usr/bin/git`. Undefined: absent, or dynamic. */
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

export function foldersOf({ cwd, possibleFolders = [] }: SimpleCommand): readonly string[] {
  return cwd === undefined ? possibleFolders : [cwd];
}

export function inFolders(folders: readonly string[]): Pick<SimpleCommand, 'cwd' | 'possibleFolders'> {
  const [first, second] = folders;
  return second === undefined ? { cwd: first } : { cwd: undefined, possibleFolders: folders };
}
