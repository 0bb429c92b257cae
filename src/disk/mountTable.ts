/**
 * Tells paths that another machine serves from local ones, by the path alone: looking at such a path could hang, start a mount or
 * hand the user's credentials to a server.
 */
import { readFileSync } from 'node:fs';

/** Reading the table takes about a tenth of a millisecond; mounts come and go rarely. */
const TABLE_LIFETIME_MS = 5_000;

/** File systems whose files are on another machine, as mountinfo names them. `autofs` mounts one when it is looked at. */
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

/** File systems of user processes that hold local files; any other `fuse.*` counts as remote. */
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

/** One line of /proc/self/mountinfo. */
interface Mount {
  readonly folder: string;
  readonly remote: boolean;
}

/** Answers, for absolute paths, whether another machine serves them. */
export type IsRemote = (path: string) => boolean;

/** The test for this machine. Never touches the path. */
export function remotePathTest(platform: NodeJS.Platform): IsRemote {
  // UNC (`\\server\share`), `\\?\` and `\\.\`, in either kind of slash.
  if (platform === 'win32') return (path) => /^[\\/]{2}/.test(path);
  return platform === 'darwin' ? isRemoteOnMac : linuxTest();
}

/** What the automounter and the Finder mount. Other disks under /Volumes cannot be told from servers by name. */
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
    // No table: only the automounter's usual folder is known.
    return [{ folder: '/net', remote: true }];
  }
}

/** Reads /proc/self/mountinfo (format: proc_pid_mountinfo(5)). */
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
  // davfs2 and its like call themselves plain `fuse` and name a server as their source.
  if (type === 'fuse') return /^[^/]+:/.test(source);
  // Virtual machines, WSL and sandboxes share the host's folders by 9p, which may also run over a network.
  return type === '9p' && /(?:^|,)trans=(?:tcp|rdma)(?:,|$)/.test(options);
}

/** Blanks and backslashes stand as octal numbers. */
function unescaped(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8)));
}

/** The innermost mount decides; of several on one folder the last, which covers the others. */
export function isOnRemoteMount(path: string, mounts: readonly Mount[]): boolean {
  let innermost: Mount | undefined;
  for (const mount of mounts) {
    if (innermost !== undefined && mount.folder.length < innermost.folder.length) continue;
    if (path === mount.folder || path.startsWith(mount.folder === '/' ? '/' : `${mount.folder}/`)) innermost = mount;
  }
  return innermost?.remote ?? false;
}

/** Without `.`, `..` and doubled slashes, which a path in a call may hold. */
function plainPath(path: string): string {
  if (!/\/(?:\/|\.)/.test(path)) return path;
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  return `/${kept.join('/')}`;
}
