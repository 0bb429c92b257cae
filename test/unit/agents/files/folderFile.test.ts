import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldersUpToRepository, readFolderFile } from '../../../../src/agents/files/folderFile';

describe('a settings file of a folder', () => {
  let root: string;

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-folder-')));
  });

  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it('is read as text, through links too', () => {
    writeFileSync(join(root, 'a.json'), '{}');
    symlinkSync(join(root, 'a.json'), join(root, 'b.json'));
    assert.deepEqual(readFolderFile(join(root, 'a.json')), { kind: 'text', text: '{}' });
    assert.deepEqual(readFolderFile(join(root, 'b.json')), { kind: 'text', text: '{}' });
  });

  it('is absent where nothing can stand there', () => {
    writeFileSync(join(root, 'file'), '');
    assert.deepEqual(readFolderFile(join(root, 'a.json')), { kind: 'absent' });
    assert.deepEqual(readFolderFile(join(root, 'file', 'a.json')), { kind: 'absent' });
  });

  const strange: readonly [string, (path: string) => void][] = [
    [
      'a folder',
      (path) => {
        mkdirSync(path);
      },
    ],
    [
      'not UTF-8',
      (path) => {
        writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d]));
      },
    ],
    [
      'larger than a megabyte',
      (path) => {
        writeFileSync(path, ' '.repeat(1024 * 1024 + 1));
      },
    ],
    [
      'a link to itself',
      (path) => {
        symlinkSync(path, path);
      },
    ],
    [
      'a device without end',
      (path) => {
        symlinkSync('/dev/zero', path);
      },
    ],
  ];
  for (const [what, make] of strange) {
    it(`is unknown where it is ${what}`, function () {
      if (process.platform === 'win32') this.skip();
      make(join(root, 'a.json'));
      assert.deepEqual(readFolderFile(join(root, 'a.json')), { kind: 'unknown' });
    });
  }

  it('is unknown where it is a pipe, and nobody waits for it', function () {
    if (spawnSync('mkfifo', [join(root, 'a.json')]).status !== 0) this.skip();
    assert.deepEqual(readFolderFile(join(root, 'a.json')), { kind: 'unknown' });
  });
});

describe('the folders up to a repository’s root', () => {
  it('end with the one that holds .git, a folder or a file', () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-folder-')));
    try {
      mkdirSync(join(root, 'a', 'b', 'c'), { recursive: true });
      assert.deepEqual(foldersUpToRepository(join(root, 'a', 'b')), [join(root, 'a', 'b')]);
      writeFileSync(join(root, 'a', '.git'), 'gitdir: elsewhere');
      assert.deepEqual(foldersUpToRepository(join(root, 'a', 'b', 'c')), [
        join(root, 'a', 'b', 'c'),
        join(root, 'a', 'b'),
        join(root, 'a'),
      ]);
      mkdirSync(join(root, 'a', 'b', '.git'));
      assert.deepEqual(foldersUpToRepository(join(root, 'a', 'b', 'c')), [
        join(root, 'a', 'b', 'c'),
        join(root, 'a', 'b'),
      ]);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });
});
