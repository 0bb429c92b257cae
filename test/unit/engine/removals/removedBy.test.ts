import assert from 'node:assert/strict';
import { compiledPermissions } from '../../../../src/engine/model/compiledConfiguration';
import type { GitDiscard } from '../../../../src/engine/model/ports';
import { ordinaryRemoval, removedBy } from '../../../../src/engine/removals/removedBy';
import { analyse } from '../../../../src/shell/analyse';
import { configuration, entries, fakeGate, HOME, permissions, WORKSPACE, type Tree } from '../fakeGate';

const TREE: Tree = {
  [`${WORKSPACE}/build/out/a.js`]: 'x',
  [`${WORKSPACE}/src/a.ts`]: 'x',
  [`${WORKSPACE}/secret/.env`]: 'KEY=1',
  [`${WORKSPACE}/.env`]: 'KEY=1',
  [`${WORKSPACE}/package.json`]: '{}',
  [`${WORKSPACE}/inner/.git/HEAD`]: 'ref: refs/heads/main\n',
  [`${WORKSPACE}/.git/HEAD`]: 'ref: refs/heads/main\n',
  [`${WORKSPACE}/.git/config`]: '[core]\n\tbare = false\n',
  [`${WORKSPACE}/.git/objects/pack/x`]: '',
  [`${WORKSPACE}/.git/refs/heads/main`]: '0123456789012345678901234567890123456789\n',
  [`${HOME}/notes.txt`]: 'x',
};

const at = (name: string): string => `${WORKSPACE}/${name}`;
interface Changes {
  readonly tracked: readonly string[];
  readonly untracked: readonly string[];
}

const CHANGES: Changes = { tracked: [at('src/a.ts')], untracked: [at('build/out/a.js')] };

function removed(
  line: string,
  more: Tree = {},
  changes: Changes | undefined = CHANGES,
  rules: Parameters<typeof permissions>[0] = {},
): readonly string[] | undefined {
  const { machine, files } = fakeGate({ tree: { ...TREE, ...more } });
  const { commands, unknown } = analyse(line, 'bash', { cwd: WORKSPACE, home: HOME });
  // A caller looks at these first.
  if (unknown.length > 0) return undefined;
  const settings = configuration({ permissions: permissions(rules) });
  const place = {
    machine,
    files,
    trusted: true,
    workspaceFolders: settings.workspaceFolders,
    projectFolders: settings.workspaceFolders,
    environment: undefined,
    isOwnOutput: () => false,
  };
  const command = commands.at(-1);
  assert.ok(command);
  const world = {
    configuration: settings,
    permissions: compiledPermissions(settings, machine, files),
    place,
    removals: {
      discarded: ({ kind, below }: GitDiscard) =>
        changes[kind].filter((path) => below.some((folder) => path === folder || path.startsWith(`${folder}/`))),
    },
  };
  const found = removedBy(command, world);
  const ordinary = found === undefined ? undefined : ordinaryRemoval(found, world);
  if (ordinary !== undefined) assert.equal(ordinary.folder, WORKSPACE);
  return ordinary?.paths;
}

describe('what a line removes', () => {
  const known: readonly (readonly [string, readonly string[]])[] = [
    ['rm -rf build', [at('build')]],
    ['/bin/rm -r -f -- build', [at('build')]],
    ['rm -rf ./build missing', [at('build'), at('missing')]],
    ['rm src/a.ts', [at('src/a.ts')]],
    [`rm -f ${WORKSPACE}/src/a.ts 2>/dev/null`, [at('src/a.ts')]],
    ['cd src && rm a.ts', [at('src/a.ts')]],
    ['git checkout .', [at('src/a.ts')]],
    ['git checkout -- src', [at('src/a.ts')]],
    ['git restore src/a.ts', [at('src/a.ts')]],
    ['git restore --worktree .', [at('src/a.ts')]],
    ['git checkout -- build', []],
    ['git clean -fd', [at('build/out/a.js')]],
    ['git clean -f -d -q', [at('build/out/a.js')]],
    ['git clean -fdx', [at('build/out/a.js')]],
    ['git clean -fd build', [at('build/out/a.js')]],
    ['git clean -fd -- src', []],
    ['rm -rf build/', [at('build')]],
    ['git reset --hard', [at('src/a.ts')]],
    ['git reset -q --hard HEAD', [at('src/a.ts')]],
    ['git checkout ./src/a.ts', [at('src/a.ts')]],
    ['git checkout -q -- src/', [at('src/a.ts')]],
    ['git checkout -f -- src/a.ts', [at('src/a.ts')]],
    ['git checkout src/a.ts build', [at('src/a.ts')]],
    ['git checkout HEAD -- src/a.ts', [at('src/a.ts')]],
    ['git restore --staged --worktree .', [at('src/a.ts')]],
    ['git restore -SW -- src', [at('src/a.ts')]],
    ['git restore --source=HEAD src', [at('src/a.ts')]],
  ];
  for (const [line, paths] of known) {
    it(`is known of ${line}`, () => {
      assert.deepEqual(removed(line), paths);
    });
  }

  const unknown = [
    'ls',
    'rm',
    'rm -rf .',
    'rm -rf ..',
    'rm -rf missing/',
    'rm src/a.ts/',
    'rm -rf build/.',
    'rm -rf build/../src',
    'rm -rf *',
    'rm -rf $HOME',
    'rm -rf ~',
    `rm -rf ${HOME}/notes.txt`,
    `rm -rf ${WORKSPACE}`,
    'rm -rf /',
    'rm -rf build "$x"',
    'rm -ri build',
    'rm build -rf',
    'rm --no-preserve-root -rf build',
    'rm .env',
    'rm -rf secret',
    'rm package.json',
    'rm -rf .git',
    'rm -rf inner',
    'sudo rm -rf build',
    'X=1 rm -rf build',
    'rm -rf build > src/a.ts',
    'rm -rf build &',
    'echo build | xargs rm -rf',
    'git checkout main',
    'git checkout main -- src',
    'git restore --staged src/a.ts',
    'git restore --source=HEAD~1 src/a.ts',
    "git restore ':/'",
    "git restore 'src/*'",
    'git clean -fX',
    'git clean -fd -e build',
    "git clean -fd '*.js'",
    'git clean -fd ..',
    'git reset',
    'git reset --hard HEAD~1',
    'git reset --hard origin/main',
    'git reset --hard -- src',
    'git reset --merge',
    'git checkout src/a.ts',
    'git checkout missing src/a.ts',
    'git checkout HEAD',
    'git checkout HEAD src/a.ts',
    'git checkout HEAD~1 -- src/a.ts',
    'git checkout -p -- src/a.ts',
    'git checkout -f',
    'git checkout --ours -- src/a.ts',
    'git restore -S src/a.ts',
    'git restore -s HEAD~1 src/a.ts',
    'git -C src checkout .',
    'git -c core.hooksPath=/tmp checkout .',
  ];
  for (const line of unknown) {
    it(`is not known of ${line}`, () => {
      assert.equal(removed(line), undefined);
    });
  }

  it('is not known of git where a hook or a filter may run', () => {
    assert.equal(removed('git checkout .', { [at('.git/hooks/post-checkout')]: '' }), undefined);
    assert.equal(removed('git checkout .', { [at('.git/config')]: '[filter "x"]\n\tsmudge = evil\n' }), undefined);
    assert.equal(removed('git checkout .', { [at('.git/index.lock')]: '' }), undefined);
  });

  it('is not known of git where a protected or secret file would go', () => {
    for (const name of ['.vscode/settings.json', '.env', 'package.json']) {
      const changes = { ...CHANGES, tracked: [at(name)], untracked: [at(name)] };
      assert.equal(removed('git checkout .', {}, changes), undefined, name);
      assert.equal(removed('git clean -fd', {}, changes), undefined, name);
    }
  });

  it('is not known where a deny or ask rule names what is in it, or all files', () => {
    for (const rule of ['edit(build/out/**)', 'delete(build/out/a.js)', 'read(build/**)', 'write', 'read']) {
      for (const list of ['deny', 'ask'] as const) {
        assert.equal(removed('rm -rf build', {}, CHANGES, { [list]: entries([rule]) }), undefined, rule);
      }
    }
    assert.deepEqual(removed('rm -rf build', {}, CHANGES, { ask: entries(['edit(src/**)']) }), [at('build')]);
  });

  it('is not known of what is special, or has a second name', () => {
    assert.equal(removed('rm -rf build', { [at('build/hooks/pre-commit')]: 'x' }), undefined);
    assert.deepEqual(removed('rm -rf link', { [at('link')]: { link: at('src') } }), [at('link')]);
    assert.equal(removed('rm -rf link', { [at('link')]: { link: HOME } }), undefined);
    assert.equal(removed('rm link/notes.txt', { [at('link')]: { link: HOME } }), undefined);
  });

  it('is not known of git through a link, or outside of the workspace', () => {
    const links: Tree = { [at('link')]: { link: at('src') } };
    assert.equal(removed('git checkout -- link/a.ts', links), undefined);
    assert.equal(removed(`git restore ${at('link/a.ts')}`, links), undefined);
    assert.deepEqual(removed('rm link/a.ts', links), [at('src/a.ts')]);
    const other = Object.entries(TREE).flatMap(([path, content]) =>
      path.startsWith(at('.git/')) ? [[path.replace(WORKSPACE, `${HOME}/other`), content] as const] : [],
    );
    const nothing = { tracked: [], untracked: [] };
    assert.equal(removed(`cd ${HOME}/other && git checkout .`, Object.fromEntries(other), nothing), undefined);
  });

  it('is not known of a folder with very many files', () => {
    const many = Object.fromEntries(Array.from({ length: 3_100 }, (_, file) => [at(`build/${file}`), 'x']));
    assert.equal(removed('rm -rf build', many), undefined);
  });
});
