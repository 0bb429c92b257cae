/** It runs on, or again, after the agent's end. */
import type { Word } from '../../shell/model/analysis';
import type { FloorHit } from '../files/fileFloor';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';
import { hasAny, readOptions } from '../../calls/command/optionReading';

const RULE: CommandRule = {
  check: 'persistence',
  remedy: 'Run what is needed now in this call; the user alone sets up what starts by itself.',
};

type Form = (args: readonly Word[]) => string | undefined;

const first = (args: readonly Word[], valued?: string): string =>
  readOptions(args, { short: valued ?? '' }).operands[0]?.text ?? '';

const JOB = 'change the jobs that run at set times';
const SERVICE = 'change which services start by themselves';

const crontab: Form = (args) => {
  const words = readOptions(args, { short: 'ucT' });
  const changes = hasAny(words, '-r', '-e', '-i', '-c') || words.operands.length > 0;
  return changes || !hasAny(words, '-l', '-V', '-T', '--help', '--version', '-h') ? JOB : undefined;
};

const at: Form = (args) => {
  const words = readOptions(args, { short: 'qft' });
  if (hasAny(words, '-l', '-c', '-V', '-d', '-r') || (words.operands.length === 0 && words.options.length === 0))
    return undefined;
  return JOB;
};

const batch: Form = (args) => (args.length === 0 || hasAny(readOptions(args), '-f') ? JOB : undefined);

const SYSTEMCTL_VERBS: ReadonlySet<string> = new Set([
  ...['enable', 'disable', 'reenable', 'mask', 'unmask', 'link', 'preset', 'preset-all', 'edit', 'set-default'],
  ...['add-wants', 'add-requires', 'revert'],
]);

const systemctl: Form = (args) => {
  const { operands } = readOptions(args, {
    short: 'tpHMnosPC',
    long: [
      '--type',
      '--property',
      '--host',
      '--machine',
      '--state',
      '--root',
      '--image',
      '--signal',
      '--job-mode',
      '--output',
      '--lines',
    ],
  });
  return SYSTEMCTL_VERBS.has(operands[0]?.text ?? '') ? SERVICE : undefined;
};

const systemdRun: Form = (args) =>
  readOptions(args).options.some(({ name }) => name.startsWith('--on-') || name === '--timer-property')
    ? JOB
    : undefined;

const LAUNCHCTL_VERBS: ReadonlySet<string> = new Set(['load', 'bootstrap', 'enable', 'submit']);

const oneOf =
  (what: string, verbs: ReadonlySet<string>, position = 0): Form =>
  (args) =>
    verbs.has(readOptions(args).operands[position]?.text?.toLowerCase() ?? '') ? what : undefined;

const RUN_KEY = /\\(?:run|runonce|runservices|winlogon|userinit)(?:\\|$)/i;

const registry: Form = (args) =>
  args[0]?.text?.toLowerCase() === 'add' && args.some(({ text }) => RUN_KEY.test(text ?? ''))
    ? 'add a program that Windows starts at every login'
    : undefined;

/** In any case, with `/` or `-`. */
const schtasks: Form = (args) =>
  args.some(({ text }) => /^[/-](?:create|change)$/i.test(text ?? '')) ? JOB : undefined;

/** Perhaps of another machine. */
const windowsService: Form = (args) => {
  const [verb, ...rest] = args.map(({ text }) => text?.toLowerCase() ?? '').filter((text) => !text.startsWith('\\\\'));
  return verb === 'create' || (verb === 'config' && rest.some((text) => text.startsWith('start=')))
    ? SERVICE
    : undefined;
};

const notTried =
  (what: string): Form =>
  (args) =>
    args.some(({ text }) => /^-whatif$/i.test(text ?? '')) ? undefined : what;

const appleScript: Form = (args) =>
  args.some(({ text }) => /make\s+(?:new\s+)?login\s+item/i.test((text ?? '').slice(0, 8_192)))
    ? 'add a program that macOS starts at every login'
    : undefined;

const defaults: Form = (args) =>
  args[0]?.text === 'write' &&
  args.some(({ text }) => /^(?:LoginHook|LogoutHook|AutoLaunchedApplicationDictionary)$/.test(text ?? ''))
    ? 'add a program that macOS starts at every login'
    : undefined;

const chkconfig: Form = (args) => {
  const words = readOptions(args, { long: ['--level', '--levels'] });
  const switches = words.operands.some(({ text }) => text !== undefined && /^(?:on|off|reset)$/.test(text));
  return switches || hasAny(words, '--add', '--del') ? SERVICE : undefined;
};

const FORMS: ReadonlyMap<string, Form> = new Map([
  ['crontab', crontab],
  ['fcrontab', crontab],
  ['incrontab', crontab],
  ['at', at],
  ['batch', batch],
  ['systemctl', systemctl],
  ['systemd-run', systemdRun],
  ['launchctl', oneOf('set up a program that macOS starts by itself', LAUNCHCTL_VERBS)],
  ['update-rc.d', (args): string | undefined => (args.length > 1 ? SERVICE : undefined)],
  ['chkconfig', chkconfig],
  ['rc-update', oneOf(SERVICE, new Set(['add', 'del', 'delete']))],
  ['insserv', (args): string | undefined => (first(args) === '' ? undefined : SERVICE)],
  ['loginctl', oneOf('keep programs running after logout', new Set(['enable-linger']))],
  ['schtasks', schtasks],
  ['schtasks.exe', schtasks],
  ['reg', registry],
  ['reg.exe', registry],
  ['sc', windowsService],
  ['sc.exe', windowsService],
  ['New-Service', notTried(SERVICE)],
  ['Register-ScheduledTask', notTried(JOB)],
  ['Register-ScheduledJob', notTried(JOB)],
  ['pm2', oneOf(SERVICE, new Set(['startup']))],
  ['osascript', appleScript],
  ['defaults', defaults],
]);

export function persistence({ command, program, args }: CheckedCommand): FloorHit | undefined {
  // For an ordinary user it only prints instructions.
  if (program === 'pm2' && !command.context.asOtherUser) return undefined;
  const what = FORMS.get(program)?.(args);
  return what === undefined ? undefined : ruleHit(RULE, what, writtenCommand(command));
}
