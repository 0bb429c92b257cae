/** Settings and extensions of VS Code and the editors made from it. Notation: see `PlaceIndex`. */
import { partOfFile, wholeFile, type FloorRule, type GuardedPlace } from './floorRule';
import { jsonKeys } from './guardedSettings';

const USER_SETTINGS: FloorRule = {
  check: 'editor-settings',
  what: "the editor's user settings, which hold the gate's own rules",
  remedy: 'Change the setting yourself in the Settings editor.',
};

const WORKSPACE_SETTINGS: FloorRule = {
  check: 'workspace-settings',
  what: "settings of the gate, of agents' hooks or of their permissions, or their new value cannot be told from the call",
  remedy: 'Change the setting yourself in the Settings editor, or let the agent change the other settings alone.',
};

const EXTENSIONS: FloorRule = {
  check: 'editor-extensions',
  what: 'a folder from which the editor loads and runs extensions',
  remedy: 'Install, update or remove extensions yourself in the Extensions view.',
};

/**
 * Keys of a settings file that switch hooks, trust or questions to the user off. The first row is VS Code's own, the others are
 * settings of the agents' extensions.
 */
const GUARDED_SETTINGS = [
  ...['autoMode', 'autoMode.*', 'chat.useHooks', 'chat.useClaudeHooks', 'chat.hook*', 'chat.tools', 'chat.tools.*'],
  ...['chat.agentHost', 'chat.agentHost.*', 'chat.agent.sandbox*', 'chat.permissions*', 'chat.autopilot*'],
  ...['chat.assistedPermissions*', 'chat.plugin*', 'chat.mcp.access', 'chat.editor.preferCopilotHarness', 'security*'],
  ...['extensions.supportUntrustedWorkspaces*', 'task.allowAutomaticTasks', '*autoApprov*', '*dangerously*', '*yolo*'],
  ...['*bypassPermission*', '*permissionMode*', '*allowedCommands*', '*deniedCommands*', '*alwaysAllow*'],
  ...['claudeCode.claudeProcessWrapper', 'claudeCode.environmentVariables', 'claudeCode.hooks*', 'cline.*hook*'],
  ...['amp.permissions*', 'amp.mcpPermissions*', 'amp.guardedFiles*', 'amp.commands*', 'chatgpt.*approval*'],
  // Another configuration home is one without the gate's hooks.
  ...['CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'COPILOT_HOME', 'XDG_CONFIG_HOME', 'HOME', 'USERPROFILE'].map(
    (variable) => `terminal.integrated.env.*.${variable}`,
  ),
];

const settingsBelow = (...parents: string[]): string[] =>
  parents.flatMap((parent) => GUARDED_SETTINGS.map((key) => `${parent}.${key}`));

/** The folder names that editors keep user data below, on Linux, macOS, Windows and in packages of their own. */
const USER_DATA = [
  ...['**/.config/*', '**/Application Support/*', '**/AppData/Roaming/*', '**/config/Code*', '**/user-data'],
  ...['**/.local/share/code-server', '**/.*server*/data', '**/.vscode-remote/data'],
];

const USER_FILES = [
  ...['User/settings.json', 'Machine/settings.json', 'User/profiles/*/settings.json'],
  // Workspace trust, the state of extensions and encrypted secrets.
  ...['User/globalStorage/state.vscdb*', 'User/globalStorage/storage.json'],
];

export const EDITOR_PLACES: readonly GuardedPlace[] = [
  ...wholeFile(USER_SETTINGS, ...USER_DATA.flatMap((folder) => USER_FILES.map((file) => `${folder}/${file}`))),
  ...wholeFile(USER_SETTINGS, '/etc/vscode/policy.json', '~/.config/code-server/config.yaml'),
  // A folder chosen with --user-data-dir, told from a project's `user` folder by what lies beside the settings.
  ...wholeFile(USER_SETTINGS, '**/User/settings.json', '**/User/profiles/*/settings.json').map((place) => ({
    ...place,
    beside: { folder: 'user', name: 'globalStorage' },
  })),
  ...partOfFile(WORKSPACE_SETTINGS, jsonKeys(GUARDED_SETTINGS), '**/.vscode/settings.json'),
  ...partOfFile(WORKSPACE_SETTINGS, jsonKeys(settingsBelow('settings')), '**/*.code-workspace'),
  ...partOfFile(
    WORKSPACE_SETTINGS,
    jsonKeys(settingsBelow('settings', 'customizations.*.settings')),
    '**/.devcontainer.json',
    '**/.devcontainer/devcontainer.json',
    '**/.devcontainer/*/devcontainer.json',
  ),
  ...wholeFile(
    EXTENSIONS,
    '~/.*/extensions',
    '**/.*server*/extensions',
    '**/.vscode*/extensions',
    '**/.local/share/code-server/extensions',
    '**/resources/app/extensions',
  ),
];
