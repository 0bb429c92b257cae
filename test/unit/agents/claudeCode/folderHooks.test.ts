import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FolderProblem } from '../../../../src/agents/hooks/agentInstallation';
import { claudeCodeFolderProblems } from '../../../../src/agents/claudeCode/folderHooks';
import { claudeCodeInstallation } from '../../../../src/agents/claudeCode/installation';

const SHARED = '.claude/settings.json';
const LOCAL = '.claude/settings.local.json';
const OFF = '{"disableAllHooks": true}';
const HOOK = '[{"matcher":"*","hooks":[{"type":"command","command":"x"}]}]';

describe('what a folder’s Claude Code settings do to the hooks', () => {
  let root: string;
  let folder: string;

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-claude-')));
    folder = join(root, 'repository', 'part', 'folder');
    mkdirSync(join(root, 'repository', '.git'), { recursive: true });
    mkdirSync(folder, { recursive: true });
  });

  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  const put = (path: string, text: string | Buffer): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const problems = (): readonly FolderProblem[] =>
    claudeCodeFolderProblems([folder], join(root, 'home/.claude/settings.json'));
  const kinds = (): string[] => problems().map(({ kind }) => kind);

  const texts: readonly [string, string | Buffer, string[]][] = [
    ['switches all hooks off', OFF, ['switches-hooks-off']],
    ['does so in escapes', '{"disable\\u0041llHooks": true}', ['switches-hooks-off']],
    ['does so behind a byte order mark', `\ufeff${OFF}`, ['switches-hooks-off']],
    ['does so with the last of two', '{"disableAllHooks": false, "disableAllHooks": true}', ['switches-hooks-off']],
    ['takes it back with the last of two', '{"disableAllHooks": true, "disableAllHooks": false}', []],
    ['holds another value', '{"disableAllHooks": "true"}', []],
    ['has a comment, so that it is ignored', `// \n${OFF}`, []],
    ['has hooks before a call', `{"hooks": {"PreToolUse": ${HOOK}}}`, ['can-rewrite-calls']],
    ['has hooks before a prompt', `{"hooks": {"PermissionRequest": ${HOOK}}}`, ['can-rewrite-calls']],
    [
      'has several hooks, told once',
      `{"hooks": {"PermissionRequest": ${HOOK}, "PreToolUse": ${HOOK}}}`,
      ['can-rewrite-calls'],
    ],
    ['has hooks of another event', `{"hooks": {"Stop": ${HOOK}}}`, []],
    ['has an empty list', '{"hooks": {"PreToolUse": []}}', []],
    ['switches a plugin on', '{"enabledPlugins": {"a@b": true}}', ['can-rewrite-calls']],
    ['switches a plugin off', '{"enabledPlugins": {"a@b": false}}', []],
    ['sets a variable with which no hook starts', '{"env": {"LD_DEBUG": "help"}}', ['switches-hooks-off']],
    ['sets one with which a hook runs other code', '{"env": {"LD_PRELOAD": "./x.so"}}', ['switches-hooks-off']],
    ['does so on macOS', '{"env": {"A": "1", "DYLD_INSERT_LIBRARIES": "x"}}', ['switches-hooks-off']],
    ['sets another variable', '{"env": {"BUILD": "1", "OLD_LD_DEBUG": "help"}}', []],
    ['sets nothing', '{"env": ["LD_DEBUG"]}', []],
    ['is no object', '[1]', []],
    ['nests deep', '['.repeat(100_000), []],
    ['is too large', ' '.repeat(1024 * 1024 + 1), ['switches-hooks-off']],
    ['is not UTF-8', Buffer.from(`\ufeff${OFF}`, 'utf16le'), ['switches-hooks-off']],
    [
      'does everything',
      `{"disableAllHooks": true, "hooks": {"PreToolUse": ${HOOK}}, "enabledPlugins": {"a@b": ["1"]}}`,
      ['switches-hooks-off', 'can-rewrite-calls', 'can-rewrite-calls'],
    ],
  ];
  for (const [what, text, expected] of texts) {
    for (const name of [SHARED, LOCAL]) {
      it(`${name} ${what}: ${expected.join(', ') || 'nothing'}`, () => {
        put(`repository/part/folder/${name}`, text);
        assert.deepEqual(kinds(), expected);
      });
    }
  }

  const places: readonly [string, boolean][] = [
    [`repository/${LOCAL}`, true],
    [`repository/${SHARED}`, false],
    [`repository/part/${LOCAL}`, false],
    [`repository/part/${SHARED}`, false],
    [`repository/part/folder/deeper/${SHARED}`, false],
  ];
  for (const [path, counts] of places) {
    it(`${path} ${counts ? 'counts' : 'does not count'}`, () => {
      put(path, OFF);
      assert.deepEqual(
        problems().map((problem) => [problem.agent, problem.folder, problem.path]),
        counts ? [['claude-code', folder, join(root, path)]] : [],
      );
    });
  }

  it('of a git worktree, the local settings of the main tree count', () => {
    put('main/.git/worktrees/w/commondir', '../..\n');
    put(`main/${LOCAL}`, OFF);
    put(`main/${SHARED}`, OFF);
    put('tree/.git', `gitdir: ${join(root, 'main/.git/worktrees/w')}\n`);
    folder = join(root, 'tree');
    assert.deepEqual(
      problems().map(({ path }) => path),
      [join(root, 'main', LOCAL)],
    );
  });

  it('a skill that is a plugin counts, and one whose head names hooks', () => {
    put('repository/part/folder/.claude/skills/a/.claude-plugin/plugin.json', '{}');
    put('repository/part/folder/.claude/skills/b/SKILL.md', '---\nname: b\nhooks:\n  PreToolUse: []\n---\n');
    put('repository/part/folder/.claude/skills/c/SKILL.md', '---\nname: c\n---\nhooks: none\n');
    assert.deepEqual(
      problems()
        .map(({ path, kind }) => [path.slice(join(folder, '.claude/skills').length + 1), kind])
        .sort(),
      [
        ['a/.claude-plugin', 'can-rewrite-calls'],
        ['b/SKILL.md', 'can-rewrite-calls'],
      ],
    );
  });

  it('the user’s own settings are no problem of the home folder', () => {
    put('home/.claude/settings.json', OFF);
    put('home/.claude/skills/a/.claude-plugin/plugin.json', '{}');
    folder = join(root, 'home');
    assert.deepEqual(kinds(), []);
  });

  for (const key of ['disableAllHooks', 'allowManagedHooksOnly']) {
    it(`the administrator’s ${key} keeps a connected agent from being called connected`, () => {
      const installation = claudeCodeInstallation(
        join(root, 'home/.claude'),
        '/home/u/.auto-mode/launcher',
        join(root, 'managed'),
      );
      const plan = installation.planConnect();
      assert.ok(plan.kind === 'change');
      installation.apply(plan, new Date(0));
      assert.deepEqual(installation.status(), { state: 'connected' });
      put('managed/managed-settings.d/10.json', JSON.stringify({ [key]: true }));
      assert.equal(installation.status().state, 'broken');
    });
  }
});
