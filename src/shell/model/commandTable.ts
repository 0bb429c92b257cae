/** How the tables in `commands/` are written. */
import type { SimpleCommand, Word } from './analysis';

/** What a command or an editing tool does to a path. */
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
  /** The place that a move, copy or link fills; inside a folder target. */
  | 'rename-to';

export interface PathUse {
  readonly word: Word;
  /** Where the path starts in the word: `f` of `of=f` or `--output=f`. */
  readonly from?: number;
  readonly action: PathAction;
  /** A deletion, copy or change of mode with everything below. */
  readonly recursive?: boolean;
  /** For a search: includes hidden files and ignores ignore files. */
  readonly includeHidden?: boolean;
  /**
   * For a search or deletion: only files whose own name matches one of these patterns are touched below the folder.
   * Undefined: all.
   */
  readonly names?: readonly string[];
  /** For a search: links below the folder are not followed. */
  readonly ignoresLinks?: boolean;
  /** For a search: git takes it for a version, with files of its own, if it is no path. */
  readonly orVersion?: boolean;
  /** For a search: a name with one of these characters is read as several, or another. */
  readonly cutAt?: readonly string[];
  /** The base of relative paths, such as the value of `-C`. Undefined: the command's folder. */
  readonly below?: Word;
  /** The path becomes a link to this, relative to the link's folder. */
  readonly linkTo?: Word;
  /** Reading the link reads this. */
  readonly secondName?: true;
}

/** `text`: no path. */
export type ValueRole = 'text' | PathAction;

export interface OptionSpec {
  /** All spellings: `['-n', '--lines']`. */
  readonly names: readonly string[];
  /**
   * `required`: `-n 5`, `-n5`, `--lines=5`, `--lines 5`. `optional`: only glued, `--color=auto`, `-U5`. `numeric`: like `optional`,
   * and glued digits only. `pair`: the next two words, as `jq --arg NAME VALUE`; the second one counts. Default: none.
   */
  readonly value?: 'required' | 'optional' | 'numeric' | 'pair';
  /** Default `text`. */
  readonly role?: ValueRole;
  /** With it the command does more than read. Listed for rules and path uses. */
  readonly changes?: true;
  /** The program ends with an error at it, before it does anything. */
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
  /** A list names the first operands in order; its last entry applies to the rest. Default `text`. */
  readonly operands?: ValueRole | readonly ValueRole[];
  readonly subcommands?: readonly CommandSpec[];
  /** Its options may also follow the sub-command. */
  readonly optionsAnywhere?: true;
  /** It only reads when all its options are listed without `changes`. Applies to each sub-command. */
  readonly readOnly?: boolean;
  /** No option of any implementation does more than read, so a file whose name starts with a dash is harmless. */
  readonly optionsAreHarmless?: boolean;
  /** The program ends with an error at any option of two dashes, before it does anything. */
  readonly refusesLong?: true;
  /** Options implied by operands, for permission rules: `git push origin +main` is `--force`. */
  readonly implied?: (call: CommandCall) => readonly string[];
  /** Why this call may do more than read although the table allows it, as the end of a sentence. */
  readonly objection?: (call: CommandCall) => string | undefined;
  /** Replaces `operands` and the options' roles. */
  readonly paths?: (call: CommandCall) => readonly PathUse[];
  /** Environment variables that change which programs or files it uses; a final `*` matches any text. */
  readonly variables?: readonly string[];
  /** It talks to a server, even if it only reads there (`gh pr list`, `kubectl get`). */
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
  /** The program, then the named sub-commands: `[git, remote, show]`. */
  readonly specs: readonly CommandSpec[];
  readonly options: readonly GivenOption[];
  readonly operands: readonly Word[];
  /** They look like options and are in no table, or may become options at run time (a value or glob in front). */
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
