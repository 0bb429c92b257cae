import type { AgentFacts } from './agentFacts';
import { ASK_USER, COORDINATE, READ_RESOURCE, START_AGENT, bash, read } from './toolFacts';

export const CODEX: AgentFacts = {
  id: 'codex',
  name: 'Codex',
  programs: ['codex'],
  words: ['codex'],
  packages: ['@openai/codex'],
  variables: ['CODEX_HOME'],
  switchesHooksOff: [
    { options: ['-c', '--config'], off: /^\s*(?:features\.)?(?:codex_)?hooks\s*=\s*(?:false|0|\{|\[)/ },
    { options: ['--disable'], off: /^(?:codex_)?hooks$/ },
    { options: ['--ignore-user-config'] },
  ],
  changesSettings: /^features (?:disable|set) (?:codex_)?hooks/,
  harmlessOptions:
    '-m --model --json -o --output-last-message --output-schema -i --image --color --skip-git-repo-check',
  takesPrompt: true,
  places: {
    hooks: ['**/.codex/hooks.json', '**/.codex/plugins'],
    permissions: ['**/.codex/rules', '**/.codex/policy', '/etc/codex'],
    unreadPermissions: ['**/.codex/*.toml'],
    transcripts: ['**/.codex/sessions', '**/.codex/archived_sessions', '**/.codex/history.jsonl'],
  },
  protectedNames: '.codex',
  credentials: ['.codex/auth.json'],
  harmlessFiles: ['.codex/AGENTS.md', '.codex/prompts', '.codex/skills'],
  hookFolders: ['.codex'],
  // Codex 0.169, from its binary and observed calls. `Bash` is every command tool; hooks see no typing into a running
  // one.
  tools: {
    Bash: bash({ language: 'login' }),
    apply_patch: { does: 'apply-patch' },
    view_image: read('path'),
    update_plan: COORDINATE,
    get_goal: COORDINATE,
    tool_search: COORDINATE,
    request_user_input: ASK_USER,
    list_mcp_resources: COORDINATE,
    list_mcp_resource_templates: COORDINATE,
    read_mcp_resource: READ_RESOURCE,
    spawn_agent: START_AGENT,
    wait_agent: COORDINATE,
    list_agents: COORDINATE,
    close_agent: COORDINATE,
  },
  // Tested version.
  connection: {
    packageName: '@openai/codex',
    minimum: '0.169.0',
    command: 'Codex',
  },
};
