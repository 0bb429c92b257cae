import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { workTreeChanges, type Discard } from '../../../src/snapshots/workTreeChanges';
import { useTemporaryFolder } from '../../unit/disk/temporaryFolder';

describe('what git may discard', () => {
  const folder = useTemporaryFolder();
  const at = (name: string): string => folder.at(`work/${name}`);
  const write = (name: string, text: string): string => folder.write(`work/${name}`, text);
  const git = (...args: readonly string[]): string => folder.git('work', ...args);

  function plant(): void {
    write('a.txt', 'committed\n');
    git('init', '-q', '-b', 'main', '--template=');
    commit();
  }

  function commit(): void {
    git('add', '-A');
    git('commit', '-qm', 'x');
  }

  function changes(more: Partial<Discard> = {}): readonly string[] | undefined {
    const workTree = folder.at('work');
    return workTreeChanges({
      ...{ workTree, gitFolder: at('.git'), commonFolder: at('.git'), kind: 'tracked', below: [workTree] },
      ...{ needsCleanIndex: false, alsoIgnored: false },
      ...more,
    });
  }

  it('is what changed, and what nobody added', () => {
    plant();
    write('a.txt', 'changed\n');
    write('new.txt', 'new\n');
    assert.deepEqual(changes(), [at('a.txt')]);
    assert.deepEqual(changes({ kind: 'untracked' }), [at('new.txt')]);
  });

  it('counts a name as tracked only in exactly its spelling', function () {
    if (process.platform !== 'linux') this.skip();
    plant();
    write('\u00e9.txt', 'composed\n');
    write('\u00e9/in.txt', 'composed\n');
    commit();
    write('e\u0301.txt', 'decomposed\n');
    write('e\u0301/in.txt', 'decomposed\n');
    assert.deepEqual(changes({ kind: 'untracked' })?.toSorted(), [at('e\u0301'), at('e\u0301.txt')]);
  });

  it("is not known beside a folder that only resembles git's own", function () {
    if (process.platform !== 'linux') this.skip();
    plant();
    write('.GIT/x', 'loose\n');
    assert.equal(changes({ kind: 'untracked' }), undefined);
  });

  it('is not known of a tracked name that is no text', function () {
    if (process.platform !== 'linux') this.skip();
    plant();
    writeFileSync(Buffer.concat([Buffer.from(`${folder.at('work')}/b`), Buffer.from([0xff])]), 'x');
    commit();
    assert.equal(changes(), undefined);
  });

  it('is not known of what nobody added where git may take another file for it', function () {
    if (process.platform !== 'linux') this.skip();
    plant();
    writeFileSync(Buffer.concat([Buffer.from(`${folder.at('work')}/b`), Buffer.from([0xff])]), 'x');
    commit();
    rmSync(Buffer.concat([Buffer.from(`${folder.at('work')}/b`), Buffer.from([0xff])]));
    // Git does not track it.
    write('b\ufffd', 'loose\n');
    assert.equal(changes({ kind: 'untracked' }), undefined);
    assert.equal(changes({ kind: 'untracked', below: [at('b\ufffd')] }), undefined);
  });

  it('is not known of what nobody added where git reads ignore rules from the index', () => {
    plant();
    write('.gitignore', '*.log\n');
    write('sub/.gitignore', '!kept.log\n');
    write('sub/a.txt', 'x\n');
    commit();
    git('update-index', '--skip-worktree', 'sub/.gitignore');
    write('sub/kept.log', 'loose\n');
    assert.deepEqual(changes({ kind: 'untracked' }), [at('sub/kept.log')]);
    rmSync(at('sub/.gitignore'));
    assert.equal(changes({ kind: 'untracked' }), undefined);
  });

  it('is not known where git would make a link', () => {
    plant();
    symlinkSync('../outside', at('link'));
    mkdirSync(at('sub'));
    symlinkSync('../../outside', at('sub/link'));
    commit();
    rmSync(at('link'));
    assert.equal(changes(), undefined);
    write('link', 'a file in its place\n');
    assert.equal(changes(), undefined);
    assert.notEqual(changes({ below: [at('a.txt')] }), undefined);
    rmSync(at('sub'), { recursive: true });
    assert.equal(changes({ below: [at('sub')] }), undefined);
  });

  it('is not known of the index where git takes another commit for HEAD', () => {
    plant();
    const first = git('rev-parse', 'HEAD').trim();
    write('b.txt', 'b\n');
    commit();
    // Git notes the tree of the index only when it writes it.
    git('read-tree', 'HEAD');
    assert.notEqual(changes({ needsCleanIndex: true }), undefined);
    git('replace', 'HEAD', first);
    assert.equal(changes({ needsCleanIndex: true }), undefined);
    git('pack-refs', '--all');
    rmSync(at('.git/refs/replace'), { recursive: true, force: true });
    assert.equal(changes({ needsCleanIndex: true }), undefined);
  });
});
