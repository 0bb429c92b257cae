import type { AgentFacts } from './agentFacts';
import { ASK_USER, COORDINATE, SEARCH_WEB, START_AGENT, bash, list, read, search } from './toolFacts';

/** In `settings.json`; Qwen Code derives from Gemini CLI. */
export const GEMINI_KEYS: readonly string[] = [
  ...['hooks', 'hooksConfig', 'disableAllHooks', 'tools', 'security', 'policyPaths', 'adminPolicyPaths'],
  ...['permissions', 'general.*approvalMode', 'approvalMode', 'autoAccept', 'allowedTools', 'coreTools'],
  ...['excludeTools', 'sandbox', 'folderTrust*', 'mcpServers.*.trust', 'mcp.allowed', 'experimental.*hook*'],
  ...['extensions', 'admin'],
];

export const GEMINI_CLI: AgentFacts = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  programs: ['gemini'],
  words: ['gemini'],
  packages: ['gemini-cli'],
  variables: ['GEMINI_CLI_HOME', 'GEMINI_CLI_SYSTEM_SETTINGS_PATH', 'GEMINI_CLI_SYSTEM_DEFAULTS_PATH'],
  variablesStart: 'GEMINI_CLI_',
  changesSettings: /^(?:hooks (?:disable|uninstall|remove)|config set .*(?:hook|tools|security))/,
  harmlessOptions: '-p --prompt -i --prompt-interactive -m --model -o --output-format -d --debug',
  takesPrompt: true,
  places: {
    hooks: ['**/.gemini/extensions', '**/.gemini/config/hooks.json'],
    permissions: [
      ...['**/.gemini/trustedFolders.json', '**/.gemini/policies', '/etc/gemini-cli'],
      ...['/Library/Application Support/GeminiCli', '/ProgramData/gemini-cli'],
    ],
    settings: [{ files: ['**/.gemini/settings.json'], keys: GEMINI_KEYS }],
    transcripts: ['**/.gemini/tmp/*/chats', '**/.gemini/tmp/*/logs.json'],
  },
  protectedNames: '.gemini .geminiignore GEMINI.md',
  credentials: ['.gemini/oauth_creds.json'],
  harmlessFiles: ['.gemini/GEMINI.md'],
  hookFolders: ['.gemini'],
  // Gemini CLI 0.61, from its source.
  tools: {
    read_file: read('file_path', 'absolute_path'),
    glob: list(['pattern'], 'dir_path', 'path'),
    grep_search: search('dir_path', 'path'),
    list_directory: list([], 'dir_path', 'path'),
    write_todos: COORDINATE,
    update_topic: COORDINATE,
    list_background_processes: COORDINATE,
    enter_plan_mode: ASK_USER,
    ask_user: ASK_USER,
    run_shell_command: bash({ language: 'bash', folder: ['dir_path', 'directory'] }),
    write_file: { does: 'overwrite', path: ['file_path'], content: ['content'], mayUnescape: true },
    replace: { does: 'replace', path: ['file_path'], old: ['old_string'], new: ['new_string'], mayUnescape: true },
    google_web_search: SEARCH_WEB,
    invoke_agent: START_AGENT,
  },
  // Tested version.
  connection: { packageName: '@google/gemini-cli', minimum: '0.61.0', asksDespiteAllow: true },
};
