/** Changes of owner or mode that open up, or break, folders of the system or the user's SSH keys. */
import type { Word } from '../../shell/analysis';
import type { FloorHit } from '../files/fileFloor';
import { foldedSegments } from '../files/pathText';
import { resolvePath } from '../files/pathResolution';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';
import { abbreviates, readOptions } from './optionReading';
import { targetText } from './rootFolders';

const SYSTEM: CommandRule = {
  check: 'system-permissions',
  remedy: 'Change the mode or owner of the files below it that are meant.',
};

const SSH: CommandRule = {
  check: 'ssh-permissions',
  remedy: 'Keys stay with their owner: mode 600 for a private key, 700 for the folder.',
};

/** Installers give these to a user; the folders themselves belong to no program of the system. */
const OFTEN_HANDED_OVER: ReadonlySet<string> = new Set(['opt', 'srv', 'usr/local', 'tmp', 'var/tmp', 'dev/shm', 'run']);

/** Whose mode or owner is not changed even without what is below. */
const NEVER_EVEN_ALONE: ReadonlySet<string> = new Set([
  ...['', 'bin', 'boot', 'etc', 'lib', 'lib64', 'sbin', 'system', 'usr', 'usr/bin', 'usr/lib', 'usr/sbin'],
]);

/** Below these a file that everybody may write is a way to become root. */
const TRUSTED_CONTENT: ReadonlySet<string> = new Set(['bin', 'etc', 'sbin', 'system', 'usr/bin', 'usr/sbin', 'boot']);

/** Programs that run other programs: as setuid root they make everybody root. */
const SHELL_LIKE =
  /^(?:(?:ba|da|z|k|fi|c|tc)?sh|busybox|env|find|vim?|nano|less|cp|mv|tee|dd|awk|gawk|python[\d.]*|perl|ruby|node|php)$/;

type Change = (words: readonly Word[]) => { readonly what: string; readonly targets: readonly Word[] };

const changeMode: Change = (words) => ({ what: 'change the mode of', targets: words.slice(1) });
const changeOwner: Change = (words) => ({ what: 'change the owner of', targets: words.slice(1) });

const CHANGES: ReadonlyMap<string, Change> = new Map([
  ['chmod', changeMode],
  ['gchmod', changeMode],
  ['chown', changeOwner],
  ['gchown', changeOwner],
  ['chgrp', changeOwner],
  ['setfacl', (words): ReturnType<Change> => ({ what: 'change the access list of', targets: words })],
  ['chattr', changeMode],
]);

export function systemPermissions(checked: CheckedCommand): FloorHit | undefined {
  const change = CHANGES.get(checked.program);
  if (change === undefined) return undefined;
  // A symbolic mode may start with a dash, so the words are told apart by hand.
  const { options, operands } = readOptions(checked.args, {
    short: 'mxMX',
    long: ['--reference', '--from', '--modify'],
  });
  const recursive = options.some(({ name }) => name === '-R' || abbreviates(name, '--recursive', 3));
  const byReference = options.some(({ name }) => abbreviates(name, '--reference', 3));
  const symbolic = checked.args.find(({ text }) => text !== undefined && /^-[rwxXst]+$/.test(text));
  const implied = byReference || (symbolic !== undefined && checked.program === 'chmod');
  const words = implied ? [checked.args[0], ...operands].filter((word) => word !== undefined) : operands;
  const { what, targets } = change(words);
  const mode = implied ? symbolic?.text : words[0]?.text;
  for (const word of targets) {
    const hit = folderHit(checked, word, what, recursive, mode) ?? fileHit(checked, word, mode);
    if (hit !== undefined) return hit;
  }
  return undefined;
}

function folderHit(
  checked: CheckedCommand,
  word: Word,
  what: string,
  recursive: boolean,
  mode: string | undefined,
): FloorHit | undefined {
  const { line, command, program } = checked;
  const match = line.roots.match(word, command);
  if (match === undefined) return undefined;
  const path = match.segments.join('/');
  if (!recursive) {
    const covered = word.pieces.some(({ kind }) => kind === 'glob');
    if (!NEVER_EVEN_ALONE.has(path) || (covered && path === '')) return undefined;
    return ruleHit(SYSTEM, `${what} ${match.folder}`, targetText(word));
  }
  if (OFTEN_HANDED_OVER.has(path)) return undefined;
  const isOwnHome = path === foldedSegments(line.machine.homeDirectory, line.machine.platform).join('/');
  // Taking one's own files back after a wrong sudo harms nobody; opening them to others does.
  if (isOwnHome && (program !== 'chmod' || !opensToOthers(mode))) return undefined;
  return ruleHit(SYSTEM, `${what} ${match.folder} and everything below it`, targetText(word));
}

function fileHit(
  { command, line, program }: CheckedCommand,
  word: Word,
  mode: string | undefined,
): FloorHit | undefined {
  const { machine, files } = line;
  if (word.text === undefined && !word.pieces.every(({ kind }) => kind !== 'value')) return undefined;
  const text = word.pieces.map((piece) => piece.text).join('');
  for (const candidate of resolvePath(text, command.cwd, machine, files).candidates) {
    const path = foldedSegments(candidate, machine.platform);
    if (path.includes('.ssh') && program.endsWith('chmod') && opensKey(path, mode)) {
      return ruleHit(SSH, 'open SSH keys or what may log in with them to other users', targetText(word));
    }
    if (path.at(-1) === '.ssh' && program.endsWith('chown') && isOtherOwner(command.words, machine.homeDirectory)) {
      return ruleHit(SSH, "give the user's SSH folder to another user", targetText(word));
    }
    const trusted = TRUSTED_CONTENT.has(path[0] ?? '') || TRUSTED_CONTENT.has(path.slice(0, 2).join('/'));
    if (!trusted || !program.endsWith('chmod')) continue;
    if (isWorldWritable(mode)) {
      return ruleHit(SYSTEM, 'let every user write a file that the system trusts', targetText(word));
    }
    if (isSetuid(mode) && SHELL_LIKE.test(path.at(-1) ?? '')) {
      return ruleHit(SYSTEM, 'give every user the rights of the owner of a shell', writtenCommand(command));
    }
  }
  return undefined;
}

/** Octal digits of a numeric mode, without leading zeros; undefined for a symbolic one. */
function octal(mode: string | undefined): number | undefined {
  return mode !== undefined && /^=?[0-7]{1,6}$/.test(mode) ? Number.parseInt(mode.replace('=', ''), 8) : undefined;
}

/** The clauses of a symbolic mode. */
function clauses(
  mode: string | undefined,
): readonly { readonly who: string; readonly operator: string; readonly what: string }[] {
  return (mode ?? '').split(',').flatMap((clause) => {
    const [, who = '', operator, what = ''] = /^([ugoa]*)([+=-])(.*)$/.exec(clause) ?? [];
    return operator === undefined ? [] : [{ who: who === '' ? 'a' : who, operator, what }];
  });
}

function isWorldWritable(mode: string | undefined): boolean {
  const bits = octal(mode);
  // With the sticky bit it is a scratch folder.
  if (bits !== undefined) return (bits & 0o002) !== 0 && (bits & 0o1000) === 0;
  return clauses(mode).some(({ who, operator, what }) => operator !== '-' && /[oa]/.test(who) && what.includes('w'));
}

function isSetuid(mode: string | undefined): boolean {
  const bits = octal(mode);
  if (bits !== undefined) return (bits & 0o4000) !== 0;
  return clauses(mode).some(({ operator, what }) => operator !== '-' && what.includes('s'));
}

/** Whether the mode gives others rights that they may not have had. */
function opensToOthers(mode: string | undefined): boolean {
  const bits = octal(mode);
  if (bits !== undefined) return (bits & 0o022) !== 0;
  return clauses(mode).some(({ who, operator, what }) => operator !== '-' && /[goa]/.test(who) && what.includes('w'));
}

/** What may be read by everybody in that folder. */
const PUBLIC = /^(?:.*\.pub|known_hosts.*|config)$/;

function opensKey(path: readonly string[], mode: string | undefined): boolean {
  if (opensToOthers(mode)) return true;
  if (PUBLIC.test(path.at(-1) ?? '') || path.at(-1) === '.ssh') return false;
  const bits = octal(mode);
  if (path.at(-1) === 'authorized_keys') return false;
  if (bits !== undefined) return (bits & 0o077) !== 0;
  return clauses(mode).some(({ who, operator, what }) => operator !== '-' && /[goa]/.test(who) && /[rw]/.test(what));
}

/** Whether `chown` names somebody else; a value (`$USER`, `$(id -u)`) is taken for the user. */
function isOtherOwner(words: readonly Word[], home: string): boolean {
  const owner = words
    .slice(1)
    .find(({ text }) => text?.startsWith('-') !== true)
    ?.text?.split(/[:.]/)[0];
  return owner !== undefined && owner !== '' && owner !== home.slice(home.lastIndexOf('/') + 1) && !/^\d+$/.test(owner);
}
