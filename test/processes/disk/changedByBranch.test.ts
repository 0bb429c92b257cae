import assert from 'node:assert/strict';
import { chmodSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
        branches({ kept: 'x', ...main }, { kept: 'x', ...side }, ...(isSha256 ? ['--object-format=sha256'] : []));
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

  it('is not known without an index, with an empty one, and where something is staged', () => {
    branches({ a: 'one', b: 'one' }, { a: 'two', b: 'one' });
    assert.deepEqual(changed(), ['a']);
    folder.git('repo', 'rm', '-q', '--cached', 'b');
    assert.equal(changed(), undefined);
    folder.git('repo', 'rm', '-q', '--cached', 'a');
    assert.equal(changed(), undefined);
    rmSync(folder.at('repo/.git/index'));
    assert.equal(changed(), undefined);
    folder.git('repo', 'reset', '-q', '--hard');
    assert.deepEqual(changed(), ['a']);
    folder.git('repo', 'update-index', '--split-index');
    assert.equal(changed(), undefined, 'an index in two parts');
    folder.git('repo', 'update-index', '--no-split-index');
    folder.git('repo', 'worktree', 'add', '-q', '--no-checkout', '../linked', '-b', 'other');
    assert.equal(changed('side', 'repo/.git/worktrees/linked'), undefined);
  });

  /** Any entries, in any order. */
  function tree(...entries: readonly (readonly [mode: string, name: string, id: string])[]): string {
    const bytes = entries.map(([mode, name, id]) =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(id, 'hex')]),
    );
    folder.write('tree', Buffer.concat(bytes));
    return folder.git('repo', 'hash-object', '-w', '-t', 'tree', '--literally', folder.at('tree')).trim();
  }

  function branchOf(name: string, id: string): void {
    const commitId = folder.git('repo', 'commit-tree', id, '-m', 'x').trim();
    folder.git('repo', 'update-ref', `refs/heads/${name}`, commitId);
  }

  it('is not known of trees as git does not make them', () => {
    branches({ a: 'one' }, { a: 'two' });
    const blob = folder.git('repo', 'rev-parse', 'HEAD:a').trim();
    const other = folder.git('repo', 'rev-parse', 'side:a').trim();
    const [one, two] = [tree(['100644', 'x', blob]), tree(['100644', 'x', other])];
    for (const [what, id] of Object.entries({
      doubled: tree(['100644', 'a', blob], ['40000', 'f', one], ['40000', 'f', two]),
      unsorted: tree(['100644', 'b', blob], ['100644', 'a', other]),
      'a name with a slash': tree(['100644', 'a/b', blob]),
      'a name of dots': tree(['40000', '..', one]),
      'a name with a line end': tree(['100644', 'a\nb', blob]),
      'an odd mode': tree(['100000', 'a', blob]),
    })) {
      branchOf('odd', id);
      assert.equal(changed('odd'), undefined, what);
    }
    branchOf('usual', tree(['100644', 'a', other], ['40000', 'f', one]));
    assert.deepEqual(changed('usual'), ['a', 'f/x']);
  });

  it('is not known of references and objects that git may read otherwise', () => {
    branches({ a: 'one' }, { a: 'two' });
    const [main, side] = ['main', 'side'].map((name) => folder.git('repo', 'rev-parse', name).trim());
    for (const text of [
      ` ${side}\n`,
      `${side} \n`,
      `${side}\n\n`,
      `${side}${' '.repeat(9_000)}`,
      '',
      'ref: refs/heads/main\n',
    ]) {
      folder.write('repo/.git/refs/heads/side', text);
      folder.write('repo/.git/packed-refs', `${main} refs/heads/side\n`);
      assert.equal(changed(), undefined, JSON.stringify(text));
    }
    rmSync(folder.at('repo/.git/refs/heads/side'));
    folder.write('repo/.git/packed-refs', `${side} refs/heads/side\n`);
    assert.deepEqual(changed(), ['a']);
    folder.write('repo/.git/packed-refs', `${side} refs/heads/side\n${main} refs/heads/side\n`);
    assert.equal(changed(), undefined);
    folder.write('repo/.git/packed-refs', `${side} refs/heads/side\n`);
    const [from, to] = ['main^{tree}', 'side^{tree}'].map((name) => {
      const id = folder.git('repo', 'rev-parse', name).trim();
      return folder.at(`repo/.git/objects/${id.slice(0, 2)}/${id.slice(2)}`);
    });
    chmodSync(to ?? '', 0o644);
    writeFileSync(to ?? '', readFileSync(from ?? ''));
    assert.equal(changed(), undefined, 'a tree under the name of another');
  });

  it('is not known where the trees take long to compare', () => {
    const many = Object.fromEntries(Array.from({ length: 3 }, (_, at) => [`f${at}/x`, 'x']));
    branches(many, many);
    const blob = folder.git('repo', 'rev-parse', 'HEAD:f0/x').trim();
    const large = (last: string): string =>
      tree(...Array.from({ length: 15_000 }, (_, at) => ['100644', `${1e6 + at}`, blob] as const), [
        '100644',
        last,
        blob,
      ]);
    branchOf('one', tree(['40000', 'f', large('x')]));
    folder.git('repo', 'symbolic-ref', 'HEAD', 'refs/heads/one');
    folder.git('repo', 'read-tree', 'one');
    branchOf('two', tree(['40000', 'f', large('y')]));
    assert.equal(changed('two'), undefined);
  });

  it('is not known where git takes one commit for another', () => {
    branches({ a: 'one' }, { a: 'two' });
    folder.git('repo', 'replace', 'side', 'main');
    assert.equal(changed(), undefined);
  });
});
