/** Codex 0.169's tools, from its binary and observed calls. */
import { isPlainCodexPatch } from '../../files/codexPatch';
import { patchTouches } from '../../files/patchText';
import { bash, coordination, question, read, readResource, requiredText, subagent, type ToolSpec } from './toolSpec';

const applyPatch: ToolSpec = {
  kind: 'edit',
  safe: false,
  subject: (input) => {
    const patch = requiredText(input, ['command']);
    const files = patchTouches(patch).map((touch) => ({ ...touch, tolerant: true as const }));
    return { files, isGuess: !isPlainCodexPatch(patch) };
  },
};

/** `Bash` covers every command tool; no hook sees typing into a running one. */
export const CODEX_TOOLS: Readonly<Record<string, ToolSpec>> = {
  Bash: bash({ language: 'login' }),
  apply_patch: applyPatch,
  view_image: read('path'),
  update_plan: coordination,
  get_goal: coordination,
  tool_search: coordination,
  request_user_input: question,
  list_mcp_resources: coordination,
  list_mcp_resource_templates: coordination,
  read_mcp_resource: readResource,
  spawn_agent: subagent,
  wait_agent: coordination,
  list_agents: coordination,
  close_agent: coordination,
};
