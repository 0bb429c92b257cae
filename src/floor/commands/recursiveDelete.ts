import { table } from '../../common/table';
import { programName, writtenText, type SimpleCommand, type Word } from '../../shell/model/analysis';
import type { FloorHit } from '../files/fileFloor';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';
import { abbreviates, hasAny, readOptions, type ReadWords } from '../../calls/command/optionReading';
import { feedersOf } from './pipeline';
import { targetText, type RootMatch } from './rootFolders';

const RULE: CommandRule = {
  check: 'recursive-delete',
  remedy: 'Name the files or folders below it that are meant.',
};

const EMPTY_VALUE: CommandRule = {
  check: 'recursive-delete',
  remedy: 'Write ${NAME:?} so that the command stops when the value is empty, or name the folder itself.',
};

const ALWAYS_RECURSIVE: ReadonlySet<string> = new Set(['rimraf', 'trash', 'trash-put', 'del-cli']);

export function recursiveDelete(checked: CheckedCommand): FloorHit | undefined {
  const { program, args } = checked;
  switch (program) {
    case 'rm':
    case 'grm':
    case 'srm':
      return removal(checked, readOptions(args), true);
    case 'shred':
    case 'wipe':
      return removal(checked, readOptions(args, { short: 'nsSQq' }), true);
    case 'find':
    case 'gfind':
      return findDeletes(checked);
    case 'fd':
    case 'fdfind':
      return fdDeletes(checked);
    case 'xargs':
    case 'gxargs':
    case 'parallel':
      return fedRemoval(checked);
    case 'rsync':
      return mirroring(checked);
    case 'git':
      return cleaning(checked);
    case 'rclone':
    case 'btrfs':
      return removedByVerb(checked);
    case 'mv':
    case 'gmv':
      return moving(checked);
    default:
      if (CMDLETS.has(program.toLowerCase())) return cmdletRemoval(checked);
      return ALWAYS_RECURSIVE.has(program) ? removal(checked, readOptions(args), false) : undefined;
  }
}

/** PowerShell's and their aliases; names ignore case and abbreviate. */
const CMDLETS: ReadonlySet<string> = new Set(['remove-item', 'ri', 'del', 'erase', 'rd', 'clear-recyclebin']);

function cmdletRemoval({ command, args, line }: CheckedCommand): FloorHit | undefined {
  const given = (name: string, least: number): boolean =>
    args.some(({ text = '' }) => text.length >= least && name.startsWith(text.toLowerCase()));
  if (!given('-recurse', 2) || given('-whatif', 3)) return undefined;
  for (const word of args.filter(({ text }) => text?.startsWith('-') !== true)) {
    const match = line.roots.match(word, command);
    if (match !== undefined) return deletion(match, targetText(word));
  }
  return undefined;
}

/** These verbs remove a whole tree. */
const REMOVING_VERBS: Readonly<Record<string, RegExp>> = table({
  rclone: /^(?:purge|delete|rmdirs)$/,
  btrfs: /^(?:sub|subvol|subvolume)$/,
});

function removedByVerb({ program, command, args, line }: CheckedCommand): FloorHit | undefined {
  const words = readOptions(args);
  const [verb, ...rest] = words.operands;
  if (REMOVING_VERBS[program]?.test(verb?.text ?? '') !== true || hasAny(words, '-n', '--dry-run')) return undefined;
  if (program === 'btrfs' && !/^del(?:ete)?$/.test(rest[0]?.text ?? '')) return undefined;
  const match = rest.map((word) => line.roots.match(word, command)).find((found) => found !== undefined);
  return match === undefined ? undefined : deletion(match, writtenCommand(command));
}

const FD_VALUED = {
  short: 'dEteSojcC',
  long: ['--max-depth', '--exclude', '--type', '--size', '--owner', '--threads', '--color', '--base-directory'],
};

const FD_NARROWS: ReadonlySet<string> = new Set([
  ...['-e', '--extension', '-S', '--size', '-o', '--owner', '--changed-within', '--changed-before', '--and', '-E'],
  ...['--exclude', '--newer', '--older'],
]);

function fdDeletes({ command, args, line }: CheckedCommand): FloorHit | undefined {
  const at = args.findIndex(({ text }) => /^(?:-[HILsiagluF0p]*[xX]|--exec|--exec-batch)$/.test(text ?? ''));
  const inner = at === -1 ? [] : args.slice(at + 1).map((word) => writtenText(word));
  if (!inner.some((word) => /(?:^|[\s/])(?:rm|unlink|rmdir|shred|truncate)(?:\s|$)/.test(word.slice(0, 1_000))))
    return undefined;
  const { options, operands } = readOptions(args.slice(0, at), FD_VALUED);
  const [pattern, ...paths] = operands;
  const isNarrow = options.some(({ name }) => FD_NARROWS.has(name)) || !/^[.*^$]*$/.test(pattern?.text ?? '');
  if (isNarrow) return undefined;
  const here = paths.length === 0 ? line.roots.matchText('.', command.cwd) : undefined;
  const match = here ?? paths.map((word) => line.roots.match(word, command)).find((found) => found !== undefined);
  return match === undefined ? undefined : deletion(match, writtenCommand(command));
}

function deletion(match: RootMatch, fragment: string): FloorHit {
  return match.ifEmpty === undefined
    ? ruleHit(RULE, `delete ${match.folder} and everything below it`, fragment)
    : ruleHit(EMPTY_VALUE, `delete ${match.folder} and everything below it where ${match.ifEmpty} is empty`, fragment);
}

function removal({ command, line }: CheckedCommand, words: ReadWords, needsOption: boolean): FloorHit | undefined {
  const recursive = !needsOption || isRecursive(words);
  // `rm $OPTIONS /` may hold -r; without it a folder is no target.
  const perhaps = words.operands.some(({ pieces: [first] }) => first?.kind === 'value' && !first.quoted);
  if (!recursive && !perhaps) return undefined;
  for (const word of words.operands) {
    const match = line.roots.match(word, command, { emptyValues: recursive });
    if (match !== undefined) return deletion(match, targetText(word));
  }
  return undefined;
}

function isRecursive({ options }: ReadWords): boolean {
  return options.some(
    ({ name }) =>
      name === '-r' ||
      name === '-R' ||
      abbreviates(name, '--recursive', 1) ||
      abbreviates(name, '--no-preserve-root', 1),
  );
}

/** All others narrow it. */
const NOT_NARROWING: ReadonlySet<string> = new Set([
  ...[
    '-H',
    '-L',
    '-P',
    '-depth',
    '-d',
    '-xdev',
    '-mount',
    '-x',
    '-f',
    '-X',
    '-E',
    '-s',
    '-follow',
    '-ignore_readdir_race',
    '-true',
  ],
  ...[
    '-print',
    '-print0',
    '-ls',
    '-delete',
    '-o',
    '-or',
    '-a',
    '-and',
    '!',
    '-not',
    '(',
    ')',
    ',',
    '-prune',
    '-noleaf',
  ],
  ...['-warn', '-nowarn'],
]);

const NOT_NARROWING_WITH_VALUE: ReadonlySet<string> = new Set([
  ...['-type', '-xtype', '-mindepth', '-maxdepth', '-printf', '-fprint', '-fprint0', '-D', '-regextype'],
]);

const NAME_TESTS: ReadonlySet<string> = new Set(['-name', '-iname', '-path', '-ipath', '-wholename', '-iwholename']);

const FIND_ACTIONS: ReadonlySet<string> = new Set(['-exec', '-execdir', '-ok', '-okdir']);

interface FindCall {
  readonly roots: readonly Word[];
  readonly narrowed: boolean;
  readonly deletes: boolean;
  /** By `-delete`. */
  readonly itself: boolean;
}

function readFind(args: readonly Word[]): FindCall {
  const texts = args.map((word) => writtenText(word));
  const first = texts.findIndex((text, index) => isExpression(text) && !isFindOption(texts, index));
  const from = first === -1 ? texts.length : first;
  const roots = args.slice(0, from).filter((_, index) => !isFindOption(texts, index) && texts[index - 1] !== '-D');
  let narrowed = false;
  let deletes = false;
  let itself = false;
  for (let at = from; at < texts.length; at += 1) {
    const text = texts[at] ?? '';
    if (FIND_ACTIONS.has(text)) {
      const end = texts.findIndex(
        (word, index) => index > at && (word === ';' || word === '\\;' || (word === '+' && texts[index - 1] === '{}')),
      );
      const inner = texts.slice(at + 1, end === -1 ? undefined : end);
      deletes ||= inner.some((word) =>
        /(?:^|[\s/])(?:rm|unlink|rmdir|shred|truncate)(?:\s|$)/.test(word.slice(0, 1_000)),
      );
      at = end === -1 ? texts.length : end;
    } else if (text === '-delete') {
      deletes = itself = true;
    } else if (NOT_NARROWING_WITH_VALUE.has(text)) {
      at += 1;
    } else if (NAME_TESTS.has(text)) {
      at += 1;
      if (!/^[*.?/]*\*[*.?/]*$/.test(texts[at] ?? '')) narrowed = true;
    } else if (!NOT_NARROWING.has(text)) {
      narrowed = true;
    }
  }
  return { roots, narrowed, deletes, itself };
}

function isExpression(text: string): boolean {
  return (text.length > 1 && text.startsWith('-')) || text === '(' || text === '!';
}

function isFindOption(texts: readonly string[], index: number): boolean {
  return /^-(?:[HLPEXdsx]+|D|O\d)$/.test(texts[index] ?? '');
}

function findDeletes(checked: CheckedCommand): FloorHit | undefined {
  const call = readFind(checked.args);
  return call.deletes ? findRoot(checked, checked.command, call) : undefined;
}

function findRoot({ line }: CheckedCommand, command: SimpleCommand, call: FindCall): FloorHit | undefined {
  if (call.roots.length === 0) {
    if (call.narrowed) return undefined;
    const here = line.roots.matchText('.', command.cwd);
    return here === undefined ? undefined : deletion(here, writtenCommand(command));
  }
  for (const word of call.roots) {
    const match = line.roots.match(word, command, { emptyValues: !call.narrowed });
    if (match === undefined || (call.narrowed && !(call.itself && isOnlySystems(match)))) continue;
    return deletion(match, writtenCommand(command));
  }
  return undefined;
}

/** No user's or installer's files. */
function isOnlySystems({ segments }: RootMatch): boolean {
  return segments.length === 0 || ONLY_SYSTEMS.has(segments.join('/'));
}

const ONLY_SYSTEMS: ReadonlySet<string> = new Set([
  ...[
    'bin',
    'boot',
    'dev',
    'etc',
    'home',
    'lib',
    'lib64',
    'private',
    'proc',
    'root',
    'run',
    'sbin',
    'sys',
    'usr',
    'var',
  ],
  ...['system', 'library', 'usr/bin', 'usr/lib', 'usr/sbin'],
]);

function fedRemoval(checked: CheckedCommand): FloorHit | undefined {
  const { command, args, line } = checked;
  const remover = args.findIndex(({ text }) => text !== undefined && /^(?:.*\/)?(?:rm|shred|rimraf)$/.test(text));
  if (remover === -1) return undefined;
  const recursive = isRecursive(readOptions(args.slice(remover + 1)));
  const fed = command.redirections.filter(({ operator }) => operator === '<<<').map(({ target }) => target);
  for (const feeder of feedersOf(command, line.commands)) {
    const program = programName(feeder);
    if (program === 'find' || program === 'gfind') {
      const hit = findRoot(checked, feeder, readFind(feeder.words.slice(1)));
      if (hit !== undefined) return hit;
    } else if (program === 'echo' || program === 'printf' || program === 'ls') {
      fed.push(...feeder.words.slice(1));
    }
  }
  if (!recursive) return undefined;
  for (const word of fed) {
    const match =
      line.roots.match(word, command) ??
      (word.text ?? '')
        .split(/\\0|\\n|\s+/)
        .map((text) => (text.startsWith('~') ? undefined : line.roots.matchText(text, command.cwd)))
        .find((found) => found !== undefined);
    if (match !== undefined) return deletion(match, targetText(word));
  }
  return undefined;
}

/** It removes what the source lacks. */
function mirroring({ command, args, line }: CheckedCommand): FloorHit | undefined {
  const { options, operands } = readOptions(args, {
    short: 'eBTMf',
    long: ['--rsh', '--exclude', '--include', '--filter'],
  });
  const target = operands.at(-1);
  const tries = options.some(({ name }) => name === '-n' || abbreviates(name, '--dry-run', 2));
  if (tries || target === undefined || !options.some(({ name }) => name.startsWith('--del'))) return undefined;
  const match = line.roots.match(target, command);
  return match === undefined ? undefined : deletion(match, targetText(target));
}

function cleaning({ command, args, line }: CheckedCommand): FloorHit | undefined {
  const at = args.findIndex(({ text }) => text === 'clean');
  const { options } = readOptions(args.slice(at + 1), { short: 'e' });
  const cleans = options.some(({ name }) => name === '-f' || name === '--force');
  if (at === -1 || !cleans || options.some(({ name }) => name === '-n' || name === '--dry-run')) return undefined;
  const folder = args.slice(0, at).findLast((_, index) => args[index - 1]?.text === '-C');
  const match = folder === undefined ? line.roots.matchText('.', command.cwd) : line.roots.match(folder, command);
  return match === undefined ? undefined : deletion(match, writtenCommand(command));
}

/** The folder is then missing. */
function moving({ command, args, line }: CheckedCommand): FloorHit | undefined {
  const { options, operands } = readOptions(args, { short: 'tS', long: ['--target-directory', '--suffix'] });
  const toFolder = options.some(({ name }) => name === '-t' || abbreviates(name, '--target-directory', 1));
  for (const word of toFolder ? operands : operands.slice(0, -1)) {
    const match = line.roots.match(word, command);
    if (match !== undefined) {
      return ruleHit(
        { ...RULE, check: 'root-move' },
        `move ${match.folder} or all that is in it away`,
        targetText(word),
      );
    }
  }
  return undefined;
}
