import type { AgentFacts } from './agentFacts';
import {
  ASK_USER,
  COORDINATE,
  PLAIN_PROMPT,
  POWERSHELL,
  READ_RESOURCE,
  RECIPIENT,
  SEARCH_WEB,
  START_AGENT,
  bash,
  coordinate,
  list,
  read,
  search,
} from './toolFacts';

export const CLAUDE_CODE: AgentFacts = {
  id: 'claude-code',
  name: 'Claude Code',
  programs: ['claude'],
  words: ['claude'],
  packages: ['claude-code'],
  variables: ['CLAUDE_CONFIG_DIR', 'CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE'],
  switchesHooksOff: [
    { options: ['--bare', '--safe-mode'] },
    { options: ['--settings'], off: /\b(?:disableAllHooks|allowManagedHooksOnly)["']?\s*[:=]\s*["']?true/i },
    { options: ['--setting-sources'], offUnless: /\buser\b/ },
  ],
  changesSettings:
    /^config (?:set|add|remove|unset|rm) .*(?:hook|permission|defaultMode|trust|sandbox|apiKeyHelper|allowedTools)/i,
  harmlessOptions:
    '-p --print -c --continue -r --resume --model --fallback-model --output-format --input-format --verbose --max-turns ' +
    '--include-partial-messages --json-schema',
  takesPrompt: true,
  places: {
    hooks: ['**/.claude/plugins'],
    permissions: [
      '/etc/claude-code',
      '/Library/Application Support/ClaudeCode',
      '/Program Files/ClaudeCode',
      '/ProgramData/ClaudeCode',
    ],
    settings: [
      {
        files: ['**/.claude/settings.json', '**/.claude/settings.local.json', '**/.config/claude/settings.json'],
        keys: [
          ...['hooks', 'disableAllHooks', 'allowManagedHooksOnly', 'allowManagedPermissionRulesOnly'],
          ...['allowedHttpHookUrls', 'httpHookAllowedEnvVars', 'permissions', 'defaultMode', 'autoMode', 'sandbox'],
          ...['enabledPlugins', 'extraKnownMarketplaces', 'strictKnownMarketplaces', 'enableAllProjectMcpServers'],
          ...['enabledMcpjsonServers', 'disabledMcpjsonServers', 'skipDangerousModePermissionPrompt', '*dangerously*'],
          'apiKeyHelper',
          // The loader's setting silently disables every hook.
          ...['env.CLAUDE_CONFIG_DIR', 'env.CLAUDE_CODE_SIMPLE', 'env.CLAUDE_CODE_SAFE_MODE', 'env.HOME'],
          ...['env.XDG_CONFIG_HOME', 'env.LD_*', 'env.DYLD_*'],
        ],
      },
      {
        files: ['~/.claude.json', '**/.claude/.claude.json'],
        keys: ['projects', 'bypassPermissionsModeAccepted', '*trust*', '*dangerously*', 'hooks', 'permissions'],
      },
    ],
    markdownHooks: ['**/.claude/agents/**/*.md', '**/.claude/skills/**/*.md', '**/.claude/commands/**/*.md'],
    // Not its memory and plans.
    transcripts: ['**/.claude/projects/*/*.jsonl', '**/.claude/projects/*/*/subagents', '**/.claude/history.jsonl'],
  },
  protectedNames: '.claude .claude.json .claude-plugin .claudeignore CLAUDE.md CLAUDE.local.md',
  credentials: ['.claude.json', '.claude/.credentials.json'],
  sessionFolders: [
    '/tmp/claude*/*/<session>/scratchpad',
    '/tmp/claude*/*/<session>/tasks',
    '~/.claude/projects/*/<session>/tool-results',
  ],
  harmlessFiles: [
    ...['.claude/CLAUDE.md', '.claude/plans', '.claude/skills', '.claude/agents', '.claude/commands'],
    ...['.claude/plugins', '.claude/todos', '.claude/output-styles', '.claude/memory', '.claude/projects/*/memory'],
  ],
  hookFolders: ['.claude'],
  // Claude Code 2.1, from its published types.
  tools: {
    Read: read('file_path'),
    NotebookRead: read('notebook_path'),
    Grep: search('path'),
    Glob: list(['pattern'], 'path'),
    LS: list([], 'path'),
    LSP: { does: 'read', path: ['file_path', 'path', 'filePath'], optional: true },
    ToolSearch: COORDINATE,
    ListMcpResourcesTool: COORDINATE,
    ReadMcpResourceTool: READ_RESOURCE,
    ReadMcpResourceDirTool: READ_RESOURCE,
    TodoWrite: COORDINATE,
    TaskCreate: COORDINATE,
    TaskGet: COORDINATE,
    TaskUpdate: COORDINATE,
    TaskList: COORDINATE,
    TaskStop: COORDINATE,
    // Older names: BashOutput, KillShell, AgentOutputTool.
    TaskOutput: coordinate('task_id block timeout'),
    BashOutput: coordinate('bash_id shell_id filter block timeout wait_up_to'),
    KillShell: coordinate('shell_id'),
    AgentOutputTool: coordinate('agentId block wait_up_to'),
    // A scheduled prompt's calls are decided like others; a durable one outlives the session.
    CronCreate: coordinate('cron prompt recurring durable', { durable: [false], prompt: PLAIN_PROMPT }),
    CronDelete: coordinate('id'),
    CronList: coordinate(''),
    ScheduleWakeup: coordinate('delaySeconds reason prompt stop noop', { prompt: PLAIN_PROMPT }),
    ReadNotifications: coordinate(''),
    ReportFindings: coordinate('level findings'),
    // The answer itself, in the form that the caller asked for.
    StructuredOutput: COORDINATE,
    // Removing deletes files.
    ExitWorktree: coordinate('action', { action: ['keep'] }),
    Skill: { does: 'load-skill', name: ['skill'], others: ['args'] },
    AskUserQuestion: ASK_USER,
    EnterPlanMode: ASK_USER,
    ExitPlanMode: ASK_USER,
    // Its name becomes a folder's.
    TeamCreate: { does: 'coordinate', values: { team_name: /^[\w -]+$/ } },
    TeamDelete: COORDINATE,
    SendMessage: coordinate('to summary message notify_when_idle', { to: RECIPIENT }),
    Sleep: COORDINATE,
    Bash: bash({ language: 'bash-or-zsh' }),
    PowerShell: POWERSHELL,
    Monitor: bash({ language: 'bash-or-zsh' }),
    Write: { does: 'overwrite', path: ['file_path'], content: ['content'] },
    Edit: { does: 'replace', path: ['file_path'], old: ['old_string'], new: ['new_string'] },
    MultiEdit: { does: 'replace', path: ['file_path'], old: ['old_string'], new: ['new_string'] },
    NotebookEdit: { does: 'edit-unseen', path: ['notebook_path'] },
    WebFetch: { does: 'fetch', address: ['url'] },
    WebSearch: SEARCH_WEB,
    Agent: START_AGENT,
    Task: START_AGENT,
  },
  // Adds `onFailure`: before, a launcher that cannot start let the call run.
  connection: {
    packageName: '@anthropic-ai/claude-code',
    minimum: '2.1.295',
    command: 'ClaudeCode',
  },
};
