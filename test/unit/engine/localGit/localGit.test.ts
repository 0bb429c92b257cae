import assert from 'node:assert/strict';
import { decide } from '../../../../src/engine/decide';
import type { CheckRequest } from '../../../../src/calls/request';
import { configuration, fakeGate, HOME, verdict, WORKSPACE, type FakeGateOptions, type Tree } from '../fakeGate';
import { ID, REPOSITORY } from './repositoryTree';

async function stage(
  command: string,
  more: Tree = {},
  request: Partial<CheckRequest> = {},
  options: FakeGateOptions = {},
): Promise<string> {
  const gate = fakeGate({ tree: { ...REPOSITORY, ...more }, classifier: () => verdict('block'), ...options });
  const call = { tool: 'bash', input: { command }, cwd: WORKSPACE, ...request };
  return (await decide(call, gate, new AbortController().signal)).stage;
}

const withPaths = (fastPaths: Partial<ReturnType<typeof configuration>['fastPaths']>): FakeGateOptions => ({
  configuration: configuration({ fastPaths: { ...configuration().fastPaths, ...fastPaths } }),
});

describe('local acts of git', () => {
  it('are a setting, and do not stand in for the one of reading', async () => {
    assert.equal(await stage('git add src'), 'local-git');
    assert.equal(await stage('git add src', {}, {}, withPaths({ localGit: false })), 'classifier');
    const noReads = withPaths({ readOnlyCommands: false });
    assert.equal(await stage('git add src && git commit -m x', {}, {}, noReads), 'local-git');
    assert.equal(await stage('git add src && git status', {}, {}, noReads), 'classifier');
    assert.equal(await stage('git status', {}, {}, noReads), 'classifier');
  });

  it('take a path alone for one only where it exists', async () => {
    assert.equal(await stage('git reset -q src/a.ts src/gone.ts'), 'local-git');
    assert.equal(await stage('git reset HEAD -- src/gone.ts'), 'local-git');
    assert.equal(await stage('git reset src/gone.ts'), 'classifier');
    assert.equal(await stage('git reset HEAD~1'), 'classifier');
    assert.equal(await stage('cd src && git reset a.ts'), 'local-git');
    assert.equal(await stage('cd src && git reset src/a.ts'), 'classifier');
  });

  it('are blocked where no log can be written', async () => {
    const gate = fakeGate({ tree: REPOSITORY, logWritable: false });
    const call = { tool: 'bash', input: { command: 'git add src' }, cwd: WORKSPACE };
    const { outcome, stage: by } = await decide(call, gate, new AbortController().signal);
    assert.equal(`${outcome} ${by}`, 'block local-git');
  });

  const environments: readonly (readonly [CheckRequest['environment'], string])[] = [
    [{ GIT_PAGER: 'cat', GIT_EDITOR: 'true', GIT_AUTHOR_NAME: 'u', PATH: '/usr/bin', HOME }, 'local-git'],
    [{ XDG_CONFIG_HOME: `${HOME}/.config` }, 'local-git'],
    [null, 'classifier'],
    [{ HOME: '/tmp/x' }, 'classifier'],
    [{ XDG_CONFIG_HOME: '/tmp/x' }, 'classifier'],
    [{ GIT_DIR: '/tmp/x' }, 'classifier'],
    [{ GIT_ICASE_PATHSPECS: '1' }, 'classifier'],
    [{ GIT_NEW_IN_SOME_VERSION: '1' }, 'classifier'],
    [{ GIT_INDEX_FILE: null }, 'classifier'],
    [{ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.hooksPath', GIT_CONFIG_VALUE_0: '/tmp/x' }, 'classifier'],
    [{ LD_PRELOAD: '/tmp/x' }, 'classifier'],
    [{ PATH: `${WORKSPACE}/bin:/usr/bin` }, 'classifier'],
  ];
  for (const [environment, expected] of environments) {
    it(`heed the environment ${JSON.stringify(environment)}`, async () => {
      assert.equal(await stage('git add src', {}, { environment }), expected);
    });
  }

  for (const loop of ['while true', 'until false', 'while git status', 'while sleep 1']) {
    it(`are not settled in a loop that may have no end: ${loop}`, async () => {
      assert.equal(await stage(`${loop}; do git add src; done`), 'classifier');
    });
  }
  it('are settled in a loop with an end', async () => {
    assert.equal(await stage('for i in a b; do git add src; done'), 'local-git');
    assert.equal(await stage('while read -r l; do git add src; done < src/a'), 'local-git');
  });

  const elsewhere: readonly (readonly [string, string, Tree])[] = [
    ['no repository', 'git add src', { [`${WORKSPACE}/.git/HEAD`]: 'nothing' }],
    ['a repository outside of the workspace', 'git -C /other add .', { '/other/.git/HEAD': 'ref: refs/heads/main\n' }],
    ['a path outside', 'git add ../other', { '/home/u/other/x': 'x' }],
    ["git's own files", 'git add .git/config', {}],
    ["git's own files in another spelling", 'git add .GIT/config', {}],
    ['another repository', 'git add sub/a', { [`${WORKSPACE}/sub/.git/HEAD`]: 'x', [`${WORKSPACE}/sub/a`]: 'x' }],
    ['another repository inside', 'git add .', { [`${WORKSPACE}/sub/.git/HEAD`]: 'x' }],
    ...['GIT~1', '.g\u200Cit', '\uFF0E\uFF47\uFF49\uFF54'].map((name): readonly [string, string, Tree] => [
      `another repository inside, spelled ${JSON.stringify(name)}`,
      'git add .',
      { [`${WORKSPACE}/sub/${name}/HEAD`]: 'x' },
    ]),
    ['a link', 'git add link', { [`${WORKSPACE}/link`]: { link: `${HOME}/.ssh/id_rsa` } }],
    ['a folder that is a link', 'git add far/x', { [`${WORKSPACE}/far`]: { link: '/etc' } }],
    ['a private file', 'git add config/id_rsa', { [`${WORKSPACE}/config/id_rsa`]: 'x' }],
    ['a network folder', 'git -C /net/x add .', {}],
    ['a merge under way', 'git commit -m x', { [`${WORKSPACE}/.git/MERGE_HEAD`]: ID }],
    ['a merge under way, to drop', 'git reset', { [`${WORKSPACE}/.git/MERGE_HEAD`]: ID }],
    ['a symbolic branch', 'git commit -m x', { [`${WORKSPACE}/.git/refs/heads/main`]: 'ref: refs/heads/other\n' }],
    ['an odd HEAD', 'git commit -m x', { [`${WORKSPACE}/.git/HEAD`]: 'ref: refs/heads/../../x\n' }],
    ['a link in its folder', 'git commit -m x', { [`${WORKSPACE}/.git/COMMIT_EDITMSG`]: { link: `${HOME}/.bashrc` } }],
    ['a link among its logs', 'git commit -m x', { [`${WORKSPACE}/.git/logs/HEAD`]: { link: `${HOME}/.bashrc` } }],
    ['a link at a new branch', 'git branch a/b', { [`${WORKSPACE}/.git/refs/heads/a`]: { link: HOME } }],
    ['an unknown setting', 'git add src', { [`${WORKSPACE}/.git/config`]: '[new]\n\tprogram = x\n' }],
    ["an unknown setting of the user in git's core", 'git add src', { [`${HOME}/.gitconfig`]: '[core]\nnew = x\n' }],
    ['an unreadable configuration', 'git add src', { [`${HOME}/.gitconfig`]: '[core' }],
    ["the machine's hooks", 'git commit -m x', { '/etc/gitconfig': '[core]\nhooksPath = /h\n', '/h/pre-commit': 'x' }],
    ['hooks nobody knows where', 'git commit -m x', { [`${HOME}/.gitconfig`]: '[core]\nhooksPath = ~x/h\n' }],
    ['only a part that is checked out', 'git add src', { [`${WORKSPACE}/.git/config`]: '[core]\nsparseCheckout\n' }],
    [
      'references in another form',
      'git tag x',
      { [`${WORKSPACE}/.git/config`]: '[extensions]\nrefStorage = reftable\n' },
    ],
  ];
  for (const [what, command, more] of elsewhere) {
    it(`are not settled: ${what}`, async () => {
      assert.equal(await stage(command, more), 'classifier');
    });
  }

  it("let other programs' sections in the user's configuration alone", async () => {
    const mine =
      '[ghq]\nroot = ~/x\n[delta]\nside-by-side\n[alias]\nst = !x\n[diff]\nexternal = difft\n[gpg]\nprogram = x\n';
    assert.equal(await stage('git commit -m x', { [`${HOME}/.gitconfig`]: mine }), 'local-git');
  });

  it('work in a work tree that its repository knows', async () => {
    const main = `${WORKSPACE}/.git/worktrees/w`;
    const linked = {
      [`${WORKSPACE}/w/.git`]: `gitdir: ${main}\n`,
      [`${WORKSPACE}/w/a`]: 'x',
      [`${main}/HEAD`]: 'ref: refs/heads/w\n',
      [`${main}/commondir`]: `${WORKSPACE}/.git\n`,
    };
    const known = { ...linked, [`${main}/gitdir`]: `${WORKSPACE}/w/.git\n` };
    assert.equal(await stage('git -C w add a', known), 'local-git');
    assert.equal(await stage('git -C w add a', linked), 'classifier');
    assert.equal(await stage('git -C w add a', { ...linked, [`${main}/gitdir`]: '/other/.git\n' }), 'classifier');
  });
});
