import { opensForWriting, writtenText, type Word } from '../../shell/model/analysis';
import type { FloorHit } from '../files/fileFloor';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';
import { hasAny, readOptions } from '../../calls/command/optionReading';
import { targetText } from './rootFolders';

const RULE: CommandRule = {
  check: 'disk',
  remedy: 'Work on an image file instead; the user alone writes to disks.',
};

const KERNEL: CommandRule = { check: 'kernel-trigger', remedy: 'Nothing an agent does needs this file.' };

/** Also volumes and memory, on Linux, macOS, the BSDs and Windows. Loop devices are files. */
const DISK =
  /^\/+(?:\.\/+)*dev\/+(?:\.\/+)*(?:r?disk|disks?\/|[shv]d[a-z]|xvd[a-z]|nvme\d|mmcblk|md\d|md\/|dm-|mapper\/|nbd\d|zd\d|zvol\/|pmem|ada\d|da\d|sr\d|st\d|mtd|mem$|kmem$|port$|block\/|bsg\/)|^\\\\[.?]\\(?:physicaldrive|harddisk|[a-z]:)/i;

/** Also a device whose name only the shell knows. */
function isDisk(word: Word, from = 0): boolean {
  const text = writtenText(word).slice(from, from + 4_096);
  if (DISK.test(text)) return true;
  const [first, second] = word.pieces;
  return first?.kind === 'text' && first.text.slice(from) === '/dev/' && second?.kind === 'value';
}

/** Undefined: it only reads. */
type Form = (args: readonly Word[]) => boolean;

const anyDisk = (args: readonly Word[]): boolean => args.some((word) => isDisk(word));

const always: Form = anyDisk;
const unless =
  (...reads: readonly string[]): Form =>
  (args) =>
    anyDisk(args) && !hasAny(readOptions(args), ...reads);
const onlyWith =
  (pattern: RegExp): Form =>
  (args) =>
    anyDisk(args) && args.some(({ text }) => pattern.test(text ?? ''));
const verb =
  (pattern: RegExp): Form =>
  (args) => {
    const first = readOptions(args).operands[0]?.text;
    return first !== undefined && pattern.test(first);
  };

/** Writes only there. */
const lastOperand: Form = (args) => {
  const { options, operands } = readOptions(args, { short: 't' });
  const last = operands.at(-1);
  return (
    (last !== undefined && operands.length > 1 && isDisk(last)) ||
    options.some(({ name, valueWord }) => name === '-t' && valueWord !== undefined && isDisk(valueWord))
  );
};

const outputOperand: Form = (args) =>
  args.some((word) => /^(?:of|hof|ofs)=/.test(writtenText(word)) && isDisk(word, writtenText(word).indexOf('=') + 1));

/** `diskutil apfs deleteVolume`: the verb comes second. */
const diskutil: Form = (args) =>
  args.slice(0, 3).some(({ text }) => /^(?:erase|reformat|partition|zero|random|secureErase|delete)/i.test(text ?? ''));

const FORMS: ReadonlyMap<string, Form> = new Map([
  ['dd', outputOperand],
  ['gdd', outputOperand],
  ['dcfldd', outputOperand],
  ['dc3dd', outputOperand],
  ['ddrescue', lastOperand],
  ['mke2fs', always],
  ['mkswap', always],
  ['mkntfs', always],
  ['mkdosfs', always],
  ['newfs', always],
  ['wipefs', onlyWith(/^(?:-[a-z]*[aof]|--(?:all|offset|force))/)],
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
  ['zfs', verb(/^destroy$/)],
  ['lvremove', verb(/./)],
  ['vgremove', verb(/./)],
  ['pvremove', verb(/./)],
  ['pvcreate', always],
  ['mdadm', onlyWith(/^--(?:zero-superblock|create)$/)],
  ['nvme', verb(/^(?:format|sanitize|write|write-zeroes|delete-ns)$/)],
  ['sg_format', always],
  ['format', (args): boolean => args.some(({ text }) => /^[a-z]:$/i.test(text ?? ''))],
  ['format.com', (args): boolean => args.some(({ text }) => /^[a-z]:$/i.test(text ?? ''))],
]);

export function diskDestroyers({ command, program, args }: CheckedCommand): FloorHit | undefined {
  const form = FORMS.get(program) ?? (/^(?:mkfs|newfs_|mke2fs)/.test(program) ? always : undefined);
  if (form?.(args) === true) return ruleHit(RULE, 'write over a disk or what is stored on it', writtenCommand(command));
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
