/** How the tables in `tables/` are written. */
import type { SimpleCommand, Word } from './analysis';

export type PathAction =
  | 'read'
  /** Names and attributes only. */
  | 'list'
  /** Contents, recursively. */
  | 'search'
  /** May create the file. */
  | 'overwrite'
  | 'in-place'
  | 'delete'
  /** The place that a move empties. */
  | 'rename-from'
  /** What a move, copy or link fills; inside a folder target. */
  | 'rename-to';

export interface PathUse {
  readonly word: Word;
  /** Where it starts in the word: `f` of `of=f`, `--output=f`. */
  readonly from?: number;
  readonly action: PathAction;
  readonly recursive?: boolean;
  /** For a search: includes hidden files and ignores ignore files. */
  readonly includeHidden?: boolean;
  /** For a search: what git's index lists and nothing else, hidden, ignored or not. */
  readonly tracked?: boolean;
  /** For a search: hidden files that it reads nevertheless, as patterns of their names. */
  readonly includeNamed?: readonly string[];
  /** A search or deletion touches only files whose own name matches one. Undefined: all. */
  readonly names?: readonly string[];
  /** For a search: skips links below the folder. */
  readonly ignoresLinks?: boolean;
  /** A search's word that is no path is a version to git, with files of its own. */
  readonly orVersion?: boolean;
  /** A search reads a name with one of these as several, or another. */
  readonly cutAt?: readonly string[];
  /** Relative paths start here, such as the value of `-C`. Undefined: the command's folder. */
  readonly below?: Word;
  /** The path becomes a link to this, relative to its own folder. */
  readonly linkTo?: Word;
  /** The path becomes what this is: a link remains one. */
  readonly copyOf?: Word;
  /** Reading the link reads this. */
  readonly secondName?: true;
}

/** `text`: no path. */
export type ValueRole = 'text' | PathAction;

export interface OptionSpec {
  /** All spellings: `['-n', '--lines']`. */
  readonly names: readonly string[];
  /**
   * `required`: `-n 5`, `-n5`, `--lines=5`, `--lines 5`. `optional`: only glued, `--color=auto`, `-U5`. `numeric`:
   * glued digits only. `pair`: the next two words, as `jq --arg NAME VALUE`; the second counts. Default: none.
   */
  readonly value?: 'required' | 'optional' | 'numeric' | 'pair';
  /** Default `text`. */
  readonly role?: ValueRole;
  /** It does more than read. Listed for rules and path uses. */
  readonly changes?: true;
  readonly refused?: true;
}

export interface CommandSpec {
  /** The program, or the sub-command with its aliases. */
  readonly names: readonly string[];
  readonly options?: readonly OptionSpec[];
  /**
   * `gnu` (default): short options cluster, operands and options mix, `--` ends options, long options may be
   * abbreviated. `posix`: the first operand ends the options. `long`: one dash and whole words (`-name`), no
   * clusters. `subcommands`: options before the sub-command belong to the program, later ones to the sub-command.
   * `words`: every argument is an operand, for `objection` and `paths` to read (`find`, `test`).
   */
  readonly style?: 'gnu' | 'posix' | 'long' | 'words';
  /** `-5` as in `head` and `git log`. */
  readonly digitsOption?: true;
  /** A list is for the first operands in order; its last entry for the rest. Default `text`. */
  readonly operands?: ValueRole | readonly ValueRole[];
  readonly subcommands?: readonly CommandSpec[];
  /** Its options may also follow the sub-command. */
  readonly optionsAnywhere?: true;
  /** Only reads if all its options are listed without `changes`. Applies to each sub-command. */
  readonly readOnly?: boolean;
  /** In any implementation options only read, so a file named like one is harmless. */
  readonly optionsAreHarmless?: boolean;
  /** It ends with an error at any option of two dashes, before it does anything. */
  readonly refusesLong?: true;
  /** For permission rules: `git push origin +main` is `--force`. */
  readonly implied?: (call: CommandCall) => readonly string[];
  /** Why this call may still do more than read, as the end of a sentence. */
  readonly objection?: (call: CommandCall) => string | undefined;
  /** Replaces `operands` and the options' roles. */
  readonly paths?: (call: CommandCall) => readonly PathUse[];
  /** They change which programs or files it uses; a final `*` matches any text. */
  readonly variables?: readonly string[];
  /** Even if it only reads there (`gh pr list`). */
  readonly network?: true;
}

export interface GivenOption {
  readonly spec: OptionSpec;
  /** As in the table, abbreviations resolved. */
  readonly name: string;
  readonly word: Word;
  /** `from`: the value's start in the word. */
  readonly value: { readonly word: Word; readonly from: number } | undefined;
}

export interface CommandCall {
  readonly command: SimpleCommand;
  /** The program, then sub-commands: `[git, remote, show]`. */
  readonly specs: readonly CommandSpec[];
  readonly options: readonly GivenOption[];
  readonly operands: readonly Word[];
  /** Options in no table, or words that may become options at run time. */
  readonly unlisted: readonly Word[];
}

/** Of the last such option, if known. */
export function optionText(call: CommandCall, name: string): string | undefined {
  const given = call.options.findLast(({ spec }) => spec.names.includes(name));
  return given?.value?.word.text?.slice(given.value.from);
}

export function hasOption(call: CommandCall, name: string): boolean {
  return call.options.some(({ spec }) => spec.names.includes(name));
}
