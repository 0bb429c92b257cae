/** By path alone: touching a remote path could hang, mount or send credentials. */
import { readFileSync } from 'node:fs';

/** Reading takes 0.1 ms; mounts rarely change. */
const TABLE_LIFETIME_MS = 5_000;

/** From mountinfo. `autofs` mounts on access. */
const REMOTE_TYPES = new Set([
  ...[
    'nfs',
    'nfs4',
    'cifs',
    'smb2',
    'smb3',
    'smbfs',
    'ncp',
    'ncpfs',
    'afs',
    'coda',
    'ceph',
    'glusterfs',
    'lustre',
    'gpfs',
  ],
  ...['beegfs', 'orangefs', 'pvfs2', 'davfs', 'acfs', 'autofs'],
]);

/** FUSE of local files; other `fuse.*` count as remote. */
const LOCAL_FUSE = new Set([
  ...[
    'fuse',
    'fuse.bindfs',
    'fuse.mergerfs',
    'fuse.gocryptfs',
    'fuse.encfs',
    'fuse.cryfs',
    'fuse.ecryptfs',
    'fuse.exfat',
  ],
  ...['fuse.fuse-overlayfs', 'fuse.overlayfs', 'fuse.unionfs', 'fuse.unionfs-fuse', 'fuse.lxcfs', 'fuse.ntfs-3g'],
  ...['fuse.grpcfuse', 'fuse.osxfs', 'fuse.vmhgfs-fuse', 'fuse.snapfuse', 'fuse.squashfuse', 'fuse.virtiofs'],
]);

interface Mount {
  readonly folder: string;
  readonly remote: boolean;
}

export type IsRemote = (path: string) => boolean;

export function remotePathTest(platform: NodeJS.Platform): IsRemote {
  // UNC (`\\server\share`), `\\?\` and `\\.\`, with either slash.
  if (platform === 'win32') return (path) => /^[\\/]{2}/.test(path);
  return platform === 'darwin' ? isRemoteOnMac : linuxTest();
}

/** Names in /Volumes may be disks or servers. */
function isRemoteOnMac(path: string): boolean {
  const [, first = '', second = ''] = plainPath(path).split('/');
  if (/^(?:net|network)$/i.test(first)) return true;
  return /^volumes$/i.test(first) && second !== '' && !/^macintosh hd$/i.test(second);
}

function linuxTest(): IsRemote {
  let mounts: readonly Mount[] = [];
  let anyRemote = false;
  let readAt = -Infinity;
  return (path) => {
    const now = performance.now();
    if (now - readAt > TABLE_LIFETIME_MS) {
      mounts = readMounts();
      anyRemote = mounts.some(({ remote }) => remote);
      readAt = now;
    }
    return anyRemote && isOnRemoteMount(plainPath(path), mounts);
  };
}

function readMounts(): readonly Mount[] {
  try {
    return parseMountInfo(readFileSync('/proc/self/mountinfo', 'utf8'));
  } catch {
    return [{ folder: '/net', remote: true }];
  }
}

/** proc_pid_mountinfo(5). */
export function parseMountInfo(table: string): readonly Mount[] {
  return table.split('\n').flatMap((line) => {
    const [left = '', right = ''] = line.split(' - ', 2);
    const folder = left.split(' ')[4];
    const [type = '', source = '', options = ''] = right.split(' ');
    if (folder === undefined || type === '') return [];
    return [{ folder: unescaped(folder), remote: isRemoteType(type, source, options) }];
  });
}

function isRemoteType(type: string, source: string, options: string): boolean {
  if (REMOTE_TYPES.has(type)) return true;
  if (type.startsWith('fuse.')) return !LOCAL_FUSE.has(type);
  // davfs2 and others report `fuse`, with a server as source.
  if (type === 'fuse') return /^[^/]+:/.test(source);
  // 9p shares host folders with virtual machines and WSL, but may use a network.
  return type === '9p' && /(?:^|,)trans=(?:tcp|rdma)(?:,|$)/.test(options);
}

/** Blanks and backslashes are octal. */
function unescaped(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8)));
}

/** Of mounts on one folder the last counts. */
export function isOnRemoteMount(path: string, mounts: readonly Mount[]): boolean {
  let innermost: Mount | undefined;
  for (const mount of mounts) {
    if (innermost !== undefined && mount.folder.length < innermost.folder.length) continue;
    if (path === mount.folder || path.startsWith(mount.folder === '/' ? '/' : `${mount.folder}/`)) innermost = mount;
  }
  return innermost?.remote ?? false;
}

function plainPath(path: string): string {
  if (!/\/(?:\/|\.)/.test(path)) return path;
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  return `/${kept.join('/')}`;
}
