/** It ends the machine or the login, and so the editor and the gate. */
import { writtenText, type SimpleCommand, type Word } from '../../shell/model/analysis';
import { hasAny, readOptions } from '../../calls/command/optionReading';
import type { FloorHit } from '../files/fileFloor';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';

const RULE: CommandRule = {
  check: 'power-off',
  remedy: 'Ask the user to restart or shut down the machine.',
};

type Form = (args: readonly Word[]) => boolean;

/** `-w` only writes the record. */
const halt: Form = (args) => !hasAny(readOptions(args), '-w', '--wtmp-only');

/** Windows' own program too. */
const shutdown: Form = (args) => {
  if (args.some(({ text }) => /^(?:\/(?:a|h|l|\?)|-(?:a|\?)|--show)$/i.test(text ?? ''))) return false;
  return !hasAny(readOptions(args), '-c', '-k');
};

const init: Form = (args) =>
  /^(?:[016sS]|single|emergency|rescue)$/.test(readOptions(args, { short: 'te' }).operands[0]?.text ?? '');

const TARGETS =
  /^(?:(?:poweroff|reboot|halt|kexec|rescue|emergency|exit|shutdown|soft-reboot|ctrl-alt-del|runlevel[016])\.target|systemd-(?:poweroff|reboot|halt|kexec|soft-reboot)(?:\.service)?)$/;
const STARTS = /^(?:(?:re)?start|(?:try-|reload-or-|try-reload-or-)restart)$/;
const VERBS = /^(?:poweroff|reboot|halt|kexec|rescue|emergency|exit|soft-reboot|isolate)$/;

const systemctl: Form = (args) => {
  const words = readOptions(args, {
    short: 'tpHMnosPC',
    long: ['--host', '--machine', '--root', '--when', '--job-mode'],
  });
  const isOther = hasAny(words, '-H', '--host', '-M', '--machine', '--dry-run', '--help', '-h');
  const asks = words.options.some(
    ({ name, value }) => name === '--when' && /^(?:show|cancel|auto)?$/.test(value ?? ''),
  );
  if (isOther || asks) return false;
  const [verb, ...units] = words.operands;
  return (
    VERBS.test(verb?.text ?? '') ||
    (STARTS.test(verb?.text ?? '') && units.some(({ text }) => TARGETS.test(text ?? '')))
  );
};

const says =
  (pattern: RegExp): Form =>
  (args) =>
    pattern.test(args.map(writtenText).join(' ').slice(0, 8_192));

const LOGIN1 = says(/org\.freedesktop\.(?:login1|systemd1).*\b(?:PowerOff|Reboot|Halt|KExec)\b/);
const COMPUTER: Form = (args) => !args.some(({ text }) => /^-(?:whatif|computername|cn)$/i.test(text ?? ''));

const FORMS: ReadonlyMap<string, Form> = new Map([
  ['poweroff', halt],
  ['halt', halt],
  ['reboot', halt],
  ['shutdown', shutdown],
  ['shutdown.exe', shutdown],
  ['init', init],
  ['telinit', init],
  ['systemctl', systemctl],
  ['loginctl', says(/^(?:-\S+ )*(?:poweroff|reboot|halt|terminate-user|kill-user)(?: |$)/)],
  ['kexec', says(/(?:^| )(?:-e|--exec)(?: |$)/)],
  ['rtcwake', says(/(?:^| )(?:-m ?|--mode[ =])off(?: |$)/)],
  ['launchctl', says(/^(?:reboot(?: |$)|bootout (?:system|(?:gui|user)\/[^/\s]+)$)/)],
  ['dbus-send', LOGIN1],
  ['gdbus', LOGIN1],
  ['busctl', LOGIN1],
  ['osascript', says(/(?:System Events|Finder|loginwindow)\b.*\b(?:shut down|restart|log out)\b/i)],
  ['stop-computer', COMPUTER],
  ['restart-computer', COMPUTER],
  ['wsl', says(/(?:^| )--shutdown(?: |$)/)],
  ['wsl.exe', says(/(?:^| )--shutdown(?: |$)/)],
]);

export function powerOff({ command, program, args }: CheckedCommand): FloorHit | undefined {
  // Another machine may be restarted.
  if (command.context.elsewhere !== undefined || isOwnProgram(command)) return undefined;
  const form = FORMS.get(program) ?? FORMS.get(program.toLowerCase());
  if (form?.(args) !== true) return undefined;
  return ruleHit(RULE, 'end the machine or the login, with the editor and all that runs', writtenCommand(command));
}

function isOwnProgram({ words, cwd }: SimpleCommand): boolean {
  const name = words[0]?.text ?? '';
  return /^[^/~]*\//.test(name) && !/(?:^|\/)\.\.\/|bin\//.test(name) && cwd !== undefined && !/bin\/?$/.test(cwd);
}
