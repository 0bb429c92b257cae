import assert from 'node:assert/strict';
import type { FileChange, FileTouch } from '../../../../src/files/fileTouch';
import { fileFloor } from '../../../../src/floor/files/fileFloor';
import type { MachineFacts } from '../../../../src/files/machineFacts';
import { fakeFiles, type Tree } from '../../engine/fakeGate';
import { CHANGES, EMPTY_DISK, LINUX, MAC, WINDOWS, floorFor, located } from '../../files/fileWorld';

/** Paths that no change of any kind gets through to, by the check that stops it. */
const GUARDED_WHOLE: readonly (readonly [machine: MachineFacts, check: string, paths: readonly string[]])[] = [
  [
    LINUX,
    'shell-profile',
    [
      ...['~/.bashrc', '~/.bash_profile', '~/.bash_login', '~/.bash_logout', '~/.profile', '~/.zshrc', '~/.zshenv'],
      ...[
        '/home/other/.bashrc',
        '/root/.profile',
        '../.bashrc',
        '~/.config/fish/config.fish',
        '~/.config/fish/conf.d/x.fish',
      ],
      ...['/etc/profile', '/etc/profile.d/x.sh', '/etc/environment', '/etc/bash.bashrc', '/etc/zsh/zshrc'],
      ...['~/.config/powershell/Microsoft.PowerShell_profile.ps1', '/home/u/.BASHRC', '/var/home/u/.bashrc'],
      ...['/proc/1/root/home/u/.bashrc', '/mnt/c/Users/u/Documents/PowerShell/profile.ps1'],
    ],
  ],
  [
    MAC,
    'shell-profile',
    ['~/.zshrc', '/private/etc/profile', '/System/Volumes/Data/Users/u/.zshrc', '/var/root/.zshrc', '/etc/paths.d/x'],
  ],
  [
    WINDOWS,
    'shell-profile',
    [
      ...['~\\.bashrc', 'C:\\Users\\other\\.bashrc', 'c:/users/u/.BASHRC', '/c/Users/u/.bashrc'],
      ...[
        'C:\\Users\\u\\Documents\\WindowsPowerShell\\Microsoft.PowerShell_profile.ps1',
        '\\\\?\\C:\\Users\\u\\.bashrc',
      ],
      ...['C:\\Users\\u\\OneDrive - Firm\\Documents\\PowerShell\\profile.ps1', '\\\\127.0.0.1\\c$\\Users\\u\\.bashrc'],
    ],
  ],
  [
    LINUX,
    'ssh-access',
    ['~/.ssh/authorized_keys', '/root/.ssh/authorized_keys', '/etc/ssh/sshd_config', '/srv/git/.ssh/authorized_keys2'],
  ],
  [WINDOWS, 'ssh-access', ['~/.ssh/authorized_keys', 'C:\\ProgramData\\ssh\\administrators_authorized_keys']],
  [
    LINUX,
    'persistence',
    [
      ...[
        '/etc/crontab',
        '/etc/cron.d/job',
        '/etc/cron.daily/job',
        '/var/spool/cron/crontabs/u',
        '/etc/systemd/system/x.service',
      ],
      ...['~/.config/systemd/user/x.service', '/usr/lib/systemd/system/x.service', '~/.config/autostart/x.desktop'],
      ...[
        '/etc/xdg/autostart/x.desktop',
        '/etc/init.d/x',
        '/etc/rc.local',
        '/etc/rc3.d/S01x',
        '/etc/udev/rules.d/9.rules',
        '~/.xprofile',
      ],
    ],
  ],
  [MAC, 'persistence', ['~/Library/LaunchAgents/x.plist', '/Library/LaunchDaemons/x.plist', '/usr/lib/cron/tabs/u']],
  [
    WINDOWS,
    'persistence',
    [
      'C:\\Users\\u\\AppData\\Roaming\\Microsoft\\Windows\\Start Menu\\Programs\\Startup\\x.lnk',
      'C:\\ProgramData\\Microsoft\\Windows\\Start Menu\\Programs\\StartUp\\x.cmd',
      'C:\\Windows\\System32\\Tasks\\x',
    ],
  ],
  [LINUX, 'system-accounts', ['/etc/sudoers', '/etc/sudoers.d/x', '/etc/passwd', '/etc/shadow', '/etc/pam.d/sudo']],
  [LINUX, 'managed-policy', ['/etc/auto-mode/policy.json']],
  [MAC, 'managed-policy', ['/Library/Application Support/AutoMode/policy.json']],
  [WINDOWS, 'managed-policy', ['C:\\ProgramData\\AutoMode\\policy.json', 'D:\\ProgramData\\AutoMode\\policy.json']],
  [
    LINUX,
    'gate-files',
    [
      '~/.auto-mode/token',
      '~/.auto-mode',
      '~/.auto-mode/logs/x',
      '/home/u/.vscode/extensions/auto-mode.auto-mode-1.0.0/dist/extension.js',
    ],
  ],
  [
    LINUX,
    'editor-settings',
    [
      ...['Code', 'Code - Insiders', 'Code - OSS', 'VSCodium', 'Cursor', 'Windsurf'].map(
        (name) => `~/.config/${name}/User/settings.json`,
      ),
      ...['~/.config/Code/User/profiles/-1a2b/settings.json', '~/.vscode-server/data/Machine/settings.json'],
      ...['~/.cursor-server/data/Machine/settings.json', '~/.vscode-remote/data/Machine/settings.json'],
      ...['~/.local/share/code-server/User/settings.json', '~/.local/share/code-server/Machine/settings.json'],
      ...['~/.var/app/com.visualstudio.code/config/Code/User/settings.json', '/etc/vscode/policy.json'],
      ...['~/snap/code/1/.config/Code/User/settings.json', '/opt/VSCode/data/user-data/User/settings.json'],
      ...['/mnt/c/Users/u/AppData/Roaming/Code/User/settings.json', '~/.config/Code/User/globalStorage/state.vscdb'],
    ],
  ],
  [
    MAC,
    'editor-settings',
    [
      '~/Library/Application Support/Code/User/settings.json',
      '~/Library/Application Support/Cursor/User/settings.json',
    ],
  ],
  [
    WINDOWS,
    'editor-settings',
    ['C:\\Users\\u\\AppData\\Roaming\\Code\\User\\settings.json', '~/AppData/Roaming/Windsurf/User/settings.json'],
  ],
  [
    LINUX,
    'editor-extensions',
    [
      ...[
        '~/.vscode/extensions/x/package.json',
        '~/.vscode-insiders/extensions/extensions.json',
        '~/.cursor/extensions/x',
      ],
      ...[
        '~/.vscode-server/extensions/x',
        '~/.local/share/code-server/extensions/x',
        '.vscode/extensions/x/package.json',
      ],
      ...[
        '~/.windsurf/extensions/x',
        '~/.vscode-oss/extensions/x',
        '/usr/share/code/resources/app/extensions/git/package.json',
      ],
    ],
  ],
  [
    LINUX,
    'agent-hooks',
    [
      ...[
        '~/.copilot/hooks/auto-mode.json',
        '.github/hooks/x.json',
        '~/.codex/hooks.json',
        '.codex/hooks.json',
        '~/.cursor/hooks.json',
      ],
      ...[
        '/etc/cursor/hooks.json',
        '~/.claude/plugins/x/hooks/hooks.json',
        '~/.gemini/config/hooks.json',
        '.agents/hooks.json',
      ],
      ...[
        '~/.config/opencode/plugin/auto-mode.ts',
        '.opencode/plugins/x.ts',
        '~/.pi/agent/extensions/auto-mode.ts',
        '.pi/extensions/x.ts',
      ],
      ...[
        '~/.factory/hooks.json',
        '~/.agents/plugins/x/hooks/hooks.json',
        '~/.codeium/windsurf/hooks.json',
        '.kiro/hooks/x.json',
      ],
      ...[
        '~/Documents/Cline/Hooks/PreToolUse',
        '.clinerules/hooks/PreToolUse',
        '~/.config/amp/plugins/x.ts',
        '.cline/plugins/x.ts',
      ],
    ],
  ],
  [
    LINUX,
    'agent-permissions',
    [
      ...[
        '/etc/claude-code/managed-settings.json',
        '~/.codex/rules/default.rules',
        '~/.gemini/trustedFolders.json',
        '/etc/gemini-cli/settings.json',
      ],
      ...['~/.copilot/permissions-config.json', '/etc/github-copilot/policy.d/x.json', '~/.continue/permissions.yaml'],
    ],
  ],
  [
    LINUX,
    'agent-transcript',
    [
      ...[
        '~/.claude/projects/-home-u-project/1.jsonl',
        '~/.claude/projects/-p/1/subagents/agent-2.jsonl',
        '~/.claude/history.jsonl',
      ],
      ...[
        '~/.copilot/session-state/1/events.jsonl',
        '~/.codex/sessions/2026/11/21/rollout-1.jsonl',
        '~/.gemini/tmp/1/chats/2.json',
      ],
      ...[
        '~/.cursor/projects/p/agent-transcripts/1/1.jsonl',
        '~/.pi/agent/sessions/--p--/1.jsonl',
        '~/.qwen/projects/p/chats/1.jsonl',
      ],
      ...[
        '~/.config/Code/User/workspaceStorage/1/chatSessions/2.json',
        '~/.local/share/opencode/storage/message/1.json',
      ],
    ],
  ],
];

/** Names that only look like the above: left to the later stages. */
const FREE: readonly (readonly [machine: MachineFacts, paths: readonly string[]])[] = [
  [
    LINUX,
    [
      ...[
        'src/index.ts',
        'README.md',
        'user/settings.json',
        'config/settings.json',
        'config',
        'resources',
        '.config',
        '.bashrc',
        'dotfiles/.bashrc',
        'etc/crontab',
      ],
      ...[
        '.vscode/launch.json',
        '.vscode/tasks.json',
        'extensions/x.ts',
        '.github/workflows/ci.yml',
        '.claude/commands/x.txt',
      ],
      ...['~/.claude/projects/-p/memory/notes.md', '~/.claude/plans/plan.md', '~/.copilot/session-state/1/plan.md'],
      ...[
        '~/.ssh/config',
        '/etc/hosts',
        '/opt/x',
        '/srv/x',
        'proc/self/environ.ts',
        'dev/mem',
        'src/cron.d/x',
        '~/.bashrc.d/x',
      ],
      ...[
        'hooks/hooks.json',
        'hooks.json',
        'AGENTS.md',
        'CLAUDE.md',
        '~/notes/settings.json',
        '.agents/skills/x/SKILL.md',
      ],
    ],
  ],
  [
    WINDOWS,
    [
      'src\\index.ts',
      'C:\\Users\\u\\Documents\\x.txt',
      'C:\\code\\User\\settings.json',
      'C:\\code\\powershell\\profile.ps1',
    ],
  ],
];

describe('fileFloor: any change of a guarded file', () => {
  for (const [machine, check, paths] of GUARDED_WHOLE) {
    for (const path of paths) {
      it(`${check}: ${path} (${machine.platform})`, () => {
        for (const change of CHANGES) {
          const hit = floorFor({ path, change, newText: 'x' }, { machine });
          assert.equal(hit?.check, check, change);
          assert.equal(hit.fragment, path);
          assert.match(hit.reason, /^The call would .+\.$/);
          assert.match(hit.remedy, /\.$/);
        }
      });

      it(`${check}: reading ${path} is another matter (${machine.platform})`, () => {
        if (machine.secretGatePaths.some((secret) => secret.endsWith(path.slice(1)))) return;
        assert.equal(floorFor({ path, change: 'read' }, { machine }), undefined);
      });
    }
  }

  for (const [machine, paths] of FREE) {
    for (const path of paths) {
      it(`leaves ${path} (${machine.platform})`, () => {
        for (const change of CHANGES) {
          assert.equal(floorFor({ path, change, newText: 'x' }, { machine }), undefined, change);
        }
      });
    }
  }

  it('looks behind links, whether their target exists or not', () => {
    for (const link of ['/home/u/.bashrc', '../.ssh/authorized_keys', '/etc/cron.d', '.github/hooks/x.json']) {
      const tree = { '/home/u/project/link': { link } };
      assert.notEqual(floorFor({ path: 'link', change: 'overwrite', newText: '' }, { tree }), undefined, link);
    }
  });

  it('knows the home folder by its other name', () => {
    const tree = { '/home/u': { link: '/data/homes/u' } };
    const machine = { ...LINUX };
    const hit = floorFor({ path: '/data/homes/u/.zshrc', change: 'overwrite' }, { machine, tree });
    assert.equal(hit?.check, 'shell-profile');
  });

  it('knows the gate by its other name', () => {
    const tree = { '/home/u/.auto-mode': { link: '/data/gate' } };
    const machine = { ...LINUX };
    assert.equal(floorFor({ path: '/data/gate/logs/x', change: 'delete' }, { machine, tree })?.check, 'gate-files');
    assert.equal(floorFor({ path: '/data/gate/token', change: 'read' }, { machine, tree })?.check, 'gate-secrets');
  });

  it('tells a user data folder in an unusual place by what lies in it', () => {
    const path = '/srv/editor/User/settings.json';
    assert.equal(floorFor({ path, change: 'overwrite' }, { tree: {} }), undefined);
    const tree = { '/srv/editor/User/globalStorage': undefined };
    assert.equal(floorFor({ path, change: 'overwrite' }, { tree })?.check, 'editor-settings');
  });

  it('checks every touch of a call', () => {
    const touches = ['a.ts', 'b.ts', '~/.bashrc'].map((path) => located({ path, change: 'overwrite' }));
    assert.equal(fileFloor(touches, LINUX, EMPTY_DISK)?.fragment, '~/.bashrc');
  });

  it('says nothing about no touches', () => {
    assert.equal(fileFloor([], LINUX, EMPTY_DISK), undefined);
  });
});

describe('fileFloor: folders that are removed or replaced', () => {
  const TREE: Tree = {
    '/home/u/.ssh/authorized_keys': 'key',
    '/home/u/.config/Code/User/settings.json': '{}',
    '/home/u/.claude/projects/-p/1.jsonl': '{}',
    '/home/u/.claude/projects/-p/memory/notes.md': 'x',
    '/home/u/project/.claude/settings.json': '{"hooks":{}}',
    '/home/u/project/.vscode/settings.json': '{"editor.tabSize":2}',
    '/home/u/project/.github/workflows/ci.yml': 'x',
    '/home/u/other/.vscode/settings.json': '{"autoMode.permissions.deny":["bash(rm *)"]}',
    '/home/u/other/.github/hooks/gate.json': '{}',
    '/home/u/project/src/a.ts': 'x',
    '/home/u/project/data/extensions/list.csv': 'x',
    '/opt/editor/data/extensions/x/package.json': '{}',
    '/opt/editor/data/user-data/User/settings.json': '{}',
    '/home/u/project/evil/settings.json': '{"hooks":{}}',
  };
  const cases: readonly (readonly [change: FileChange, path: string, check: string | undefined])[] = [
    ['delete', '/', 'gate-files'],
    ['delete', '~', 'gate-files'],
    ['delete', '/home', 'gate-files'],
    ['delete', '/home/other', 'system-folder'],
    ['rename-from', '/usr', 'system-folder'],
    ['delete', '/etc', 'system-folder'],
    ['delete', '~/.ssh', 'ssh-access'],
    ['rename-from', '~/.config', 'editor-settings'],
    ['delete', '~/.config/Code/User', 'editor-settings'],
    ['delete', '~/.claude/projects', 'agent-transcript'],
    ['delete', '~/.claude/projects/-p', 'agent-transcript'],
    ['delete', '~/.claude/projects/-p/memory', undefined],
    ['delete', '~/.claude/projects/-p/memory/notes.md', undefined],
    ['delete', '.claude', 'agent-permissions'],
    ['delete', '.vscode', undefined],
    ['delete', '/home/u/other/.vscode', 'workspace-settings'],
    ['rename-to', '/home/u/other/.vscode', 'workspace-settings'],
    ['delete', '.github', undefined],
    ['delete', '/home/u/other/.github', 'agent-hooks'],
    ['delete', 'src', undefined],
    ['delete', 'data', undefined],
    ['delete', '/opt/editor/data', 'editor-extensions'],
    ['delete', '/opt/editor/data/extensions', 'editor-extensions'],
    ['delete', 'src/a.ts', undefined],
    ['rename-to', 'src/b.ts', undefined],
    // What is put there is not known, and may hold hooks.
    ['rename-to', '.codex', 'agent-hooks'],
    ['rename-to', '/usr/local/bin/x', undefined],
  ];
  for (const [change, path, check] of cases) {
    it(`${change} ${path}: ${check ?? 'left to the later stages'}`, () => {
      assert.equal(floorFor({ path, change }, { tree: TREE })?.check, check);
    });
  }

  it('looks at what a move brings along', () => {
    const move = (from: string, to: string) => {
      const files = fakeFiles(TREE);
      const touches = [
        located({ path: from, change: 'rename-from' }, LINUX, files),
        located({ path: to, change: 'rename-to' }, LINUX, files),
      ];
      return fileFloor(touches, LINUX, files)?.check;
    };
    assert.equal(move('src', '.cursor'), undefined);
    assert.equal(move('evil', '.gemini'), 'agent-permissions');
    assert.equal(move('src', 'lib'), undefined);
  });

  it('removes nothing below a link, only the link', () => {
    const tree = { '/home/u/project/gone': { link: '/srv/nothing' } };
    assert.equal(floorFor({ path: 'gone', change: 'delete' }, { tree }), undefined);
  });
});

/** Changes of a file of which a part is guarded: what it holds, what is done, which check stops it. */
interface PartCase {
  readonly name: string;
  readonly path: string;
  readonly before?: string;
  readonly touch: Omit<FileTouch, 'path'>;
  readonly check?: string;
}

const edit = (oldText: string, newText: string, replaceAll = false): Omit<FileTouch, 'path'> => ({
  change: 'in-place',
  edits: [{ oldText, newText, replaceAll }],
});
const write = (newText: string): Omit<FileTouch, 'path'> => ({ change: 'overwrite', newText });

const SETTINGS = '.vscode/settings.json';
const CLAUDE = '.claude/settings.json';
const PARTS: readonly PartCase[] = [
  { name: 'another setting, new file', path: SETTINGS, touch: write('{"editor.tabSize":2}') },
  {
    name: 'a setting of the gate, new file',
    path: SETTINGS,
    touch: write('{"autoMode.permissions.deny":[]}'),
    check: 'workspace-settings',
  },
  {
    name: 'a setting of the gate in a nested object',
    path: SETTINGS,
    touch: write('{"autoMode":{"enabled":false}}'),
    check: 'workspace-settings',
  },
  {
    name: 'a setting of the gate for one language',
    path: SETTINGS,
    touch: write('{"[typescript]":{"autoMode.enabled":false}}'),
    check: 'workspace-settings',
  },
  {
    name: 'the gate settings kept, comments and order changed',
    path: SETTINGS,
    before: '{"autoMode.permissions.deny":["a"],"x":1}',
    touch: write('// mine\n{"x":2,\n"autoMode.permissions.deny": [ "a", ], /* x */ }'),
  },
  {
    name: 'a deny rule of the gate taken out',
    path: SETTINGS,
    before: '{"autoMode.permissions.deny":["a"],"x":1}',
    touch: edit('"autoMode.permissions.deny":["a"],', ''),
    check: 'workspace-settings',
  },
  {
    name: 'another setting edited',
    path: SETTINGS,
    before: '{"autoMode.permissions.deny":["a"],"x":1}',
    touch: edit('"x":1', '"x":2'),
  },
  {
    name: 'an edit that puts a guarded key together from two pieces',
    path: SETTINGS,
    before: '{"chat.useHook":false}',
    touch: edit('useHook', 'useHooks'),
    check: 'workspace-settings',
  },
  {
    name: 'an edit whose text is not there',
    path: SETTINGS,
    before: '{"x":1}',
    touch: edit('"y":1', '"y":2'),
    check: 'workspace-settings',
  },
  {
    name: 'an edit whose text is there twice',
    path: SETTINGS,
    before: '{"x":1,"y":1}',
    touch: edit('1', '2'),
    check: 'workspace-settings',
  },
  { name: 'every occurrence replaced', path: SETTINGS, before: '{"x":1,"y":1}', touch: edit('1', '2', true) },
  {
    name: 'an edit of unknown effect',
    path: SETTINGS,
    before: '{"x":1}',
    touch: { change: 'in-place' },
    check: 'workspace-settings',
  },
  {
    name: 'a write of unknown text',
    path: SETTINGS,
    before: '{"x":1}',
    touch: { change: 'overwrite' },
    check: 'workspace-settings',
  },
  {
    name: 'something moved there',
    path: SETTINGS,
    before: '{"x":1}',
    touch: { change: 'rename-to' },
    check: 'workspace-settings',
  },
  { name: 'a file without guarded keys deleted', path: SETTINGS, before: '{"x":1}', touch: { change: 'delete' } },
  {
    name: 'a file with a deny rule deleted',
    path: SETTINGS,
    before: '{"autoMode.permissions.deny":["a"]}',
    touch: { change: 'delete' },
    check: 'workspace-settings',
  },
  {
    name: 'a file with a deny rule moved away',
    path: SETTINGS,
    before: '{"autoMode.permissions.deny":["a"]}',
    touch: { change: 'rename-from' },
    check: 'workspace-settings',
  },
  { name: 'text that is no JSON', path: SETTINGS, touch: write('{"x":1'), check: 'workspace-settings' },
  { name: 'a name twice', path: SETTINGS, touch: write('{"x":1,"x":2}'), check: 'workspace-settings' },
  {
    name: 'an escaped name',
    path: SETTINGS,
    touch: write('{"\\u0061utoMode.enabled":false}'),
    check: 'workspace-settings',
  },
  { name: 'an empty file', path: SETTINGS, touch: write('') },
  { name: 'hooks off', path: SETTINGS, touch: write('{"chat.useHooks":false}'), check: 'workspace-settings' },
  {
    name: 'questions off',
    path: SETTINGS,
    touch: write('{"chat.tools.global.autoApprove":true}'),
    check: 'workspace-settings',
  },
  {
    name: 'terminal commands approved',
    path: SETTINGS,
    touch: write('{"chat.tools.terminal.autoApprove":{"rm":true}}'),
    check: 'workspace-settings',
  },
  {
    name: 'other hook files',
    path: SETTINGS,
    touch: write('{"chat.hookFilesLocations":{"x":true}}'),
    check: 'workspace-settings',
  },
  {
    name: 'workspace trust off',
    path: SETTINGS,
    touch: write('{"security.workspace.trust.enabled":false}'),
    check: 'workspace-settings',
  },
  {
    name: 'permissions skipped',
    path: SETTINGS,
    touch: write('{"claudeCode.allowDangerouslySkipPermissions":true}'),
    check: 'workspace-settings',
  },
  {
    name: 'another configuration home',
    path: SETTINGS,
    touch: write('{"terminal.integrated.env.linux":{"CLAUDE_CONFIG_DIR":"/x"}}'),
    check: 'workspace-settings',
  },
  { name: 'another variable', path: SETTINGS, touch: write('{"terminal.integrated.env.linux":{"NODE_ENV":"test"}}') },
  {
    name: 'upper case',
    path: '.VSCODE/Settings.JSON',
    touch: write('{"autoMode.enabled":false}'),
    check: 'workspace-settings',
  },
  {
    name: 'a workspace file',
    path: 'p.code-workspace',
    touch: write('{"settings":{"autoMode.enabled":false}}'),
    check: 'workspace-settings',
  },
  {
    name: 'a workspace file, folders only',
    path: 'p.code-workspace',
    touch: write('{"folders":[{"path":"."}],"settings":{"x":1}}'),
  },
  {
    name: "a container's settings",
    path: '.devcontainer/devcontainer.json',
    touch: write('{"customizations":{"vscode":{"settings":{"chat.useHooks":false}}}}'),
    check: 'workspace-settings',
  },
  { name: "a container's image", path: '.devcontainer/devcontainer.json', before: '{}', touch: write('{"image":"x"}') },

  {
    name: 'Claude Code: hooks taken out',
    path: CLAUDE,
    before: '{"hooks":{"PreToolUse":[]},"model":"x"}',
    touch: write('{"model":"x"}'),
    check: 'agent-permissions',
  },
  {
    name: 'Claude Code: the model',
    path: CLAUDE,
    before: '{"hooks":{"PreToolUse":[]},"model":"x"}',
    touch: edit('"x"', '"y"'),
  },
  {
    name: 'Claude Code: hooks off',
    path: '.claude/settings.local.json',
    touch: write('{"disableAllHooks":true}'),
    check: 'agent-permissions',
  },
  {
    name: 'Claude Code: an allow list',
    path: '~/.claude/settings.json',
    touch: write('{"permissions":{"allow":["Bash"]}}'),
    check: 'agent-permissions',
  },
  {
    name: 'Claude Code: trust',
    path: '~/.claude.json',
    before: '{"projects":{},"theme":"x"}',
    touch: write('{"projects":{"/x":{"hasTrustDialogAccepted":true}},"theme":"x"}'),
    check: 'agent-permissions',
  },
  {
    name: 'Claude Code: a theme',
    path: '~/.claude.json',
    before: '{"projects":{},"theme":"x"}',
    touch: edit('"x"', '"y"'),
  },
  {
    name: 'Claude Code: an agent with hooks',
    path: '.claude/agents/a.md',
    touch: write('---\nname: a\nhooks:\n  PreToolUse: []\n---\ntext'),
    check: 'agent-hooks',
  },
  {
    name: 'Claude Code: an agent with a mode',
    path: '.claude/agents/a.md',
    touch: write('---\n"permissionMode" : bypassPermissions\n---\n'),
    check: 'agent-hooks',
  },
  {
    name: 'Claude Code: an agent with an escaped key',
    path: '.claude/agents/a.md',
    touch: write('---\n"\\x68ooks": {}\n---\n'),
    check: 'agent-hooks',
  },
  {
    name: 'Claude Code: an agent without',
    path: '.claude/agents/a.md',
    touch: write('---\nname: a\n---\nhooks: are explained here'),
  },
  {
    name: 'Claude Code: the text of a skill with hooks',
    path: '.claude/skills/s/SKILL.md',
    before: '---\nhooks: {}\n---\nold',
    touch: edit('old', 'new'),
  },
  {
    name: 'Codex: its settings',
    path: '~/.codex/config.toml',
    before: 'model = "x"',
    touch: edit('x', 'y'),
    check: 'agent-permissions',
  },
  {
    name: 'Codex: its settings as they are',
    path: '~/.codex/config.toml',
    before: 'model = "x"',
    touch: write('model = "x"'),
  },
  {
    name: 'Gemini CLI: the approval mode',
    path: '.gemini/settings.json',
    touch: write('{"general":{"defaultApprovalMode":"yolo"}}'),
    check: 'agent-permissions',
  },
  {
    name: 'Gemini CLI: a trusted server',
    path: '.gemini/settings.json',
    touch: write('{"mcpServers":{"x":{"trust":true}}}'),
    check: 'agent-permissions',
  },
  { name: 'Gemini CLI: a theme', path: '.gemini/settings.json', touch: write('{"ui":{"theme":"x"}}') },
  { name: 'Qwen Code: hooks', path: '~/.qwen/settings.json', touch: write('{"hooks":{}}'), check: 'agent-permissions' },
  {
    name: 'Copilot: trusted folders',
    path: '~/.copilot/config.json',
    touch: write('{"trusted_folders":["/"]}'),
    check: 'agent-permissions',
  },
  {
    name: 'Copilot: hooks in the repository',
    path: '.github/copilot/settings.json',
    touch: write('{"hooks":{}}'),
    check: 'agent-permissions',
  },
  {
    name: 'opencode: permission',
    path: 'opencode.json',
    touch: write('{"permission":{"bash":"allow"}}'),
    check: 'agent-permissions',
  },
  {
    name: 'opencode: permission of an agent',
    path: '~/.config/opencode/opencode.jsonc',
    touch: write('{"agent":{"build":{"permission":{}}}}'),
    check: 'agent-permissions',
  },
  { name: 'opencode: the model', path: 'opencode.json', touch: write('{"model":"x"}') },
  {
    name: 'Cursor: its allow list',
    path: '.cursor/cli.json',
    touch: write('{"permissions":{"allow":["Shell(*)"]}}'),
    check: 'agent-permissions',
  },
  {
    name: 'Crush: allowed tools',
    path: 'crush.json',
    touch: write('{"permissions":{"allowed_tools":["bash"]}}'),
    check: 'agent-permissions',
  },
  {
    name: 'Crush: key in another case',
    path: 'crush.json',
    touch: write('{"Permissions":{"allowed_tools":["bash"]}}'),
    check: 'agent-permissions',
  },
  {
    name: 'Goose: its mode',
    path: '~/.config/goose/config.yaml',
    before: 'GOOSE_MODE: approve',
    touch: write('GOOSE_MODE: auto'),
    check: 'agent-permissions',
  },
  {
    name: 'Amp: its permissions',
    path: '~/.config/amp/settings.json',
    touch: write('{"amp.dangerouslyAllowAll":true}'),
    check: 'agent-permissions',
  },
  {
    name: 'Droid: its allow list',
    path: '.factory/settings.json',
    touch: write('{"commandAllowlist":["*"]}'),
    check: 'agent-permissions',
  },
  {
    name: 'Augment: its permissions',
    path: '.augment/settings.json',
    touch: write('{"toolPermissions":[]}'),
    check: 'agent-permissions',
  },
  {
    name: 'pi: its extensions',
    path: '~/.pi/agent/settings.json',
    touch: write('{"extensions":[]}'),
    check: 'agent-permissions',
  },
  {
    name: 'Kiro: allowed tools',
    path: '.kiro/agents/a.json',
    touch: write('{"allowedTools":["*"]}'),
    check: 'agent-permissions',
  },

  {
    name: 'the variable in a shell script',
    path: 'run.sh',
    touch: write('export AUTOMODE_SETTINGS_JSON={}'),
    check: 'settings-variable',
  },
  {
    name: 'the variable in an .env file',
    path: '.env',
    touch: edit('A=1', 'A=1\nautomode_settings_json={}'),
    before: 'A=1',
    check: 'settings-variable',
  },
  {
    name: 'the variable in a task',
    path: '.vscode/tasks.json',
    touch: write('{"env":{"AUTOMODE_SETTINGS_JSON":"{}"}}'),
    check: 'settings-variable',
  },
  {
    name: 'the variable in a container',
    path: 'Dockerfile',
    touch: write('FROM x\nENV AUTOMODE_SETTINGS_JSON {}'),
    check: 'settings-variable',
  },
  {
    name: 'the variable in a program',
    path: 'a.ts',
    touch: write("process.env['AUTOMODE_SETTINGS_JSON'] = '{}';"),
    check: 'settings-variable',
  },
  {
    name: 'the variable in a call',
    path: 'a.c',
    touch: write('setenv("AUTOMODE_SETTINGS_JSON", "{}", 1);'),
    check: 'settings-variable',
  },
  {
    name: 'the variable in PowerShell',
    path: 'a.ps1',
    touch: write("$env:AUTOMODE_SETTINGS_JSON = '{}'"),
    check: 'settings-variable',
  },
  {
    name: 'the variable in a pod',
    path: 'pod.yaml',
    touch: write('env:\n  - name: AUTOMODE_SETTINGS_JSON\n    value: "{}"'),
    check: 'settings-variable',
  },
  {
    name: 'the variable in a property list',
    path: 'a.plist',
    touch: write('<key>AUTOMODE_SETTINGS_JSON</key>'),
    check: 'settings-variable',
  },
  {
    name: 'the variable, put together by an edit',
    path: 'run.sh',
    before: 'X={}',
    touch: edit('X', 'AUTOMODE_SETTINGS_JSON'),
    check: 'settings-variable',
  },
  {
    name: 'the variable in an edit of unknown effect',
    path: 'run.sh',
    touch: edit('X', 'AUTOMODE_SETTINGS_JSON'),
    check: 'settings-variable',
  },
  {
    name: 'the variable once more',
    path: 'run.sh',
    before: 'AUTOMODE_SETTINGS_JSON=1',
    touch: write('AUTOMODE_SETTINGS_JSON=1\nAUTOMODE_SETTINGS_JSON=2'),
    check: 'settings-variable',
  },
  {
    name: 'a file that sets it already',
    path: 'run.sh',
    before: 'AUTOMODE_SETTINGS_JSON=1',
    touch: write('AUTOMODE_SETTINGS_JSON=1\necho'),
  },
  {
    name: 'a program that reads it',
    path: 'a.ts',
    touch: write("if (process.env['AUTOMODE_SETTINGS_JSON'] === undefined) return;"),
  },
  { name: 'a document about it', path: 'docs/setup.md', touch: write('Set `AUTOMODE_SETTINGS_JSON={}`.') },
];

describe('fileFloor: a part of a file', () => {
  for (const { name, path, before, touch, check } of PARTS) {
    it(`${name}: ${check ?? 'left to the later stages'}`, () => {
      const real = path.startsWith('~/') ? `/home/u/${path.slice(2)}` : `/home/u/project/${path}`;
      const tree: Tree = before === undefined ? {} : { [real]: before };
      // `~` is also the name of a folder; the tools that these files belong to are given absolute paths.
      assert.equal(floorFor({ path: real, ...touch }, { tree })?.check, check);
    });
  }

  it('does not look at a settings file on another machine', () => {
    const hit = floorFor({ path: `/net/server/${SETTINGS}`, ...write('{}') }, { tree: {} });
    assert.equal(hit?.check, 'workspace-settings');
  });

  it('compares what a link leads to', () => {
    const tree: Tree = {
      '/home/u/project/.vscode': { link: '/home/u/common' },
      '/home/u/common/settings.json': '{"autoMode.permissions.deny":["a"]}',
    };
    assert.equal(floorFor({ path: SETTINGS, ...write('{}') }, { tree })?.check, 'workspace-settings');
  });

  it('takes a large file for changed', () => {
    const files = { ...fakeFiles({ '/home/u/project/.vscode/settings.json': '{}' }), readText: () => undefined };
    assert.equal(floorFor({ path: SETTINGS, ...write('{}') }, { files })?.check, 'workspace-settings');
  });

  it('is not held up by names that never end', () => {
    const deep = `${'{"a":'.repeat(90)}1${'}'.repeat(90)}`;
    assert.equal(floorFor({ path: SETTINGS, ...write(deep) }), undefined);
    const deeper = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;
    assert.equal(floorFor({ path: SETTINGS, ...write(deeper) })?.check, 'workspace-settings');
    const long = JSON.stringify({ ['a'.repeat(3000)]: 1 });
    assert.equal(floorFor({ path: SETTINGS, ...write(long) })?.check, 'workspace-settings');
  });
});

describe('fileFloor: reading', () => {
  const cases: readonly (readonly [change: FileChange, path: string, hidden: boolean, check: string | undefined])[] = [
    ['read', '~/.auto-mode/token', false, 'gate-secrets'],
    ['search', '~/.auto-mode/token', false, 'gate-secrets'],
    ['search', '~/.auto-mode', false, 'gate-secrets'],
    ['search', '~', true, 'gate-secrets'],
    // Hidden files are not asked for.
    ['search', '~', false, undefined],
    ['list', '~/.auto-mode', false, undefined],
    ['read', '~/.auto-mode/logs/1.jsonl', false, undefined],
    ['search', '~/project', true, undefined],
    ['read', '/proc/1/environ', false, 'process-memory'],
    ['read', '/proc/self/environ', false, 'process-memory'],
    ['read', '/proc/thread-self/environ', false, 'process-memory'],
    ['read', '/proc/1/task/2/environ', false, 'process-memory'],
    ['read', '/proc/1/mem', false, 'process-memory'],
    ['overwrite', '/proc/1/mem', false, 'process-memory'],
    ['read', '/proc/1/root/proc/2/environ', false, 'process-memory'],
    ['read', '/PROC/1/ENVIRON', false, 'process-memory'],
    ['read', '/dev/mem', false, 'process-memory'],
    ['read', '/proc/kcore', false, 'process-memory'],
    ['search', '/', false, 'process-memory'],
    ['search', '/proc', false, 'process-memory'],
    ['search', '/proc/1', false, 'process-memory'],
    ['search', '/proc/1/task/1', false, 'process-memory'],
    ['list', '/proc/1', false, undefined],
    ['read', '/proc/cpuinfo', false, undefined],
    ['read', '/proc/1/status', false, undefined],
    ['search', '/proc/sys', false, undefined],
    ['search', '/srv', true, undefined],
    ['read', 'src/proc/environ', false, undefined],
    ['read', '~/.bashrc', false, undefined],
  ];
  for (const [change, path, includeHidden, check] of cases) {
    it(`${change} ${path}${includeHidden ? ' with hidden files' : ''}: ${check ?? 'left to the later stages'}`, () => {
      assert.equal(floorFor({ path, change, includeHidden })?.check, check);
    });
  }

  it('sees a process behind a link', () => {
    const tree = { '/home/u/project/e': { link: '/proc/1/environ' } };
    assert.equal(floorFor({ path: 'e', change: 'read' }, { tree })?.check, 'process-memory');
  });

  it('does not take a Windows drive for a file tree with processes', () => {
    assert.equal(floorFor({ path: 'D:\\', change: 'search' }, { machine: WINDOWS }), undefined);
    assert.equal(floorFor({ path: '/mnt/c', change: 'search' }), undefined);
  });
});

describe('an agent’s home that the user keeps in another place', () => {
  const machine = {
    ...LINUX,
    movedAgentHomes: [
      { usualName: '.claude', folder: '/data/claude' },
      { usualName: '.codex', folder: '/data/codex' },
    ],
  };
  const tree = {
    '/data/claude/settings.json': '{"model": "x", "hooks": {}}',
    '/data/claude/projects/p/memory/a.md': '',
    '/data/codex/hooks.json': '{}',
    '/home/u/link': { link: '/data/claude' },
  };
  const rows: readonly (readonly [change: FileChange, path: string, text: string, check: string | undefined])[] = [
    ['overwrite', '/data/claude/settings.json', '{"model": "y"}', 'agent-permissions'],
    ['overwrite', '~/link/settings.json', '{"model": "y"}', 'agent-permissions'],
    ['overwrite', '/proc/1/root/data/claude/settings.json', '{"model": "y"}', 'agent-permissions'],
    ['overwrite', '/data/claude/settings.json', '{"model": "y", "hooks": {}}', undefined],
    ['overwrite', '/data/claude/projects/p/s.jsonl', '', 'agent-transcript'],
    ['overwrite', '/data/claude/projects/p/memory/a.md', '', undefined],
    ['overwrite', '/data/codex/hooks.json', '', 'agent-hooks'],
    ['overwrite', '/data/codex/work.config.toml', 'x', 'agent-permissions'],
    ['overwrite', '/data/codex/sessions/2026/r.jsonl', '', 'agent-transcript'],
    ['delete', '/data/codex/hooks.json', '', 'agent-hooks'],
    ['rename-from', '/data/codex', '', 'gate-files'],
    ['delete', '/data', '', 'gate-files'],
    ['overwrite', '/data/other/settings.json', '{}', undefined],
  ];
  for (const [change, path, newText, check] of rows) {
    it(`${change} ${path} ${newText}: ${check ?? 'left to the later stages'}`, () => {
      assert.equal(floorFor({ path, change, newText }, { machine, tree })?.check, check);
    });
  }
});
