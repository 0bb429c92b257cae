/** With editors made from VS Code. Notation: see `PlaceIndex`. */
import { partOfFile, wholeFile, type FloorRule, type GuardedPlace } from './floorRule';
import { starPattern } from '../../common/starPattern';
import { gateCommands, jsonKeys } from './guardedSettings';
import { foldBroadly } from '../../files/pathText';

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

const GATE_COMMANDS: FloorRule = {
  check: 'gate-doors',
  what: 'a task, a key binding or an input so that it runs a command of Auto Mode',
  remedy: 'Use the Auto Mode panel or its commands; only the user does that.',
};

const EXTENSIONS: FloorRule = {
  check: 'editor-extensions',
  what: 'a folder from which the editor loads and runs extensions',
  remedy: 'Install, update or remove extensions yourself in the Extensions view.',
};

/** They disable hooks, trust or questions. First row: VS Code's; others: agents' extensions. */
const GUARDED_SETTINGS = [
  ...['autoMode', 'autoMode.*', 'chat.useHooks', 'chat.useClaudeHooks', 'chat.hook*', 'chat.tools', 'chat.tools.*'],
  ...['chat.agentHost', 'chat.agentHost.*', 'chat.agent.sandbox*', 'chat.permissions*', 'chat.autopilot*'],
  ...[
    'chat.assistedPermissions*',
    'chat.plugin*',
    'chat.mcp.access',
    'chat.mcp.autostart',
    'chat.mcp.*rust*',
    'settingsSync*',
    'chat.editor.preferCopilotHarness',
    'security*',
  ],
  ...['extensions.supportUntrustedWorkspaces*', 'task.allowAutomaticTasks', '*autoApprov*', '*dangerously*', '*yolo*'],
  ...['*bypassPermission*', '*permissionMode*', '*allowedCommands*', '*deniedCommands*', '*alwaysAllow*'],
  ...['claudeCode.claudeProcessWrapper', 'claudeCode.environmentVariables', 'claudeCode.hooks*', 'cline.*hook*'],
  ...['amp.permissions*', 'amp.mcpPermissions*', 'amp.guardedFiles*', 'amp.commands*', 'chatgpt.*approval*'],
  // Another home has no hooks.
  ...[
    'CLAUDE_CONFIG_DIR',
    'CLAUDE_CODE_SIMPLE',
    'CLAUDE_CODE_SAFE_MODE',
    'CODEX_HOME',
    'COPILOT_HOME',
    'XDG_CONFIG_HOME',
    'HOME',
    'USERPROFILE',
  ].map((variable) => `terminal.integrated.env.*.${variable}`),
];

const guardedSettings = GUARDED_SETTINGS.map((key) => starPattern(foldBroadly(key)));

const MAX_NAME_CHARACTERS = 200;

export function isGuardedSetting(name: string): boolean {
  if (name.length > MAX_NAME_CHARACTERS || !/^[\w.-]+$/.test(name)) return false;
  const folded = foldBroadly(name);
  return guardedSettings.some((matches) => matches(folded));
}

const settingsBelow = (...parents: string[]): string[] =>
  parents.flatMap((parent) => GUARDED_SETTINGS.map((key) => `${parent}.${key}`));

/** On Linux, macOS, Windows and in packages. */
const USER_DATA = [
  ...['**/.config/*', '**/Application Support/*', '**/AppData/Roaming/*', '**/config/Code*', '**/user-data'],
  ...['**/.local/share/code-server', '**/.*server*/data', '**/.vscode-remote/data', '**/.var/app/*/config/*'],
];

const USER_FILES = [
  ...['User/settings.json', 'Machine/settings.json', 'User/profiles/*/settings.json'],
  // They come back as settings.
  ...['User/sync', 'User/profiles/*/sync'],
  // Workspace trust, extension state, encrypted secrets.
  ...['User/globalStorage/state.vscdb*', 'User/globalStorage/storage.json', 'User/profiles/*/globalStorage'],
  'User/workspaceStorage/*/state.vscdb*',
];

/** And pending packages. */
const EXTENSION_FILES = [
  ...['User/profiles/*/extensions.json', 'CachedExtensionVSIXs', 'CachedExtensions', 'CachedProfilesData'],
  ...['CachedConfigurations', 'Machine/extensions.json'],
];

/** In any editor here. */
const GATE_STORAGE = ['**/globalStorage/auto-mode.auto-mode', '**/workspaceStorage/*/auto-mode.auto-mode'];

export const EDITOR_PLACES: readonly GuardedPlace[] = [
  ...wholeFile(USER_SETTINGS, ...USER_DATA.flatMap((folder) => USER_FILES.map((file) => `${folder}/${file}`))),
  ...wholeFile(
    USER_SETTINGS,
    '/etc/vscode',
    '/Library/Managed Preferences',
    '~/.config/code-server/config.yaml',
    '~/.*/argv.json',
  ),
  ...wholeFile(USER_SETTINGS, ...GATE_STORAGE),
  // Behind --user-data-dir; the files beside it tell it from a project's `user` folder.
  ...wholeFile(USER_SETTINGS, '**/User/settings.json', '**/User/profiles/*/settings.json').map((place) => ({
    ...place,
    beside: { folder: 'user', name: 'globalStorage' },
  })),
  ...partOfFile(WORKSPACE_SETTINGS, jsonKeys(GUARDED_SETTINGS), '**/.vscode/settings.json'),
  ...partOfFile(
    GATE_COMMANDS,
    gateCommands(false),
    ...['tasks', 'launch', 'mcp', 'settings', 'keybindings'].map((name) => `**/.vscode/${name}.json`),
    ...['**/*.code-workspace', '**/.mcp.json'],
    ...USER_DATA.flatMap((folder) =>
      ['User', 'User/profiles/*'].flatMap((user) => ['tasks', 'mcp'].map((name) => `${folder}/${user}/${name}.json`)),
    ),
  ),
  ...partOfFile(
    GATE_COMMANDS,
    gateCommands(true),
    ...USER_DATA.flatMap((folder) => ['User', 'User/profiles/*'].map((user) => `${folder}/${user}/keybindings.json`)),
  ),
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
    ...['**/.var/app/*/data/*/extensions', '**/code-portable-data/extensions'],
    ...USER_DATA.flatMap((folder) => EXTENSION_FILES.map((file) => `${folder}/${file}`)),
  ),
  // A portable editor, known by its user data.
  ...wholeFile(EXTENSIONS, '**/data/extensions').map((place) => ({
    ...place,
    beside: { folder: 'data', name: 'user-data' },
  })),
  // The editor's program, known by its product file.
  ...wholeFile(EXTENSIONS, ...['product.json', 'out', 'node_modules*'].map((name) => `**/resources/app/${name}`)).map(
    (place) => ({ ...place, beside: { folder: 'app', name: 'product.json' } }),
  ),
];
