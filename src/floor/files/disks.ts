/** Loop devices are files. */
import type { FloorRule } from './floorRule';

export const DISKS: FloorRule = {
  check: 'disk',
  what: 'a disk, a volume or the memory of the machine as a whole',
  remedy: 'Work on an image file instead; the user alone writes to disks.',
};

const NAME =
  /^(?:r?disk|disks?\/.|[shv]d[a-z]|xvd[a-z]|nvme\d|mmcblk|md\d|md\/.|dm-|mapper\/.|nbd\d|zd\d|zvol\/.|pmem|ada\d|da\d|sr\d|st\d|mtd|(?:k?mem|port)$|block\/.|bsg\/.)/;

/** @param path folded, from its tree's root */
export function isDisk([first, ...rest]: readonly string[]): boolean {
  return first === 'dev' && NAME.test(rest.join('/'));
}

/** What a pattern below `/dev` may mean. */
export const DISK_NAMES: readonly (readonly string[])[] = [
  ...['sda', 'sda1', 'hda', 'vda', 'vda1', 'xvda', 'nvme0n1', 'nvme0n1p1', 'mmcblk0', 'mmcblk0p1', 'dm-0', 'md0'],
  ...['disk0', 'disk0s1', 'rdisk0', 'ada0', 'da0', 'nbd0', 'pmem0', 'mtd0', 'sr0', 'mem', 'kmem', 'port'],
  ...['disk/by-id/x', 'disk/by-uuid/x', 'disk/by-label/x', 'mapper/x', 'block/x', 'md/x', 'zvol/x'],
].map((name) => ['dev', ...name.split('/')]);
