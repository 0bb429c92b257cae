/** It opens or breaks system folders or SSH keys. */
import { programName, type Word } from '../../shell/model/analysis';
import { feedersOf } from './pipeline';
import type { FloorHit } from '../files/fileFloor';
import { foldedSegments } from '../../files/pathText';
import { everyName, resolvePath } from '../../files/pathResolution';
import { ruleHit, type CheckedCommand, type CommandRule } from './commandCheck';
import { abbreviates, readOptions } from '../../calls/command/optionReading';
import { targetText } from './rootFolders';

const SYSTEM: CommandRule = {
  check: 'system-permissions',
  remedy: 'Change the mode or owner of the files below it that are meant.',
};

const SSH: CommandRule = {
  check: 'ssh-permissions',
  remedy: 'Keys stay with their owner: mode 600 for a private key, 700 for the folder.',
};

/** All in them is the system's. */
const SYSTEM_TREES: ReadonlySet<string> = new Set(['bin', 'boot', 'etc', 'lib', 'lib64', 'sbin', 'system', 'usr']);

/** Projects' files, and public keys of package sources, which installers make readable. */
const NOT_THE_SYSTEMS: readonly RegExp[] = [/^usr\/src\/./, /^usr\/share\/nginx\/html(?:\/|$)/];
const PUBLIC_KEYS = /^(?:etc\/apt|usr\/share\/keyrings)\/./;

/** Common last step of instructions: `chmod +x /usr/local/bin/x`. */
const INSTALLED_PROGRAM = /^usr\/local\/s?bin\/[^/]+$/;

/** Installers hand these over whole. */
const OFTEN_HANDED_OVER: ReadonlySet<string> = new Set(['opt', 'srv', 'tmp', 'var/tmp', 'dev/shm', 'run', 'nix']);

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
  if (/^(?:g?xargs|parallel)$/.test(checked.program)) return fedHit(checked);
  const change = CHANGES.get(checked.program);
  if (change === undefined) return undefined;
  // Symbolic modes may start with a dash.
  const { options, operands } = readOptions(checked.args, {
    short: checked.program === 'setfacl' ? 'mxMX' : '',
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
    const hit =
      rootHit(checked, word, what, mode) ??
      (recursive ? folderHit(checked, word, what, mode) : undefined) ??
      fileHit(checked, word, what, mode);
    if (hit !== undefined) return hit;
  }
  return undefined;
}

/** The root or the home itself: without it nothing works. */
function rootHit(checked: CheckedCommand, word: Word, what: string, mode: string | undefined): FloorHit | undefined {
  const { line, command } = checked;
  const match = line.roots.match(word, command);
  if (match === undefined) return undefined;
  const home = foldedSegments(line.machine.homeDirectory, line.machine.platform);
  const isHome = match.segments.join('/') === home.join('/');
  const lost = match.segments.length === 0 || (isHome && (takesAway(checked, mode) || opensToOthers(mode)));
  return lost ? ruleHit(SYSTEM, `${what} ${match.folder}`, targetText(word)) : undefined;
}

/** The owner loses it. */
function takesAway({ program, command, line }: CheckedCommand, mode: string | undefined): boolean {
  if (program.endsWith('chown')) return isOtherOwner(command.words, line.machine.homeDirectory);
  if (!program.endsWith('chmod')) return false;
  const bits = octal(mode);
  if (bits !== undefined) return (bits & 0o700) !== 0o700;
  return clauses(mode).some(
    ({ who, operator, what }) =>
      /[ua]/.test(who) &&
      ((operator === '-' && /[rwx]/.test(what)) || (operator === '=' && !/^(?=.*r)(?=.*w)(?=.*[xX])/.test(what))),
  );
}

function fedHit(checked: CheckedCommand): FloorHit | undefined {
  const { args, command, line } = checked;
  const at = args.findIndex(({ text }) => CHANGES.has((text ?? '').replace(/^.*\//, '')));
  const change = args[at]?.text;
  if (change === undefined) return undefined;
  const program = change.replace(/^.*\//, '');
  const { operands } = readOptions(args.slice(at + 1), { long: ['--reference', '--from'] });
  const inner: CheckedCommand = { ...checked, program, command: { ...command, words: args.slice(at) } };
  for (const feeder of feedersOf(command, line.commands)) {
    const name = programName(feeder) ?? '';
    if (!FEEDERS.has(name)) continue;
    const [, ...words] = feeder.words;
    const end = name.endsWith('find') ? words.findIndex(({ text }) => /^(?:-[a-zA-Z]{2,}|[!(])/.test(text ?? '')) : -1;
    for (const word of (end === -1 ? words : words.slice(0, end)).filter(
      ({ text }) => text?.startsWith('-') !== true,
    )) {
      const { what } = CHANGES.get(program)?.(operands) ?? { what: 'change' };
      const mode = operands[0]?.text;
      const hit = folderHit(inner, word, what, mode) ?? fileHit(inner, word, what, mode);
      if (hit !== undefined) return hit;
    }
  }
  return undefined;
}

const FEEDERS: ReadonlySet<string> = new Set(['find', 'gfind', 'ls', 'echo', 'printf', 'fd', 'fdfind', 'realpath']);

function folderHit(checked: CheckedCommand, word: Word, what: string, mode: string | undefined): FloorHit | undefined {
  const { line, command, program } = checked;
  const match = line.roots.match(word, command);
  if (match === undefined) return undefined;
  const path = match.segments.join('/');
  if (OFTEN_HANDED_OVER.has(path)) return undefined;
  const isOwnHome = path === foldedSegments(line.machine.homeDirectory, line.machine.platform).join('/');
  // Taking files back after a wrong sudo is harmless; opening them is not.
  if (isOwnHome && !takesAway(checked, mode) && (!program.endsWith('chmod') || !opensToOthers(mode))) return undefined;
  return ruleHit(SYSTEM, `${what} ${match.folder} and everything below it`, targetText(word));
}

function fileHit(checked: CheckedCommand, word: Word, what: string, mode: string | undefined): FloorHit | undefined {
  const { command, line, program } = checked;
  if (word.pieces[0]?.kind === 'value') return undefined;
  // It lies below find's starting point.
  const text = word.pieces.map((piece) => (piece.text === '{}' ? '/{}' : piece.text)).join('');
  for (const candidate of everyName(resolvePath(text, command.cwd, line.machine, line.files))) {
    const path = foldedSegments(candidate, line.machine.platform);
    const isSsh = path.includes('.ssh');
    if (isSsh && program.endsWith('chmod') && opensKey(path, mode)) {
      return ruleHit(SSH, 'open SSH keys, or who may log in with them, to other users', targetText(word));
    }
    if (isSsh && program.endsWith('chown') && isOtherOwner(command.words, line.machine.homeDirectory)) {
      return ruleHit(SSH, "give the user's SSH files to another user", targetText(word));
    }
    const below = path.join('/');
    if (!SYSTEM_TREES.has(path[0] ?? '')) continue;
    if (NOT_THE_SYSTEMS.some((pattern) => pattern.test(below))) continue;
    if (PUBLIC_KEYS.test(below) && program === 'chmod' && !opensToOthers(mode)) continue;
    if (INSTALLED_PROGRAM.test(below) && program === 'chmod' && makesRunnable(mode)) continue;
    return ruleHit(SYSTEM, `${what} a file or folder of the system`, targetText(word));
  }
  return undefined;
}

/** Undefined if symbolic. */
function octal(mode: string | undefined): number | undefined {
  return mode !== undefined && /^=?[0-7]{1,6}$/.test(mode) ? Number.parseInt(mode.replace('=', ''), 8) : undefined;
}

function clauses(
  mode: string | undefined,
): readonly { readonly who: string; readonly operator: string; readonly what: string }[] {
  return (mode ?? '').split(',').flatMap((clause) => {
    const [, who = '', operator, what = ''] = /^([ugoa]*)([+=-])(.*)$/.exec(clause) ?? [];
    return operator === undefined ? [] : [{ who: who === '' ? 'a' : who, operator, what }];
  });
}

function opensToOthers(mode: string | undefined): boolean {
  const bits = octal(mode);
  if (bits !== undefined) return (bits & 0o022) !== 0;
  return clauses(mode).some(({ who, operator, what }) => operator !== '-' && /[goa]/.test(who) && what.includes('w'));
}

/** `+x` and `755`: no write access for others, no other user's rights. */
function makesRunnable(mode: string | undefined): boolean {
  const bits = octal(mode);
  if (bits !== undefined) return (bits & 0o7022) === 0;
  const changes = clauses(mode);
  return changes.length > 0 && changes.every(({ operator, what }) => operator === '+' && /^[rx]+$/.test(what));
}

const PUBLIC = /^(?:.*\.pub|known_hosts.*|config)$/;

function opensKey(path: readonly string[], mode: string | undefined): boolean {
  if (opensToOthers(mode)) return true;
  if (PUBLIC.test(path.at(-1) ?? '') || path.at(-1) === '.ssh') return false;
  const bits = octal(mode);
  if (path.at(-1) === 'authorized_keys') return false;
  if (bits !== undefined) return (bits & 0o077) !== 0;
  return clauses(mode).some(({ who, operator, what }) => operator !== '-' && /[goa]/.test(who) && /[rw]/.test(what));
}

/** Values such as `$USER` and `$(id -u)` count as the user. */
function isOtherOwner(words: readonly Word[], home: string): boolean {
  const owner = words
    .slice(1)
    .find(({ text }) => text?.startsWith('-') !== true)
    ?.text?.split(/[:.]/)[0];
  return owner !== undefined && owner !== '' && owner !== home.slice(home.lastIndexOf('/') + 1) && !/^\d+$/.test(owner);
}
