import { InputProblem } from '../../common/inputProblem';
import { opensForWriting, writtenText, type Word } from '../../shell/model/analysis';
import type { FloorHit } from '../files/fileFloor';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';
import { hasAny, readOptions } from '../../calls/command/optionReading';
import { targetText } from './rootFolders';
import { isDisk as isDiskPath } from '../files/disks';
import { viewsOf } from '../files/gatePlaces';
import { everyName, resolvePath } from '../../files/pathResolution';
import { foldedSegments } from '../../files/pathText';

const RULE: CommandRule = {
  check: 'disk',
  remedy: 'Work on an image file instead; the user alone writes to disks.',
};

const KERNEL: CommandRule = { check: 'kernel-trigger', remedy: 'Nothing an agent does needs this file.' };

/** Windows has no such paths. */
const WINDOWS_DISK = /^\\\\[.?]\\(?:physicaldrive|harddisk|[a-z]:)/i;

/** What may be an unknown part of a name. */
const GUESSES = ['', 'a', '0', 'a1', '0n1'];

/** Each asks the disk. */
const MOST_WORDS = 2_000;

type IsDisk = (word: Word, from?: number) => boolean;

/** By where the word leads; also for a device whose name only the shell knows. */
function diskTest({ command, line: { machine, files } }: CheckedCommand): IsDisk {
  return (word, from = 0) => {
    const text = writtenText(word).slice(from, from + 4_096);
    if (WINDOWS_DISK.test(text)) return true;
    const [first, second] = word.pieces;
    if (first?.kind === 'text' && first.text.slice(from) === '/dev/' && second?.kind === 'value') return true;
    const guesses = word.text === undefined ? GUESSES : [''];
    return guesses.some((guess) => {
      const path = word.pieces
        .map((piece) => (piece.kind === 'text' ? piece.text : guess))
        .join('')
        .slice(from);
      if (path === '' || path.length > 4_096) return false;
      return everyName(resolvePath(path, command.cwd, machine, files)).some((candidate) =>
        viewsOf(foldedSegments(candidate, machine.platform), machine, files).some(isDiskPath),
      );
    });
  };
}

/** Undefined: it only reads. */
type Form = (args: readonly Word[], isDisk: IsDisk) => boolean;

const anyDisk: Form = (args, isDisk) => {
  const different = [...new Map(args.map((word) => [writtenText(word), word])).values()];
  if (different.length > MOST_WORDS)
    throw new InputProblem(`a command with ${different.length} words is too long to check`);
  return different.some((word) => isDisk(word));
};

const always: Form = anyDisk;
const unless =
  (...reads: readonly string[]): Form =>
  (args, isDisk) =>
    !hasAny(readOptions(args), ...reads) && anyDisk(args, isDisk);
const onlyWith =
  (pattern: RegExp): Form =>
  (args, isDisk) =>
    args.some(({ text }) => pattern.test(text ?? '')) && anyDisk(args, isDisk);
const verb =
  (pattern: RegExp): Form =>
  (args) => {
    const first = readOptions(args).operands[0]?.text;
    return first !== undefined && pattern.test(first);
  };

const really =
  (trial: '-n' | '-t', form: Form): Form =>
  (args, isDisk) =>
    form(args, isDisk) && !hasAny(readOptions(args), trial, ...(trial === '-t' ? ['--test'] : []));

const lastOperand: Form = (args, isDisk) => {
  const { options, operands } = readOptions(args, { short: 't' });
  const last = operands.at(-1);
  return (
    (last !== undefined && operands.length > 1 && isDisk(last)) ||
    options.some(({ name, valueWord }) => name === '-t' && valueWord !== undefined && isDisk(valueWord))
  );
};

const outputOperand: Form = (args, isDisk) =>
  args.some((word) => /^(?:of|hof|ofs)=/.test(writtenText(word)) && isDisk(word, writtenText(word).indexOf('=') + 1));

/** The verb comes second: `diskutil apfs deleteVolume`. */
const diskutil: Form = (args) => {
  if (args.length < 2) return false;
  const verbs = args.slice(0, 3).map(({ text }) => text ?? '');
  const [group = '', verb = ''] = verbs;
  if (verbs.some((text) => DISKUTIL_VERB.test(text))) return true;
  return /^(?:apfs|ap|appleRAID|ar|coreStorage|cs)$/i.test(group) && /^(?:create|convert)/i.test(verb);
};

const DISKUTIL_VERB = /^(?:erase|reformat|partition|zero|random|secureErase|delete|mergePartitions|splitPartition)/i;

const FORMS: ReadonlyMap<string, Form> = new Map([
  ['dd', outputOperand],
  ['gdd', outputOperand],
  ['dcfldd', outputOperand],
  ['dc3dd', outputOperand],
  ['ddrescue', lastOperand],
  ['mke2fs', unless('-n')],
  ['mkswap', always],
  ['mkntfs', always],
  ['mkdosfs', always],
  ['newfs', always],
  [
    'wipefs',
    (args, isDisk): boolean =>
      onlyWith(/^(?:-[a-z]*[aof]|--(?:all|offset|force))/)(args, isDisk) &&
      !hasAny(readOptions(args, { short: 'oOt' }), '-n', '--no-act'),
  ],
  ['sgdisk', unless('-p', '--print', '-i', '--info', '-v', '--verify', '-E', '-F', '-D')],
  ['gdisk', unless('-l')],
  ['cgdisk', always],
  ['fdisk', unless('-l', '--list', '-x', '--list-details', '-s', '--getsz')],
  [
    'sfdisk',
    unless(
      '-l',
      '--list',
      '-d',
      '--dump',
      '-J',
      '--json',
      '-F',
      '--list-free',
      '-V',
      '--verify',
      '-s',
      '-n',
      '--no-act',
    ),
  ],
  ['cfdisk', unless('-r', '--read-only')],
  ['parted', onlyWith(/^(?:mk(?:label|table|part|fs|partfs)|rm|resizepart|rescue|cp|move)$/)],
  ['blkdiscard', always],
  ['hdparm', onlyWith(/^--(?:security-|trim-sector|make-bad|write-sector|yes-i-know|please-destroy|sanitize)/)],
  ['cryptsetup', onlyWith(/^(?:luksFormat|luksErase|erase|reencrypt|format)$/)],
  ['badblocks', onlyWith(/^-[a-z]*w/)],
  ['shred', always],
  ['wipe', always],
  ['scrub', always],
  ['nwipe', always],
  ['truncate', always],
  ['tee', always],
  ['cp', lastOperand],
  ['mv', lastOperand],
  ['install', lastOperand],
  ['diskutil', diskutil],
  ['zpool', verb(/^(?:destroy|labelclear)$/)],
  ['zfs', really('-n', verb(/^destroy$/))],
  ['lvremove', really('-t', verb(/./))],
  ['vgremove', really('-t', verb(/./))],
  ['pvremove', really('-t', verb(/./))],
  ['pvcreate', always],
  ['mdadm', onlyWith(/^--(?:zero-superblock|create)$/)],
  ['nvme', verb(/^(?:format|sanitize|write|write-zeroes|delete-ns)$/)],
  ['sg_format', always],
  ['asr', onlyWith(/^-{1,2}erase$/)],
  ['flashrom', (args): boolean => hasAny(readOptions(args, { short: 'pcliNVo' }), '-w', '--write', '-E', '--erase')],
  // A Linux system's whole disk.
  ['wsl', (args): boolean => args.some(({ text }) => text === '--unregister')],
  ['wsl.exe', (args): boolean => args.some(({ text }) => text === '--unregister')],
  ['format', (args): boolean => args.some(({ text }) => /^[a-z]:$/i.test(text ?? ''))],
  ['format.com', (args): boolean => args.some(({ text }) => /^[a-z]:$/i.test(text ?? ''))],
]);

export function diskDestroyers(checked: CheckedCommand): FloorHit | undefined {
  const { command, program, args } = checked;
  const isDisk = diskTest(checked);
  const form =
    FORMS.get(program) ??
    (/^mkfs\.ext[234]$/.test(program) ? unless('-n') : /^(?:mkfs|newfs_|mke2fs)/.test(program) ? always : undefined);
  if (form?.(args, isDisk) === true)
    return ruleHit(RULE, 'write over a disk or what is stored on it', writtenCommand(command));
  for (const redirection of command.redirections) {
    if (!opensForWriting(redirection)) continue;
    if (isDisk(redirection.target)) return ruleHit(RULE, 'write over a disk', `> ${targetText(redirection.target)}`);
    if (isTrigger(redirection.target)) return kernelHit(redirection.target);
  }
  const trigger = program === 'tee' || program === 'dd' || program === 'cp' ? args.find(isTrigger) : undefined;
  return trigger === undefined ? undefined : kernelHit(trigger);
}

/** A write reboots or crashes. */
function isTrigger(word: Word): boolean {
  return /(?:^|=)\/+proc\/+sysrq-trigger$/.test(writtenText(word));
}

function kernelHit(word: Word): FloorHit {
  return ruleHit(KERNEL, 'make the kernel reboot or crash the machine', targetText(word));
}
