/** Unlisted tools have no fast path; their touches are guesses, for deny rules and floor. */
import { AGENTS } from '../../facts/agents';
import {
  ASK_USER,
  COORDINATE,
  POWERSHELL,
  READ_RESOURCE,
  RECIPIENT,
  SEARCH_WEB,
  START_AGENT,
  bash,
  list,
  read,
  search,
  type ToolFacts,
} from '../../facts/agents/toolFacts';
import { toolSpecOf } from './toolSpec';
import type { ToolSpec } from './toolSubject';

const PATH = ['file_path', 'path', 'filePath'];
const OLD = ['old_string', 'oldText', 'oldString'];
const NEW = ['new_string', 'newText', 'newString'];

/** Agents' names for a change's text. */
export const CHANGE_FIELDS: ReadonlySet<string> = new Set([
  ...[...PATH, ...OLD, ...NEW],
  ...['content', 'file_text', 'old_str', 'new_str', 'replace_all', 'replaceAll'],
]);

/** From both seeds, for requests without `agent`. */
const OWN_TOOLS: Record<string, ToolFacts> = {
  read: read(...PATH),
  read_file: read(...PATH),
  grep: search('path'),
  find: list(['pattern'], 'path'),
  glob: list(['pattern'], 'path'),
  ls: list([], 'path'),
  lsp: { does: 'read', path: PATH, optional: true },
  tool_search: COORDINATE,
  list_mcp_resources: COORDINATE,
  read_mcp_resource: READ_RESOURCE,
  todo_write: COORDINATE,
  task_create: COORDINATE,
  task_get: COORDINATE,
  task_update: COORDINATE,
  task_list: COORDINATE,
  task_stop: COORDINATE,
  ask_user_question: ASK_USER,
  enter_plan_mode: ASK_USER,
  exit_plan_mode: ASK_USER,
  team_create: COORDINATE,
  team_delete: COORDINATE,
  send_message: { does: 'coordinate', values: { to: RECIPIENT, recipient: RECIPIENT } },
  sleep: COORDINATE,
  bash: bash({ language: 'bash' }),
  powershell: POWERSHELL,
  write: { does: 'overwrite', path: PATH, content: ['content'] },
  file_write: { does: 'overwrite', path: PATH, content: ['content'] },
  edit: { does: 'replace', path: PATH, old: OLD, new: NEW },
  file_edit: { does: 'replace', path: PATH, old: OLD, new: NEW },
  delete: { does: 'delete', path: ['file_path', 'path'] },
  file_delete: { does: 'delete', path: ['file_path', 'path'] },
  fetch: { does: 'fetch', address: ['url'] },
  web_fetch: { does: 'fetch', address: ['url'] },
  web_search: SEARCH_WEB,
  agent: START_AGENT,
};

type ToolTable = ReadonlyMap<string, ToolSpec>;

const OWN = tableOf(OWN_TOOLS);

const BY_AGENT = new Map<string, ToolTable>(
  AGENTS.flatMap(({ id, tools }) => (tools === undefined ? [] : [[id, tableOf(tools)]])),
);

function tableOf(tools: Readonly<Record<string, ToolFacts>>): ToolTable {
  return new Map(Object.entries(tools).map(([name, tool]) => [name, toolSpecOf(tool)]));
}

export function toolSpec(agent: string | undefined, tool: string): ToolSpec | undefined {
  const table = agent === undefined ? OWN : BY_AGENT.get(agent);
  return table?.get(tool);
}

/** From `mcp__server__tool` (all agents but Copilot, Gemini and opencode). Names may hold `__`. */
export function mcpNames(tool: string): readonly string[] {
  if (!tool.startsWith('mcp__')) return [];
  const rest = tool.slice('mcp__'.length);
  return Array.from(
    rest.matchAll(/(?<=.)(?=__.)/gs),
    ({ index }) => `${rest.slice(0, index)}/${rest.slice(index + 2)}`,
  );
}
