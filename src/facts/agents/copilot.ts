import { GATE_TOOLS } from './gateTools';
import type { AgentFacts } from './agentFacts';
import {
  ASK_USER,
  COORDINATE,
  POWERSHELL,
  SEARCH_WEB,
  START_AGENT,
  bash,
  coordinate,
  list,
  read,
  search,
  severalIn,
} from './toolFacts';

export const COPILOT: AgentFacts = {
  id: 'copilot',
  name: 'GitHub Copilot',
  programs: ['copilot'],
  startedAs: ['gh copilot'],
  words: ['copilot'],
  packages: ['@github/copilot'],
  variables: ['COPILOT_HOME'],
  switchesHooksOff: [{ options: ['--config-dir', '--disable-hooks', '--no-hooks'] }],
  harmlessOptions: '-p --prompt --model --continue --resume -s --silent --no-color',
  takesPrompt: true,
  // In VS Code and in the terminal.
  places: {
    hooks: [
      ...['**/.github/hooks', '**/.copilot/hooks', '**/.github/extensions'],
      ...['**/.copilot/plugins', '**/.copilot/installed-plugins', '**/.copilot/plugin-data'],
    ],
    permissions: ['**/.copilot/permissions-config.json', '/etc/github-copilot', '/ProgramData/GitHub/Copilot'],
    settings: [
      {
        files: [
          ...['**/.github/copilot/settings.json', '**/.github/copilot/settings.local.json'],
          ...['**/.copilot/settings.json', '**/.copilot/config.json'],
        ],
        keys: [
          ...[
            'hooks',
            'disableAllHooks',
            'disabledHooks',
            '*trusted*',
            '*allow*',
            '*deny*',
            '*permission*',
            'sandbox*',
          ],
          ...['yolo', 'enabledPlugins', '*approv*', '*plugins*'],
        ],
      },
    ],
    markdownHooks: ['**/.github/agents/**/*.md', '**/.github/chatmodes/**/*.md', '**/.copilot/agents/**/*.md'],
    transcripts: [
      ...['**/.copilot/session-state/*.jsonl', '**/.copilot/session-state/*/*.jsonl'],
      ...['**/.copilot/history-session-state', '**/workspaceStorage/*/transcripts'],
      ...['**/workspaceStorage/*/*/transcripts', '**/workspaceStorage/*/chatSessions'],
      '**/globalStorage/emptyWindowChatSessions',
    ],
  },
  protectedNames:
    '.copilot *.chatmode.md *.instructions.md *.prompt.md **/.github/copilot **/.github/copilot-instructions.md ' +
    '**/.github/instructions **/.github/prompts **/.github/agents **/.github/chatmodes **/.github/skills ' +
    '**/.github/extensions **/.github/hooks',
  credentials: ['.config/github-copilot'],
  harmlessFiles: ['.copilot/skills', '.copilot/agents'],
  hookFolders: ['.copilot', '.github'],
  tools: {
    // Copilot CLI 1.0.102, from its model requests. Without patches (`apply_patch`): Copilot decides their effect.
    view: read('path'),
    grep: severalIn(search('path', 'paths')),
    rg: severalIn(search('path', 'paths')),
    glob: severalIn(list(['pattern'], 'path', 'paths')),
    update_todo: COORDINATE,
    ask_user: ASK_USER,
    // A process for each command since 1.0, a living shell before; payloads name no version.
    bash: bash({ language: 'bash', living: ['shellId', 'sessionId'], waiting: ['mode', 'detach'] }),
    read_bash: COORDINATE,
    stop_bash: COORDINATE,
    list_bash: COORDINATE,
    powershell: POWERSHELL,
    create: { does: 'overwrite', path: ['path'], content: ['file_text'] },
    edit: { does: 'replace', path: ['path'], old: ['old_str'], new: ['new_str'] },
    str_replace: { does: 'replace', path: ['path'], old: ['old_str'], new: ['new_str'] },
    web_fetch: { does: 'fetch', address: ['url'] },
    web_search: SEARCH_WEB,
    task: START_AGENT,
    read_agent: COORDINATE,
    list_agents: COORDINATE,
    fetch_copilot_cli_documentation: COORDINATE,

    // VS Code's local agent loop, from its source. Its searches are missing: they cover every folder of the window.
    read_file: read('filePath'),
    view_image: read('filePath'),
    list_dir: list([], 'path'),
    manage_todo_list: COORDINATE,
    vscode_askQuestions: ASK_USER,
    run_in_terminal: bash({ language: 'terminal', living: [], waiting: ['goal', 'isBackground'] }),
    create_file: { does: 'overwrite', path: ['filePath'], content: ['content'] },
    replace_string_in_file: { does: 'replace', path: ['filePath'], old: ['oldString'], new: ['newString'] },
    insert_edit_into_file: { does: 'edit-unseen', path: ['filePath'] },
    edit_notebook_file: { does: 'edit-unseen', path: ['filePath'] },
    runSubagent: START_AGENT,
    [GATE_TOOLS.explainDecision]: coordinate('text id'),
    [GATE_TOOLS.status]: coordinate(''),
  },
  // The first to refuse if a hook cannot start.
  connection: {
    packageName: '@github/copilot',
    minimum: '1.0.57',
    command: 'Copilot',
  },
};
