/** No agent changes them. Notation: see `PlaceIndex`. */
import { wholeFile, type FloorRule, type GuardedPlace } from './floorRule';

const SHELL_PROFILES: FloorRule = {
  check: 'shell-profile',
  what: 'a shell start-up file, whose commands run in every new shell',
  remedy: 'Edit the file yourself if you want the change.',
};

const SSH_KEYS: FloorRule = {
  check: 'ssh-access',
  what: 'a file that decides who may log in over SSH, or what runs when somebody does',
  remedy: 'Add the key or the setting yourself if you want it.',
};

const PERSISTENCE: FloorRule = {
  check: 'persistence',
  what: 'a place from which programs are started unattended (at login, at start-up or by the clock)',
  remedy: 'Set up the job or service yourself if you want it.',
};

const ACCOUNTS: FloorRule = {
  check: 'system-accounts',
  what: 'a file that decides who may act as whom on this machine',
  remedy: 'Change accounts and privileges yourself.',
};

const MANAGED_POLICY: FloorRule = {
  check: 'managed-policy',
  what: 'the policy file that an administrator set for Auto Mode',
  remedy: 'Ask the administrator of this machine.',
};

const MODELS: FloorRule = {
  check: 'local-judge',
  what: 'the models of a server on this machine, one of which may be the judge',
  remedy: 'Change models yourself; loading another one with the program of the server is no such change.',
};

const KERNEL: FloorRule = {
  check: 'kernel-trigger',
  what: 'a file of the kernel through which the machine reboots or crashes',
  remedy: 'Nothing an agent does needs this file.',
};

const PLATFORM: FloorRule = {
  check: 'platform-security',
  what: 'change the security settings of the operating system',
  remedy: 'Only the user changes the security settings of the machine.',
};

const each = (folder: string, ...names: string[]): string[] => names.map((name) => `${folder}/${name}`);

export const MACHINE_PLACES: readonly GuardedPlace[] = [
  ...wholeFile(KERNEL, '/proc/sysrq-trigger'),
  ...wholeFile(
    PLATFORM,
    ...each(
      '/proc/sys/kernel',
      'randomize_va_space',
      'yama/ptrace_scope',
      'kptr_restrict',
      'unprivileged_bpf_disabled',
      'modprobe',
      'hotplug',
      'poweroff_cmd',
    ),
    '/sys/kernel/uevent_helper',
    ...each('/sys/fs/selinux', 'enforce', 'disable'),
    ...['/Library/Application Support/com.apple.TCC', '~/Library/Application Support/com.apple.TCC'],
    ...each('/Library/Preferences', 'com.apple.alf.plist', 'com.apple.security.libraryvalidation.plist'),
    '/Library/Managed Preferences',
  ),
  ...wholeFile(
    SHELL_PROFILES,
    ...each('~', '.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.bash_aliases', '.profile'),
    ...each('~', '.zshrc', '.zprofile', '.zshenv', '.zlogin', '.zlogout'),
    ...each('~/.config/zsh', '.zshrc', '.zprofile', '.zshenv', '.zlogin', '.zlogout'),
    ...each('~', '.kshrc', '.mkshrc', '.cshrc', '.tcshrc', '.login', '.logout', '.pam_environment'),
    ...each('~/.config/fish', 'config.fish', 'conf.d', 'functions', 'fish_variables'),
    ...each('~/.config/nushell', 'config.nu', 'env.nu', 'login.nu', 'autoload'),
    '~/.config/powershell/*profile.ps1',
    ...each('~/Documents', 'PowerShell/*profile.ps1', 'WindowsPowerShell/*profile.ps1'),
    ...each('~/OneDrive*/Documents', 'PowerShell/*profile.ps1', 'WindowsPowerShell/*profile.ps1'),
    '/opt/microsoft/powershell/*/*profile.ps1',
    ...each('/etc/skel', '.bashrc', '.bash_profile', '.profile', '.zshrc', '.zprofile', '.zshenv'),
    '/Windows/System32/WindowsPowerShell/v1.0/*profile.ps1',
    ...each('/etc', 'profile', 'profile.d', 'environment', 'bash.bashrc', 'bashrc', 'bash.bash_logout', 'bash'),
    ...each('/etc', 'zsh', 'zshrc', 'zshenv', 'zprofile', 'zlogin', 'zlogout', 'fish', 'csh.cshrc', 'csh.login'),
    ...each('/etc', 'paths', 'paths.d', 'environment.d', 'ld.so.preload'),
  ),
  ...wholeFile(
    SSH_KEYS,
    ...each('**/.ssh', 'authorized_keys', 'authorized_keys2', 'rc'),
    ...each('/etc/ssh', 'sshd_config', 'sshd_config.d', 'sshrc', 'authorized_keys*'),
    '/ProgramData/ssh',
  ),
  ...wholeFile(
    PERSISTENCE,
    ...each('/etc', 'crontab', 'anacrontab', 'cron.*', 'at.allow', 'at.deny'),
    ...each('/var/spool', 'cron', 'at', 'anacron', 'atjobs'),
    ...each('/var', 'cron/tabs', 'at/tabs', 'at/jobs'),
    '/usr/lib/cron',
    ...each(
      '/etc',
      'systemd',
      'init.d',
      'init',
      'rc.local',
      'rc*.d',
      'rc.d',
      'inittab',
      'udev/rules.d',
      'xdg/autostart',
    ),
    // At login, boot, or a network's start.
    ...each('/etc', 'X11/Xsession.d', 'X11/xinit', 'update-motd.d', 'initramfs-tools/hooks', 'initramfs-tools/scripts'),
    ...each('/etc/network', 'if-up.d', 'if-down.d', 'if-pre-up.d', 'if-post-down.d'),
    ...each(
      '/etc',
      'NetworkManager/dispatcher.d',
      'networkd-dispatcher',
      'dhcp/dhclient-*-hooks.d',
      'kernel/postinst.d',
    ),
    ...each('/etc', 'service', 'runit', 'local.d', 's6*'),
    '/var/service',
    ...['/lib/systemd', '/usr/lib/systemd', '/usr/local/lib/systemd', '/run/systemd/system', '/run/systemd/user'],
    ...each('~', '.config/systemd', '.local/share/systemd', '.config/environment.d'),
    ...each('~/.config', 'autostart', 'autostart-scripts', 'plasma-workspace/env', 'plasma-workspace/shutdown'),
    ...each('~', '.xinitrc', '.xprofile', '.xsession', '.xsessionrc', '.Xsession', '.config/upstart'),
    ...each('~/Library', 'LaunchAgents', 'LaunchDaemons'),
    ...each('/Library', 'LaunchAgents', 'LaunchDaemons', 'StartupItems'),
    ...each('/System/Library', 'LaunchAgents', 'LaunchDaemons'),
    '~/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Startup',
    '/ProgramData/Microsoft/Windows/Start Menu/Programs/StartUp',
    ...each('/Windows', 'System32/Tasks', 'Tasks', 'System32/GroupPolicy'),
  ),
  ...wholeFile(
    ACCOUNTS,
    ...each('/etc', 'sudoers', 'sudoers.d', 'doas.conf', 'passwd', 'shadow', 'group', 'gshadow', 'master.passwd'),
    ...each('/etc', 'subuid', 'subgid', 'pam.d', 'pam.conf', 'polkit-1', 'security'),
    '/usr/share/polkit-1',
    '/Windows/System32/config',
  ),
  ...wholeFile(
    MODELS,
    ...each('**/.ollama', 'models', 'server.json', 'id_ed25519*'),
    ...each('~', '.lmstudio/models', '.cache/lm-studio/models', '.lmstudio/.internal'),
    '/var/lib/ollama',
  ),
  ...wholeFile(MANAGED_POLICY, '/etc/auto-mode', '/Library/Application Support/AutoMode'),
  ...wholeFile(MANAGED_POLICY, '/Program Files/AutoMode', '/ProgramData/AutoMode'),
];
