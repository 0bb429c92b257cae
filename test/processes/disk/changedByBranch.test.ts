import assert from 'node:assert/strict';
import { rmSync, symlinkSync } from 'node:fs';
import fc from 'fast-check';
import { GitContent } from '../../../src/disk/gitContent';
import { useTemporaryFolder } from '../../unit/disk/temporaryFolder';
import { runs } from '../../unit/propertyRuns';

describe('what a switch of branches changes', () => {
  const folder = useTemporaryFolder();
  const changed = (branch = 'side', where = 'repo/.git'): readonly string[] | undefined =>
    new GitContent(() => false).changedByBranch(folder.at(where), branch);

  function commit(files: Readonly<Record<string, string>>): void {
    folder.git('repo', 'rm', '-rq', '--ignore-unmatch', '.');
    for (const [name, text] of Object.entries(files)) folder.write(`repo/${name}`, text);
    folder.git('repo', 'add', '-A');
    folder.git('repo', 'commit', '-q', '--allow-empty', '-m', 'x');
  }

  function branches(
    main: Readonly<Record<string, string>>,
    side: Readonly<Record<string, string>>,
    ...options: readonly string[]
  ): void {
    rmSync(folder.at('repo'), { recursive: true, force: true });
    folder.git('.', 'init', '-q', '-b', 'main', ...options, 'repo');
    commit(side);
    folder.git('repo', 'branch', 'side');
    commit(main);
  }

  it('is what git diff names', function () {
    this.timeout(120_000);
    const name = fc.constantFrom('a', 'b.ts', 'src/a', 'src/deep/b', 'src/deep/c', 'ä/日', 'lib', 'lib2/x y');
    const tree = fc.dictionary(name, fc.constantFrom('', 'one\n', 'two\n'), { maxKeys: 6 });
    fc.assert(
      fc.property(tree, tree, fc.boolean(), fc.boolean(), (main, side, isPacked, isSha256) => {
        branches(main, side, ...(isSha256 ? ['--object-format=sha256'] : []));
        if (isPacked) folder.git('repo', 'gc', '-q');
        const named = folder.git('repo', 'diff', '--no-renames', '--name-only', '-z', 'main', 'side').split('\0');
        assert.deepEqual([...(changed() ?? ['unknown'])].sort(), named.filter(Boolean).sort());
      }),
      runs(20261130, 12),
    );
  });

  it('is known of linked work trees, with the branches that they share', () => {
    branches({ a: 'one' }, { a: 'two', b: 'new' });
    folder.git('repo', 'worktree', 'add', '-q', '../linked', '-b', 'other');
    assert.deepEqual(changed('side', 'repo/.git/worktrees/linked'), ['a', 'b']);
  });

  it('is not known of links, other repositories, missing branches, and too many files', () => {
    branches({ a: 'one' }, { a: 'two' });
    for (const branch of ['none', 'HEAD', '../main', 'main/x', 'refs/heads/side']) {
      assert.equal(changed(branch), undefined, branch);
    }
    assert.deepEqual(changed('side'), ['a']);
    folder.git('repo', 'checkout', '-q', '-b', 'link');
    symlinkSync('/etc', folder.at('repo/link'));
    folder.git('repo', 'add', 'link');
    folder.git('repo', 'commit', '-qm', 'link');
    assert.equal(changed('main'), undefined);
    folder.git('repo', 'checkout', '-q', 'main');
    assert.equal(changed('link'), undefined);
    const id = folder.git('repo', 'rev-parse', 'HEAD').trim();
    folder.git('repo', 'checkout', '-q', '-b', 'nested');
    folder.git('repo', 'update-index', '--add', '--cacheinfo', `160000,${id},nested`);
    folder.git('repo', 'commit', '-qm', 'nested');
    assert.equal(changed('main'), undefined);
    branches({}, Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`${at}`, 'x'])));
    assert.equal(changed(), undefined);
  });

  it('is not known where git takes one commit for another', () => {
    branches({ a: 'one' }, { a: 'two' });
    folder.git('repo', 'replace', 'side', 'main');
    assert.equal(changed(), undefined);
  });
});
