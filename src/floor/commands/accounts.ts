/**
 * Who may act as whom: second names of root, groups with root's power, others' passwords, accounts with homes, keys
 * that log in.
 */
import type { Word } from '../../shell/model/analysis';
import { opensForWriting, writtenText } from '../../shell/model/analysis';
import type { FloorHit } from '../files/fileFloor';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';
import { hasAny, readOptions, type ReadWords } from '../../calls/command/optionReading';

const RULE: CommandRule = {
  check: 'system-accounts',
  remedy: 'Only the user changes accounts, groups and passwords of the machine.',
};

/** Their members become root, or read and write everything. */
const POWERFUL =
  /^(?:sudo|wheel|admin|administrators|root|adm|lxd|incus|incus-admin|docker|libvirt|disk|kmem|shadow|sudoers|0)$/i;

/** Undefined: harmless. */
type Form = (args: readonly Word[]) => boolean;

const USER_OPTIONS = {
  short: 'bcdeDfgGkKlmMpPRsuUvVwWZ',
  long: [
    '--uid',
    '--gid',
    '--groups',
    '--password',
    '--ingroup',
    '--group',
    '--home',
    '--home-dir',
    '--shell',
    '--login',
  ],
};

const GROUP_OPTIONS = new Set(['-G', '--groups', '-g', '--gid', '--ingroup', '--group']);

function isPowerful(text: string | undefined): boolean {
  return (text ?? '').split(',').some((name) => POWERFUL.test(name.trim()));
}

/** Read with every option: systems differ in which take a value. */
const account: Form = (args) => {
  const words = readOptions(args, { ...USER_OPTIONS, short: 'uGgp' });
  const removes = hasAny(words, '-r', '--remove') && !hasAny(words, '-m', '--create-home');
  return (
    words.options.some(
      ({ name, value }) =>
        ((name === '-u' || name === '--uid') && /^0+$/.test(value ?? '')) ||
        (GROUP_OPTIONS.has(name) && !removes && isPowerful(value)),
    ) || isOfRoot(words)
  );
};

function isOfRoot({ options, operands }: ReadWords): boolean {
  return (
    options.some(({ name }) => ['-p', '--password', '-U', '--unlock', '-L', '--lock'].includes(name)) &&
    operands.some(({ text }) => text === 'root')
  );
}

const member: Form = (args) => {
  const { operands } = readOptions(args, USER_OPTIONS);
  return account(args) || (operands.length > 1 && operands.slice(1).some(({ text }) => isPowerful(text)));
};

const FORMS: ReadonlyMap<string, Form> = new Map([
  ['useradd', account],
  ['usermod', account],
  ['adduser', member],
  ['addgroup', member],
  ['groupadd', (args): boolean => readOptions(args, { short: 'gK', long: ['--gid'] }).options.some(isGroupZero)],
  ['groupmod', (args): boolean => readOptions(args, { short: 'gn', long: ['--gid'] }).options.some(isGroupZero)],
  [
    'gpasswd',
    (args): boolean =>
      hasAny(readOptions(args, { short: 'aMA' }), '-a', '-M', '-A', '--add') &&
      args.some(({ text }) => isPowerful(text)),
  ],
  [
    'groupmems',
    (args): boolean =>
      hasAny(readOptions(args, { short: 'ag' }), '-a', '--add') && args.some(({ text }) => isPowerful(text)),
  ],
  [
    'passwd',
    (args): boolean => {
      const { options, operands } = readOptions(args, { short: 'inwxrR' });
      if (options.some(({ name }) => name === '-S' || name === '--status')) return false;
      return (
        operands.some(({ text }) => text === 'root') || options.some(({ name }) => name === '-d' || name === '--delete')
      );
    },
  ],
  ['userdel', (args): boolean => hasAny(readOptions(args, { short: 'RP' }), '-r', '--remove')],
  ['deluser', (args): boolean => hasAny(readOptions(args), '--remove-home', '--remove-all-files')],
  ['setcap', (args): boolean => args.some(({ text }) => ROOTS_RIGHTS.test(text ?? '')) && !args.some(isMapper)],
  ['chpasswd', (): boolean => true],
  ['newusers', (args): boolean => args.length > 0],
  ['vipw', (): boolean => true],
  ['vigr', (): boolean => true],
  ['visudo', (args): boolean => !hasAny(readOptions(args, { short: 'fx' }), '-c', '--check', '-V', '-h', '-x')],
  ['dscl', (args): boolean => changesAdmins(args, /^-?(?:append|merge|create|passwd|change)$/)],
  ['dseditgroup', (args): boolean => changesAdmins(args, /^edit$/) && args.some(({ text }) => text === '-a')],
  [
    'sysadminctl',
    (args): boolean => args.some(({ text }) => /^-(?:admin|resetPasswordFor|deleteUser)$/.test(text ?? '')),
  ],
  ['net', netGroup],
  ['net.exe', netGroup],
  ['Add-LocalGroupMember', (args): boolean => args.some(({ text }) => isPowerful(text))],
]);

/** A user of it becomes root, or reads and writes everything. */
const ROOTS_RIGHTS =
  /^(?=.*[+=].*[eip])(?:all|.*\bcap_(?:setuid|setgid|setfcap|chown|fowner|sys_admin|sys_module|sys_rawio|dac_override|dac_read_search)\b|=)/i;

/** They map user names for containers. */
function isMapper({ text }: Word): boolean {
  return /\/new[ug]idmap$/.test(text ?? '');
}

function isGroupZero({ name, value }: { readonly name: string; readonly value: string | undefined }): boolean {
  return (name === '-g' || name === '--gid') && /^0+$/.test(value ?? '');
}

function changesAdmins(args: readonly Word[], verb: RegExp): boolean {
  return (
    args.some(({ text }) => verb.test(text ?? '')) &&
    args.some((word) => /^(?:\/Groups\/)?(?:admin|wheel)$|^\/Users\/root$/.test(writtenText(word)))
  );
}

function netGroup(args: readonly Word[]): boolean {
  return (
    args[0]?.text?.toLowerCase() === 'localgroup' &&
    isPowerful(args[1]?.text) &&
    args.some(({ text }) => /^\/add$/i.test(text ?? ''))
  );
}

export function accounts({ command, program, args }: CheckedCommand): FloorHit | undefined {
  return FORMS.get(program)?.(args) === true
    ? ruleHit(RULE, 'change who may act as whom on this machine', writtenCommand(command))
    : undefined;
}

const LOGIN: CommandRule = { check: 'ssh-access', remedy: 'Add the key yourself if you want it.' };

const KEYS = /(?:^|\/)\.ssh\/authorized_keys2?$/;

export function sshKeys({ command, program, args }: CheckedCommand): FloorHit | undefined {
  if (program === 'ssh-copy-id' && addsKey(args))
    return ruleHit(LOGIN, 'let a key log in on another machine', writtenCommand(command));
  if (command.context.elsewhere === undefined) return undefined;
  // The file floor has this machine's files.
  const written = [
    ...command.redirections.filter(opensForWriting).map(({ target }) => target),
    ...(program === 'tee' ? args : []),
  ].find((word) => KEYS.test(writtenText(word).slice(-4_096)));
  return written === undefined
    ? undefined
    : ruleHit(LOGIN, 'let a key log in on another machine', writtenText(written));
}

function addsKey(args: CheckedCommand['args']): boolean {
  const words = readOptions(args, { short: 'ipoFt' });
  return words.operands.length > 0 && !hasAny(words, '-n', '-h', '-?');
}
