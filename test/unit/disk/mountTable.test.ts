import assert from 'node:assert/strict';
import { isOnRemoteMount, parseMountInfo, remotePathTest } from '../../../src/disk/mountTable';

/** Lines as Linux writes them. */
const TABLE = [
  '22 28 0:20 / /sys rw,nosuid,nodev,noexec,relatime shared:7 - sysfs sysfs rw',
  '28 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda1 rw',
  '30 28 0:30 / /mnt/nfs rw,relatime shared:2 - nfs4 server:/export rw,vers=4.2',
  '31 28 0:31 / /mnt/with\\040blank rw shared:3 - cifs //server/share rw',
  '32 28 0:32 / /net rw shared:4 - autofs /etc/auto.net rw,fd=5',
  '33 32 0:33 / /net/host/local rw - ext4 /dev/vdb rw',
  '34 28 0:34 / /home/u/remote rw - fuse.sshfs u@host: rw',
  '35 28 0:35 / /home/u/encrypted rw - fuse.gocryptfs /home/u/.enc rw',
  '36 28 0:36 / /mnt/c rw - 9p C:\\134 rw,aname=drvfs;path=C:\\,trans=fd,rfd=8',
  '37 28 0:37 / /mnt/plan9 rw - 9p 10.0.0.1 rw,trans=tcp,port=564',
  '38 28 0:38 / /data rw - autofs systemd-1 rw,direct',
  '39 38 8:1 / /data rw - ext4 /dev/sda1 rw',
  '40 28 0:40 / /mnt/dav rw - fuse https://server/dav rw',
  '41 28 0:41 / /mnt/ntfs rw - fuseblk /dev/sdb1 rw',
  '42 28 0:42 / /mnt/image rw - fuse image.squash rw',
  '43 28 0:43 / /mnt/new rw - fuse.unheardof something rw',
  '',
].join('\n');

describe('isOnRemoteMount', () => {
  const cases: readonly (readonly [path: string, remote: boolean])[] = [
    ['/', false],
    ['/home/u/project/a', false],
    ['/mnt/nfs', true],
    ['/mnt/nfs/deep/in/it', true],
    ['/mnt/nfs2', false],
    ['/mnt/with blank/x', true],
    ['/net', true],
    ['/net/host', true],
    ['/net/host/local/x', false],
    ['/home/u/remote/x', true],
    ['/home/u/encrypted/x', false],
    ['/mnt/c/Users/u', false],
    ['/mnt/plan9/x', true],
    ['/data/x', false],
    ['/mnt/dav/x', true],
    ['/mnt/ntfs/x', false],
    ['/mnt/image/x', false],
    ['/mnt/new/x', true],
  ];
  const mounts = parseMountInfo(TABLE);
  for (const [path, remote] of cases) {
    it(`${path} is ${remote ? 'remote' : 'local'}`, () => {
      assert.equal(isOnRemoteMount(path, mounts), remote);
    });
  }

  it('takes a table that it cannot read for one without mounts', () => {
    assert.deepEqual(parseMountInfo('nonsense\n - \n'), []);
  });
});

describe('remotePathTest', () => {
  const cases: readonly (readonly [platform: NodeJS.Platform, path: string, remote: boolean])[] = [
    ['win32', '\\\\server\\share\\x', true],
    ['win32', '//server/share/x', true],
    ['win32', '\\/server/share', true],
    ['win32', '\\\\?\\C:\\x', true],
    ['win32', '\\\\.\\pipe\\x', true],
    ['win32', 'C:\\x', false],
    ['darwin', '/net/host/x', true],
    ['darwin', '/Network/Servers/x', true],
    ['darwin', '/Volumes/share/x', true],
    ['darwin', '/volumes/share/x', true],
    ['darwin', '/Users/../net/host', true],
    ['darwin', '//net//host', true],
    ['darwin', '/Volumes/Macintosh HD/Users/u/x', false],
    ['darwin', '/Volumes', false],
    ['darwin', '/Users/u/x', false],
    ['linux', '/', false],
    ['linux', process.cwd(), false],
  ];
  for (const [platform, path, remote] of cases) {
    it(`${path} is ${remote ? 'remote' : 'local'} on ${platform}`, () => {
      assert.equal(remotePathTest(platform)(path), remote);
    });
  }
});
