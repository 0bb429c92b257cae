import { InputProblem } from '../../common/inputProblem';
/** What a tool's table row says, and the rows that several agents' tools share. */
import type { FileTouch } from '../../files/fileTouch';
import type { JsonObject, JsonValue } from '../../common/json';
import type { RuleKind } from './ruleKind';

export interface ToolSubject {
  readonly command?: string;
  /** How the command is run; absent for a language that is not read here. */
  readonly shell?: ShellUse;
  readonly files?: readonly FileTouch[];
  readonly url?: string;
  readonly query?: string;
  readonly subagent?: string;
  /** True: what the tool makes of this input is its own matter, so this can block and never allow. */
  readonly isGuess?: boolean;
}

/** How a tool runs a command line. */
export interface ShellUse {
  /** `login`: whichever shell the user has as login shell. */
  readonly language: 'bash' | 'login';
  /** The folder, where the input names one: absolute, or relative to the call's folder. */
  readonly folder: string | undefined;
  /** Names the shell, within the agent's session, that lives on after the command; undefined: each command has its own. */
  readonly living: string | undefined;
  /** A field of the input of which it is not known what it changes about the command. */
  readonly oddField: string | undefined;
}

export interface ToolSpec {
  readonly kind: RuleKind | 'other';
  /** Read-only or coordination: never needs the classifier (both seeds' lists). */
  readonly safe: boolean;
  /** The tool is itself a question to the user. */
  readonly asksUser?: boolean;
  /** Throws `InputProblem` when the input does not fit the tool. */
  readonly subject: (input: JsonObject) => ToolSubject;
}

export function requiredText(input: JsonObject, names: readonly string[]): string {
  const found = optionalText(input, names);
  if (found === undefined || found === '') throw new InputProblem(`input.${names[0] ?? ''} is missing`);
  return found;
}

export function optionalText(input: JsonObject, names: readonly string[]): string | undefined {
  let found: { readonly name: string; readonly value: string } | undefined;
  for (const name of names) {
    const value = input[name];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string') throw new InputProblem(`input.${name} must be a string`);
    // Which of the two the tool would use is unknown, so judging one of them could judge the wrong file.
    if (found !== undefined && found.value !== value) {
      throw new InputProblem(`input.${found.name} and input.${name} contradict each other`);
    }
    found ??= { name, value };
  }
  return found?.value;
}

const nothing = (): ToolSubject => ({});
export const coordination: ToolSpec = { kind: 'other', safe: true, subject: nothing };
export const question: ToolSpec = { kind: 'other', safe: true, asksUser: true, subject: nothing };

/** Fields of shell tools that change how long is waited and what is shown, not what runs. */
const HARMLESS_SHELL_FIELDS = new Set(
  (
    'command description explanation justification timeout timeout_ms timeoutMs timeoutSeconds run_in_background ' +
    'is_background initial_wait'
  ).split(' '),
);

interface ShellTool {
  readonly language: ShellUse['language'];
  /** Fields that name the folder. */
  readonly folder?: readonly string[];
  /** Fields that name a shell which lives on. */
  readonly living?: readonly string[];
  /** Fields that change whether and how long its end is waited for. */
  readonly waiting?: readonly string[];
}

export function bash({ language, folder = [], living, waiting = [] }: ShellTool): ToolSpec {
  const known = new Set([...HARMLESS_SHELL_FIELDS, ...folder, ...(living ?? []), ...waiting]);
  return {
    kind: 'bash',
    safe: false,
    subject: (input) => {
      return {
        command: requiredText(input, ['command']),
        shell: {
          language,
          folder: optionalText(input, folder),
          living: living === undefined ? undefined : (optionalText(input, living) ?? ''),
          oddField: Object.keys(input).find((field) => !known.has(field)),
        },
      };
    },
  };
}

export const powershell: ToolSpec = {
  kind: 'powershell',
  safe: false,
  subject: (input) => ({ command: requiredText(input, ['command']) }),
};

export function read(...fields: string[]): ToolSpec {
  return {
    kind: 'read',
    safe: true,
    subject: (input) => ({ files: [{ path: requiredText(input, fields), change: 'read' }] }),
  };
}

/** The paths in these fields, each a text or a list of texts; the current folder where there are none. */
function startingPaths(input: JsonObject, names: readonly string[]): readonly string[] {
  const lists = names.filter((name) => Array.isArray(input[name]));
  const single = optionalText(
    input,
    names.filter((name) => !lists.includes(name)),
  );
  const listed = lists.flatMap((name) => (input[name] as readonly JsonValue[]).map((item) => listedPath(item, name)));
  const found = single === undefined ? listed : [single, ...listed];
  return found.length === 0 ? ['.'] : found;
}

function listedPath(item: JsonValue, name: string): string {
  if (typeof item !== 'string') throw new InputProblem(`input.${name} must be a list of strings`);
  return item;
}

/** A search of file contents below folders (or of files); without a path, of the current folder. */
export function contentSearch(includeHidden: boolean, ...fields: string[]): ToolSpec {
  return {
    kind: 'search',
    safe: true,
    subject: (input) => ({
      files: startingPaths(input, fields).map((path) => ({
        path,
        change: 'search',
        includeHidden,
        includeNamed: flag(input, 'no_ignore') ? ['*'] : namesInGlobs(optionalText(input, ['glob', 'include']) ?? ''),
      })),
    }),
  };
}

/**
 * The names, with `*` for any text, that a filter of files takes in. ripgrep, which most agents search with, lets such a filter
 * override the ignore files. Broader than the filter: of each path only the last name counts.
 */
function namesInGlobs(filter: string): readonly string[] {
  return filter
    .replace(/\{[^{}]*\}|\[[^[\]]*\]|\\./g, '*')
    .replace(/[{[].*$/s, '*')
    .split(/[\s,]+/)
    .filter((glob) => glob !== '' && !glob.startsWith('!'))
    .map((glob) => (glob.replace(/\/+$/, '').split('/').pop() ?? '').replaceAll('?', '*'));
}

/** A listing of names: of the folders, and of the one that the pattern starts from, which may be outside of them. */
export function listing(patternFields: readonly string[], ...fields: string[]): ToolSpec {
  return {
    kind: 'search',
    safe: true,
    subject: (input) => {
      const folders = startingPaths(input, fields);
      const start = fixedStart(optionalText(input, patternFields) ?? '');
      const isAbsolute = /^(?:[/\\~]|[A-Za-z]:|file:)/i.test(start);
      const starts = isAbsolute ? [start] : start === '.' ? [] : folders.map((folder) => `${folder}/${start}`);
      return { files: [...folders, ...starts].map((path): FileTouch => ({ path, change: 'list' })) };
    },
  };
}

/** The folder part of a glob before its first wildcard; `.` where there is none. */
function fixedStart(pattern: string): string {
  const wildcard = pattern.search(/[*?[{]/);
  if (wildcard === -1) return pattern || '.';
  const cut = Math.max(pattern.lastIndexOf('/', wildcard), pattern.lastIndexOf('\\', wildcard));
  return cut === -1 ? '.' : pattern.slice(0, cut) || '/';
}

export function overwrite(pathFields: readonly string[], contentFields: readonly string[]): ToolSpec {
  return {
    kind: 'write',
    safe: false,
    subject: (input) => {
      const newText = optionalText(input, contentFields);
      const path = requiredText(input, pathFields);
      return { files: [{ path, change: 'overwrite', ...(newText === undefined ? {} : { newText }) }] };
    },
  };
}

interface EditFields {
  readonly path: readonly string[];
  readonly old: readonly string[];
  readonly new: readonly string[];
}

/** Edits that replace given text; one with an empty old text writes the whole file. */
export function inPlace(fields: EditFields): ToolSpec {
  return {
    kind: 'edit',
    safe: false,
    subject: (input) => {
      const path = requiredText(input, fields.path);
      const edits = editList(input, fields);
      const [only] = edits;
      if (edits.some(({ oldText }) => oldText === '')) {
        return {
          files: [{ path, change: 'overwrite', ...(edits.length === 1 && only ? { newText: only.newText } : {}) }],
        };
      }
      return { files: [{ path, change: 'in-place', ...(edits.length > 0 ? { edits } : {}) }] };
    },
  };
}

function editList(input: JsonObject, fields: EditFields): NonNullable<FileTouch['edits']> {
  const list = input['edits'];
  if (list === undefined) {
    const oldText = optionalText(input, fields.old);
    if (oldText === undefined) return [];
    return [
      { oldText, newText: optionalText(input, fields.new) ?? '', replaceAll: flag(input, 'replace_all', 'replaceAll') },
    ];
  }
  if (!Array.isArray(list)) throw new InputProblem('input.edits must be a list');
  // Some tools read the list, some the single fields, some both.
  const single = [...fields.old, ...fields.new].find((name) => input[name] !== undefined);
  if (single !== undefined) throw new InputProblem(`input.edits and input.${single} contradict each other`);
  return list.map((item: JsonValue, index) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      throw new InputProblem(`input.edits[${index}] must be an object`);
    }
    const edit = item as JsonObject;
    return {
      oldText: optionalText(edit, fields.old) ?? '',
      newText: optionalText(edit, fields.new) ?? '',
      replaceAll: flag(edit, 'replace_all', 'replaceAll'),
    };
  });
}

function flag(input: JsonObject, ...names: string[]): boolean {
  return names.some((name) => input[name] === true);
}

/** Escapes that Gemini CLI takes for a slip of the model and reads once more, depending on the model and on what stands in the file. */
const ESCAPES = /\\+([ntr'"`\\\n])/g;
const READ_ONCE_MORE: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** A tool that may write its text with the escapes in it read once more: what it does to the file is then one of two things. */
export function mayUnescape(spec: ToolSpec): ToolSpec {
  return {
    ...spec,
    subject: (input) => {
      const subject = spec.subject(input);
      const { files = [] } = subject;
      return { ...subject, files: [...files, ...files.filter(holdsEscapes).map(withoutEscapes)] };
    },
  };
}

function holdsEscapes({ newText, edits = [] }: FileTouch): boolean {
  return [newText ?? '', ...edits.flatMap(({ oldText, newText: text }) => [oldText, text])].some(
    (text) => unescapedOnce(text) !== text,
  );
}

function withoutEscapes(touch: FileTouch): FileTouch {
  const { newText, edits } = touch;
  return {
    ...touch,
    ...(newText === undefined ? {} : { newText: unescapedOnce(newText) }),
    ...(edits === undefined ? {} : { edits: edits.map((edit) => ({ ...edit, newText: unescapedOnce(edit.newText) })) }),
  };
}

function unescapedOnce(text: string): string {
  return text.replace(ESCAPES, (_, character: string) => READ_ONCE_MORE[character] ?? character);
}

export const remove: ToolSpec = {
  kind: 'delete',
  safe: false,
  subject: (input) => ({ files: [{ path: requiredText(input, ['file_path', 'path']), change: 'delete' }] }),
};

/** A change of a file whose resulting text the input does not tell. */
export function opaqueEdit(...fields: string[]): ToolSpec {
  return {
    kind: 'edit',
    safe: false,
    subject: (input) => ({ files: [{ path: requiredText(input, fields), change: 'in-place' }] }),
  };
}

export function fetch(...fields: string[]): ToolSpec {
  return { kind: 'fetch', safe: false, subject: (input) => ({ url: requiredText(input, fields) }) };
}

export const webSearch: ToolSpec = {
  kind: 'fetch',
  safe: false,
  subject: (input) => ({ query: requiredText(input, ['query']) }),
};

export const subagent: ToolSpec = {
  kind: 'agent',
  safe: false,
  subject: (input) => ({ subagent: optionalText(input, ['subagent_type', 'agent_type', 'name']) ?? '' }),
};

export const PATH = ['file_path', 'path', 'filePath'] as const;
export const OLD = ['old_string', 'oldText', 'oldString'] as const;
export const NEW = ['new_string', 'newText', 'newString'] as const;

/** A resource of an MCP server, which may well be a file of this machine. */
export const readResource: ToolSpec = {
  kind: 'read',
  safe: true,
  subject: (input) => {
    const uri = optionalText(input, ['uri']);
    return uri !== undefined && /^(?:file:|[/\\~]|[A-Za-z]:[/\\])/i.test(uri)
      ? { files: [{ path: uri, change: 'read' }] }
      : {};
  },
};

/** The fields in which tools take a file's path and what becomes of its text. */
export const CHANGE_FIELDS: ReadonlySet<string> = new Set([
  ...PATH,
  ...OLD,
  ...NEW,
  'content',
  'file_text',
  'old_str',
  'new_str',
  'replace_all',
  'replaceAll',
]);
