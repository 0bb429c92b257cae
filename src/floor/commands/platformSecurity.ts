import type { Word } from '../../shell/model/analysis';
import type { FloorHit } from '../files/fileFloor';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';

const RULE: CommandRule = {
  check: 'platform-security',
  remedy: 'Only the user changes the security settings of the machine.',
};

const FORMS: ReadonlyMap<string, RegExp> = new Map([
  ['security', /^(?:add-trusted-cert|remove-trusted-cert|trust-settings-import|authorizationdb write)(?: |$)/],
  ['spctl', /(?:^| )(?:--(?:master|global)-disable|--disable)(?: |$)/],
  ['csrutil', /^(?:disable|clear|netboot|(?:authenticated-root|enable --without\S*) ?(?:disable)?)/],
  ['setenforce', /^(?:0|permissive)$/i],
  ['mokutil', /^--disable-validation(?: |$)/],
  ['fdesetup', /^(?:disable|removerecovery)(?: |$)/],
  ['auditctl', /(?:^| )(?:-e ?0|-D)(?: |$)/],
  ['pfctl', /^(?!.*(?:^| )-n)(?:.* )?-(?:d|F ?all)(?: |$)/],
  ['netsh', /^advfirewall set \S+ state off/i],
]);

export function platformSecurity({ command, program, args }: CheckedCommand): FloorHit | undefined {
  const form = FORMS.get(program);
  if (form?.test(firstWords(args)) !== true) return undefined;
  return ruleHit(RULE, 'switch off a check of the operating system', writtenCommand(command));
}

/** No form needs more. */
function firstWords(args: readonly Word[]): string {
  return args
    .slice(0, 12)
    .map(({ text }) => text ?? '?')
    .join(' ')
    .slice(0, 512);
}
