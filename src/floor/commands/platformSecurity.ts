import type { Word } from '../../shell/model/analysis';
import type { FloorHit } from '../files/fileFloor';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';

const RULE: CommandRule = {
  check: 'platform-security',
  remedy: 'Only the user changes the security settings of the machine.',
};

/** All rules of a table or chain go, or unnamed traffic passes. */
const TABLES = /(?:^| )(?:-F|--flush|-X|--delete-chain|(?:-P|--policy) (?:INPUT|FORWARD) ACCEPT)(?: |$)/;
const GUARDS =
  /^(?:--?\S+ )*(?:stop|kill) (?:\S+ )*(?:ufw|firewalld|nftables|iptables|apparmor|auditd|fail2ban)(?:\.service)?(?: |$)/;

const FORMS: ReadonlyMap<string, RegExp> = new Map([
  ['setenforce', /^(?:0|permissive)$/i],
  ['mokutil', /^--disable-validation(?: |$)/],
  ['auditctl', /(?:^| )(?:-e ?0|-D)(?: |$)/],
  ['pfctl', /^(?!.*(?:^| )-n)(?:.* )?-(?:d|F ?all)(?: |$)/],
  ['ufw', /^(?!.*--dry-run)(?:--force )?(?:disable|reset)(?: |$)/],
  ...each('iptables ip6tables iptables-legacy ip6tables-legacy iptables-nft ip6tables-nft ebtables arptables', TABLES),
  ...each('iptables-restore ip6tables-restore ebtables-restore', /^(?!(?:.* )?(?:-t|--test)(?: |$))/),
  ['firewall-cmd', /(?:^| )--(?:set-default-zone[ =]trusted|set-target[ =]ACCEPT|panic-off|reset-to-defaults)(?: |$)/],
  [
    'sysctl',
    /(?:^| )(?:kernel[./](?:randomize_va_space|yama[./]ptrace_scope|kptr_restrict|unprivileged_bpf_disabled)|fs[./]protected_\w+)=0(?: |$)|(?:^| )kernel[./](?:modprobe|hotplug|poweroff_cmd)=.|(?:^| )kernel[./]core_pattern=\|/,
  ],
  ['nft', /^(?!.*(?:^| )(?:-c|--check)(?: |$)).*\bflush ruleset\b/],
  ['systemctl', GUARDS],
  ['service', /^(?:ufw|firewalld|nftables|iptables|apparmor|auditd|fail2ban) stop(?: |$)/],
  ['aa-teardown', /^/],
  ['aa-disable', /./],
  ['Set-MpPreference', /-Disable\w+ (?:\$?true|1|\?)/i],
  ['Set-NetFirewallProfile', /-Enabled (?:\$?false|0)/i],
  ['Set-ExecutionPolicy', /^(?!.*-Scope Process)(?!.*-WhatIf).*\b(?:Bypass|Unrestricted)\b/i],
  ['netsh', /^advfirewall set \S+ state off/i],
]);

function each(programs: string, form: RegExp): [string, RegExp][] {
  return programs.split(' ').map((program) => [program, form]);
}

export function platformSecurity({ command, program, args }: CheckedCommand): FloorHit | undefined {
  const form = FORMS.get(program);
  if (form?.test(allWords(args)) !== true) return undefined;
  return ruleHit(RULE, 'switch off a check of the operating system', writtenCommand(command));
}

function allWords(args: readonly Word[]): string {
  return args.map(({ text }) => text ?? '?').join(' ');
}
