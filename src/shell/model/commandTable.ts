/** How the tables of known programs are written. The tables are in `commands/`. */
import type { SimpleCommand, Word } from './analysis';

/** What a command, or a tool that edits files, does to a path. */
export type PathAction =
  | 'read'
  /** Names and attributes only: a listing of a folder. */
  | 'list'
  /** Contents, recursively below a folder. */
  | 'search'
  /** Writes the whole file; may create it. */
  | 'overwrite'
  /** Changes parts of the present text. */
  | 'in-place'
  | 'delete'
  /** The place that a rename or move empties. */
  | 'rename-from'
  /** The place that a rename, move, copy or link fills; inside a folder target. */
  | 'rename-to';

export interface PathUse {
  readonly word: Word;
  /** Where the path starts in the word, such as `f` of `of=f` or `--output=f`; undefined: the whole word. */
  readonly from?: number;
  readonly action: PathAction;
  /** A deletion, copy or change of mode that includes everything below. */
  readonly recursive?: boolean;
  /** For a search: it includes hidden files and ignores ignore files. */
  readonly includeHidden?: boolean;
  /**
   * For a search or deletion: below the folder it touches only files whose own name matches one of these shell
   * patterns. A path that is itself a file is touched anyway. Undefined: all.
   */
  readonly names?: readonly string[];
  /** For a search: links below the folder are not followed. Undefined: they are. */
  readonly ignoresLinks?: boolean;
  /** For a search: a name with one of these characters is read as several, or as another one. */
  readonly cutAt?: readonly string[];
  /** The base of relative paths if not the command's folder: the value of `-C`. */
  readonly below?: Word;
  /** The path becomes a symbolic link to this, relative to the link's folder. */
  readonly linkTo?: Word;
}

/** `text` is anything but a path. */
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
  /** With it the command does more than read, so it is not proven. Listed for rules and path uses. */
  readonly changes?: true;
}

export interface CommandSpec {
  /** The program, or the sub-command and its aliases. */
  readonly names: readonly string[];
  readonly options?: readonly OptionSpec[];
  /**
   * `gnu` (default): short options cluster, operands and options mix, `--` ends options, long options may be
   * abbreviated. `posix`: the first operand ends the options. `long`: one dash and whole words (`-name`, `-version`),
   * no clusters. `subcommands`: options before the sub-command belong to the program, later ones to the sub-command.
   * `words`: every argument is an operand; `objection` and `paths` read them (`find`, `test`).
   */
  readonly style?: 'gnu' | 'posix' | 'long' | 'words';
  /** `-5` as in `head` and `git log`. */
  readonly digitsOption?: true;
  /** A list names the first operands in order; its last entry applies to all others. Default `text`. */
  readonly operands?: ValueRole | readonly ValueRole[];
  readonly subcommands?: readonly CommandSpec[];
  /** Its options may also follow the sub-command. Default: only precede it. */
  readonly optionsAnywhere?: true;
  /**
   * Whether it only reads when all its options are listed without `changes`. Default false. With sub-commands:
   * applies to each of them.
   */
  readonly readOnly?: boolean;
  /**
   * Whether no option of any implementation does more than read. Then a file whose name starts with a dash, or a word
   * known only at run time, is harmless as an option.
   */
  readonly optionsAreHarmless?: boolean;
  /** Options that its operands imply: `git push origin +main` is `--force`. For permission rules. */
  readonly implied?: (call: CommandCall) => readonly string[];
  /** Why this call is not proven to only read, beyond the table, as the end of a sentence; undefined: no reason. */
  readonly objection?: (call: CommandCall) => string | undefined;
  /** The paths that it uses, replacing `operands` and the options' roles. */
  readonly paths?: (call: CommandCall) => readonly PathUse[];
  /** Environment variables that change which programs or files it uses; a final `*` matches any text. */
  readonly variables?: readonly string[];
  /** It talks to a server although it only reads there (`gh pr list`, `kubectl get`). */
  readonly network?: true;
}

export interface GivenOption {
  readonly spec: OptionSpec;
  /** As in the table, abbreviations resolved. */
  readonly name: string;
  readonly word: Word;
  /** `from`: where the value starts in the word. */
  readonly value: { readonly word: Word; readonly from: number } | undefined;
}

/** A command read by its table. */
export interface CommandCall {
  readonly command: SimpleCommand;
  /** The program's spec, then those of the named sub-commands: `[git, remote, show]`. */
  readonly specs: readonly CommandSpec[];
  readonly options: readonly GivenOption[];
  readonly operands: readonly Word[];
  /** Words that look like options and are in no table, or may become one at run time (a value or glob in front). */
  readonly unlisted: readonly Word[];
}

/** The last such option's value, if known. */
export function optionText(call: CommandCall, name: string): string | undefined {
  const given = call.options.findLast(({ spec }) => spec.names.includes(name));
  return given?.value?.word.text?.slice(given.value.from);
}

export function hasOption(call: CommandCall, name: string): boolean {
  return call.options.some(({ spec }) => spec.names.includes(name));
}
