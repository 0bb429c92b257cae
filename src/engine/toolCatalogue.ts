/**
 * What each recognised agent's own tools do: one table per agent, from the agents' documented tool names and inputs.
 * A tool that stands in no table is unknown: it has no fast path, and what it might touch is guessed broadly for deny rules and
 * the hard floor only.
 */
import type { FileTouch } from './files/fileTouch';
import type { JsonObject, JsonValue } from './json';
import type { RuleKind } from './permissionRule';

/** The subject of a call, as its tool's table row reads it from the input. */
export interface ToolSubject {
  readonly command?: string;
  /** How the command is run; absent for a language that is not read here. */
  readonly shell?: ShellUse;
  readonly files?: readonly FileTouch[];
  readonly url?: string;
  readonly query?: string;
  readonly subagent?: string;
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

/** The input of a known tool lacks a field or has one of a wrong type; the message names it. */
export class InputProblem extends Error {}

function text(input: JsonObject, names: readonly string[]): string {
  const found = optionalText(input, names);
  if (found === undefined || found === '') throw new InputProblem(`input.${names[0] ?? ''} is missing`);
  return found;
}

function optionalText(input: JsonObject, names: readonly string[]): string | undefined {
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
const coordination: ToolSpec = { kind: 'other', safe: true, subject: nothing };
const question: ToolSpec = { kind: 'other', safe: true, asksUser: true, subject: nothing };

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
}

function bash({ language, folder = [], living }: ShellTool): ToolSpec {
  const known = new Set([...HARMLESS_SHELL_FIELDS, ...folder, ...(living ?? [])]);
  return {
    kind: 'bash',
    safe: false,
    subject: (input) => {
      return {
        command: text(input, ['command']),
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

const powershell: ToolSpec = {
  kind: 'powershell',
  safe: false,
  subject: (input) => ({ command: text(input, ['command']) }),
};

function read(...fields: string[]): ToolSpec {
  return { kind: 'read', safe: true, subject: (input) => ({ files: [{ path: text(input, fields), change: 'read' }] }) };
}

/** A search of file contents below a folder (or of one file); without a path, of the current folder. */
function contentSearch(includeHidden: boolean, ...fields: string[]): ToolSpec {
  return {
    kind: 'search',
    safe: true,
    subject: (input) => ({
      files: [
        {
          path: optionalText(input, fields) ?? '.',
          change: 'search',
          includeHidden,
          includeNamed: flag(input, 'no_ignore') ? ['*'] : namesInGlobs(optionalText(input, ['glob', 'include']) ?? ''),
        },
      ],
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

/** A listing of names: of the folder, and of the one that the pattern starts from, which may be outside of it. */
function listing(patternFields: readonly string[], ...fields: string[]): ToolSpec {
  return {
    kind: 'search',
    safe: true,
    subject: (input) => {
      const files: FileTouch[] = [{ path: optionalText(input, fields) ?? '.', change: 'list' }];
      const start = fixedStart(optionalText(input, patternFields) ?? '');
      if (/^(?:[/\\~]|[A-Za-z]:|file:)/i.test(start)) files.push({ path: start, change: 'list' });
      else if (start !== '.') files.push({ path: `${files[0]?.path ?? '.'}/${start}`, change: 'list' });
      return { files };
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

function overwrite(pathFields: readonly string[], contentFields: readonly string[]): ToolSpec {
  return {
    kind: 'write',
    safe: false,
    subject: (input) => {
      const newText = optionalText(input, contentFields);
      const path = text(input, pathFields);
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
function inPlace(fields: EditFields): ToolSpec {
  return {
    kind: 'edit',
    safe: false,
    subject: (input) => {
      const path = text(input, fields.path);
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

const remove: ToolSpec = {
  kind: 'delete',
  safe: false,
  subject: (input) => ({ files: [{ path: text(input, ['file_path', 'path']), change: 'delete' }] }),
};

/** A change of a file whose resulting text the input does not tell. */
function opaqueEdit(...fields: string[]): ToolSpec {
  return {
    kind: 'edit',
    safe: false,
    subject: (input) => ({ files: [{ path: text(input, fields), change: 'in-place' }] }),
  };
}

function fetch(...fields: string[]): ToolSpec {
  return { kind: 'fetch', safe: false, subject: (input) => ({ url: text(input, fields) }) };
}

const webSearch: ToolSpec = { kind: 'fetch', safe: false, subject: (input) => ({ query: text(input, ['query']) }) };

const subagent: ToolSpec = {
  kind: 'agent',
  safe: false,
  subject: (input) => ({ subagent: optionalText(input, ['subagent_type', 'agent_type', 'name']) ?? '' }),
};

const PATH = ['file_path', 'path', 'filePath'] as const;
const OLD = ['old_string', 'oldText', 'oldString'] as const;
const NEW = ['new_string', 'newText', 'newString'] as const;

/** A resource of an MCP server, which may well be a file of this machine. */
const readResource: ToolSpec = {
  kind: 'read',
  safe: true,
  subject: (input) => {
    const uri = optionalText(input, ['uri']);
    return uri !== undefined && /^(?:file:|[/\\~]|[A-Za-z]:[/\\])/i.test(uri)
      ? { files: [{ path: uri, change: 'read' }] }
      : {};
  },
};

/** The fields in which the tools below take a file's path and what becomes of its text. */
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

/** The gate's own names: those of both seeds. Spoken by requests without `agent`. */
const OWN_TOOLS: Record<string, ToolSpec> = {
  read: read(...PATH),
  read_file: read(...PATH),
  grep: contentSearch(true, 'path'),
  find: listing(['pattern'], 'path'),
  glob: listing(['pattern'], 'path'),
  ls: listing([], 'path'),
  lsp: {
    kind: 'read',
    safe: true,
    subject: (input) => {
      const path = optionalText(input, PATH);
      return path === undefined ? {} : { files: [{ path, change: 'read' }] };
    },
  },
  tool_search: coordination,
  list_mcp_resources: coordination,
  read_mcp_resource: readResource,
  todo_write: coordination,
  task_create: coordination,
  task_get: coordination,
  task_update: coordination,
  task_list: coordination,
  task_stop: coordination,
  ask_user_question: question,
  enter_plan_mode: question,
  exit_plan_mode: question,
  team_create: coordination,
  team_delete: coordination,
  send_message: coordination,
  sleep: coordination,
  bash: bash({ language: 'bash' }),
  powershell,
  write: overwrite(PATH, ['content']),
  file_write: overwrite(PATH, ['content']),
  edit: inPlace({ path: PATH, old: OLD, new: NEW }),
  file_edit: inPlace({ path: PATH, old: OLD, new: NEW }),
  delete: remove,
  file_delete: remove,
  fetch: fetch('url'),
  web_fetch: fetch('url'),
  web_search: webSearch,
  agent: subagent,
};

/** Claude Code 2.1, from its published tool types. Its Grep searches hidden files too. */
const CLAUDE_CODE_TOOLS: Record<string, ToolSpec> = {
  Read: read('file_path'),
  NotebookRead: read('notebook_path'),
  Grep: contentSearch(true, 'path'),
  Glob: listing(['pattern'], 'path'),
  LS: listing([], 'path'),
  LSP: {
    kind: 'read',
    safe: true,
    subject: (input) => {
      const path = optionalText(input, PATH);
      return path === undefined ? {} : { files: [{ path, change: 'read' }] };
    },
  },
  ToolSearch: coordination,
  ListMcpResourcesTool: coordination,
  ReadMcpResourceTool: readResource,
  TodoWrite: coordination,
  TaskCreate: coordination,
  TaskGet: coordination,
  TaskUpdate: coordination,
  TaskList: coordination,
  TaskStop: coordination,
  AskUserQuestion: question,
  EnterPlanMode: question,
  ExitPlanMode: question,
  TeamCreate: coordination,
  TeamDelete: coordination,
  SendMessage: coordination,
  Sleep: coordination,
  Bash: bash({ language: 'login' }),
  PowerShell: powershell,
  Monitor: bash({ language: 'login' }),
  Write: overwrite(['file_path'], ['content']),
  Edit: inPlace({ path: ['file_path'], old: ['old_string'], new: ['new_string'] }),
  MultiEdit: inPlace({ path: ['file_path'], old: ['old_string'], new: ['new_string'] }),
  NotebookEdit: opaqueEdit('notebook_path'),
  WebFetch: fetch('url'),
  WebSearch: webSearch,
  Agent: subagent,
  Task: subagent,
};

/** pi 1.5: the tool names of seed 004. */
const PI_TOOLS: Record<string, ToolSpec> = {
  read: read('path'),
  grep: contentSearch(true, 'path'),
  find: listing(['pattern'], 'path'),
  ls: listing([], 'path'),
  bash: bash({ language: 'bash' }),
  write: overwrite(['path'], ['content']),
  edit: inPlace({ path: ['path'], old: ['oldText'], new: ['newText'] }),
};

/** Gemini CLI 0.61, from its source. */
const GEMINI_CLI_TOOLS: Record<string, ToolSpec> = {
  read_file: read('file_path', 'absolute_path'),
  glob: listing(['pattern'], 'dir_path', 'path'),
  grep_search: contentSearch(true, 'dir_path', 'path'),
  list_directory: listing([], 'dir_path', 'path'),
  write_todos: coordination,
  ask_user: question,
  run_shell_command: bash({ language: 'bash', folder: ['dir_path', 'directory'] }),
  write_file: overwrite(['file_path'], ['content']),
  replace: inPlace({ path: ['file_path'], old: ['old_string'], new: ['new_string'] }),
  google_web_search: webSearch,
  invoke_agent: subagent,
};

/** GitHub Copilot CLI 1.0, from its hook reference. */
const COPILOT_TOOLS: Record<string, ToolSpec> = {
  view: read('path'),
  grep: contentSearch(true, 'path'),
  rg: contentSearch(true, 'path'),
  glob: listing(['pattern'], 'path'),
  update_todo: coordination,
  ask_user: question,
  bash: bash({ language: 'bash', living: ['shellId', 'sessionId'] }),
  powershell,
  create: overwrite(['path'], ['file_text']),
  edit: inPlace({ path: ['path'], old: ['old_str'], new: ['new_str'] }),
  str_replace: inPlace({ path: ['path'], old: ['old_str'], new: ['new_str'] }),
  web_fetch: fetch('url'),
  web_search: webSearch,
  task: subagent,
};

/** opencode 1.18, from its type definitions. */
const OPENCODE_TOOLS: Record<string, ToolSpec> = {
  read: read('filePath'),
  grep: contentSearch(true, 'path'),
  glob: listing(['pattern'], 'path'),
  list: listing([], 'path'),
  todowrite: coordination,
  todoread: coordination,
  question: question,
  bash: bash({ language: 'login', folder: ['workdir'] }),
  write: overwrite(['filePath'], ['content']),
  edit: inPlace({ path: ['filePath'], old: ['oldString'], new: ['newString'] }),
  webfetch: fetch('url'),
  websearch: webSearch,
  task: subagent,
};

/** Codex 0.169: its shell, and its plan, which is a to-do list. */
const CODEX_TOOLS: Record<string, ToolSpec> = {
  Bash: bash({ language: 'login', folder: ['workdir'] }),
  update_plan: coordination,
  spawn_agent: subagent,
};

const AGENTS = new Map<string, Record<string, ToolSpec>>([
  ['claude-code', CLAUDE_CODE_TOOLS],
  ['pi', PI_TOOLS],
  ['gemini-cli', GEMINI_CLI_TOOLS],
  ['copilot', COPILOT_TOOLS],
  ['opencode', OPENCODE_TOOLS],
  ['codex', CODEX_TOOLS],
]);

/** Agents with a table of their own. */
export const RECOGNISED_AGENTS: readonly string[] = [...AGENTS.keys()];

/** The row of this tool, for the agent that calls it. Undefined: unknown agent or unknown tool. */
export function toolSpec(agent: string | undefined, tool: string): ToolSpec | undefined {
  const table = agent === undefined ? OWN_TOOLS : AGENTS.get(agent);
  return table !== undefined && Object.hasOwn(table, tool) ? table[tool] : undefined;
}

/**
 * `mcp__server__tool`, as every recognised agent but Copilot, Gemini and opencode writes the tools of MCP servers, read as
 * `server/tool`. Both names may hold `__` themselves, so there can be several readings; none for any other tool.
 */
export function mcpNames(tool: string): readonly string[] {
  if (!tool.startsWith('mcp__')) return [];
  const rest = tool.slice('mcp__'.length);
  return Array.from(
    rest.matchAll(/(?<=.)(?=__.)/gs),
    ({ index }) => `${rest.slice(0, index)}/${rest.slice(index + 2)}`,
  );
}
