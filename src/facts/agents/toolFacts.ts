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

/** Changes nothing outside of the session. */
export interface CoordinationFacts {
  readonly does: 'coordinate';
  /** Others may make it do more. Absent: none does. */
  readonly fields?: Fields;
  /** Others make it do more. */
  readonly values?: Readonly<Record<string, readonly (string | boolean)[]>>;
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
  return { does: 'search', includesHidden: true, folders };
}

export function list(patterns: Fields, ...folders: Fields): ListFacts {
  return { does: 'list', patterns, folders };
}

export function severalIn<Tool extends SearchFacts | ListFacts>(tool: Tool): Tool {
  return { ...tool, perhapsSeveral: true };
}
