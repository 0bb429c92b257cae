import assert from 'node:assert/strict';
import { fileFloor } from '../../../../src/floor/files/fileFloor';
import type { MachineFacts } from '../../../../src/files/machineFacts';
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
