import type { CheckedCommand } from './commandCheck';

const INFORMS = /^--(?:help|version|usage)$/;

/** The first operand is a verb with its own help. */
const WITH_VERBS: ReadonlySet<string> = new Set([
  ...[
    'systemctl',
    'launchctl',
    'loginctl',
    'zpool',
    'zfs',
    'nvme',
    'cryptsetup',
    'lvm',
    'nft',
    'ufw',
    'git',
    'rc-update',
  ],
  ...['ip', 'iptables', 'firewall-cmd', 'docker', 'podman', 'npm', 'pnpm', 'yarn'],
]);

/** Only in front, where programs without the option stop too; behind operands some take it for a file. */
export function onlyInforms({ program, args, command }: CheckedCommand): boolean {
  if (command.redirections.length > 0 || command.assignments.length > 0) return false;
  const [first, second] = args;
  if (INFORMS.test(first?.text ?? '')) return !RUNS_THE_REST.has(program);
  return WITH_VERBS.has(program) && /^[a-z][a-z-]*$/.test(first?.text ?? '') && INFORMS.test(second?.text ?? '');
}

const RUNS_THE_REST: ReadonlySet<string> = new Set([
  'eval',
  'exec',
  'command',
  'builtin',
  'source',
  '.',
  'xargs',
  'gxargs',
]);
