/**
 * One table per agent, from documented tool names and inputs. An unlisted tool has no fast path; its touches are
 * guessed for deny rules and the hard floor only.
 */
import { CODEX_TOOLS } from './codexTools';
import { COPILOT_TOOLS } from './copilotTools';
import {
  NEW,
  OLD,
  PATH,
  bash,
  contentSearch,
  coordination,
  fetch,
  inPlace,
  listing,
  mayUnescape,
  opaqueEdit,
  optionalText,
  overwrite,
  powershell,
  question,
  read,
  readResource,
  remove,
  subagent,
  webSearch,
  type ToolSpec,
} from './toolSpec';

/** Both seeds' names, for requests without `agent`. */
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

/** Claude Code 2.1, from its published types. Its Grep includes hidden files. */
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

/** pi 1.5: tool names of seed 004. */
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
  write_file: mayUnescape(overwrite(['file_path'], ['content'])),
  replace: mayUnescape(inPlace({ path: ['file_path'], old: ['old_string'], new: ['new_string'] })),
  google_web_search: webSearch,
  invoke_agent: subagent,
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

const AGENTS = new Map<string, Readonly<Record<string, ToolSpec>>>([
  ['claude-code', CLAUDE_CODE_TOOLS],
  ['pi', PI_TOOLS],
  ['gemini-cli', GEMINI_CLI_TOOLS],
  ['copilot', COPILOT_TOOLS],
  ['opencode', OPENCODE_TOOLS],
  ['codex', CODEX_TOOLS],
]);

export const RECOGNISED_AGENTS: readonly string[] = [...AGENTS.keys()];

export function toolSpec(agent: string | undefined, tool: string): ToolSpec | undefined {
  const table = agent === undefined ? OWN_TOOLS : AGENTS.get(agent);
  return table !== undefined && Object.hasOwn(table, tool) ? table[tool] : undefined;
}

/**
 * Reads `mcp__server__tool` (all agents but Copilot, Gemini and opencode) as `server/tool`. Names may hold `__`,
 * hence several readings.
 */
export function mcpNames(tool: string): readonly string[] {
  if (!tool.startsWith('mcp__')) return [];
  const rest = tool.slice('mcp__'.length);
  return Array.from(
    rest.matchAll(/(?<=.)(?=__.)/gs),
    ({ index }) => `${rest.slice(0, index)}/${rest.slice(index + 2)}`,
  );
}
