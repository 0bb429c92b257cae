import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createNodeFileSystem } from '../../src/disk/nodeFileSystem';
import { gitObjection } from '../../src/files/git/gitObjection';
import type { MachineFacts } from '../../src/files/machineFacts';
import { useTemporaryFolder } from '../unit/disk/temporaryFolder';
import { READS } from './gitReads';

describe('gitObjection, against what git does', function () {
  this.timeout(120_000);
  const folder = useTemporaryFolder();

  function machine(): MachineFacts {
    return {
      platform: process.platform,
      homeDirectory: folder.path,
      loginShell: undefined,
      gatePaths: [],
      secretGatePaths: [],
    };
  }

  function objection(subcommand: string, where = 'repo'): string | undefined {
    return gitObjection(folder.at(where), subcommand, { files: createNodeFileSystem(), machine: machine() });
  }

  /** A program that leaves a mark when it runs. */
  function program(): string {
    const path = folder.write('mark.sh', `#!/bin/sh\n: > '${folder.at('mark')}'\n`);
    chmodSync(path, 0o755);
    return path;
  }

  function repository(where = 'repo'): void {
    mkdirSync(folder.at(where), { recursive: true });
    folder.git(where, 'init', '-q', '-b', 'main');
    folder.write(`${where}/.gitattributes`, '*.txt diff=d filter=f merge=m\n');
    folder.write(`${where}/a.txt`, 'one\n');
    folder.git(where, 'add', '.');
    folder.git(where, 'commit', '-qm', 'first\n\nReviewed-by: x');
    folder.git(where, 'tag', '-am', 'tagged', 'v1');
    folder.git(where, 'checkout', '-qb', 'side');
    folder.write(`${where}/a.txt`, 'two\n');
    folder.git(where, 'commit', '-qam', 'second');
    folder.git(where, 'checkout', '-q', 'main');
    folder.write(`${where}/a.txt`, 'three\n');
    folder.git(where, 'commit', '-qam', 'third');
    folder.git(where, 'merge', '-q', '-s', 'ours', '-m', 'merged', 'side');
    folder.write(`${where}/a.txt`, 'four\n');
    folder.git(where, 'stash');
    folder.write(`${where}/b.txt`, 'new\n');
    folder.git(where, 'add', 'b.txt');
    folder.write(`${where}/a.txt`, 'five\n');
  }

  /** The calls in which git ran the program. */
  function callsThatRan(where = 'repo'): string[] {
    return READS.filter((call, index) => {
      rmSync(folder.at('mark'), { force: true });
      // So that git looks at the file again.
      const file = folder.at(`${where}/b.txt`);
      if (existsSync(file)) utimesSync(file, 1_000_000_000 + index, 1_000_000_000 + index);
      try {
        folder.git(where, ...call);
      } catch {
        // What git makes of the program's answer does not matter.
      }
      return existsSync(folder.at('mark'));
    }).map((call) => call.join(' '));
  }

  function nothingMissed(where = 'repo'): string[] {
    const ran = callsThatRan(where);
    for (const call of ran) {
      assert.notEqual(objection(call.split(' ')[0] ?? '', where), undefined, `git ${call} ran the program`);
    }
    return ran;
  }

  const set = (key: string, value: string): void => void folder.git('repo', 'config', key, value);

  /** Ways to have git run a program, each with one call that must show it, so that the test itself is seen to work. */
  const dangers: readonly (readonly [string, () => void, string])[] = [
    [
      'core.fsmonitor',
      () => {
        set('core.fsmonitor', program());
      },
      'status',
    ],
    [
      'diff.external',
      () => {
        set('diff.external', program());
      },
      'diff',
    ],
    [
      'a textconv',
      () => {
        set('diff.d.textconv', program());
      },
      'diff',
    ],
    [
      'a diff driver',
      () => {
        set('diff.d.command', program());
      },
      'diff',
    ],
    [
      'a clean filter',
      () => {
        set('filter.f.clean', program());
      },
      'status',
    ],
    [
      'a process filter',
      () => {
        set('filter.f.process', program());
      },
      'status',
    ],
    [
      'a merge driver',
      () => {
        set('merge.m.driver', program());
      },
      'log -p -m --diff-merges=remerge --all',
    ],
    [
      'a hook',
      () => {
        renameSync(program(), folder.at('repo/.git/hooks/post-index-change'));
      },
      'status',
    ],
    [
      'a hook in the tree',
      () => {
        mkdirSync(folder.at('repo/hooks'));
        renameSync(program(), folder.at('repo/hooks/post-index-change'));
        set('core.hooksPath', 'hooks');
      },
      'status',
    ],
    [
      'an include of a file in the tree',
      () => {
        folder.write('repo/evil', `[core]\nfsmonitor = ${program()}\n`);
        set('include.path', '../evil');
      },
      'status',
    ],
    [
      'a conditional include',
      () => {
        folder.write('evil', `[core]\nfsmonitor = ${program()}\n`);
        set(`includeIf.gitdir:${folder.path}/.path`, folder.at('evil'));
      },
      'status',
    ],
    [
      "an include from the user's folder",
      () => {
        folder.write('evil', `[core]\nfsmonitor = ${program()}\n`);
        set('include.path', '~/evil');
      },
      'status',
    ],
    [
      'config.worktree',
      () => {
        set('extensions.worktreeConfig', 'true');
        folder.write('repo/.git/config.worktree', `[core]\nfsmonitor = ${program()}\n`);
      },
      'status',
    ],
    [
      'a .git file that points into the tree',
      () => {
        renameSync(folder.at('repo/.git'), folder.at('repo/data'));
        folder.write('repo/.git', 'gitdir: data\n');
        set('core.fsmonitor', program());
      },
      'status',
    ],
    [
      'a repository below as a submodule',
      () => {
        repository('repo/sub');
        folder.git('repo', 'add', 'sub');
        folder.git('repo/sub', 'config', 'core.fsmonitor', program());
      },
      'status',
    ],
    [
      'a lazy fetch',
      () => {
        set('extensions.partialClone', 'origin');
        set('remote.origin.url', `ext::${program()}`);
        set('remote.origin.promisor', 'true');
        set('protocol.ext.allow', 'always');
        rmSync(folder.at(`repo/.git/objects/${objectOf('HEAD:a.txt')}`));
      },
      'show HEAD:a.txt',
    ],
  ];

  function objectOf(name: string): string {
    const id = folder.git('repo', 'rev-parse', name).trim();
    return `${id.slice(0, 2)}/${id.slice(2)}`;
  }

  for (const [what, arrange, call] of dangers) {
    it(`objects wherever git runs ${what}`, () => {
      repository();
      arrange();
      const ran = nothingMissed();
      assert.ok(ran.includes(call), `git ${call} did not run it; ran: ${ran.join(', ')}`);
    });
  }

  it('objects wherever git runs the signature program', () => {
    repository();
    set('gpg.program', program());
    set('log.showSignature', 'true');
    nothingMissed();
  });

  it('objects to a bare repository in the tree', () => {
    repository();
    folder.git('.', 'clone', '-q', '--bare', 'repo', 'repo/bare');
    folder.git('repo/bare', 'config', 'core.bare', 'false');
    folder.git('repo/bare', 'config', 'core.worktree', '.');
    folder.git('repo/bare', 'config', 'core.fsmonitor', program());
    assert.ok(nothingMissed('repo/bare').includes('status'));
    mkdirSync(folder.at('repo/bare/below'));
    assert.match(objection('status', 'repo/bare/below') ?? '', /without a work tree/);
    assert.match(objection('status', 'repo/.git') ?? '', /without a work tree/);
  });

  it('looks above a .git that git takes for none', () => {
    for (const head of ['ref: refs/heads/main\n', 'main\n']) {
      rmSync(folder.at('repo'), { recursive: true, force: true });
      repository();
      set('core.fsmonitor', program());
      folder.write('repo/below/.git/HEAD', head);
      if (head === 'main\n') for (const name of ['objects', 'refs']) mkdirSync(folder.at(`repo/below/.git/${name}`));
      assert.ok(nothingMissed('repo/below').includes('status'));
    }
  });

  it('knows that these settings run nothing where git only reads', () => {
    repository();
    const mark = program();
    const keys = [
      'core.sshCommand',
      'core.editor',
      'sequence.editor',
      'core.askPass',
      'credential.helper',
      'core.gitProxy',
    ];
    const more = [
      'interactive.diffFilter',
      'difftool.x.cmd',
      'mergetool.x.cmd',
      'trailer.x.command',
      'submodule.sub.update',
    ];
    for (const key of [...keys, ...more, 'browser.x.cmd', 'man.x.cmd', 'sendemail.sendmailcmd', 'alias.other'])
      set(key, `!${mark}`);
    set('core.hooksPath', '.husky/_');
    assert.deepEqual(callsThatRan(), []);
    for (const [subcommand = ''] of READS) assert.equal(objection(subcommand), undefined, subcommand);
  });

  for (const key of [
    'blame.ignoreRevsFile',
    'core.excludesFile',
    'core.madeUp',
    'made.up',
    'made.x.up',
    'extensions.new',
  ]) {
    it(`proves nothing where it does not know a setting: ${key}`, () => {
      repository();
      assert.equal(objection('blame'), undefined);
      set(key, folder.at('repo/a.txt'));
      assert.match(objection('blame') ?? 'none', /not known to be harmless/);
    });
  }

  it('lets filters alone where only references and commits are looked at', () => {
    repository();
    set('filter.f.clean', program());
    assert.equal(objection('branch'), undefined);
    assert.equal(objection('rev-parse'), undefined);
    assert.match(objection('status') ?? '', /filter\.f\.clean/);
  });

  it('proves ordinary repositories, their folders, work trees and submodules, and where there is none', () => {
    repository();
    repository('other');
    mkdirSync(folder.at('repo/src/deep'), { recursive: true });
    folder.git('repo', 'worktree', 'add', '-q', '../linked', 'side');
    folder.git('repo', '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', folder.at('other'), 'sub');
    mkdirSync(folder.at('plain'));
    for (const where of ['repo', 'repo/src/deep', 'linked', 'repo/sub', 'plain']) {
      assert.equal(objection('status', where), undefined, where);
    }
    folder.git('repo/sub', 'config', 'core.fsmonitor', 'x');
    assert.match(objection('status') ?? '', /^in sub, the repository sets core\.fsmonitor/);
    folder.git('linked', 'config', 'diff.external', 'x');
    assert.match(objection('diff', 'linked') ?? '', /diff\.external/);
  });

  it('objects to what it cannot follow', () => {
    const config = folder.at('repo/.git/config');
    const cases: readonly (readonly [() => void, RegExp])[] = [
      [
        () => {
          writeFileSync(config, '[core');
        },
        /cannot be read/,
      ],
      [
        () => {
          writeFileSync(config, `#${' '.repeat(300_000)}`);
        },
        /cannot be read/,
      ],
      [
        () => {
          renameSync(config, folder.at('config'));
          symlinkSync(folder.at('config'), config);
        },
        /no plain file/,
      ],
      [
        () => {
          renameSync(folder.at('repo/.git'), folder.at('git'));
          symlinkSync(folder.at('git'), folder.at('repo/.git'));
        },
        /is a link/,
      ],
      [
        () => {
          rmSync(folder.at('repo/.git'), { recursive: true });
          folder.write('repo/.git', 'gitdir: nowhere');
        },
        /points nowhere/,
      ],
      [
        () => {
          folder.write('repo/.git/loop', '[include]\npath = loop\n');
          set('include.path', 'loop');
        },
        /too many files/,
      ],
      [
        () => {
          set('include.path', '~root/x');
        },
        /not known/,
      ],
      [
        () => {
          set('core.worktree', '/');
        },
        /another work tree/,
      ],
      [
        () => {
          folder.write('repo/.git/index', 'DIRC');
        },
        /which repositories/,
      ],
      [
        () => {
          folder.git('repo', 'update-index', '--split-index');
        },
        /which repositories/,
      ],
    ];
    for (const [arrange, why] of cases) {
      rmSync(folder.at('repo'), { recursive: true, force: true });
      repository();
      arrange();
      assert.match(objection('status') ?? 'none', why);
    }
    assert.match(objection('status', 'absent') ?? 'none', /not known in which folder/);
  });
});
