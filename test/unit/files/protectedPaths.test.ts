import assert from 'node:assert/strict';
import { isProtected } from '../../../src/files/protectedPaths';
import { fakeFiles, type Tree } from '../engine/fakeGate';
import { LINUX, WINDOWS, located } from './fileWorld';

const WORKSPACE = '/home/u/project';
const PATTERNS = [
  ...['.git', '.config/git', '.vscode', 'package.json', '*.pem', '.github/workflows', 'deploy/*/prod.env'],
  ...['jest.config.*', '*.gradle.kts', 'a?/x', '.claude'],
];

function hit(path: string, tree: Tree = {}, patterns: readonly string[] = PATTERNS): string | undefined {
  const files = fakeFiles({ [WORKSPACE]: undefined, ...tree });
  return isProtected(located({ path, change: 'overwrite' }, LINUX, files).resolved, [WORKSPACE], patterns)?.pattern;
}

describe('isProtected', () => {
  const cases: readonly (readonly [path: string, pattern: string | undefined])[] = [
    ['src/index.ts', undefined],
    ['.gitignore', undefined],
    ['.git/config', '.git'],
    ['.git', '.git'],
    ['sub/module/.git/hooks/pre-commit', '.git'],
    ['.GIT/config', '.git'],
    ['.g\u200cit/config', '.git'],
    ['package.json', 'package.json'],
    ['packages/a/Package.JSON', 'package.json'],
    ['package.json5', undefined],
    ['my-package.json', undefined],
    ['.config/git/config', '.config/git'],
    ['sub/.config/git/config', undefined],
    ['.config/other', undefined],
    ['.config', '.config/git'],
    ['keys/server.pem', '*.pem'],
    ['keys/server.pem.txt', undefined],
    ['deploy/eu/prod.env', 'deploy/*/prod.env'],
    ['deploy/eu/west/prod.env', undefined],
    ['sub/deploy/eu/prod.env', undefined],
    // Outside the workspace a project may start anywhere.
    ['/home/u/other/.git/config', '.git'],
    ['/home/u/.config/git/config', '.config/git'],
    ['/home/u/other/.github/workflows/ci.yml', '.github/workflows'],
    ['/home/u/other/src/index.ts', undefined],
    ['jest.config.ts', 'jest.config.*'],
    ['sub/Jest.Config.mjs', 'jest.config.*'],
    ['jest.configuration.ts', undefined],
    ['a.gradle.kts', '*.gradle.kts'],
    ['gradle.kts', undefined],
    ['ab/x', 'a?/x'],
    ['sub/a1/x', undefined],
    // An agent's checkouts of the project are projects of their own.
    ['.claude/settings.json', '.claude'],
    ['.claude/worktrees', '.claude'],
    ['.claude/worktrees/one', '.claude'],
    ['.claude/worktrees/one/src/a.ts', undefined],
    ['.claude/worktrees/one/.git', '.git'],
    ['.claude/worktrees/one/.config/git/config', '.config/git'],
    ['.claude/worktrees/one/.claude/settings.json', '.claude'],
    ['.claude/worktrees/one/.claude/worktrees/two/src/a.ts', undefined],
    ['.claude/worktrees/../settings.json', '.claude'],
    ['sub/.claude/worktrees/one/src/a.ts', '.claude'],
  ];
  for (const [path, pattern] of cases) {
    it(`${path}: ${pattern ?? 'not protected'}`, () => {
      assert.equal(hit(path), pattern);
    });
  }

  it('looks behind links', () => {
    assert.equal(hit('docs/config', { [`${WORKSPACE}/docs`]: { link: '.git' } }), '.git');
    assert.equal(hit('x', { [`${WORKSPACE}/x`]: { link: '/home/u/other/.git/config' } }), '.git');
  });

  it('composes letters', () => {
    assert.equal(hit('cafe\u0301/x', {}, ['caf\u00e9']), 'caf\u00e9');
    assert.equal(hit('caf\u00e9/x', {}, ['cafe\u0301']), 'cafe\u0301');
  });

  it('does not take the folders above the workspace for protected', () => {
    const resolved = located({ path: '/srv/.vscode/project/a.ts', change: 'overwrite' }).resolved;
    assert.equal(isProtected(resolved, ['/srv/.vscode/project'], PATTERNS), undefined);
    assert.equal(isProtected(resolved, ['/srv/elsewhere'], PATTERNS)?.pattern, '.vscode');
  });

  it('takes any folder of a whole drive for a possible project', () => {
    const resolved = located({ path: '/home/u/other/.config/git/config', change: 'overwrite' }).resolved;
    assert.equal(isProtected(resolved, ['/'], PATTERNS)?.pattern, '.config/git');
  });

  it('reads Windows paths', () => {
    const touch = located({ path: 'sub\\.GIT\\config', change: 'overwrite' }, WINDOWS);
    assert.equal(isProtected(touch.resolved, ['c:\\Users\\u\\project'], PATTERNS)?.pattern, '.git');
  });

  describe('ways to write a pattern', () => {
    const ways: readonly (readonly [pattern: string, path: string, matches: boolean])[] = [
      ['.git/', 'sub/.git/x', true],
      ['./.git', 'sub/.git/x', true],
      ['/build', 'build/x', true],
      ['/build', 'sub/build/x', false],
      ['**/secrets', 'a/b/secrets/x', true],
      ['secrets/**', 'a/secrets/x', true],
      ['a/secrets/**', 'a/secrets/x', true],
      ['a\\secrets', 'a/secrets/x', true],
      ['**/a/secrets', 'b/a/secrets/x', true],
      ['*', 'anything', true],
      ['?.txt', 'a.txt', true],
      ['', 'a', false],
      ['/', 'a', false],
      ['**', 'a', true],
      ['a'.repeat(2000), 'a', false],
    ];
    for (const [pattern, path, matches] of ways) {
      it(`${pattern.slice(0, 30)} ${matches ? 'covers' : 'leaves'} ${path}`, () => {
        assert.equal(hit(path, {}, [pattern]), matches ? pattern : undefined);
      });
    }
  });
});
