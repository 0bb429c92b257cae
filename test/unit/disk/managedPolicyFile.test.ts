import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, symlinkSync, type Stats } from 'node:fs';
import { managedPolicyPath, readManagedPolicy, type PolicyFile } from '../../../src/disk/managedPolicyFile';
import { useTemporaryFolder } from './temporaryFolder';

type Looked = Stats | 'unreadable' | undefined;
type Change = (path: string, stats: Stats) => Looked;

/** Temporary folders lie where everybody can write: what is told of them is what an administrator's would have, but for the change. */
function looking(change: Change = (_, stats) => stats): (path: string) => Looked {
  return (path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    stats.uid = 0;
    stats.gid = 0;
    stats.mode &= ~0o022;
    return change(path, stats);
  };
}

const withMode =
  (at: string, bits: number, gid = 0): Change =>
  (path, stats) => {
    if (path === at) {
      stats.mode |= bits;
      stats.gid = gid;
    }
    return stats;
  };

describe('the managed policy file', function () {
  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  const temporary = useTemporaryFolder();
  const read = (path: string, change?: Change, platform: NodeJS.Platform = 'linux'): PolicyFile =>
    readManagedPolicy(platform, path, looking(change));

  it('has one place on each platform', () => {
    assert.equal(managedPolicyPath('linux'), '/etc/auto-mode/policy.json');
    assert.equal(managedPolicyPath('darwin'), '/Library/Application Support/AutoMode/policy.json');
    assert.equal(managedPolicyPath('win32'), 'C:\\Program Files\\AutoMode\\policy.json');
    assert.equal(managedPolicyPath('freebsd'), '/etc/auto-mode/policy.json');
  });

  it('is read where administrators alone can write it', () => {
    assert.deepEqual(read(temporary.write('a/p.json', '{}')), { state: 'present', text: '{}' });
  });

  it('is absent where there is none, or no folder for it', () => {
    temporary.write('file', '');
    for (const name of ['p.json', 'a/p.json', 'file/p.json']) {
      assert.deepEqual(readManagedPolicy('linux', temporary.at(name)), { state: 'absent' }, name);
    }
  });

  it('has no effect in a folder where everybody can write, as it really is', () => {
    const path = temporary.write('a/p.json', '{}');
    chmodSync(temporary.at('a'), 0o777);
    assert.equal(readManagedPolicy('linux', path).state, 'not-trusted');
  });

  const others: readonly [string, (path: string, folder: string) => Change, RegExp][] = [
    [
      'the file belongs to somebody',
      (at) => (path, stats) => Object.assign(stats, path === at ? { uid: 1000 } : {}),
      /root/,
    ],
    [
      'a folder belongs to somebody',
      (_, at) => (path, stats) => Object.assign(stats, path === at ? { uid: 1000 } : {}),
      /root/,
    ],
    ['a group can write the file', (at) => withMode(at, 0o020, 1000), /group/],
    // The bit of the group also stands for access lists.
    ['root’s group can write the file', (at) => withMode(at, 0o020), /group/],
    ['a group can write a folder', (_, at) => withMode(at, 0o020, 1000), /group/],
    ['everybody can write the file', (at) => withMode(at, 0o002), /everybody/],
    ['everybody can write a folder', (_, at) => withMode(at, 0o002), /everybody/],
    [
      'everybody can write the folder above',
      (_, at) => withMode(at.slice(0, at.lastIndexOf('/')), 0o1002),
      /everybody/,
    ],
  ];
  for (const [name, change, why] of others) {
    it(`has no effect where ${name}`, () => {
      const path = temporary.write('a/p.json', '{}');
      const file = read(path, change(path, temporary.at('a')));
      assert.equal(file.state, 'not-trusted');
      assert.match(file.why.kind, why);
    });
  }

  it('may be written by the administrators’ groups of macOS', () => {
    const path = temporary.write('a/p.json', '{}');
    for (const [gid, state] of [
      [0, 'present'],
      [80, 'present'],
      [20, 'not-trusted'],
    ] as const) {
      assert.equal(read(path, withMode(temporary.at('a'), 0o020, gid), 'darwin').state, state, String(gid));
    }
  });

  it('has no effect through a link', () => {
    temporary.write('real/p.json', '{}');
    symlinkSync(temporary.at('real'), temporary.at('linked'));
    symlinkSync(temporary.at('real/p.json'), temporary.at('p.json'));
    symlinkSync(temporary.at('nowhere'), temporary.at('dangling.json'));
    for (const name of ['linked/p.json', 'p.json', 'dangling.json']) {
      const file = read(temporary.at(name));
      assert.equal(file.state, 'not-trusted', name);
      assert.equal(file.why.kind, 'link');
    }
  });

  describe('is there but cannot be read', () => {
    const unreadable = (name: string, make: () => void): void => {
      it(name, () => {
        make();
        assert.deepEqual(read(temporary.at('p.json')), { state: 'present', text: undefined });
      });
    };
    unreadable('a folder in its place', () => {
      mkdirSync(temporary.at('p.json'));
    });
    unreadable('a pipe in its place', () => {
      execFileSync('mkfifo', [temporary.at('p.json')]);
    });
    unreadable('larger than a megabyte', () => {
      temporary.write('p.json', ' '.repeat(1_048_577));
    });
    unreadable('not UTF-8', () => {
      temporary.write('p.json', Buffer.from([0x7b, 0xff, 0x7d]));
    });

    it('in an administrator’s folder that this user may not enter', () => {
      const path = temporary.write('a/p.json', '{}');
      const file = read(path, (at, stats) => (at === path ? 'unreadable' : stats));
      assert.equal(file.state, 'present');
      const theirs = read(path, (at, stats) => {
        if (at === path) return 'unreadable';
        return Object.assign(stats, at === temporary.at('a') ? { uid: 1000 } : {});
      });
      assert.equal(theirs.state, 'not-trusted', 'in somebody’s own folder it is nobody’s word');
    });
  });

  describe('on Windows, where another program can hold it open,', () => {
    const windows = (name: string, answer: () => void): PolicyFile =>
      readManagedPolicy('win32', temporary.write(name, '{}'), looking(), answer);
    const fails = (code: string) => () => {
      throw Object.assign(new Error(code), { code });
    };

    it('counts where this user may not write it', () => {
      for (const code of ['EPERM', 'EACCES']) {
        assert.deepEqual(windows('p.json', fails(code)), { state: 'present', text: '{}' });
      }
    });
    it('has no effect where this user may', () => {
      assert.equal(windows('p.json', () => undefined).state, 'not-trusted');
    });
    it('is not set aside by that: nothing of it is read, and so every call asks', () => {
      for (const code of ['EBUSY', 'EMFILE', 'EIO']) {
        assert.deepEqual(windows('p.json', fails(code)), { state: 'present', text: undefined });
      }
    });
  });

  it('may begin with a byte order mark', () => {
    assert.deepEqual(read(temporary.write('p.json', '\uFEFF{}')), { state: 'present', text: '{}' });
  });
});
