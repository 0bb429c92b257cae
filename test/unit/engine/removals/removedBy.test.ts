import assert from 'node:assert/strict';
import { removedBy, type WorkTreeChanges } from '../../../../src/engine/removals/removedBy';
import { analyse } from '../../../../src/shell/analyse';
import { configuration, fakeGate, HOME, WORKSPACE, type Tree } from '../fakeGate';

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
const CHANGES: WorkTreeChanges = { workTree: WORKSPACE, tracked: [at('src/a.ts')], untracked: [at('build/out/a.js')] };

function removed(line: string, more: Tree = {}, changes: WorkTreeChanges = CHANGES): unknown {
  const { machine, files } = fakeGate({ tree: { ...TREE, ...more } });
  const { commands, unknown } = analyse(line, 'bash', { cwd: WORKSPACE, home: HOME });
  // A caller looks at these first.
  if (unknown.length > 0) return undefined;
  const settings = configuration();
  const place = {
    machine,
    files,
    trusted: true,
    workspaceFolders: settings.workspaceFolders,
    environment: undefined,
    isOwnOutput: () => false,
  };
  const command = commands.at(-1);
  assert.ok(command);
  const found = removedBy(command, { configuration: settings, place, changes });
  if (found !== undefined) assert.equal(found.folder, WORKSPACE);
  return found?.paths;
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
    'rm -rf build/',
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
    'git checkout -f',
    'git restore --staged src/a.ts',
    'git restore --source=HEAD~1 src/a.ts',
    "git restore ':/'",
    "git restore 'src/*'",
    'git clean -fdx',
    'git clean -fX',
    'git reset --hard',
    'git -C src checkout .',
    'git -c core.hooksPath=/tmp checkout .',
  ];
  for (const line of unknown) {
    it(`is not known of ${line}`, () => {
      assert.equal(removed(line), undefined);
    });
  }

  it('is not known of git where a hook or a filter may run, or its changes are not known', () => {
    assert.equal(removed('git checkout .', { [at('.git/hooks/post-checkout')]: '' }), undefined);
    assert.equal(removed('git checkout .', { [at('.git/config')]: '[filter "x"]\n\tsmudge = evil\n' }), undefined);
    assert.equal(removed('git checkout .', { [at('.git/index.lock')]: '' }), undefined);
    const { machine, files } = fakeGate({ tree: TREE });
    const [command] = analyse('git checkout .', 'bash', { cwd: WORKSPACE, home: HOME }).commands;
    assert.ok(command);
    const place = {
      ...{ machine, files, trusted: true, workspaceFolders: [WORKSPACE], environment: undefined },
      isOwnOutput: () => false,
    };
    assert.equal(removedBy(command, { configuration: configuration(), place }), undefined);
    const elsewhere = { ...CHANGES, workTree: HOME };
    assert.equal(removed('git checkout .', {}, elsewhere), undefined);
  });

  it('is not known of git where a protected or secret file would go', () => {
    for (const name of ['.vscode/settings.json', '.env', 'package.json']) {
      const changes = { ...CHANGES, tracked: [at(name)], untracked: [at(name)] };
      assert.equal(removed('git checkout .', {}, changes), undefined, name);
      assert.equal(removed('git clean -fd', {}, changes), undefined, name);
    }
  });

  it('is not known of a folder with very many files', () => {
    const many = Object.fromEntries(Array.from({ length: 3_100 }, (_, file) => [at(`build/${file}`), 'x']));
    assert.equal(removed('rm -rf build', many), undefined);
  });
});
