import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { GitContent } from '../../../src/disk/gitContent';
import { indexedBlob } from '../../../src/disk/gitIndex';
import { useTemporaryFolder } from '../../unit/disk/temporaryFolder';

describe('GitContent', () => {
  const folder = useTemporaryFolder();
  const content = (): GitContent => new GitContent(() => false);

  function repository(...options: readonly string[]): void {
    mkdirSync(folder.at('repo'), { recursive: true });
    folder.git('repo', 'init', '-q', ...options);
  }

  function commit(at = 'repo'): void {
    folder.git(at, 'add', '.');
    folder.git(at, 'commit', '-qm', 'x');
  }

  it('holds what is committed, and nothing that was changed since', () => {
    repository();
    const a = folder.write('repo/src/a.txt', 'one\n');
    const git = content();
    assert.equal(git.holds(a), false, 'not added');
    folder.git('repo', 'add', '.');
    assert.equal(git.holds(a), false, 'only staged');
    folder.git('repo', 'commit', '-qm', 'x');
    assert.equal(git.holds(a), true, 'committed');
    writeFileSync(a, 'two\n');
    assert.equal(git.holds(a), false, 'changed');
    folder.git('repo', 'add', '.');
    assert.equal(git.holds(a), false, 'staged again');
    writeFileSync(a, 'one\n');
    assert.equal(git.holds(a), false, 'an older content is not in the index');
  });

  for (const isPacked of [false, true]) {
    it(`does not hold what only the index names, ${isPacked ? 'in a pack' : 'in a file of its own'}`, () => {
      repository();
      const committed = folder.write('repo/committed.txt', 'committed\n');
      commit();
      const staged = folder.write('repo/staged.txt', 'staged\n');
      // Its content is committed under another name alone.
      const copy = folder.write('repo/copy.txt', 'committed\n');
      folder.git('repo', 'add', '.');
      if (isPacked) folder.git('repo', 'gc', '-q');
      assert.deepEqual(
        [committed, staged, copy].map((path) => content().holds(path)),
        [true, false, false],
      );
    });
  }

  it('does not hold what git has lost, or notes without having it', () => {
    repository();
    const a = folder.write('repo/a.txt', 'one\n');
    const b = folder.write('repo/deep/er/b.txt', 'two\n');
    commit();
    assert.equal(content().holds(b), true);
    const blob = folder.git('repo', 'rev-parse', 'HEAD:a.txt').trim();
    rmSync(folder.at(`repo/.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`));
    assert.equal(content().holds(a), false, 'the content');
    const tree = folder.git('repo', 'rev-parse', 'HEAD:deep/er').trim();
    rmSync(folder.at(`repo/.git/objects/${tree.slice(0, 2)}/${tree.slice(2)}`));
    assert.equal(content().holds(b), false, 'the folder');
  });

  it('sees a commit, a reset and a gc that come later', () => {
    repository();
    const a = folder.write('repo/a.txt', 'one\n');
    commit();
    const b = folder.write('repo/b.txt', 'two\n');
    const git = content();
    commit();
    assert.equal(git.holds(b), true, 'committed');
    folder.git('repo', 'gc', '-q');
    assert.equal(git.holds(b), true, 'packed');
    folder.git('repo', 'reset', '-q', '--soft', 'HEAD~1');
    assert.deepEqual([git.holds(a), git.holds(b)], [true, false], 'after the reset');
    folder.git('repo', 'checkout', '-q', '--detach');
    assert.equal(git.holds(a), true, 'a HEAD that is no branch');
  });

  it('finds committed content in packs of other repositories that it borrows from, but not over the network', () => {
    repository();
    folder.write('repo/a.txt', 'one\n');
    commit();
    folder.git('repo', 'gc', '-q');
    folder.git('repo', 'clone', '-q', '--shared', '.', folder.at('clone'));
    const a = folder.at('clone/a.txt');
    assert.equal(content().holds(a), true);
    assert.equal(new GitContent((path) => path.startsWith(folder.at('repo'))).holds(a), false);
  });

  it('does not hold what is ignored, new, or in no repository', () => {
    repository();
    folder.write('repo/.gitignore', 'dist/\n');
    folder.write('repo/a.txt', 'x');
    folder.git('repo', 'add', '.');
    assert.equal(content().holds(folder.write('repo/dist/a.js', 'x')), false);
    assert.equal(content().holds(folder.write('repo/new.txt', 'x')), false);
    assert.equal(content().holds(folder.write('outside.txt', 'x')), false);
    assert.equal(content().holds(folder.at('repo/missing.txt')), false);
  });

  for (const version of ['2', '4']) {
    it(`finds every file of an index of version ${version}`, () => {
      repository();
      const names = Array.from({ length: 300 }, (_, index) => `src/${'d'.repeat(index % 9)}x/file ${index} ü.txt`);
      for (const name of names) folder.write(`repo/${name}`, `content of ${name}`);
      commit();
      folder.git('repo', 'update-index', '--index-version', version);
      const index = readFileSync(folder.at('repo/.git/index'));
      assert.equal(index.readUInt32BE(4), Number(version));
      const git = content();
      for (const name of names) assert.equal(git.holds(folder.at(`repo/${name}`)), true, name);
      // What is not there is not found, however alike.
      for (const name of ['src/x/file 1', 'src/x', 'x/file 0 ü.txt', 'src/x/file 0 ü.txt2', '']) {
        assert.equal(indexedBlob(index, 'sha1', name), undefined, name);
      }
    });
  }

  it('reads an index of version 3, and leaves out what is only intended to be added', () => {
    repository();
    const a = folder.write('repo/a.txt', 'a');
    const b = folder.write('repo/b.txt', '');
    const c = folder.write('repo/c.txt', 'c');
    folder.git('repo', 'add', 'a.txt', 'c.txt');
    folder.git('repo', 'commit', '-qm', 'x');
    folder.git('repo', 'add', '--intent-to-add', 'b.txt');
    assert.equal(readFileSync(folder.at('repo/.git/index')).readUInt32BE(4), 3);
    assert.deepEqual(
      [a, b, c].map((path) => content().holds(path)),
      [true, false, true],
    );
  });

  it('reads a repository of SHA-256', function () {
    try {
      repository('--object-format=sha256');
    } catch {
      this.skip();
    }
    const a = folder.write('repo/a.txt', 'a');
    const b = folder.write('repo/b.txt', 'b');
    commit();
    assert.equal(content().holds(a), true);
    writeFileSync(b, 'c');
    assert.equal(content().holds(b), false);
  });

  it('finds the index of a linked work tree and of a submodule', () => {
    repository();
    const a = folder.write('repo/a.txt', 'a');
    folder.git('repo', 'add', '.');
    folder.git('repo', 'commit', '-qm', 'x');
    folder.git('repo', 'worktree', 'add', '-q', '../tree');
    assert.equal(content().holds(folder.at('tree/a.txt')), true);
    const other = folder.write('tree/b.txt', 'b');
    commit('tree');
    assert.equal(content().holds(other), true);
    assert.equal(content().holds(folder.write('repo/b.txt', 'b')), false, 'the main work tree has its own index');
    folder.git('repo', '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', folder.at('repo'), 'sub');
    assert.equal(content().holds(folder.at('repo/sub/a.txt')), true);
    writeFileSync(folder.at('repo/sub/a.txt'), 'changed');
    assert.equal(content().holds(folder.at('repo/sub/a.txt')), false);
    assert.equal(content().holds(a), true);
  });

  it('takes the innermost repository', () => {
    repository();
    const inner = folder.write('repo/inner/a.txt', 'a');
    commit();
    assert.equal(content().holds(inner), true);
    folder.git('repo/inner', 'init', '-q');
    assert.equal(content().holds(inner), false);
    symlinkSync(folder.at('repo/.git'), folder.at('link'));
    mkdirSync(folder.at('repo/other'));
    renameSync(folder.at('link'), folder.at('repo/other/.git'));
    assert.equal(content().holds(folder.write('repo/other/a.txt', 'a')), false, 'a link is no repository');
  });

  it('leaves out files with conflicts', () => {
    repository('-b', 'main');
    const a = folder.write('repo/a.txt', 'base\n');
    folder.git('repo', 'add', '.');
    folder.git('repo', 'commit', '-qm', 'base');
    folder.git('repo', 'checkout', '-qb', 'other');
    writeFileSync(a, 'other\n');
    folder.git('repo', 'commit', '-qam', 'other');
    folder.git('repo', 'checkout', '-q', 'main');
    writeFileSync(a, 'main\n');
    folder.git('repo', 'commit', '-qam', 'main');
    assert.throws(() => folder.git('repo', 'merge', 'other'));
    writeFileSync(a, 'main\n');
    assert.equal(content().holds(a), false);
  });

  it('knows text that was checked out with CRLF, but not a mixture', () => {
    repository();
    const a = folder.write('repo/a.txt', 'one\ntwo\n');
    commit();
    writeFileSync(a, 'one\r\ntwo\r\n');
    assert.equal(content().holds(a), true);
    writeFileSync(a, 'one\r\ntwo\n');
    assert.equal(content().holds(a), false);
    writeFileSync(a, 'one\r\r\ntwo\r\n');
    assert.equal(content().holds(a), false);
  });

  it('does not hold a link, though git keeps where it leads', () => {
    repository();
    folder.write('repo/target', 'target');
    symlinkSync('target', folder.at('repo/link'));
    commit();
    assert.equal(content().holds(folder.at('repo/link')), false);
  });

  it('does not go to another machine', () => {
    folder.write('tree/.git', 'gitdir: //server/share/repo.git\n');
    const asked: string[] = [];
    const git = new GitContent((path) => {
      asked.push(path);
      return path.startsWith('//');
    });
    assert.equal(git.holds(folder.write('tree/a.txt', 'a')), false);
    assert.ok(asked.includes('//server/share/repo.git'));
  });

  it('says no to an index that is damaged, cut off or of an unknown version', () => {
    repository();
    const a = folder.write('repo/a.txt', 'a');
    commit();
    const index = readFileSync(folder.at('repo/.git/index'));
    // The one entry ends there.
    for (let length = 0; length < 84; length += 7) {
      writeFileSync(folder.at('repo/.git/index'), index.subarray(0, length));
      assert.equal(content().holds(a), false, `${length} bytes`);
    }
    for (const [at, value] of [
      [0, 0x44],
      [7, 5],
      [7, 1],
      [52, 0xff],
    ] as const) {
      const broken = Buffer.from(index);
      broken[at] = value === 0x44 ? 0 : value;
      writeFileSync(folder.at('repo/.git/index'), broken);
      assert.equal(content().holds(a), false, `byte ${at}`);
    }
    writeFileSync(folder.at('repo/.git/index'), index);
    assert.equal(content().holds(a), true);
    appendFileSync(folder.at('repo/.git/index'), 'more');
    assert.equal(content().holds(a), true, 'what follows the entries is not read');
  });

  it('survives an index in which every length lies', () => {
    const index = Buffer.alloc(5_000, 0xff);
    index.write('DIRC', 0, 'latin1');
    for (const version of [2, 3, 4]) {
      index.writeUInt32BE(version, 4);
      assert.equal(indexedBlob(index, 'sha1', 'a.txt'), undefined);
    }
  });

  describe('a search of what git tracks', () => {
    const FILES = [
      'a.txt',
      '.env',
      '.hidden/key.pem',
      'dist/forced.js',
      'dist/ignored.js',
      'new.txt',
      'src/.npmrc',
      'src/b.txt',
    ];
    const searches = (root: string, path: string): string => content().searchWouldRead(root, (found) => found === path);

    function tracked(): void {
      repository();
      for (const name of FILES) folder.write(`repo/${name}`, 'x\n');
      folder.git('repo', 'add', '-f', ...FILES.filter((name) => name !== 'dist/ignored.js' && name !== 'new.txt'));
      folder.write('repo/.gitignore', 'dist/\n.env\n');
    }

    it('reads what `git grep` reads, hidden, ignored or not', () => {
      tracked();
      const read = folder.git('repo', 'grep', '-l', '').split('\n').filter(Boolean);
      assert.equal(read.length, FILES.length - 2);
      for (const name of FILES) {
        const expected = read.includes(name) ? 'yes' : 'no';
        assert.equal(searches(folder.at('repo'), folder.at(`repo/${name}`)), expected, name);
      }
    });

    it('stays in its folder, or at its file', () => {
      tracked();
      assert.equal(searches(folder.at('repo/src'), folder.at('repo/src/.npmrc')), 'yes');
      assert.equal(searches(folder.at('repo/src'), folder.at('repo/.env')), 'no');
      assert.equal(searches(folder.at('repo/src/b.txt'), folder.at('repo/src/b.txt')), 'yes');
      assert.equal(searches(folder.at('repo/src/b.txt'), folder.at('repo/src/.npmrc')), 'no');
    });

    it('is unknown outside of a repository, behind a link, beside another repository, and when its time is over', () => {
      assert.equal(searches(folder.write('alone/a.txt', 'x'), folder.at('alone/a.txt')), 'unknown');
      tracked();
      assert.equal(
        content().searchWouldRead(
          folder.at('repo'),
          () => false,
          () => true,
        ),
        'unknown',
      );
      renameSync(folder.at('repo/src'), folder.at('moved'));
      symlinkSync(folder.at('moved'), folder.at('repo/src'));
      assert.equal(
        content().searchWouldRead(folder.at('repo'), () => false),
        'unknown',
      );
    });

    it('is unknown where another repository is part of it', () => {
      tracked();
      mkdirSync(folder.at('repo/part'));
      folder.git('repo/part', 'init', '-q');
      folder.write('repo/part/a.txt', 'x');
      folder.git('repo/part', 'add', '.');
      folder.git('repo/part', 'commit', '-qm', 'x');
      folder.git('repo', 'add', 'part');
      assert.equal(
        content().searchWouldRead(folder.at('repo'), () => false),
        'unknown',
      );
      assert.equal(
        content().searchWouldRead(folder.at('repo/src'), () => false),
        'no',
      );
    });

    it('reads nothing where git tracks nothing', () => {
      repository();
      folder.write('repo/.env', 'x');
      assert.equal(
        content().searchWouldRead(folder.at('repo'), () => true),
        'no',
      );
    });
  });
});
