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
  /** What a move, copy or link fills. */
  | 'rename-to';

export interface PathUse {
  readonly word: Word;
  /** Start in the word: `f` of `of=f`, `--output=f`. */
  readonly from?: number;
  readonly action: PathAction;
  readonly recursive?: boolean;
  /** A search reads hidden files and ignores ignore files. */
  readonly includeHidden?: boolean;
  /** A search reads all that git's index lists, and nothing else. */
  readonly tracked?: boolean;
  /** Patterns of hidden files that a search still reads. */
  readonly includeNamed?: readonly string[];
  /** A search or deletion touches only files with these names; undefined: all. */
  readonly names?: readonly string[];
  /** A search skips links below the folder. */
  readonly ignoresLinks?: boolean;
  /** A search's word may be a git revision with files of its own. */
  readonly orVersion?: boolean;
  /** A search splits a name at these, or changes it. */
  readonly cutAt?: readonly string[];
  /** Base of relative paths, as of `-C`. Undefined: the command's folder. */
  readonly below?: Word;
  /** The path becomes a link to this, relative to its folder. */
  readonly linkTo?: Word;
  /** The path becomes a copy of this; a link remains a link. */
  readonly copyOf?: Word;
  /** The path becomes a second name of what is read. */
  readonly secondName?: true;
}

/** `text`: no path. */
export type ValueRole = 'text' | PathAction;

export interface OptionSpec {
  readonly names: readonly string[];
  /**
   * `required`: `-n 5`, `-n5`, `--lines=5`, `--lines 5`. `optional`: only glued, `--color=auto`, `-U5`. `numeric`:
   * glued digits only. `pair`: the next two words, the second counts: `jq --arg NAME VALUE`.
   */
  readonly value?: 'required' | 'optional' | 'numeric' | 'pair';
  /** Default `text`. */
  readonly role?: ValueRole;
  /** Does more than read. */
  readonly changes?: true;
  readonly refused?: true;
}

export interface CommandSpec {
  /** The program or sub-command, with aliases. */
  readonly names: readonly string[];
  readonly options?: readonly OptionSpec[];
  /**
   * `gnu` (default): short options cluster, operands and options mix, `--` ends options, long options may be
   * abbreviated. `posix`: the first operand ends the options. `long`: one dash and whole words (`-name`).
   * `subcommands`: options behind the sub-command are its own. `words`: all are operands, for `objection` and `paths`
   * to read (`find`, `test`).
   */
  readonly style?: 'gnu' | 'posix' | 'long' | 'words';
  /** `-5` as in `head` and `git log`. */
  readonly digitsOption?: true;
  /** A list names the first operands; its last entry the rest. Default `text`. */
  readonly operands?: ValueRole | readonly ValueRole[];
  readonly subcommands?: readonly CommandSpec[];
  /** Its options may also follow the sub-command. */
  readonly optionsAnywhere?: true;
  /** Only reads where all its options are listed without `changes`; so does each sub-command. */
  readonly readOnly?: boolean;
  /** Options only read in any implementation: a file named like one is harmless. */
  readonly optionsAreHarmless?: boolean;
  /** Fails at once at any option of two dashes. */
  readonly refusesLong?: true;
  /** For permission rules: `git push origin +main` is `--force`. */
  readonly implied?: (call: CommandCall) => readonly string[];
  /** Why this call may still do more than read; ends a sentence. */
  readonly objection?: (call: CommandCall) => string | undefined;
  /** Replaces `operands` and the options' roles. */
  readonly paths?: (call: CommandCall) => readonly PathUse[];
  /** Variables of the shell, with their values where they are known. */
  readonly sets?: (call: CommandCall) => readonly { readonly name: string; readonly text: string | undefined }[];
  /** They change its programs or files; a final `*` matches any text. */
  readonly variables?: readonly string[];
  readonly network?: true;
}

export interface GivenOption {
  readonly spec: OptionSpec;
  /** Abbreviations resolved. */
  readonly name: string;
  readonly word: Word;
  /** `from`: the start in the word. */
  readonly value: { readonly word: Word; readonly from: number } | undefined;
}

export interface CommandCall {
  readonly command: SimpleCommand;
  readonly specs: readonly CommandSpec[];
  readonly options: readonly GivenOption[];
  readonly operands: readonly Word[];
  /** Options in no table, or words that may become options. */
  readonly unlisted: readonly Word[];
}

export function optionText(call: CommandCall, name: string): string | undefined {
  const given = call.options.findLast(({ spec }) => spec.names.includes(name));
  return given?.value?.word.text?.slice(given.value.from);
}

export function hasOption(call: CommandCall, name: string): boolean {
  return call.options.some(({ spec }) => spec.names.includes(name));
}
