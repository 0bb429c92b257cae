import type { AgentFacts } from './agentFacts';
import { GEMINI_KEYS } from './geminiCli';
import { ASK_USER, COORDINATE, SEARCH_WEB, START_AGENT, bash, list, read, search } from './toolFacts';

export const QWEN_CODE: AgentFacts = {
  id: 'qwen-code',
  name: 'Qwen Code',
  programs: ['qwen'],
  words: ['qwen'],
  packages: ['qwen-code'],
  variables: ['QWEN_HOME', 'QWEN_CODE_SYSTEM_SETTINGS_PATH', 'QWEN_CODE_SYSTEM_DEFAULTS_PATH'],
  variablesStart: 'QWEN_',
  changesSettings: /^(?:hooks (?:disable|uninstall|remove)|config set .*(?:hook|tools|security))/,
  switchesHooksOff: [{ options: ['--bare', '--safe-mode', '--no-hooks', '--disable-hooks'] }],
  harmlessOptions: '-p --prompt -i --prompt-interactive -m --model -o --output-format -d --debug',
  takesPrompt: true,
  places: {
    hooks: ['**/.qwen/extensions'],
    permissions: [
      ...['**/.qwen/trustedFolders.json', '**/.qwen/policies', '/etc/qwen-code'],
      ...['/Library/Application Support/QwenCode', '/ProgramData/qwen-code'],
    ],
    settings: [{ files: ['**/.qwen/settings.json'], keys: GEMINI_KEYS }],
    transcripts: ['**/.qwen/projects/*/chats', '**/.qwen/tmp/*/chats'],
  },
  protectedNames: '.qwen QWEN.md',
  credentials: ['.qwen/oauth_creds.json'],
  harmlessFiles: ['.qwen/QWEN.md'],
  hookFolders: ['.qwen'],
  // Qwen Code 0.24, from its source and its model requests.
  tools: {
    read_file: read('file_path'),
    glob: list(['pattern'], 'path'),
    grep_search: search('path'),
    list_directory: list([], 'path'),
    todo_write: COORDINATE,
    ask_user_question: ASK_USER,
    enter_plan_mode: ASK_USER,
    exit_plan_mode: ASK_USER,
    get_goal: COORDINATE,
    list_agents: COORDINATE,
    tool_search: COORDINATE,
    run_shell_command: bash({ language: 'bash', folder: ['directory'] }),
    write_file: { does: 'overwrite', path: ['file_path'], content: ['content'], mayUnescape: true },
    edit: { does: 'replace', path: ['file_path'], old: ['old_string'], new: ['new_string'], mayUnescape: true },
    notebook_edit: { does: 'edit-unseen', path: ['notebook_path'] },
    web_fetch: { does: 'fetch', address: ['url'] },
    web_search: SEARCH_WEB,
    agent: START_AGENT,
  },
  // Tested version.
  connection: { packageName: '@qwen-code/qwen-code', minimum: '0.24.4' },
};
