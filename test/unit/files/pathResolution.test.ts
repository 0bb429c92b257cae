import assert from 'node:assert/strict';
import { resolvePath } from '../../../src/files/pathResolution';
import { isInside } from '../../../src/files/pathText';
import type { FileSystem } from '../../../src/files/fileSystem';
import { fakeFiles, type Tree } from '../engine/fakeGate';
import { EMPTY_DISK, LINUX, located, MAC, WINDOWS } from './fileWorld';

const CWD = '/home/u/project';

function resolve(path: string, tree: Tree = {}, cwd: string | undefined = CWD) {
  return resolvePath(path, cwd, LINUX, fakeFiles({ [CWD]: undefined, ...tree }));
}

describe('resolvePath', () => {
  describe('one certain place', () => {
    const cases: readonly (readonly [path: string, real: string])[] = [
      ['a.txt', `${CWD}/a.txt`],
      ['./a.txt', `${CWD}/a.txt`],
      ['src/../a.txt', `${CWD}/a.txt`],
      ['../other/a.txt', '/home/u/other/a.txt'],
      ['../../../../../../etc/hosts', '/etc/hosts'],
      ['/home/u/project//src/./a.txt', `${CWD}/src/a.txt`],
      ['/', '/'],
      ['.', CWD],
      ['', CWD],
      ['src/', `${CWD}/src`],
      ['new/folder/that/is/not/there.txt', `${CWD}/new/folder/that/is/not/there.txt`],
      ['name with blanks.txt', `${CWD}/name with blanks.txt`],
      ['...', `${CWD}/...`],
      ['a/.../b', `${CWD}/a/.../b`],
    ];
    for (const [path, real] of cases) {
      it(`${JSON.stringify(path)} is ${real}`, () => {
        assert.deepEqual(resolve(path), { candidates: [real], real, remote: false });
      });
    }
  });

  describe('symbolic links', () => {
    it('follows a link to a file', () => {
      const { candidates, real } = resolve('link', { [`${CWD}/link`]: { link: '/home/u/.bashrc' } });
      assert.deepEqual(candidates, [`${CWD}/link`, '/home/u/.bashrc']);
      assert.equal(real, '/home/u/.bashrc');
    });

    it('follows a link to a file that does not exist', () => {
      const { real } = resolve('link', { [`${CWD}/link`]: { link: '../.zshrc' } });
      assert.equal(real, '/home/u/.zshrc');
    });

    it('follows a folder link above a file that does not exist', () => {
      const { real } = resolve('g/new/config', { [`${CWD}/g`]: { link: '.git' } });
      assert.equal(real, `${CWD}/.git/new/config`);
    });

    it('keeps every stop of a chain of links', () => {
      const { candidates, real } = resolve('a/x', {
        [`${CWD}/a`]: { link: '/home/u/b' },
        '/home/u/b': { link: '/srv/c' },
      });
      assert.deepEqual(candidates, [`${CWD}/a/x`, '/home/u/b/x', '/srv/c/x']);
      assert.equal(real, '/srv/c/x');
    });

    it('does not guess whether `..` goes up in the text or from where the link leads', () => {
      const { candidates, real, unknown } = resolve('link/../x', { [`${CWD}/link`]: { link: '/etc/cron.d' } });
      assert.equal(real, undefined);
      assert.equal(unknown, undefined);
      assert.ok(candidates.includes(`${CWD}/x`));
      assert.ok(candidates.includes('/etc/x'));
    });

    it('gives up on a loop', () => {
      const { real, unknown } = resolve('a', { [`${CWD}/a`]: { link: 'b' }, [`${CWD}/b`]: { link: 'a' } });
      assert.equal(real, undefined);
      assert.match(unknown ?? '', /loop/);
    });

    it('gives up on links that multiply', () => {
      const tree: Tree = {};
      for (let level = 0; level < 30; level += 1) {
        tree[`${CWD}/l${level}`] = { link: `l${level + 1}/../l${level + 1}` };
      }
      tree[`${CWD}/l30`] = undefined;
      assert.notEqual(resolve('l0', tree).unknown, undefined);
    });

    it('does not look behind a link to a network mount', () => {
      const looked: string[] = [];
      const files: FileSystem = {
        ...fakeFiles({ [`${CWD}/link`]: { link: '/net/server/share' } }),
        inspect: (path) => {
          looked.push(path);
          return fakeFiles({ [`${CWD}/link`]: { link: '/net/server/share' } }).inspect(path);
        },
      };
      const { remote, real, candidates } = resolvePath('link/file', CWD, LINUX, files);
      assert.equal(remote, true);
      assert.equal(real, undefined);
      assert.ok(candidates.includes('/net/server/share/file'));
      assert.deepEqual(
        looked.filter((path) => path.startsWith('/net/')),
        [],
      );
    });

    it('gives up where it may not look', () => {
      const files: FileSystem = { ...fakeFiles({}), inspect: () => 'unreadable' };
      assert.match(resolvePath('a', CWD, LINUX, files).unknown ?? '', /cannot be looked into/);
    });
  });

  describe('other readings of a text are candidates too', () => {
    const cases: readonly (readonly [path: string, other: string])[] = [
      ['~/.bashrc', '/home/u/.bashrc'],
      ['~', '/home/u'],
      ['~/project/../.bashrc', '/home/u/.bashrc'],
      ['~other/.bashrc', '/home/other/.bashrc'],
      ['~root/.bashrc', '/root/.bashrc'],
      ['file:///home/u/.bashrc', '/home/u/.bashrc'],
      ['file:/home/u/.bashrc', '/home/u/.bashrc'],
      ['FILE://localhost/home/u/.bashrc', '/home/u/.bashrc'],
      ['file:///home/u/%2ebash%72c', '/home/u/.bashrc'],
      ['file:///home/u/.bashrc?x#y', '/home/u/.bashrc'],
      ['vscode-userdata:/home/u/.config/Code/User/settings.json', '/home/u/.config/Code/User/settings.json'],
      ['@/home/u/.bashrc', '/home/u/.bashrc'],
      ['@~/.bashrc', '/home/u/.bashrc'],
      [' /home/u/.bashrc', '/home/u/.bashrc'],
      ['/home/u/.bashrc\n', '/home/u/.bashrc'],
      ['/home/u/.bashrc\0.txt', '/home/u/.bashrc'],
      ['..\\.bashrc', '/home/u/.bashrc'],
      ['/home/u/My\u00a0File', '/home/u/My File'],
      ['/home/u/cafe\u0301', '/home/u/caf\u00e9'],
    ];
    for (const [path, other] of cases) {
      it(`${JSON.stringify(path)} may be ${other}`, () => {
        const { candidates, real } = resolve(path);
        assert.ok(candidates.includes(other), candidates.join(', '));
        assert.equal(real, undefined, 'two readings, so no certain place');
      });
    }
  });

  describe('unknown', () => {
    const cases: readonly (readonly [name: string, path: string, why: RegExp])[] = [
      ['NUL', 'a\0b', /control character/],
      ['line break', 'a\nb', /control character/],
      ['another address scheme', 'vscode-vfs://github/x', /address of the kind "vscode-vfs:"/],
      ['longer than the system takes', `/${'a/'.repeat(3000)}b`, /longer than/],
      ['a process root', '/proc/1/root/home/u/project/a', /another process/],
      ['an open file of a process', '/proc/self/fd/3', /another process/],
      ['the standard input', '/dev/stdin', /another process/],
      ['too many readings', '@'.repeat(100), /too many ways/],
    ];
    for (const [name, path, why] of cases) {
      it(name, () => {
        const resolved = resolve(path);
        assert.match(resolved.unknown ?? '', why);
        assert.equal(resolved.real, undefined);
      });
    }

    it('a relative path without a folder, which may still be in the home folder', () => {
      const resolved = resolvePath('.bashrc', undefined, LINUX, EMPTY_DISK);
      assert.match(resolved.unknown ?? '', /relative/);
      assert.deepEqual(resolved.candidates, ['/home/u/.bashrc']);
    });

    it('a relative folder does not help', () => {
      assert.match(resolvePath('a', 'project', LINUX, EMPTY_DISK).unknown ?? '', /relative/);
    });
  });

  it('takes a path of many megabytes in its stride', () => {
    const { candidates } = resolve(`/home/u/${'./'.repeat(1_000_000)}.bashrc`);
    assert.deepEqual(candidates, ['/home/u/.bashrc']);
  });

  describe('remote', () => {
    for (const path of ['/net/server/x', '//server/share/x', 'file://server/share/x']) {
      it(path, () => {
        const resolved = resolve(path);
        assert.equal(resolved.remote, true);
        assert.equal(resolved.real, undefined);
      });
    }
  });

  describe('Windows', () => {
    const windows = (path: string, cwd: string | undefined = 'C:\\Users\\u\\project') =>
      resolvePath(path, cwd, WINDOWS, EMPTY_DISK);

    const certain: readonly (readonly [path: string, real: string])[] = [
      ['a.txt', 'C:\\Users\\u\\project\\a.txt'],
      ['src/sub\\a.txt', 'C:\\Users\\u\\project\\src\\sub\\a.txt'],
      ['..\\..\\x', 'C:\\Users\\x'],
      ['d:/code//x/./y', 'D:\\code\\x\\y'],
      ['C:\\..\\..\\x', 'C:\\x'],
    ];
    for (const [path, real] of certain) {
      it(`${path} is ${real}`, () => {
        assert.deepEqual(windows(path), { candidates: [real], real, remote: false });
      });
    }

    const unknown: readonly (readonly [path: string, candidate: string, why: RegExp])[] = [
      ['.bashrc:stream', 'C:\\Users\\u\\project\\.bashrc', /alternate data stream/],
      ['C:\\Users\\u\\.bashrc::$DATA', 'C:\\Users\\u\\.bashrc', /alternate data stream/],
      ['C:\\Users\\u\\.bashrc.', 'C:\\Users\\u\\.bashrc', /drops/],
      ['C:\\Users\\u\\.ssh .\\authorized_keys ', 'C:\\Users\\u\\.ssh\\authorized_keys', /drops/],
      ['C:\\PROGRA~1\\x', 'C:\\PROGRA~1\\x', /8\.3/],
      ['project\\GIT~1\\config', 'C:\\Users\\u\\project\\project\\GIT~1\\config', /8\.3/],
      ['con', 'C:\\Users\\u\\project\\con', /device/],
      ['NUL.txt', 'C:\\Users\\u\\project\\NUL.txt', /device/],
      ['C:x', 'C:\\Users\\u\\project\\x', /current folder of a drive/],
      ['a?b', 'C:\\Users\\u\\project\\a?b', /no Windows file name/],
    ];
    for (const [path, candidate, why] of unknown) {
      it(`${path} is not certain, and may be ${candidate}`, () => {
        const resolved = windows(path);
        assert.match(resolved.unknown ?? '', why);
        assert.ok(resolved.candidates.includes(candidate), resolved.candidates.join(', '));
        assert.equal(resolved.real, undefined);
      });
    }

    const remote: readonly (readonly [path: string, candidate: string | undefined])[] = [
      ['\\\\server\\share\\x', undefined],
      ['//server/share/x', undefined],
      ['\\\\?\\C:\\Users\\u\\.bashrc', 'C:\\Users\\u\\.bashrc'],
      ['\\\\.\\C:\\Users\\u\\.bashrc', 'C:\\Users\\u\\.bashrc'],
      ['//./C:/Users/u/.bashrc', 'C:\\Users\\u\\.bashrc'],
      ['\\\\localhost\\C$\\Users\\u\\.bashrc', 'C:\\Users\\u\\.bashrc'],
    ];
    for (const [path, candidate] of remote) {
      it(`${path} is not looked at`, () => {
        const resolved = windows(path);
        assert.equal(resolved.remote, true);
        assert.equal(resolved.real, undefined);
        if (candidate !== undefined) assert.ok(resolved.candidates.includes(candidate), resolved.candidates.join(', '));
      });
    }

    const drives: readonly (readonly [path: string, candidate: string])[] = [
      ['/c/Users/u/.bashrc', 'C:\\Users\\u\\.bashrc'],
      ['/cygdrive/c/Users/u/.bashrc', 'C:\\Users\\u\\.bashrc'],
      ['/mnt/c/Users/u/.bashrc', 'C:\\Users\\u\\.bashrc'],
      ['\\Users\\u\\.bashrc', 'C:\\Users\\u\\.bashrc'],
      ['~\\.bashrc', 'C:\\Users\\u\\.bashrc'],
      ['file:///C:/Users/u/.bashrc', 'C:\\Users\\u\\.bashrc'],
      ['file:///c%3A/Users/u/.bashrc', 'C:\\Users\\u\\.bashrc'],
    ];
    for (const [path, candidate] of drives) {
      it(`${path} may be ${candidate}`, () => {
        const { candidates } = windows(path);
        assert.ok(candidates.includes(candidate), candidates.join(', '));
      });
    }

    it('does not follow a junction to a server', () => {
      const files: FileSystem = {
        ...EMPTY_DISK,
        inspect: (path) => ({ type: path.endsWith('\\link') ? 'symlink' : 'directory', links: 1, sizeBytes: 0 }),
        readLink: () => '\\\\server\\share',
      };
      assert.equal(resolvePath('link\\x', 'C:\\Users\\u\\project', WINDOWS, files).remote, true);
    });
  });
});

describe('isInside', () => {
  const cases: readonly (readonly [path: string, root: string, platform: NodeJS.Platform, inside: boolean])[] = [
    ['/w/p/a', '/w/p', 'linux', true],
    ['/w/p', '/w/p', 'linux', true],
    ['/w/pa', '/w/p', 'linux', false],
    ['/w', '/w/p', 'linux', false],
    ['/W/p/a', '/w/p', 'linux', false],
    ['/a', '/', 'linux', true],
    ['/W/P/a', '/w/p', 'darwin', true],
    ['/w/cafe\u0301/a', '/w/caf\u00e9', 'darwin', true],
    ['/w/cafe\u0301/a', '/w/caf\u00e9', 'linux', false],
    ['C:\\W\\P\\a', 'c:\\w\\p', 'win32', true],
    ['C:\\W\\Pa', 'c:\\w\\p', 'win32', false],
    ['C:\\W\\P', 'c:/w/p', 'win32', true],
    // The Kelvin sign is a K for lower case, and another letter for NTFS.
    ['C:\\w\\\u212a', 'C:\\w\\k', 'win32', false],
  ];
  for (const [path, root, platform, inside] of cases) {
    it(`${path} ${inside ? 'is' : 'is not'} in ${root} (${platform})`, () => {
      assert.equal(isInside(path, root, platform), inside);
    });
  }
});

describe('macOS', () => {
  it('follows /etc and /tmp to /private', () => {
    const files = fakeFiles({ '/etc': { link: 'private/etc' } });
    const { candidates, real } = resolvePath('/etc/sudoers', undefined, MAC, files);
    assert.deepEqual(candidates, ['/etc/sudoers', '/private/etc/sudoers']);
    assert.equal(real, '/private/etc/sudoers');
  });

  it('knows one certain place for a name in either Unicode form where the file system does', () => {
    const name = 'cafe\u0301.ts';
    assert.equal(located({ path: name, change: 'in-place' }, MAC).resolved.real, '/Users/u/project/caf\u00e9.ts');
    assert.equal(located({ path: name, change: 'in-place' }, LINUX).resolved.real, undefined);
  });
});
