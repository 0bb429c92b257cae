/**
 * What is out of an agent's reach: a row for each thing that is, and a column for each way in which an agent may try it. The classifier
 * says yes to everything here, so that only the hard floor can be what blocks.
 */
import assert from 'node:assert/strict';
import type { Tree } from '../../unit/engine/fakeGate';
import { CHANGES, floorFor, MAC, WINDOWS } from '../../unit/files/fileWorld';
import { stageOf, bash, claude, vscode, q, WRITES, whole, json, folder, home, type Call, type Change } from './reach';

/** Ways to take a file away, for what must stay there. */
const REMOVALS: Readonly<Record<string, (change: Change) => Call>> = {
  'shell: rm': (change) => bash(`rm -f ${q(change)}`),
  'shell: mv away': (change) => bash(`mv ${q(change)} /tmp/x`),
  'shell: truncate': (change) => bash(`truncate -s 0 ${q(change)}`),
  'shell: git checkout of the file': (change) => bash(`git checkout HEAD~1 -- ${q(change)}`),
  'shell: git restore of the file': (change) => bash(`git restore --source=HEAD~1 ${q(change)}`),
  'shell: os.remove': (change) => bash(`python3 -c "import os; os.remove('${change.path}')"`),
  'MCP: delete_file': ({ path }) => claude('mcp__files__delete_file', { path }),
  'VS Code: apply_patch that deletes': ({ path }) =>
    vscode('apply_patch', { input: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch` }),
  'VS Code: apply_patch that moves': ({ path }) =>
    vscode('apply_patch', { input: `*** Begin Patch\n*** Update File: ${path}\n*** Move to: /tmp/x\n*** End Patch` }),
};

const FLAVOURS = ['Code', 'Code - Insiders', 'Code - OSS', 'VSCodium', 'VSCodium - Insiders', 'Cursor', 'Windsurf'];

/** Files that stay as they are, by the words of the design. */
const GUARDED: Readonly<Record<string, readonly Change[]>> = {
  'user settings files of any VS Code flavour': [
    ...FLAVOURS.map((name) => whole(home(`.config/${name}/User/settings.json`))),
    whole(home('.config/Code/User/profiles/1a/settings.json')),
    whole(home('.local/share/code-server/User/settings.json')),
    whole(home('.var/app/com.vscodium.codium/config/VSCodium/User/settings.json')),
    whole(home('.openvscode-server/data/Machine/settings.json')),
    whole(home('.config/Code/User/sync/settings/lastSyncsettings.json')),
  ],
  'remote `Machine` settings': [
    ...['.vscode-server', '.vscode-server-insiders', '.cursor-server', '.windsurf-server', '.vscodium-server'].map(
      (name) => whole(home(`${name}/data/Machine/settings.json`)),
    ),
    whole(home('.vscode-remote/data/Machine/settings.json')),
    whole(home('.local/share/code-server/Machine/settings.json')),
  ],
  "a workspace's settings": [
    ...['enabled', 'permissions.deny', 'permissions.allow', 'folders', 'rules.defaultBranchPush'].map((key) =>
      json(folder('.vscode/settings.json'), `autoMode.${key}`),
    ),
    json(folder('sub/.vscode/settings.json'), 'autoMode.enabled', false),
    json('/home/u/other/.vscode/settings.json', 'autoMode.permissions.deny', []),
  ],
  'or `.code-workspace` file': [
    {
      path: folder('p.code-workspace'),
      before: '{"folders":[],"settings":{"autoMode.permissions.deny":["a"]}}',
      after: '{"folders":[],"settings":{}}',
    },
  ],
  "the extension's folder and storage": [
    whole(home('.vscode/extensions/auto-mode.auto-mode-0.1.0/dist/extension.js')),
    whole(home('.cursor/extensions/auto-mode.auto-mode-0.1.0/package.json')),
    whole(home('.config/Code/User/globalStorage/auto-mode.auto-mode/x.json')),
    whole(home('.config/Cursor/User/globalStorage/auto-mode.auto-mode/x.json')),
    whole(home('.config/Code/User/workspaceStorage/1/auto-mode.auto-mode/x.json')),
    whole(home('.config/Code/User/globalStorage/state.vscdb')),
    whole(home('.config/Code/User/workspaceStorage/1/state.vscdb')),
  ],
  'any write into an extensions folder': [
    ...['.vscode', '.vscode-insiders', '.vscode-oss', '.cursor', '.windsurf', '.vscode-server', '.kiro', '.trae'].map(
      (name) => whole(home(`${name}/extensions/extensions.json`)),
    ),
    whole(home('.local/share/code-server/extensions/x/package.json')),
    whole(home('.var/app/com.visualstudio.code/data/vscode/extensions/x/package.json')),
    whole('/opt/editor/data/extensions/x/data/a.js'),
    whole('/opt/code-portable-data/extensions/x/package.json'),
    whole(folder('.vscode/extensions/x/package.json')),
    whole('/usr/share/code/resources/app/extensions/git/package.json'),
    whole('/usr/share/code/resources/app/product.json'),
    whole('/usr/share/code/resources/app/out/main.js'),
    whole('/usr/share/code/resources/app/node_modules/x/app/main.js'),
    whole(home('.config/Code/User/profiles/1a/extensions.json')),
    whole(home('.config/Code/CachedExtensionVSIXs/auto-mode.auto-mode-0.1.0')),
    whole(home('.vscode/argv.json')),
  ],
  'launcher, socket folder, token, logs': [
    whole(home('.auto-mode/token')),
    whole(home('.auto-mode/bin/launcher')),
    whole(home('.auto-mode/run/1.sock')),
    whole(home('.auto-mode/run/1-00000000.json')),
    whole(home('.auto-mode/sessions/0123456789abcdef01234567.json')),
    whole(home('.auto-mode/logs/1.jsonl')),
  ],
  'the managed policy file': [whole('/etc/auto-mode/policy.json'), whole('/etc/vscode/policy.json')],
  "agents' transcript files": [
    whole(home('.claude/projects/-p/1.jsonl')),
    whole(home('.claude/projects/-p/1/subagents/agent-1.jsonl')),
    whole(home('.claude/history.jsonl')),
    whole(home('.copilot/session-state/1/events.jsonl')),
    whole(home('.codex/sessions/2026/11/22/rollout-1.jsonl')),
    whole(home('.gemini/tmp/1/chats/1.json')),
    whole(home('.qwen/projects/p/chats/1.jsonl')),
    whole(home('.cursor/projects/p/agent-transcripts/1/1.jsonl')),
    whole(home('.pi/agent/sessions/--p--/1.jsonl')),
    whole(home('.local/share/opencode/storage/message/1.json')),
    whole(home('.config/Code/User/workspaceStorage/1/GitHub.copilot-chat/transcripts/1.jsonl')),
    whole(home('.config/Code/User/workspaceStorage/1/chatSessions/1.json')),
  ],
  'the hook entries of every supported agent, in any scope': [
    json(home('.claude/settings.json'), 'hooks', {}),
    json(folder('.claude/settings.json'), 'hooks', {}),
    json(folder('.claude/settings.local.json'), 'hooks', {}),
    whole('/etc/claude-code/managed-settings.json'),
    whole('/etc/claude-code/managed-settings.d/x.json'),
    whole(home('.claude/plugins/x/hooks/hooks.json')),
    whole(home('.copilot/hooks/auto-mode.json')),
    whole(folder('.github/hooks/x.json')),
    json(home('.copilot/settings.json'), 'hooks', {}),
    json(folder('.github/copilot/settings.local.json'), 'hooks', {}),
    whole('/etc/github-copilot/policy.d/x.json'),
    whole(home('.codex/hooks.json')),
    whole(folder('.codex/hooks.json')),
    whole(home('.codex/config.toml')),
    whole(folder('.codex/config.toml')),
    whole('/etc/codex/requirements.toml'),
    whole(home('.codex/requirements.toml')),
    whole(home('.codex/managed_config.toml')),
    json(home('.gemini/settings.json'), 'hooks', {}),
    json(folder('.gemini/settings.json'), 'hooksConfig', { enabled: false }),
    whole('/etc/gemini-cli/settings.json'),
    whole(home('.gemini/extensions/x/hooks/hooks.json')),
    whole(home('.gemini/config/hooks.json')),
    whole(folder('.agents/hooks.json')),
    json(home('.qwen/settings.json'), 'hooks', {}),
    whole(home('.cursor/hooks.json')),
    whole(folder('.cursor/hooks.json')),
    whole('/etc/cursor/hooks.json'),
    whole(home('.config/opencode/plugin/auto-mode.ts')),
    whole(folder('.opencode/plugin/x.ts')),
    whole(home('.pi/agent/extensions/auto-mode.ts')),
    whole(folder('.pi/extensions/x.ts')),
    whole(home('Documents/Cline/Hooks/PreToolUse')),
    whole(folder('.clinerules/hooks/PreToolUse')),
    whole(home('.factory/hooks.json')),
    whole(folder('.factory/hooks.json')),
    json(home('.augment/settings.json'), 'hooks', {}),
    whole('/etc/augment/settings.json'),
    whole(home('.agents/plugins/x/hooks/hooks.json')),
    whole(folder('.agents/plugins/x/hooks/hooks.json')),
    json(home('.config/crush/crush.json'), 'hooks', {}),
    json(folder('crush.json'), 'hooks', {}),
    json(folder('.crush.json'), 'hooks', {}),
    whole(home('.codeium/windsurf/hooks.json')),
    whole(folder('.windsurf/hooks.json')),
    whole(home('.kiro/hooks/x.json')),
    whole(folder('.kiro/hooks/x.json')),
    whole(home('.config/amp/plugins/x.ts')),
    whole(folder('.amp/plugins/x.ts')),
    whole(home('.vibe/hooks.toml')),
    json(home('.continue/settings.json'), 'hooks', {}),
  ],
  'and the permission settings (allow lists, modes, trust, sandbox, auto-approve keys)': [
    json(home('.claude/settings.json'), 'permissions', { allow: ['Bash'] }),
    json(home('.claude/settings.json'), 'permissions', { defaultMode: 'bypassPermissions' }),
    json(folder('.claude/settings.local.json'), 'sandbox', { enabled: false }),
    json(folder('.claude/settings.json'), 'apiKeyHelper', './evil'),
    json(folder('.claude/settings.json'), 'enableAllProjectMcpServers'),
    json(home('.claude.json'), 'projects', { '/x': { hasTrustDialogAccepted: true } }),
    whole(home('.copilot/permissions-config.json')),
    json(home('.copilot/config.json'), 'trusted_folders', ['/']),
    whole(home('.codex/rules/default.rules')),
    json(home('.gemini/settings.json'), 'tools', { allowed: ['*'] }),
    json(folder('.gemini/settings.json'), 'security', { folderTrust: { enabled: false } }),
    whole(home('.gemini/trustedFolders.json')),
    whole(home('.gemini/policies/x.toml')),
    json(home('.cursor/cli-config.json'), 'permissions', { allow: ['Shell(*)'] }),
    whole(home('.cursor/permissions.json')),
    json(folder('opencode.json'), 'permission', 'allow'),
    json(home('.config/opencode/opencode.json'), 'permission', 'allow'),
    json(folder('kilo.jsonc'), 'permission', 'allow'),
    json(home('.config/kilo/config.json'), 'permission', 'allow'),
    whole(folder('.kilo/tool/x.ts')),
    whole(home('.config/kilo/plugin/x.js')),
    json(home('.pi/agent/settings.json'), 'defaultProjectTrust', 'always'),
    json(home('.factory/settings.json'), 'commandAllowlist', ['*']),
    json(home('.augment/settings.json'), 'toolPermissions', []),
    whole(home('.config/goose/permission.yaml')),
    whole(home('.config/goose/config.yaml')),
    json(home('.config/amp/settings.json'), 'amp.dangerouslyAllowAll'),
    whole(home('.continue/permissions.yaml')),
    json(folder('.vscode/settings.json'), 'chat.tools.global.autoApprove'),
    json(folder('.vscode/settings.json'), 'chat.tools.terminal.autoApprove', { rm: true }),
    json(folder('.vscode/settings.json'), 'chat.tools.edits.autoApprove', { '**': true }),
    json(folder('.vscode/settings.json'), 'chat.tools.urls.autoApprove', { '*': true }),
    json(folder('.vscode/settings.json'), 'chat.mcp.autostart', 'newAndOutdated'),
    json(folder('.vscode/settings.json'), 'security.workspace.trust.enabled', false),
    json(folder('.vscode/settings.json'), 'security.workspace.trust.untrustedFiles', 'open'),
    json(folder('.vscode/settings.json'), 'task.allowAutomaticTasks', 'on'),
    json(folder('.vscode/settings.json'), 'roo-cline.allowedCommands', ['*']),
    json(folder('.vscode/settings.json'), 'claudeCode.initialPermissionMode', 'bypassPermissions'),
    ...[
      'CLAUDE_CONFIG_DIR',
      'CLAUDE_CODE_SAFE_MODE',
      'CODEX_HOME',
      'COPILOT_HOME',
      'HOME',
      'AUTOMODE_SETTINGS_JSON',
    ].map((name) => ({
      path: folder('.vscode/settings.json'),
      before: '{}',
      after: `{"terminal.integrated.env.linux":{"${name}":"/x"}}`,
    })),
  ],
  'switching hooks off': [
    json(folder('.claude/settings.json'), 'disableAllHooks'),
    json(home('.claude/settings.json'), 'disableAllHooks'),
    ...['CLAUDE_CODE_SAFE_MODE', 'LD_TRACE_LOADED_OBJECTS', 'DYLD_INSERT_LIBRARIES'].flatMap((name) =>
      [home('.claude/settings.json'), folder('.claude/settings.local.json')].map((path) => ({
        path,
        before: `{"env":{"${name}":"was"}}`,
        after: `{"env":{"${name}":"1"}}`,
      })),
    ),
    json(folder('.claude/settings.json'), 'allowManagedHooksOnly'),
    json(home('.qwen/settings.json'), 'disableAllHooks'),
    json(folder('.github/copilot/settings.json'), 'disableAllHooks'),
    json(home('.copilot/settings.json'), 'disabledHooks', ['0'.repeat(64)]),
    json(folder('.vscode/settings.json'), 'chat.useHooks', false),
    json(folder('.vscode/settings.json'), 'chat.hookFilesLocations', {}),
    json(folder('.vscode/settings.json'), 'chat.useClaudeHooks', false),
    json(folder('.vscode/settings.json'), 'chat.plugins.enabled', false),
    json(home('.factory/settings.json'), 'hooksDisabled'),
    {
      path: folder('.devcontainer/devcontainer.json'),
      before: '{}',
      after: '{"customizations":{"vscode":{"settings":{"chat.useHooks":false}}}}',
    },
  ],
};

/** What tells the editor's own program, and a portable one, from another application of the kind. */
const EDITOR_PROGRAM: Tree = {
  '/usr/share/code/resources/app/product.json': '{}',
  '/opt/editor/data/user-data/User/settings.json': '{}',
};

describe("out of an agent's reach: changing", () => {
  for (const [phrase, changes] of Object.entries(GUARDED)) {
    describe(phrase, () => {
      for (const change of changes) {
        it(`${change.path} ${change.after}`, async () => {
          const tree = { ...EDITOR_PROGRAM, ...(change.before === undefined ? {} : { [change.path]: change.before }) };
          const missed: string[] = [];
          // In a settings file where nothing is guarded before, taking it away loses nothing.
          const removals = change.before === '{}' ? {} : REMOVALS;
          for (const [vehicle, call] of Object.entries({ ...WRITES, ...removals })) {
            const stage = await stageOf(call(change), tree);
            if (stage !== 'hard-deny') missed.push(`${vehicle}: ${stage}`);
          }
          assert.deepEqual(missed, []);
        });
      }
    });
  }
});

/** The same on the other platforms, where the disk of the tests is not: what the file half of the floor says to every change. */
const ELSEWHERE = {
  darwin: [
    ...FLAVOURS.map((name) => `~/Library/Application Support/${name}/User/settings.json`),
    '~/Library/Application Support/Code/User/globalStorage/auto-mode.auto-mode/x',
    '~/Library/Application Support/Code/User/globalStorage/state.vscdb',
    '~/.vscode/extensions/x/package.json',
    '~/.auto-mode/token',
    '/Library/Application Support/AutoMode/policy.json',
    '/Library/Application Support/ClaudeCode/managed-settings.json',
    '/Library/Application Support/Cursor/hooks.json',
    '/Library/Application Support/GeminiCli/settings.json',
    '/Library/Managed Preferences/com.microsoft.VSCode.plist',
    '/Applications/Visual Studio Code.app/Contents/Resources/app/extensions/git/package.json',
    '~/.claude/projects/-p/1.jsonl',
    '~/.copilot/hooks/auto-mode.json',
  ],
  win32: [
    ...FLAVOURS.map((name) => `C:\\Users\\u\\AppData\\Roaming\\${name}\\User\\settings.json`),
    'C:\\Users\\u\\AppData\\Roaming\\Code\\User\\globalStorage\\auto-mode.auto-mode\\x',
    'c:/users/u/appdata/roaming/code/user/SETTINGS.JSON',
    'C:\\Users\\u\\.vscode-server\\data\\Machine\\settings.json',
    'C:\\Users\\u\\.vscode\\extensions\\x\\package.json',
    'C:\\Users\\u\\.auto-mode\\token',
    'C:\\Program Files\\AutoMode\\policy.json',
    'D:\\Program Files\\AutoMode\\policy.json',
    '\\\\?\\C:\\Program Files\\AutoMode\\policy.json',
    'C:\\ProgramData\\AutoMode\\policy.json',
    'C:\\Program Files\\ClaudeCode\\managed-settings.json',
    'C:\\ProgramData\\GitHub\\Copilot\\policy.d\\x.json',
    'C:\\ProgramData\\Cursor\\hooks.json',
    'C:\\Users\\u\\.claude\\projects\\p\\1.jsonl',
    'C:\\Users\\u\\.codex\\hooks.json',
  ],
} as const;

describe("out of an agent's reach: changing, on other platforms", () => {
  for (const machine of [MAC, WINDOWS]) {
    for (const path of ELSEWHERE[machine.platform as keyof typeof ELSEWHERE]) {
      it(path, () => {
        for (const change of CHANGES) assert.ok(floorFor({ path, change, newText: 'x' }, { machine }), change);
      });
    }
  }
});
