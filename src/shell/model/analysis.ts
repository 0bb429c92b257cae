/** What a line would do, by its text. */

/** `other` is unknown as a whole. */
export type Shell = 'bash' | 'sh' | 'zsh' | 'fish' | 'other';

export interface ShellPlace {
  /** Absolute. */
  readonly cwd: string | undefined;
  /** `~` and `$HOME`, absolute. */
  readonly home: string | undefined;
  /** Whose programs run; absent: Linux's. */
  readonly platform?: NodeJS.Platform;
  /** What `git rev-parse --show-toplevel` prints in `cwd`, or nothing. */
  readonly topLevel?: string | undefined;
}

export type WordPiece =
  /** Quotes and escapes resolved. */
  | { readonly kind: 'text'; readonly text: string }
  /** An unquoted `*`, `?` or `[...]`. */
  | {
      readonly kind: 'glob';
      readonly text: string;
      /** The loop variable is outside quotes: a name with blanks becomes several words. */
      readonly splits?: string;
      /** Of such a variable inside quotes. */
      readonly isOneWord?: true;
      /** What the loop goes through, if this is its variable. */
      readonly loopsOver?: string;
    }
  /** Known only to the shell: a variable, an output, an arithmetic result. */
  | {
      readonly kind: 'value';
      /** As written. */
      readonly text: string;
      /** Set for a plain variable. */
      readonly variable?: string;
      /** A variable in it that the line does not always set: it may be the environment's, a secret. */
      readonly inherited?: string;
      /** In double quotes: one word, never a pattern. */
      readonly quoted: boolean;
      readonly prints?: Printed;
    };

/** What a substitution gives; nothing where its command fails. */
export type Printed =
  /** Of a commit, or one of the other texts. */
  | { readonly kind: 'hash'; readonly others: readonly string[] }
  | { readonly kind: 'number'; readonly isSigned?: true }
  /** Exactly one of these, as it is. */
  | { readonly kind: 'text'; readonly texts: readonly string[] };

/** After quote removal, brace expansion and known substitutions. */
export interface Word {
  readonly pieces: readonly WordPiece[];
  /** Undefined where a part is unknown or a pattern. */
  readonly text: string | undefined;
  /** As written. */
  readonly raw: string;
  /** In UTF-16 units of the outermost script; an opened string's words have its position. */
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
  /** The file, the descriptor (`1`, `-`) after `>&` and `<&`, the text after `<<<`, the body of `<<`. */
  readonly target: Word;
}

export interface CommandContext {
  /** In a pipeline of several; `index` from 0. */
  readonly pipe: { readonly index: number; readonly length: number } | undefined;
  /** It may run never or often: after `&&` or `||`, in `if`, `case`, a loop. */
  readonly conditional: boolean;
  /** Inside `$( )`, backticks, `<( )` or `>( )`. */
  readonly substitution: boolean;
  readonly function: string | undefined;
  readonly background: boolean;
  /** In an endless loop that starts a background process each round, without a pause. */
  readonly startsForEver?: true;
  /**
   * Of a loop around it: one for each written word; for each word of a value; for each line that it reads; nothing
   * known ends them, or values in values do; nothing does.
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

/** A program, builtin or function with words, or assignments and redirections alone. */
export interface SimpleCommand {
  readonly words: readonly Word[];
  readonly assignments: readonly VariableAssignment[];
  /** Its own, then those around it. */
  readonly redirections: readonly Redirection[];
  readonly context: CommandContext;
  readonly cwd: string | undefined;
  /** If several: after `cd x;` also the old one, if that failed. */
  readonly possibleFolders?: readonly string[];
  readonly position: number;
}

/** `python -c`, `node -e`, an awk program. */
export interface InlineCode {
  readonly language: 'python' | 'javascript' | 'perl' | 'ruby' | 'php' | 'awk' | 'sed' | 'sql' | 'other';
  readonly text: Word;
  readonly command: SimpleCommand;
}

export interface UnknownPart {
  /** Ends a sentence that starts with "Not understood:". */
  readonly why: string;
  /** As written. */
  readonly fragment: string;
  readonly position: number;
}

export interface Analysis {
  readonly script: string;
  readonly shell: Shell;
  readonly platform?: NodeJS.Platform;
  /** Wrappers and what they run, in the text's order. Incomplete if `unknown` is not empty. */
  readonly commands: readonly SimpleCommand[];
  readonly code: readonly InlineCode[];
  /** Empty: `commands` is everything. */
  readonly unknown: readonly UnknownPart[];
  /** It changes a living shell: alias, function, variable, option, folder. */
  readonly changesShell: boolean;
}

export function makeWord(pieces: readonly WordPiece[], raw: string, position: number): Word {
  const isKnown = pieces.every(({ kind }) => kind === 'text');
  return { pieces, raw, position, text: isKnown ? pieces.map(({ text }) => text).join('') : undefined };
}

export function textWord(text: string, position: number): Word {
  return { pieces: [{ kind: 'text', text }], text, raw: text, position };
}

/** Known parts resolved, the rest as written: rules' patterns are tried on it. */
export function writtenText(word: Word): string {
  return word.text ?? word.pieces.map(({ text }) => text).join('');
}

/** `git` for `/usr/bin/git`. Undefined: absent, or known only at run time. */
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

/** Empty if unknown. */
export function foldersOf({ cwd, possibleFolders = [] }: SimpleCommand): readonly string[] {
  return cwd === undefined ? possibleFolders : [cwd];
}

export function inFolders(folders: readonly string[]): Pick<SimpleCommand, 'cwd' | 'possibleFolders'> {
  const [first, second] = folders;
  return second === undefined ? { cwd: first } : { cwd: undefined, possibleFolders: folders };
}
