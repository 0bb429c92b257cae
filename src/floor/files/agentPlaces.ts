/**
 * Guards a file whole if it holds nothing but hooks, permissions or transcripts, else its keys that matter. Notation:
 * see `PlaceIndex`.
 */
import { partOfFile, unreadFormat, wholeFile, type FloorRule, type GuardedPlace } from './floorRule';
import { frontMatterKeys, jsonKeys } from './guardedSettings';

const HOOKS: FloorRule = {
  check: 'agent-hooks',
  what: "an agent's hooks, through which Auto Mode sees its calls",
  remedy: 'Edit the hooks yourself, or use the commands "Auto Mode: Connect ..." and "Disconnect ...".',
};

const PERMISSIONS: FloorRule = {
  check: 'agent-permissions',
  what: 'hooks or permission settings of an agent (allow lists, modes, trust, sandbox), or their new value cannot be told from the call',
  remedy: 'Change these settings yourself, or let the agent change the other settings alone.',
};

const TRANSCRIPTS: FloorRule = {
  check: 'agent-transcript',
  what: "an agent's record of a session, which the classifier reads to learn what the user asked for",
  remedy: 'Delete old sessions yourself if you want them gone.',
};

const CLAUDE_KEYS = [
  ...['hooks', 'disableAllHooks', 'allowManagedHooksOnly', 'allowManagedPermissionRulesOnly', 'allowedHttpHookUrls'],
  ...['httpHookAllowedEnvVars', 'permissions', 'defaultMode', 'autoMode', 'sandbox', 'enabledPlugins'],
  ...['extraKnownMarketplaces', 'strictKnownMarketplaces', 'enableAllProjectMcpServers', 'enabledMcpjsonServers'],
  ...['disabledMcpjsonServers', 'skipDangerousModePermissionPrompt', '*dangerously*', 'apiKeyHelper'],
  // A setting of the loader's own disables every hook silently.
  ...[
    'CLAUDE_CONFIG_DIR',
    'CLAUDE_CODE_SIMPLE',
    'CLAUDE_CODE_SAFE_MODE',
    'HOME',
    'XDG_CONFIG_HOME',
    'LD_*',
    'DYLD_*',
  ].map((variable) => `env.${variable}`),
];

const GEMINI_KEYS = [
  ...['hooks', 'hooksConfig', 'disableAllHooks', 'tools', 'security', 'policyPaths', 'adminPolicyPaths', 'permissions'],
  ...['general.*approvalMode', 'approvalMode', 'autoAccept', 'allowedTools', 'coreTools', 'excludeTools', 'sandbox'],
  ...['folderTrust*', 'mcpServers.*.trust', 'mcp.allowed', 'experimental.*hook*', 'extensions', 'admin'],
];

const COPILOT_KEYS = [
  ...[
    'hooks',
    'disableAllHooks',
    'disabledHooks',
    '*trusted*',
    '*allow*',
    '*deny*',
    '*permission*',
    'sandbox*',
    'yolo',
    'enabledPlugins',
  ],
  ...['*approv*', '*plugins*'],
];

const OPENCODE_KEYS = [
  'permission',
  'plugin',
  'tools',
  'agent.*.permission',
  'agent.*.tools',
  'mode.*.permission',
  'mode.*.tools',
];

/** Skills and agents; the keys are Claude Code's, VS Code's and opencode's. */
const markdown = frontMatterKeys(['hooks', 'permissionMode', 'permission']);

export const AGENT_PLACES: readonly GuardedPlace[] = [
  // Claude Code
  ...partOfFile(PERMISSIONS, jsonKeys(CLAUDE_KEYS), '**/.claude/settings.json', '**/.claude/settings.local.json'),
  ...partOfFile(PERMISSIONS, jsonKeys(CLAUDE_KEYS), '**/.config/claude/settings.json'),
  ...partOfFile(
    PERMISSIONS,
    jsonKeys(['projects', 'bypassPermissionsModeAccepted', '*trust*', '*dangerously*', 'hooks', 'permissions']),
    '~/.claude.json',
    '**/.claude/.claude.json',
  ),
  ...wholeFile(PERMISSIONS, '/etc/claude-code', '/Library/Application Support/ClaudeCode'),
  ...wholeFile(PERMISSIONS, '/Program Files/ClaudeCode', '/ProgramData/ClaudeCode'),
  ...wholeFile(HOOKS, '**/.claude/plugins'),
  ...partOfFile(HOOKS, markdown, ...['agents', 'skills', 'commands'].map((folder) => `**/.claude/${folder}/**/*.md`)),

  // GitHub Copilot, in VS Code and in the terminal
  ...wholeFile(HOOKS, '**/.github/hooks', '**/.copilot/hooks', '**/.github/extensions'),
  ...wholeFile(HOOKS, '**/.copilot/plugins', '**/.copilot/installed-plugins', '**/.copilot/plugin-data'),
  ...wholeFile(
    PERMISSIONS,
    '**/.copilot/permissions-config.json',
    '/etc/github-copilot',
    '/ProgramData/GitHub/Copilot',
  ),
  ...partOfFile(
    PERMISSIONS,
    jsonKeys(COPILOT_KEYS),
    ...['**/.github/copilot/settings.json', '**/.github/copilot/settings.local.json'],
    ...['**/.copilot/settings.json', '**/.copilot/config.json'],
  ),
  ...partOfFile(
    HOOKS,
    markdown,
    '**/.github/agents/**/*.md',
    '**/.github/chatmodes/**/*.md',
    '**/.copilot/agents/**/*.md',
  ),

  // Codex
  ...wholeFile(HOOKS, '**/.codex/hooks.json', '**/.codex/plugins'),
  ...wholeFile(PERMISSIONS, '**/.codex/rules', '**/.codex/policy', '/etc/codex'),
  ...unreadFormat(PERMISSIONS, '**/.codex/*.toml'),

  // Gemini CLI, Antigravity and Qwen Code
  ...partOfFile(PERMISSIONS, jsonKeys(GEMINI_KEYS), '**/.gemini/settings.json', '**/.qwen/settings.json'),
  ...wholeFile(
    PERMISSIONS,
    ...['gemini', 'qwen'].flatMap((agent) => [`**/.${agent}/trustedFolders.json`, `**/.${agent}/policies`]),
  ),
  ...wholeFile(PERMISSIONS, '/etc/gemini-cli', '/Library/Application Support/GeminiCli', '/ProgramData/gemini-cli'),
  ...wholeFile(PERMISSIONS, '/etc/qwen-code', '/Library/Application Support/QwenCode', '/ProgramData/qwen-code'),
  ...wholeFile(
    HOOKS,
    '**/.gemini/extensions',
    '**/.qwen/extensions',
    '**/.gemini/config/hooks.json',
    '**/.agents/hooks.json',
  ),

  // Cursor
  ...wholeFile(
    HOOKS,
    '**/.cursor/hooks.json',
    '/etc/cursor',
    '/Library/Application Support/Cursor/hooks.json',
    '/ProgramData/Cursor',
  ),
  ...wholeFile(PERMISSIONS, '**/.cursor/sandbox.json', '**/.cursor/permissions.json'),
  ...partOfFile(
    PERMISSIONS,
    jsonKeys(['permissions', 'approvalMode', 'sandbox*', '*trust*', '*approv*', 'hooks']),
    '**/.cursor/cli-config.json',
    '**/.cursor/cli.json',
  ),

  // Cline and Kilo Code
  ...wholeFile(HOOKS, '~/Documents/Cline/Hooks', '**/.clinerules/hooks', '**/.cline/plugins', '**/.cline/hooks'),

  // opencode, and Kilo Code, which derives from it
  ...wholeFile(
    HOOKS,
    ...['**/.opencode', '**/.config/opencode', '**/.kilo', '**/.kilocode', '**/.config/kilo'].flatMap((folder) => [
      `${folder}/plugin`,
      `${folder}/plugins`,
    ]),
  ),
  ...partOfFile(
    PERMISSIONS,
    jsonKeys(OPENCODE_KEYS),
    ...['opencode', 'kilo', 'kilocode'].flatMap((name) => [`**/${name}.json`, `**/${name}.jsonc`]),
    ...['**/.config/opencode/config.json', '/etc/opencode/*.json'],
  ),
  ...partOfFile(
    PERMISSIONS,
    markdown,
    ...['**/.opencode', '**/.config/opencode'].flatMap((folder) =>
      ['agent', 'agents', 'mode', 'modes'].map((kind) => `${folder}/${kind}/**/*.md`),
    ),
  ),

  // pi
  ...wholeFile(HOOKS, '**/.pi/extensions', '**/.pi/agent/extensions', '**/.pi/agent/trust.json'),
  ...partOfFile(
    PERMISSIONS,
    jsonKeys(['extensions', 'packages', '*trust*', '*permission*', 'hooks']),
    '**/.pi/settings.json',
    '**/.pi/agent/settings.json',
  ),

  // Factory Droid
  ...wholeFile(HOOKS, '**/.factory/hooks.json', '**/.factory/plugins'),
  ...partOfFile(
    PERMISSIONS,
    jsonKeys([
      'hooks*',
      '*allow*',
      '*deny*',
      '*autonomy*',
      'sandbox*',
      '*trust*',
      '*approv*',
      '*permission*',
      'enabledPlugins',
    ]),
    '**/.factory/settings.json',
    '**/.factory/settings.local.json',
  ),

  // Augment
  ...wholeFile(PERMISSIONS, '/etc/augment'),
  ...partOfFile(
    PERMISSIONS,
    jsonKeys(['hooks', '*permission*', '*trust*', '*approv*']),
    '**/.augment/settings.json',
    '**/.augment/settings.local.json',
  ),

  // Goose
  ...wholeFile(HOOKS, '**/.agents/plugins'),
  ...wholeFile(PERMISSIONS, '**/.config/goose/permission.yaml', '**/.config/goose/permissions'),
  ...unreadFormat(PERMISSIONS, '**/.config/goose/config.yaml', '**/Block/goose/config/config.yaml'),

  // Crush
  ...partOfFile(
    PERMISSIONS,
    jsonKeys(['hooks', 'permissions', 'options.*skip*', 'options.disabled_tools']),
    '**/crush.json',
    '**/.crush.json',
  ),

  // Windsurf (Devin Desktop) and Kiro
  ...wholeFile(HOOKS, '**/.windsurf/hooks.json', '**/.devin/hooks.json', '~/.codeium/*/hooks.json', '/etc/windsurf'),
  ...wholeFile(HOOKS, '/Library/Application Support/Windsurf/hooks.json', '/ProgramData/Windsurf'),
  ...wholeFile(HOOKS, '**/.kiro/hooks'),
  ...partOfFile(
    PERMISSIONS,
    jsonKeys(['hooks', 'allowedTools', 'tools', 'toolsSettings', 'trust*']),
    '**/.kiro/agents/*.json',
    '**/.amazonq/cli-agents/*.json',
    '**/.aws/amazonq/cli-agents/*.json',
  ),

  // Amp
  ...wholeFile(
    HOOKS,
    '**/.amp/plugins',
    '**/.config/amp/plugins',
    '/etc/ampcode',
    '/Library/Application Support/ampcode',
  ),
  ...partOfFile(
    PERMISSIONS,
    jsonKeys([
      'amp',
      'amp.*permission*',
      'amp.*dangerously*',
      'amp.guardedFiles*',
      'amp.commands*',
      'amp.tools*',
      'amp.hooks*',
    ]),
    '**/.amp/settings.json',
    '**/.config/amp/settings.json',
    '**/.config/amp/settings.jsonc',
  ),

  // Mistral Vibe and Continue
  ...unreadFormat(PERMISSIONS, '**/.vibe/**/*.toml'),
  ...wholeFile(PERMISSIONS, '**/.continue/permissions.yaml'),
  ...partOfFile(PERMISSIONS, jsonKeys(['hooks', 'permissions']), '**/.continue/settings.json'),

  // Not the memory and plan folders beside some.
  ...wholeFile(
    TRANSCRIPTS,
    ...['**/.claude/projects/*/*.jsonl', '**/.claude/projects/*/*/subagents', '**/.claude/history.jsonl'],
    ...[
      '**/.copilot/session-state/*.jsonl',
      '**/.copilot/session-state/*/*.jsonl',
      '**/.copilot/history-session-state',
    ],
    ...['**/.codex/sessions', '**/.codex/archived_sessions', '**/.codex/history.jsonl'],
    ...['**/.gemini/tmp/*/chats', '**/.gemini/tmp/*/logs.json', '**/.qwen/projects/*/chats', '**/.qwen/tmp/*/chats'],
    ...['**/.cursor/projects/*/agent-transcripts', '**/.pi/agent/sessions', '**/.factory/sessions'],
    ...['**/.local/share/opencode/storage', '**/.local/share/opencode/*.db*', '**/.local/share/kilo/storage'],
    ...['**/.local/share/goose/sessions', '**/.vibe/logs', '**/.crush/crush.db*', '**/.continue/sessions'],
    ...['**/.augment/sessions', '**/.cline/data/tasks', '**/globalStorage/*/tasks/*/*.json'],
    ...[
      '**/workspaceStorage/*/transcripts',
      '**/workspaceStorage/*/*/transcripts',
      '**/workspaceStorage/*/chatSessions',
    ],
    ...['**/globalStorage/emptyWindowChatSessions'],
  ),
];
