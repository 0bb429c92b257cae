import assert from 'node:assert/strict';
import { decide } from '../../../../src/engine/decide';
import type { EffectiveConfiguration } from '../../../../src/engine/model/configuration';
import { configuration, entries, fakeGate, permissions, verdict, WORKSPACE, type Tree } from '../fakeGate';
import { ID, REPOSITORY } from './repositoryTree';

interface World {
  /** Undefined: not known. */
  readonly changed?: readonly string[] | undefined;
  readonly held?: readonly string[];
  readonly tree?: Tree;
  readonly settings?: Partial<EffectiveConfiguration>;
}

async function stage(command: string, { changed, held = ['src/a.ts'], tree = {}, settings }: World): Promise<string> {
  const gate = fakeGate({
    tree: { ...REPOSITORY, ...tree },
    held: new Set(held.map((name) => `${WORKSPACE}/${name}`)),
    classifier: () => verdict('block'),
    ...(settings !== undefined && { configuration: configuration(settings) }),
  });
  const files = {
    ...gate.files,
    changedByBranch: (folder: string, branch: string) =>
      folder === `${WORKSPACE}/.git` && branch === 'side' ? changed : undefined,
  };
  const call = { tool: 'bash', input: { command }, cwd: WORKSPACE };
  return (await decide(call, { ...gate, files }, new AbortController().signal)).stage;
}

describe('a switch to another branch', () => {
  for (const command of [
    'git switch side',
    'git checkout side',
    'git checkout -q side && git status --short && git log --oneline -1 | head',
    'git stash list; git switch side 2>&1 | tail -3',
    'git -C src switch side',
  ]) {
    it(`is settled where it changes ordinary, committed files: ${command}`, async () => {
      assert.equal(await stage(command, { changed: ['src/a.ts', 'src/new/b.ts'] }), 'local-git');
      assert.equal(await stage(command, { changed: [] }), 'local-git');
    });
  }

  const fastPaths = configuration().fastPaths;
  const worlds: Readonly<Record<string, World>> = {
    'the branch is not known': { changed: undefined },
    'it would replace unsaved work': { changed: ['src/a.ts'], held: [] },
    'it would replace an ignored file': { changed: ['build'], tree: { [`${WORKSPACE}/build`]: 'mine' } },
    'a file is where a folder must be': { changed: ['build/x.ts'], tree: { [`${WORKSPACE}/build`]: 'mine' } },
    'a link is where a folder must be': {
      changed: ['link/x.ts'],
      tree: { [`${WORKSPACE}/link`]: { link: '/home/u/.ssh' } },
    },
    'a folder is where a file must be': { changed: ['src'] },
    'it changes a protected file': { changed: ['package.json'] },
    'it changes a protected file deep down': { changed: ['deep/.vscode/settings.json'] },
    'it changes what the floor guards, though nothing is protected': {
      changed: ['.claude/settings.json'],
      settings: { protectedPaths: [] },
    },
    'a deny rule is about a file': {
      changed: ['src/a.ts'],
      settings: { permissions: permissions({ deny: entries(['edit(src/**)']) }) },
    },
    'an ask rule is about a file': {
      changed: ['src/a.ts'],
      settings: { permissions: permissions({ ask: entries(['write(src/**)', 'edit(src/**)']) }) },
    },
    'local git is off': { changed: [], settings: { fastPaths: { ...fastPaths, localGit: false } } },
    'edits are judged': { changed: ['src/a.ts'], settings: { fastPaths: { ...fastPaths, workspaceEdits: false } } },
    'changes by a shell are judged': {
      changed: ['src/a.ts'],
      settings: { fastPaths: { ...fastPaths, workspaceWrites: false } },
    },
    'the workspace is not trusted': { changed: [], settings: { trusted: false } },
    'a merge is under way': { changed: [], tree: { [`${WORKSPACE}/.git/MERGE_HEAD`]: ID } },
    'HEAD is at no branch': { changed: [], tree: { [`${WORKSPACE}/.git/HEAD`]: ID } },
    'a rule is about a deletion': {
      changed: ['src/a.ts'],
      settings: { permissions: permissions({ deny: entries(['delete(src/**)']) }) },
    },
    'a hook would run': { changed: [], tree: { [`${WORKSPACE}/.git/hooks/post-checkout`]: '' } },
    'it brings a hook that git would run then': {
      changed: ['tools/hooks/post-checkout'],
      tree: { [`${WORKSPACE}/.git/config`]: '[core]\n\thooksPath = tools/hooks\n' },
    },
    'it brings a hook to a folder behind a link': {
      changed: ['tools/hooks/post-checkout'],
      tree: {
        [`${WORKSPACE}/.git/config`]: '[core]\n\thooksPath = link/hooks\n',
        [`${WORKSPACE}/link`]: { link: `${WORKSPACE}/tools` },
      },
    },
    'it changes a part of git’s configuration': {
      changed: ['tools/Shared.inc'],
      tree: {
        [`${WORKSPACE}/.git/config`]: '[include]\n\tpath = ../tools/shared.inc\n',
        [`${WORKSPACE}/tools/shared.inc`]: '[user]\n\tname = u\n',
      },
    },
    'it brings a hook for a configuration of the user': {
      changed: ['tools/Hooks/post-checkout'],
      tree: { '/home/u/.gitconfig': '[core]\n\thooksPath = tools/Hooks\n' },
    },
    'a filter would run': {
      changed: [],
      tree: { [`${WORKSPACE}/.git/config`]: '[filter "lfs"]\n\tsmudge = git-lfs smudge\n' },
    },
  };
  for (const [what, world] of Object.entries(worlds)) {
    it(`is judged where ${what}`, async () => {
      assert.equal(await stage('git switch side', world), 'classifier');
    });
  }

  for (const command of [
    'git switch side && cat src/a.ts',
    'git switch side && head *',
    'git switch side && head -3 src/a.ts',
    'git switch side && tail < src/a.ts',
    'git switch side && echo *',
    'cd src && git switch side && git status',
    'git switch side && cd src && git status',
    'git switch side && git show',
    'git switch side && git add -A',
    'git switch side && git switch main',
    'git switch side && git diff',
    'git add src/a.ts && git switch side',
    'git switch side && grep -r x .',
    'git switch side && node src/a.ts',
    'git switch other',
  ]) {
    it(`is judged in ${command}`, async () => {
      assert.equal(await stage(command, { changed: ['src/a.ts'] }), 'classifier');
    });
  }
});
