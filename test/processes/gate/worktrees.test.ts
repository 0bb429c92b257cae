import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { DEFAULT_PROTECTED_PATHS } from '../../../src/config/defaultProtectedPaths';
import { createNodeFileSystem } from '../../../src/disk/nodeFileSystem';
import type { FileSystem } from '../../../src/files/fileSystem';
import { Worktrees } from '../../../src/gate/worktrees';
import { useWorktreeRoom } from '../../unit/gate/worktreeRoom';

describe('a git work tree of an open repository', () => {
  const room = useWorktreeRoom();
  const { home } = room;
  const of = (name: string): string => home.at(`work/app/.git/worktrees/${name}`);
  const rewrite = (path: string, change: (text: string) => string): void => {
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  };

  it('belongs to it, with all below', () => {
    const tree = room.add('work/feature');
    mkdirSync(join(tree, 'src/deep'), { recursive: true });
    assert.equal(room.rootOf(tree), tree);
    assert.equal(room.rootOf(join(tree, 'src/deep')), tree);
    assert.equal(room.rootOf(`${tree}/`), tree);
  });

  it('belongs to no other folder', () => {
    const tree = room.add('work/feature');
    home.git('work', 'clone', '-q', 'app', 'other');
    assert.equal(room.rootOf(tree, [home.at('work/other')]), undefined);
    assert.equal(room.rootOf(tree, []), undefined);
    mkdirSync(home.at('work/app/src'));
    assert.equal(room.rootOf(tree, [home.at('work/app/src')]), undefined, 'the repository itself must be open');
  });

  it('is not claimed where the folder is an ordinary one', () => {
    mkdirSync(home.at('work/app/src'));
    assert.equal(room.rootOf(room.app), undefined);
    assert.equal(room.rootOf(home.at('work/app/src')), undefined);
    assert.equal(room.rootOf(home.at('work')), undefined);
    assert.equal(room.rootOf(home.at('work/missing')), undefined);
    assert.equal(room.rootOf('/'), undefined);
  });

  it('may lie inside of the open folder', () => {
    assert.equal(room.rootOf(room.add('work/app/.worktrees/one')), home.at('work/app/.worktrees/one'));
    assert.equal(room.rootOf(room.add('work/app/.claude/worktrees/two')), home.at('work/app/.claude/worktrees/two'));
  });

  it('may be named through a link, and its repository be open through one', () => {
    const tree = room.add('work/feature');
    symlinkSync(tree, home.at('work/link'));
    symlinkSync(room.app, home.at('work/opened'));
    assert.equal(room.rootOf(home.at('work/link')), tree);
    assert.equal(room.rootOf(tree, [home.at('work/opened')]), tree);
  });

  it('belongs to another work tree of the repository that is open, as of a repository without a main one', () => {
    const tree = room.add('work/feature');
    assert.equal(room.rootOf(tree, [room.add('work/open')]), tree);
    home.git('work', 'clone', '-q', '--bare', 'app', 'bare.git');
    home.git('work/bare.git', 'worktree', 'add', '-q', '-b', 'x', home.at('work/x'));
    home.git('work/bare.git', 'worktree', 'add', '-q', '-b', 'y', home.at('work/y'));
    assert.equal(room.rootOf(home.at('work/x'), [home.at('work/y')]), home.at('work/x'));
    assert.equal(room.rootOf(home.at('work/x'), [home.at('work/bare.git')]), undefined, 'a repository is no project');
    assert.equal(room.rootOf(home.at('work/x'), [room.app]), undefined);
  });

  it('may use relative paths, as git can write them', () => {
    const tree = room.add('work/feature');
    writeFileSync(join(tree, '.git'), `gitdir: ${relative(tree, of('feature'))}\n`);
    assert.equal(room.rootOf(tree), tree);
    writeFileSync(join(of('feature'), 'gitdir'), `${relative(of('feature'), join(tree, '.git'))}\n`);
    assert.equal(room.rootOf(tree), tree);
    assert.equal(readFileSync(join(of('feature'), 'commondir'), 'utf8'), '../..\n');
    writeFileSync(join(of('feature'), 'commondir'), `${home.at('work/app/.git')}\n`);
    assert.equal(room.rootOf(tree), tree);
  });

  it('has the settings of the open folder around it, whichever has its repository', () => {
    mkdirSync(home.at('work/app/packages'));
    mkdirSync(home.at('strict'));
    const [open, strict, packages] = [room.add('work/open'), home.at('strict'), home.at('work/app/packages')];
    const folders = [room.app, open, strict, packages];
    const settledBy = (cwd: string): string | undefined =>
      room.worktrees().claim(cwd, folders, () => DEFAULT_PROTECTED_PATHS)?.settingsOf;
    assert.equal(settledBy(room.add('work/feature')), room.app);
    assert.equal(settledBy(room.add('work/app/trees/one')), room.app);
    assert.equal(settledBy(room.add('strict/two')), strict);
    assert.equal(settledBy(room.add('work/app/packages/three')), packages);
    assert.equal(settledBy(room.add('work/open/four')), open);
    symlinkSync(home.at('work/feature'), join(strict, 'link'));
    assert.equal(settledBy(join(strict, 'link')), undefined, 'by its name in another folder it is that one’s');
  });

  it('is known again where git has moved it, and not where something else has', () => {
    const tree = room.add('work/feature');
    home.git('work/app', 'worktree', 'move', tree, home.at('work/moved'));
    assert.equal(room.rootOf(home.at('work/moved')), home.at('work/moved'));
    renameSync(home.at('work/moved'), home.at('work/renamed'));
    assert.equal(room.rootOf(home.at('work/renamed')), undefined);
    cpSync(home.at('work/renamed'), home.at('work/moved'), { recursive: true });
    assert.equal(room.rootOf(home.at('work/renamed')), undefined, 'a copy');
    assert.equal(room.rootOf(home.at('work/moved')), home.at('work/moved'));
  });

  it('is not claimed once git has removed it', () => {
    const tree = room.add('work/feature');
    home.git('work/app', 'worktree', 'remove', tree);
    mkdirSync(tree);
    writeFileSync(join(tree, '.git'), `gitdir: ${of('feature')}\n`);
    assert.equal(room.rootOf(tree), undefined);
  });

  it('costs an ordinary call nothing, and others a few looks', () => {
    const tree = room.add('work/feature');
    const { machine } = room.gate();
    let looks = 0;
    const counted = new Proxy(createNodeFileSystem(), {
      get: (files, name: keyof FileSystem): unknown => {
        if (name !== 'isRemote') looks += 1;
        return Reflect.get(files, name);
      },
    });
    const worktrees = new Worktrees(machine, counted);
    const looksFor = (cwd: string): number => {
      const claim = (): unknown => worktrees.claim(cwd, [room.app], () => []);
      claim();
      looks = 0;
      claim();
      return looks;
    };
    mkdirSync(join(room.app, 'src'));
    assert.equal(looksFor(room.app), 0);
    assert.ok(looksFor(join(room.app, 'src')) <= 4);
    assert.ok(looksFor(tree) <= 25);
  });

  describe('cannot be forged', () => {
    const forged: Record<string, (tree: string) => string | undefined> = {
      'with a .git file alone': () => {
        home.write('other/.git', `gitdir: ${of('feature')}\n`);
        return home.at('other');
      },
      'with a .git file that names the repository itself': () => {
        home.write('other/.git', `gitdir: ${home.at('work/app/.git')}\n`);
        return home.at('other');
      },
      'with an entry in the repository alone': () => {
        home.write('other/a.txt', 'x');
        rewrite(join(of('feature'), 'gitdir'), () => `${home.at('other/.git')}\n`);
        return home.at('other');
      },
      'with a repository of its own that lists the folder': () => {
        home.git('work', 'clone', '-q', 'app', '../forged');
        home.git('forged', 'worktree', 'add', '-q', '-b', 'x', home.at('other'));
        return home.at('other');
      },
      'with a repository of its own that leads to the open one': () => {
        home.git('work', 'clone', '-q', 'app', '../forged');
        home.git('forged', 'worktree', 'add', '-q', '-b', 'x', home.at('other'));
        writeFileSync(home.at('forged/.git/worktrees/other/commondir'), `${home.at('work/app/.git')}\n`);
        return home.at('other');
      },
      'with a link in place of .git': (tree) => {
        mkdirSync(home.at('other'));
        symlinkSync(join(tree, '.git'), home.at('other/.git'));
        return home.at('other');
      },
      'with a link in place of its entry': () => {
        home.write('other/.git', `gitdir: ${of('planted')}\n`);
        home.write('planted/gitdir', `${home.at('other/.git')}\n`);
        home.write('planted/commondir', `${home.at('work/app/.git')}\n`);
        home.write('planted/HEAD', 'ref: refs/heads/x\n');
        symlinkSync(home.at('planted'), of('planted'));
        return home.at('other');
      },
      'with a link in place of the file that names it': (tree) => {
        renameSync(join(of('feature'), 'gitdir'), home.at('gitdir'));
        symlinkSync(home.at('gitdir'), join(of('feature'), 'gitdir'));
        return tree;
      },
      'with a link in place of commondir': (tree) => {
        writeFileSync(home.at('commondir'), `${home.at('work/app/.git')}\n`);
        rmSync(join(of('feature'), 'commondir'));
        symlinkSync(home.at('commondir'), join(of('feature'), 'commondir'));
        return tree;
      },
      'with a way through a link and back': (tree) => {
        symlinkSync(of('feature'), join(tree, 'link'));
        writeFileSync(join(tree, '.git'), 'gitdir: link/../feature\n');
        return tree;
      },
      'with a way back in an absolute path': (tree) => {
        rewrite(join(tree, '.git'), (text) => text.replace('/worktrees/', '/worktrees/../worktrees/'));
        return tree;
      },
      'by a file that names another folder': (tree) => {
        room.add('work/second');
        rewrite(join(of('feature'), 'gitdir'), () => `${home.at('work/second/.git')}\n`);
        return tree;
      },
      'by another one’s entry': (tree) => {
        room.add('work/second');
        writeFileSync(join(tree, '.git'), `gitdir: ${of('second')}\n`);
        return tree;
      },
      'by an entry that is not where git puts it': (tree) => {
        cpSync(of('feature'), home.at('work/app/.git/elsewhere'), { recursive: true });
        writeFileSync(join(tree, '.git'), `gitdir: ${home.at('work/app/.git/elsewhere')}\n`);
        writeFileSync(home.at('work/app/.git/elsewhere/commondir'), '..\n');
        return tree;
      },
      'by more than one line': (tree) => {
        rewrite(join(tree, '.git'), (text) => `${text}gitdir: /\n`);
        return tree;
      },
      'by another word': (tree) => {
        rewrite(join(tree, '.git'), (text) => text.replace('gitdir', 'GITDIR'));
        return tree;
      },
      'by an empty file': (tree) => {
        writeFileSync(join(tree, '.git'), '');
        return tree;
      },
      'by a zero byte': (tree) => {
        rewrite(join(tree, '.git'), (text) => text.replace('\n', '\0\n'));
        return tree;
      },
      'by a huge .git': (tree) => {
        rewrite(join(tree, '.git'), (text) => text + '\n'.repeat(10_000));
        return tree;
      },
      'by a huge commondir': (tree) => {
        writeFileSync(join(of('feature'), 'commondir'), `${'./'.repeat(5_000)}../..\n`);
        return tree;
      },
      'by a pipe in place of .git': (tree) => {
        rmSync(join(tree, '.git'));
        execFileSync('mkfifo', [join(tree, '.git')]);
        return tree;
      },
      'by a pipe in place of commondir': (tree) => {
        rmSync(join(of('feature'), 'commondir'));
        execFileSync('mkfifo', [join(of('feature'), 'commondir')]);
        return tree;
      },
      'by a pipe in place of the file that names it': (tree) => {
        rmSync(join(of('feature'), 'gitdir'));
        execFileSync('mkfifo', [join(of('feature'), 'gitdir')]);
        return tree;
      },
      'without commondir': (tree) => {
        rmSync(join(of('feature'), 'commondir'));
        return tree;
      },
      'without a HEAD': (tree) => {
        rmSync(join(of('feature'), 'HEAD'));
        return tree;
      },
      'of what is no repository': (tree) => {
        rmSync(home.at('work/app/.git/objects'), { recursive: true });
        return tree;
      },
      'of a repository behind a link': (tree) => {
        renameSync(home.at('work/app/.git'), home.at('work/moved.git'));
        symlinkSync(home.at('work/moved.git'), home.at('work/app/.git'));
        return tree;
      },
    };
    for (const [name, make] of Object.entries(forged)) {
      it(name, function () {
        if (process.platform === 'win32') this.skip();
        const tree = room.add('work/feature');
        assert.equal(room.rootOf(tree), tree);
        assert.equal(room.rootOf(make(tree) ?? tree), undefined);
      });
    }

    it('by what lies in a nested repository or submodule', () => {
      const tree = room.add('work/feature');
      home.git('work', 'clone', '-q', 'app', 'feature/nested');
      assert.equal(room.rootOf(join(tree, 'nested')), undefined);
    });
  });

  describe('is not taken', () => {
    /** As if the user or the judge had let git write it: both directions agree. */
    function list(folder: string): string {
      room.add('work/feature');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, '.git'), `gitdir: ${of('feature')}\n`);
      writeFileSync(join(of('feature'), 'gitdir'), `${join(realpathSync(folder), '.git')}\n`);
      return folder;
    }

    it('where it is an ordinary place, it would be', () => {
      assert.equal(room.rootOf(list(home.at('other'))), home.at('other'));
    });

    const places: Record<string, string> = {
      'the home': '.',
      'around the open folder': 'work',
      'around the files of the gate': '.auto-mode',
      'in the files of the gate': '.auto-mode/x',
      'among settings of the home': '.config/x',
      'among keys': '.ssh/x',
      'in a protected folder of the project': 'work/app/.vscode/x',
      'in the skills of an agent': 'work/app/.claude/skills/x',
      'in the repository': 'work/app/.git/x',
    };
    for (const [name, place] of Object.entries(places)) {
      it(name, () => {
        const folder = join(home.path, place);
        list(folder);
        assert.equal(room.rootOf(folder), undefined);
        mkdirSync(join(folder, 'deep'), { recursive: true });
        assert.equal(room.rootOf(join(folder, 'deep')), undefined);
      });
    }

    it('around another open folder', () => {
      const tree = list(home.at('other'));
      mkdirSync(join(tree, 'second'));
      assert.equal(room.rootOf(tree, [room.app, join(tree, 'second')]), undefined);
      symlinkSync(join(tree, 'second'), home.at('link'));
      assert.equal(room.rootOf(tree, [room.app, home.at('link')]), undefined);
    });

    it('where it holds its repository', () => {
      const tree = list(home.at('other'));
      renameSync(home.at('work/app/.git'), join(tree, 'repository'));
      const entry = join(tree, 'repository/worktrees/feature');
      writeFileSync(join(tree, '.git'), `gitdir: ${entry}\n`);
      mkdirSync(home.at('second'));
      cpSync(entry, join(dirname(entry), 'second'), { recursive: true });
      writeFileSync(home.at('second/.git'), `gitdir: ${join(dirname(entry), 'second')}\n`);
      writeFileSync(join(dirname(entry), 'second/gitdir'), `${home.at('second/.git')}\n`);
      assert.equal(room.rootOf(tree, [home.at('second')]), undefined);
      assert.equal(room.rootOf(home.at('second'), [tree]), home.at('second'));
    });
  });
});
