import assert from 'node:assert/strict';
import { DEFAULT_PROTECTED_PATHS } from '../../../src/config/defaultProtectedPaths';
import { decide } from '../../../src/engine/decide';
import { configuration, entries, fakeGate, HOME, permissions, verdict, WORKSPACE, type Tree } from './fakeGate';
import { PROCESS_FOLDERS } from './processFolders';

const never = new AbortController().signal;

const TREE: Tree = {
  [`${HOME}/.auto-mode/token`]: 'x',
  [`${HOME}/secrets/plan.txt`]: 'x',
  [`${WORKSPACE}/src/a.txt`]: 'x',
  [`${WORKSPACE}/docs/a.txt`]: 'x',
  [`${WORKSPACE}/docs/.env`]: 'x',
  [`${WORKSPACE}/far`]: { link: '/srv/elsewhere/deep' },
  '/srv/elsewhere/deep/x': 'x',
  '/srv/elsewhere/b/.env': 'x',
  [`${WORKSPACE}/b/x`]: 'x',
  [`${WORKSPACE}/planted/gate`]: { link: `${HOME}/.auto-mode` },
  [`${WORKSPACE}/planted/up`]: { link: '../../.auto-mode' },
  [`${WORKSPACE}/here`]: { link: '/proc/self/cwd' },
  ...PROCESS_FOLDERS,
};

/** The classifier would allow everything. */
async function stageOf(tool: string, input: Record<string, string>, deny: readonly string[] = []): Promise<string> {
  const gate = fakeGate({
    tree: TREE,
    configuration: configuration({ permissions: permissions({ deny: entries(deny) }) }),
    classifier: () => verdict('allow'),
  });
  return (await decide({ tool, input, cwd: WORKSPACE }, gate, never)).stage;
}

const bash = (command: string, deny?: readonly string[]): Promise<string> => stageOf('bash', { command }, deny);

describe('places are known by where they lead', () => {
  const hidden = [
    'cat /proc/thread-self/cwd/../.auto-mode/token',
    'cat /proc/self/cwd/../.auto-mode/t*',
    'cat /proc/self/task/1/cwd/../.auto-mode/token',
    'cat /proc/$$/cwd/../.auto-mode/token',
    `cat /proc/self/root${HOME}/.auto-mode/token`,
    `cat /proc/self/root/proc/self/root${HOME}/.auto-mode/token`,
    'cat here/../.auto-mode/token',
    'cat here/here/../.auto-mode/token',
    'cp /proc/thread-self/cwd/../.auto-mode/token x',
    'diff -r /proc/self/cwd/.. docs',
  ];
  const linked = [
    'cp -s ~/.auto-mode out; cat out/token',
    'ln -s ~/.au* out; cat out/token',
    'ln -s ~/.au* out; cat o*/t*',
    'ln -st docs ~/.au*; cat docs/.auto-mode/token',
    'ln -s ~/.au* docs/; cat docs/.auto-mod?/token',
    'symlink ~/.au* out; cat out/token',
    'ln -s ~ out; cat out/.auto-mode/token',
    'cp -P planted/gate out; cat out/token',
    'cp -d planted/up docs/out; cat docs/out/token',
    'cp -a planted/gate docs; cat docs/gate/token',
    'cp -at docs planted/gate; cat docs/gate/token',
    'cp --preserve=links planted/gate out; cat out/token',
    'cp -r planted docs/out; cat docs/out/gate/token',
    'cp -r planted/. docs/; cat docs/gate/token',
    'cp -r planted/* docs/; cat docs/gate/token',
  ];
  for (const command of linked) {
    it(`through a link of the line: ${command}`, async () => {
      assert.equal(await bash(command), 'hard-deny');
    });
  }

  it('through no copy that is a file, and no file of a copied folder', async () => {
    for (const command of [
      'cp -L src/a.txt out; cat out',
      'cp -a src out; cat out/a.txt',
      'cp -r src out; cat src/a.txt',
    ])
      assert.equal(await bash(command), 'classifier', command);
  });

  for (const command of hidden) {
    it(`through a process: ${command}`, async () => {
      assert.equal(await bash(command), 'hard-deny');
    });
  }

  it('through a process, by the read tool', async () => {
    assert.equal(await stageOf('read', { path: '/proc/self/cwd/../.auto-mode/token' }), 'hard-deny');
    assert.notEqual(await stageOf('read', { path: '/proc/self/cwd/../notes.txt' }), 'safe-tool');
  });

  for (const command of [
    'cat /proc/thread-self/cwd/../secrets/plan.txt',
    'cat /proc/self/cwd/../secrets/../secrets/plan.txt',
    'head here/../secrets/plan.txt',
  ]) {
    it(`for deny rules: ${command}`, async () => {
      assert.equal(await bash(command, ['read(~/secrets/**)']), 'permissions.deny');
    });
  }

  for (const command of [
    'cat far/../a.txt',
    'grep -r x far/../b',
    'cat far/../*.txt',
    'cat /proc/1/cwd/x',
    'cat /proc/self/cwd/src/a.txt',
    'cat here/src/a.txt',
  ]) {
    it(`is not proven through a process: ${command}`, async () => {
      assert.equal(await bash(command), 'classifier');
    });
  }
});

describe('a folder that a program reads is searched', () => {
  for (const command of [
    'git diff --no-index src ~',
    'git diff --no-index ~ src',
    'diff -N docs ~',
    'diff ~ docs',
    'diff --from-file ~ docs',
    'diff --to-file ~ docs',
    'diff ~/.auto-mode docs',
    'diff -q ~/.auto-mode/. src/a.txt',
    'sdiff ~ docs',
    'cat /proc/99999/cwd/../.auto-mode/token',
  ]) {
    it(`meets the floor: ${command}`, async () => {
      assert.equal(await bash(command), 'hard-deny');
    });
  }

  for (const command of ['git diff --no-index docs .', 'git diff --no-index . src', 'diff docs src', 'diff docs .']) {
    it(`is not proven where it holds a secret: ${command}`, async () => {
      assert.equal(await bash(command), 'classifier');
    });
  }

  it('is proven where it holds none', async () => {
    assert.equal(await bash('diff src src'), 'read-only-command');
    assert.equal(await bash('diff src/a.txt docs/a.txt'), 'read-only-command');
  });
});

describe('a guarded place is known by where its own link leads', () => {
  const DOTFILES = `${HOME}/dotfiles`;
  const tree: Tree = {
    [DOTFILES]: undefined,
    [`${DOTFILES}/claude/settings.json`]: '{}',
    [`${DOTFILES}/codex/hooks.json`]: '{}',
    [`${DOTFILES}/bashrc`]: '',
    [`${DOTFILES}/gitconfig`]: '',
    [`${DOTFILES}/notes.txt`]: '',
    [`${DOTFILES}/hooks/pre-commit`]: '',
    [`${DOTFILES}/shared/key`]: '',
    [`${HOME}/.claude`]: { link: `${DOTFILES}/claude` },
    [`${HOME}/.codex/hooks.json`]: { link: `${DOTFILES}/codex/hooks.json` },
    [`${HOME}/.bashrc`]: { link: `${DOTFILES}/bashrc` },
    [`${HOME}/.config/git`]: { link: `${DOTFILES}/git` },
    [`${HOME}/.gitconfig`]: { link: `${DOTFILES}/gitconfig` },
    [`${HOME}/.profile`]: { link: `${HOME}/.bashrc` },
    [`${DOTFILES}/.git/hooks`]: { link: `${DOTFILES}/hooks` },
    [`${HOME}/private`]: { link: `${DOTFILES}/shared` },
  };

  async function editOf(path: string, deny: readonly string[] = []): Promise<string> {
    const gate = fakeGate({
      tree,
      held: new Set([`${DOTFILES}/bashrc`, `${DOTFILES}/gitconfig`, `${DOTFILES}/notes.txt`]),
      configuration: configuration({
        workspaceFolders: [DOTFILES],
        protectedPaths: DEFAULT_PROTECTED_PATHS.map((value) => ({ value, source: 'default' as const })),
        permissions: permissions({ deny: entries(deny) }),
      }),
      classifier: () => verdict('allow'),
    });
    const input = { path, content: '{"hooks":{"x":1}}' };
    return (await decide({ tool: 'write', input, cwd: DOTFILES }, gate, never)).stage;
  }

  for (const path of ['claude/settings.json', 'codex/hooks.json', 'bashrc', 'claude/plugins/x/hooks.json']) {
    it(`meets the floor: ${path}`, async () => {
      assert.equal(await editOf(path), 'hard-deny');
    });
  }

  for (const path of ['gitconfig', 'git/config', 'hooks/pre-commit', 'hooks/post-commit']) {
    it(`is no ordinary edit: ${path}`, async () => {
      assert.equal(await editOf(path), 'classifier');
    });
  }

  it('meets deny rules under every name', async () => {
    assert.equal(await editOf('shared/key', ['edit(~/private/**)']), 'permissions.deny');
  });

  it('leaves other files alone', async () => {
    assert.equal(await editOf('notes.txt'), 'workspace-edit');
  });

  it('meets the floor from the shell', async () => {
    const gate = fakeGate({ tree, configuration: configuration({ workspaceFolders: [DOTFILES] }) });
    const decision = await decide({ tool: 'bash', input: { command: 'echo x >> bashrc' }, cwd: DOTFILES }, gate, never);
    assert.equal(decision.stage, 'hard-deny');
  });
});

describe('a git directory is known by its content', () => {
  const tree: Tree = {
    [`${WORKSPACE}/.git`]: 'gitdir: ./.bare\n',
    [`${WORKSPACE}/.bare/HEAD`]: 'ref: refs/heads/main\n',
    [`${WORKSPACE}/.bare/config`]: '',
    [`${WORKSPACE}/.bare/objects/x`]: '',
    [`${WORKSPACE}/.bare/hooks/pre-commit`]: '',
    [`${WORKSPACE}/.bare/worktrees/a/HEAD`]: '',
    [`${WORKSPACE}/.bare/worktrees/a/commondir`]: '../..\n',
    [`${WORKSPACE}/repo.git/HEAD`]: '',
    [`${WORKSPACE}/repo.git/refs/x`]: '',
    [`${WORKSPACE}/src/a.ts`]: '',
  };

  async function edit(path: string, platform: NodeJS.Platform = 'linux'): Promise<string> {
    const gate = fakeGate({ tree, platform, classifier: () => verdict('allow') });
    return (await decide({ tool: 'write', input: { path, content: 'x' }, cwd: WORKSPACE }, gate, never)).stage;
  }

  for (const path of [
    ...['.bare/config', '.bare/hooks/post-checkout', '.bare/info/attributes', '.bare/worktrees/a/config.worktree'],
    ...['repo.git/config', 'repo.git/hooks/x', 'nb/HEAD', 'deep/er/HEAD'],
    ...['tools/hooks/pre-commit', 'tools/hooks/commit-msg', 'githooks/pre-push', 'x/update', 'y/post-index-change'],
  ]) {
    it(`is no ordinary edit: ${path}`, async () => {
      assert.equal(await edit(path), 'classifier');
    });
  }

  it('ignores case where the file system does', async () => {
    assert.equal(await edit('nb/head', 'darwin'), 'classifier');
    assert.equal(await edit('tools/Pre-Commit', 'darwin'), 'classifier');
    assert.equal(await edit('nb/head'), 'workspace-edit');
  });

  for (const path of ['src/b.ts', 'config', 'hooks/useThing.ts', 'objects/x', 'src/update.ts', 'HEAD/a.ts']) {
    it(`leaves other files alone: ${path}`, async () => {
      assert.equal(await edit(path), 'workspace-edit');
    });
  }
});

describe('a file that a git configuration includes is no ordinary file', () => {
  const tree: Tree = {
    [`${HOME}/.gitconfig`]: `[include]\n\tpath = ${WORKSPACE}/team/git.cfg\n`,
    [`${WORKSPACE}/team/git.cfg`]:
      '[include]\n\tpath = more.cfg\n[include]\n\tpath = linked/../behind.cfg\n[include]\n\tpath = ~/project/team/home.cfg\n',
    [`${WORKSPACE}/team/linked`]: { link: `${WORKSPACE}/src/deep` },
    [`${WORKSPACE}/src/deep/x`]: 'x',
    [`${WORKSPACE}/.git/HEAD`]: 'ref: refs/heads/main\n',
    [`${WORKSPACE}/.git/config`]: '[core]\n\tbare = false\n[includeIf "gitdir:/"]\n\tpath = ../extra.cfg\n',
    [`${WORKSPACE}/sub/.git`]: 'gitdir: ../.git/modules/sub\n',
    [`${WORKSPACE}/.git/modules/sub/config`]: '[include]\n\tpath = ../../../sub/own.cfg\n',
    [`${WORKSPACE}/src/other.cfg`]: '',
  };

  async function write(path: string, files: Tree = tree): Promise<string> {
    const gate = fakeGate({ tree: files, classifier: () => verdict('allow') });
    return (await decide({ tool: 'write', input: { path, content: 'x' }, cwd: WORKSPACE }, gate, never)).stage;
  }

  for (const path of [
    'extra.cfg',
    'src/../extra.cfg',
    'team/git.cfg',
    'team/more.cfg',
    'src/behind.cfg',
    'team/home.cfg',
    'sub/own.cfg',
  ]) {
    it(`${path}, there or not`, async () => {
      assert.equal(await write(path), 'classifier');
    });
  }

  it('nor is any where such a configuration cannot be read', async () => {
    assert.equal(await write('src/new.cfg'), 'workspace-edit');
    assert.equal(await write('src/new.cfg', { ...tree, [`${HOME}/.gitconfig`]: '[include\npath=x' }), 'classifier');
  });
});
