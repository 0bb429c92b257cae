import assert from 'node:assert/strict';
import { decide } from '../../../../src/engine/decide';
import { builtInEntries } from '../../../../src/config/defaultRules';
import { configuration, fakeGate, HOME, WORKSPACE } from '../fakeGate';

/** The stage that settles a new file of that name, with the built-in protected paths. */
async function stageOf(path: string, content: string, tree: Readonly<Record<string, string>> = {}): Promise<string> {
  const gate = fakeGate({
    tree: { [`${WORKSPACE}/src/index.ts`]: 'x', ...tree },
    classifierUsable: false,
    configuration: configuration({
      protectedPaths: builtInEntries('protectedPaths', 'mustBeNamed').map((value) => ({ value, source: 'default' })),
    }),
  });
  const request = { tool: 'Write', agent: 'claude-code', input: { file_path: path, content }, cwd: WORKSPACE };
  return (await decide(request, gate, new AbortController().signal)).stage;
}

const SCRIPTS = '{ "scripts": { "test": "x" } }';

const ORDINARY = [
  '.gitignore',
  'sub/.gitignore',
  '.vscode/extensions.json',
  'packages/a/.vscode/extensions.json',
  'test/fixtures/a/package.json',
  'tests/unit/fixtures/Makefile',
  'test/fixtures/lint/.eslintrc',
  'spec/fixtures/b/.eslintrc.json',
  'e2e/__fixtures__/Cargo.toml',
  'data/project.json',
  'public/project.json',
  'src/lib/mcp.json',
  'packages/a/src/mcp.json',
  'src/dune/spice.py',
  'games/dune/readme.md',
  'src/app/app.config.ts',
  'src/auth.config.ts',
  'tsconfig.json',
  `${HOME}/.claude/plans/brave-otter.md`,
  '/tmp/claude-1000/-home-u-project/5c0/scratchpad/try.py',
  '/private/tmp/claude-501/-home-u-project/5c0/scratchpad/notes/a.md',
];

const PROTECTED = [
  '.vscode/tasks.json',
  '.vscode/settings.json',
  '.vscode/extensions.json/x',
  'fixtures/package.json',
  'test/package.json',
  'test/fixtures/.vscode/tasks.json',
  'test/fixtures/.eslintrc.js',
  'test/fixtures/conftest.py',
  'test/fixtures/.git/config',
  'test/fixtures/node_modules/a/package.json',
  'project.json',
  'apps/a/project.json',
  'mcp.json',
  'src/.cursor/mcp.json',
  'lib/dune',
  'my.config.ts',
  'packages/a/tool.config.mts',
  `${HOME}/.claude/plans/a/b.md`,
  `${HOME}/.claude/plans/a.sh`,
  `${HOME}/.claude/plans/../settings.md`,
  `${HOME}/.claude/CLAUDE.md`,
  '/tmp/claude-1000/x.py',
  '/tmp/claude-1000/-p/s/scratchpad/../../../x.py',
  '/tmp/other/-p/s/scratchpad/x.py',
  '.venv/bin/activate',
  'node_modules/.bin/tsc',
  'sub/.config/git/config',
];

describe('names that only look protected', () => {
  for (const path of ORDINARY) {
    it(`${path} is an ordinary file`, async () => {
      assert.equal(await stageOf(path, SCRIPTS), 'workspace-edit');
    });
  }
  for (const path of PROTECTED) {
    it(`${path} is not`, async () => {
      assert.notEqual(await stageOf(path, SCRIPTS), 'workspace-edit');
    });
  }

  const SETTINGS: readonly (readonly [path: string, content: string, allowed: boolean])[] = [
    ['tsconfig.json', '{ "compilerOptions": { "strict": true, "paths": { "@/*": ["./src/*"] } } }', true],
    ['tsconfig.json', '{ "extends": "./evil.json" }', false],
    ['tsconfig.json', '{ "compilerOptions": { "plugins": [{ "name": "./evil.js" }] } }', false],
    ['tsconfig.json', '{ "ts-node": { "require": ["./evil.js"] } }', false],
    ['jsconfig.json', '{ "compilerOptions": { "plugins": [{ "transform": "x" }] } }', false],
    ['packages/a/tsconfig.build.json', '{ "extends": "../evil" }', false],
    ['tsconfig.json', 'not json', false],
    ['.env.custom', 'API_URL=http://localhost\n', true],
    ['.env.custom', 'NODE_OPTIONS=--require ./evil.js\n', false],
    ['.env.custom', 'A=b\nexport PATH=./bin:$PATH\n', false],
    ['.env.custom', 'LD_PRELOAD="./x.so"\n', false],
    ['.env.custom', 'BASH_ENV: ./x\n', false],
  ];
  for (const [path, content, allowed] of SETTINGS) {
    it(`${path} with ${JSON.stringify(content)} is ${allowed ? 'ordinary' : 'judged'}`, async () => {
      assert.equal((await stageOf(path, content)) === 'workspace-edit', allowed);
    });
  }

  it('a tsconfig.json keeps what it extends', async () => {
    const present = '{ "extends": "@tsconfig/node20/tsconfig.json", "compilerOptions": {} }';
    const content = '{ "extends": "@tsconfig/node20/tsconfig.json", "compilerOptions": { "strict": true } }';
    assert.notEqual(await stageOf('tsconfig.json', content, { [`${WORKSPACE}/tsconfig.json`]: present }), 'hard-deny');
  });

  it('the same entry of a user is absolute', async () => {
    const gate = fakeGate({
      classifierUsable: false,
      configuration: configuration({ protectedPaths: [{ value: '.vscode', source: 'user' }] }),
    });
    const request = {
      tool: 'Write',
      agent: 'claude-code',
      input: { file_path: '.vscode/extensions.json', content: '{}' },
      cwd: WORKSPACE,
    };
    const { stage } = await decide(request, gate, new AbortController().signal);
    assert.notEqual(stage, 'workspace-edit');
  });
});
