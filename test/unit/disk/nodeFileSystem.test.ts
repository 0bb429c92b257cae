import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { createNodeFileSystem } from '../../../src/disk/nodeFileSystem';
import { fileFloor } from '../../../src/floor/files/fileFloor';
import { resolvePath } from '../../../src/files/pathResolution';
import { workspaceEditVerdict } from '../../../src/engine/edits/workspaceEdit';
import type { FileTouch } from '../../../src/files/fileTouch';
import type { MachineFacts } from '../../../src/files/machineFacts';
import { configuration } from '../engine/fakeGate';
import { useTemporaryFolder } from './temporaryFolder';

describe('createNodeFileSystem', () => {
  const folder = useTemporaryFolder();
  const files = createNodeFileSystem();

  it('tells what is at a path, without following links', () => {
    folder.write('file', 'four');
    linkSync(folder.at('file'), folder.at('second'));
    symlinkSync('nowhere', folder.at('link'));
    execFileSync('mkfifo', [folder.at('pipe')]);
    const facts = files.inspect(folder.at('file'));
    assert.ok(typeof facts === 'object');
    assert.deepEqual([facts.type, facts.links, facts.sizeBytes], ['file', 2, 4]);
    const second = files.inspect(folder.at('second'));
    assert.equal(facts.identity, typeof second === 'object' ? second.identity : '');
    const types = ['link', 'pipe', '.'].map((name) => {
      const facts = files.inspect(folder.at(name));
      return typeof facts === 'string' ? facts : facts.type;
    });
    assert.deepEqual(types, ['symlink', 'other', 'directory']);
    assert.equal(files.inspect(folder.at('missing')), 'absent');
    assert.equal(files.inspect(folder.at('file/below')), 'absent');
    assert.equal(files.inspect(folder.at('n'.repeat(5000))), 'unreadable');
    assert.equal(files.inspect('a\0b'), 'unreadable');
  });

  it('says so where it may not look', () => {
    folder.write('closed/file', 'x');
    chmodSync(folder.at('closed'), 0o000);
    // Root may look everywhere, so it looks as somebody else.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.('nobody');
    try {
      assert.equal(files.inspect(folder.at('closed/file')), 'unreadable');
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(folder.at('closed'), 0o700);
    }
  });

  it('resolves links', () => {
    folder.write('real/file', 'x');
    symlinkSync('real', folder.at('link'));
    symlinkSync('loop', folder.at('loop'));
    assert.equal(files.realPath(folder.at('link/file')), folder.at('real/file'));
    assert.equal(files.realPath(folder.at('loop')), undefined);
    assert.equal(files.realPath(folder.at('missing')), undefined);
    assert.equal(files.readLink(folder.at('link')), 'real');
    assert.equal(files.readLink(folder.at('real')), undefined);
  });

  it('reads text, and nothing else', () => {
    assert.equal(files.readText(folder.write('a', 'h\u00e9llo'), 6), 'h\u00e9llo');
    assert.equal(files.readText(folder.at('a'), 5), undefined, 'too large');
    assert.equal(files.readText(folder.write('b', ''), 0), '');
    assert.equal(files.readText(folder.write('c', Buffer.from([0xff, 0xfe, 0x41])), 100), undefined, 'not UTF-8');
    assert.equal(files.readText(folder.write('d', '\ufeffx'), 100), '\ufeffx');
    assert.equal(files.readText(folder.path, 100), undefined, 'a folder');
    assert.equal(files.readText(folder.at('missing'), 100), undefined);
    assert.equal(files.readText(folder.write('e', 'x'.repeat(200_000)), 200_000)?.length, 200_000);
    symlinkSync('a', folder.at('link'));
    assert.equal(files.readText(folder.at('link'), 100), 'h\u00e9llo', 'links are followed');
  });

  it('does not wait for a pipe', () => {
    execFileSync('mkfifo', [folder.at('pipe')]);
    assert.equal(files.readText(folder.at('pipe'), 100), undefined);
  });

  it('reads files of the kernel, which claim to be empty', function () {
    if (process.platform !== 'linux') this.skip();
    assert.match(files.readText('/proc/self/status', 100_000) ?? '', /^Name:/);
    assert.equal(files.readText('/proc/self/status', 10), undefined);
  });
});

describe('the file checks on a real disk', () => {
  const folder = useTemporaryFolder();
  const files = createNodeFileSystem();
  const writes = { note: () => undefined, wrote: () => false, noteChange: () => undefined, lastWrite: () => undefined };
  let machine: MachineFacts;

  beforeEach(() => {
    machine = {
      platform: process.platform,
      homeDirectory: folder.at('home'),
      loginShell: 'bash',
      gatePaths: [folder.at('home/.auto-mode')],
      secretGatePaths: [],
    };
    mkdirSync(folder.at('home/p'), { recursive: true });
  });

  const located = (touch: FileTouch) => ({
    ...touch,
    resolved: resolvePath(touch.path, folder.at('home/p'), machine, files),
  });
  const settled = (touch: FileTouch): boolean =>
    workspaceEditVerdict(
      { touches: [located(touch)], by: 'edit-tool' },
      configuration({ workspaceFolders: [folder.at('home/p')] }),
      machine,
      files,
      writes,
    ).allowed;
  const floor = (touch: FileTouch): string | undefined => fileFloor([located(touch)], machine, files)?.check;

  it('settles an ordinary edit, and no edit through a link or a second name', () => {
    folder.write('home/p/a.ts', 'x');
    folder.write('home/other.ts', 'x');
    symlinkSync('../other.ts', folder.at('home/p/link.ts'));
    linkSync(folder.at('home/other.ts'), folder.at('home/p/hard.ts'));
    symlinkSync('..', folder.at('home/p/up'));
    const answers = [
      'a.ts',
      'new/b.ts',
      'link.ts',
      'hard.ts',
      'up/other.ts',
      'up/p/a.ts',
      '../other.ts',
      `/proc/${process.pid}/cwd/a.ts`,
    ].map((path) => settled({ path, change: 'in-place' }));
    assert.deepEqual(answers, [true, true, false, false, false, true, false, false]);
  });

  it('settles an overwrite only of what a commit holds', () => {
    folder.git('home/p', 'init', '-q');
    folder.write('home/p/a.ts', 'x');
    const overwrite: FileTouch = { path: 'a.ts', change: 'overwrite', newText: 'y' };
    assert.equal(settled(overwrite), false);
    folder.git('home/p', 'add', 'a.ts');
    assert.equal(settled(overwrite), false);
    folder.git('home/p', 'commit', '-qm', 'x');
    assert.equal(settled(overwrite), true);
    folder.write('home/p/a.ts', 'work of an hour');
    assert.equal(settled(overwrite), false);
  });

  it('blocks a write behind links that are there and links to nothing', () => {
    mkdirSync(folder.at('home/.ssh'));
    symlinkSync('../.bashrc', folder.at('home/p/notes.txt'));
    symlinkSync('../.ssh', folder.at('home/p/keys'));
    symlinkSync('keys', folder.at('home/p/more'));
    assert.equal(floor({ path: 'notes.txt', change: 'overwrite', newText: '' }), 'shell-profile');
    assert.equal(floor({ path: 'keys/authorized_keys', change: 'in-place' }), 'ssh-access');
    assert.equal(floor({ path: 'more/authorized_keys', change: 'delete' }), 'ssh-access');
    assert.equal(floor({ path: 'a.ts', change: 'overwrite', newText: '' }), undefined);
  });

  it('knows the home folder by its real name', () => {
    symlinkSync('home', folder.at('alias'));
    machine = { ...machine, homeDirectory: folder.at('alias') };
    assert.equal(floor({ path: folder.at('home/.zshrc'), change: 'overwrite' }), 'shell-profile');
  });
});
