/** How the tables of known programs are written. The tables themselves lie in `commands/`. */
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
  /** The place that a rename, move, copy or link fills: with a folder as its target, the place inside that. */
  | 'rename-to';

/** A path that a command is known to use. */
export interface PathUse {
  readonly word: Word;
  /** Only this part of the word is the path, such as `f` of `of=f` or `--output=f`; undefined: the whole word. */
  readonly from?: number;
  readonly action: PathAction;
  /** A deletion, copy or change of mode that takes in everything below. */
  readonly recursive?: boolean;
  /** For a search: hidden files are looked at too, and ignore files do not count. */
  readonly includeHidden?: boolean;
  /**
   * For a search or deletion: below the folder only files are touched whose own name matches one of these shell patterns. A path that is
   * a file itself is touched whatever its name. Undefined: all.
   */
  readonly names?: readonly string[];
  /** For a search: links below the folder are not followed. Undefined: they are. */
  readonly ignoresLinks?: boolean;
  /** For a search: a name with one of these characters in it is taken for several, or for another one. */
  readonly cutAt?: readonly string[];
  /** What relative paths are relative to, where that is not the command's folder: the value of `-C`. */
  readonly below?: Word;
  /** The path becomes a symbolic link that leads here, relative to the folder of the link. */
  readonly linkTo?: Word;
}

/** What an operand or the value of an option is. `text` is anything that is no path. */
export type ValueRole = 'text' | PathAction;

export interface OptionSpec {
  /** All spellings: `['-n', '--lines']`. */
  readonly names: readonly string[];
  /**
   * `required`: `-n 5`, `-n5`, `--lines=5`, `--lines 5`. `optional`: only glued, `--color=auto`, `-U5`. `numeric`: like `optional`,
   * and glued digits only. `pair`: the next two words, as `jq --arg NAME VALUE`; the second one counts. Default: none.
   */
  readonly value?: 'required' | 'optional' | 'numeric' | 'pair';
  /** What its value is; default `text`. */
  readonly role?: ValueRole;
  /** With it the command does more than read, so it is not proven. It is listed so that rules and path uses know it. */
  readonly changes?: true;
}

export interface CommandSpec {
  /** The program, or the sub-command and its aliases. */
  readonly names: readonly string[];
  readonly options?: readonly OptionSpec[];
  /**
   * `gnu` (default): short options cluster, operands and options mix, `--` ends options, unambiguous abbreviations of long options are
   * taken. `posix`: the first operand ends the options. `long`: one dash and whole words (`-name`, `-version`), no clusters.
   * `subcommands`: options before the sub-command belong to the program, those after it to the sub-command. `words`: every argument
   * is an operand; `objection` and `paths` read them (`find`, `test`).
   */
  readonly style?: 'gnu' | 'posix' | 'long' | 'words';
  /** `-5` as `head` and `git log` take it. */
  readonly digitsOption?: true;
  /** What its operands are; a list names the first ones in order and its last entry all others. Default `text`. */
  readonly operands?: ValueRole | readonly ValueRole[];
  readonly subcommands?: readonly CommandSpec[];
  /** Its options may stand after the sub-command as well. Default: only in front of it. */
  readonly optionsAnywhere?: true;
  /** Whether it only reads when all its options are listed without `changes`. Default false. With sub-commands: said of each of them. */
  readonly readOnly?: boolean;
  /**
   * Whether no option of any implementation does more than read, so that a file whose name starts with a dash, or a word that is only
   * known when it runs, can do no harm as an option.
   */
  readonly optionsAreHarmless?: boolean;
  /** Names of options that its operands amount to: `git push origin +main` is `--force`. For permission rules. */
  readonly implied?: (call: CommandCall) => readonly string[];
  /** Why this call is not proven to only read, beyond what the table says, as the end of a sentence; undefined: nothing. */
  readonly objection?: (call: CommandCall) => string | undefined;
  /** The paths that it uses, where `operands` and the options' roles do not tell. Replaces them. */
  readonly paths?: (call: CommandCall) => readonly PathUse[];
  /** Environment variables that change which programs or files it uses; `*` at the end stands for any text. */
  readonly variables?: readonly string[];
  /** It talks to a server although it only reads there (`gh pr list`, `kubectl get`). */
  readonly network?: true;
}

/** An option as it stands in a call. */
export interface GivenOption {
  readonly spec: OptionSpec;
  /** The spelling's table name, abbreviations resolved. */
  readonly name: string;
  readonly word: Word;
  /** The value's word, and where in it the value starts. */
  readonly value: { readonly word: Word; readonly from: number } | undefined;
}

/** A command read by its table. */
export interface CommandCall {
  readonly command: SimpleCommand;
  /** The program's spec, then those of the sub-commands that were named: `[git, remote, show]`. */
  readonly specs: readonly CommandSpec[];
  readonly options: readonly GivenOption[];
  readonly operands: readonly Word[];
  /** Words that look like options and are in no table, or may be one when they run (a value or glob in front). */
  readonly unlisted: readonly Word[];
}

/** The value of the last such option, as known text. */
export function optionText(call: CommandCall, name: string): string | undefined {
  const given = call.options.findLast(({ spec }) => spec.names.includes(name));
  return given?.value?.word.text?.slice(given.value.from);
}

export function hasOption(call: CommandCall, name: string): boolean {
  return call.options.some(({ spec }) => spec.names.includes(name));
}
