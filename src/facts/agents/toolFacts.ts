/** What a tool does, and to which fields of its input. */
export type ToolFacts =
  | CoordinationFacts
  /** Puts a file's text into the conversation. */
  | { readonly does: 'load-skill'; readonly name: Fields; readonly others: Fields }
  | { readonly does: 'ask-user' }
  | ({ readonly does: 'run-bash' } & ShellTool)
  | { readonly does: 'run-powershell' }
  | { readonly does: 'read'; readonly path: Fields; readonly optional?: true }
  /** A file, if the address says so. */
  | { readonly does: 'read-resource' }
  | SearchFacts
  | ListFacts
  | { readonly does: 'overwrite'; readonly path: Fields; readonly content: Fields; readonly mayUnescape?: true }
  | {
      readonly does: 'replace';
      readonly path: Fields;
      readonly old: Fields;
      readonly new: Fields;
      readonly mayUnescape?: true;
    }
  /** The resulting text is unknown. */
  | { readonly does: 'edit-unseen'; readonly path: Fields }
  /** In Codex's format. */
  | { readonly does: 'apply-patch' }
  | { readonly does: 'delete'; readonly path: Fields }
  | { readonly does: 'fetch'; readonly address: Fields }
  | { readonly does: 'search-web' }
  | { readonly does: 'start-agent' };

/** The first with a value; different ones are an error. */
export type Fields = readonly string[];

/** Lead nowhere in any agent's tool for files. Each other that the tool does not name may name a further place. */
export const HARMLESS_FILE_FIELDS: ReadonlySet<string> = new Set(
  [
    'description explanation instruction wait_for_previous',
    // Which part.
    'offset limit pages allow_large forceReadLargeFiles start_line end_line startLine endLine view_range view_range[0]',
    'view_range[1] should_read_entire_file start_line_one_indexed end_line_one_indexed_inclusive detail',
    'operation line character query',
    // What a search matches and shows; `no_ignore` is read.
    'pattern output_mode -A -B -C -n -i -o context before after type head_limit multiline ignoreCase literal names_only',
    'case_sensitive fixed_strings exclude_pattern max_matches_per_file total_max_matches no_ignore',
    'ignore respect_git_ignore respect_gemini_ignore respect_qwen_ignore file_filtering_options',
    // How a text changes.
    'replace_all replaceAll allow_multiple expected_replacements',
    'new_source newCode code cell_id cellId cell_number cell_type cellType edit_mode editType language',
  ].flatMap((names) => names.split(' ')),
);

/** Changes nothing outside of the session. */
export interface CoordinationFacts {
  readonly does: 'coordinate';
  /** Others may make it do more. Absent: none does. */
  readonly fields?: Fields;
  /** Others make it do more. */
  readonly values?: Readonly<Record<string, readonly (string | boolean)[] | RegExp>>;
}

export type ShellLanguage = 'bash' | 'login' | 'bash-or-zsh' | 'terminal';

export interface ShellTool {
  /** `login`: the user's login shell; `bash-or-zsh`: bash if that is it, else either; `terminal`: the editor's. */
  readonly language: ShellLanguage;
  readonly folder?: Fields;
  readonly living?: Fields;
  readonly waiting?: Fields;
}

export interface SearchFacts extends Folders {
  readonly does: 'search';
  readonly includesHidden: boolean;
  /** Which files: patterns. */
  readonly filters: Fields;
}

export interface ListFacts extends Folders {
  readonly does: 'list';
  readonly patterns: Fields;
}

interface Folders {
  readonly folders: Fields;
  /** A missing name is split at blanks. */
  readonly perhapsSeveral?: true;
}

export const COORDINATE: ToolFacts = { does: 'coordinate' };
export function coordinate(fields: string, values?: CoordinationFacts['values']): CoordinationFacts {
  return { does: 'coordinate', fields: fields === '' ? [] : fields.split(' '), ...(values && { values }) };
}

/**
 * Somebody of the session, by name. An address (`uds:`, `bridge:`, a socket's path) or the id of a session elsewhere
 * leads out of it.
 */
export const RECIPIENT = /^(?!(?:session|cse)_)[\w.-]+$/i;

/**
 * A prompt that only speaks: `/name` loads a skill or command, which may run programs as it loads, and `@path` takes in a
 * file. `/loop` repeats what follows.
 */
export const PLAIN_PROMPT = /^\s*(?:\/loop(?![\w:-])(?![^]*\s[!#/])\s*)?(?![\s!#/])(?:(?!(?<!\w)@\S)[^])*$/;

export const ASK_USER: ToolFacts = { does: 'ask-user' };
export const POWERSHELL: ToolFacts = { does: 'run-powershell' };
export const READ_RESOURCE: ToolFacts = { does: 'read-resource' };
export const SEARCH_WEB: ToolFacts = { does: 'search-web' };
export const START_AGENT: ToolFacts = { does: 'start-agent' };

export function bash(tool: ShellTool): ToolFacts {
  return { does: 'run-bash', ...tool };
}

export function read(...path: Fields): ToolFacts {
  return { does: 'read', path };
}

export function search(...folders: Fields): SearchFacts {
  return { does: 'search', includesHidden: true, filters: ['glob', 'include', 'include_pattern'], folders };
}

export function list(patterns: Fields, ...folders: Fields): ListFacts {
  return { does: 'list', patterns, folders };
}

export function severalIn<Tool extends SearchFacts | ListFacts>(tool: Tool): Tool {
  return { ...tool, perhapsSeveral: true };
}
