import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FolderProblem } from '../../../../src/agents/hooks/agentInstallation';
import { copilotFolderProblems } from '../../../../src/agents/copilot/folderHooks';
import { copilotInstallation } from '../../../../src/agents/copilot/installation';

const SETTINGS = '.github/copilot/settings.json';
const HOOKS = '.github/hooks/x.json';
const OFF = '{"disableAllHooks": true}';
const HOOK = '[{"type":"command","command":"x"}]';
const REWRITES = `{"version":1,"hooks":{"preToolUse":${HOOK}}}`;

describe('what a folder brings along against the hooks in GitHub Copilot', () => {
  let root: string;
  let folder: string;

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-copilot-')));
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
  const problems = (): readonly FolderProblem[] => copilotFolderProblems([folder]);
  const kinds = (): string[] => problems().map(({ kind }) => kind);

  const settings: readonly (readonly [what: string, text: string | Buffer, kinds: readonly string[]])[] = [
    ['switches all hooks off', OFF, ['switches-hooks-off']],
    ['does so in escapes', '{"disable\\u0041llHooks": true}', ['switches-hooks-off']],
    ['does so with the last of two', '{"disableAllHooks": false, "disableAllHooks": true}', ['switches-hooks-off']],
    ['takes it back with the last of two', '{"disableAllHooks": true, "disableAllHooks": false}', []],
    ['holds another value', '{"disableAllHooks": "true"}', []],
    ['has a comment, so that it is ignored', `// \n${OFF}`, []],
    // Copilot CLI 1.0.102 ignores such a file.
    ['has a byte order mark', `\ufeff${OFF}`, ['switches-hooks-off']],
    ['has hooks before a call', `{"hooks": {"preToolUse": ${HOOK}}}`, ['can-rewrite-calls']],
    ['has them by the other name', `{"hooks": {"PreToolUse": ${HOOK}}}`, ['can-rewrite-calls']],
    [
      'does both',
      `{"disableAllHooks": true, "hooks": {"preToolUse": ${HOOK}}}`,
      ['switches-hooks-off', 'can-rewrite-calls'],
    ],
    ['has hooks of another event', `{"hooks": {"sessionEnd": ${HOOK}}}`, []],
    ['has an empty list', '{"hooks": {"preToolUse": []}}', []],
    ['is no object', '[1]', []],
    ['nests deep', '['.repeat(100_000), []],
    ['is too large', ' '.repeat(1024 * 1024 + 1), ['switches-hooks-off']],
    ['is not UTF-8', Buffer.from(`\ufeff${OFF}`, 'utf16le'), ['switches-hooks-off']],
  ];
  for (const [what, text, expected] of settings) {
    it(`a file of settings that ${what}: ${expected.join(', ') || 'nothing'}`, () => {
      put(`repository/part/folder/${SETTINGS}`, text);
      assert.deepEqual(kinds(), expected);
    });
  }

  const places: readonly (readonly [where: string, isRead: boolean])[] = [
    [`repository/part/folder/${SETTINGS}`, true],
    ['repository/part/folder/.github/copilot/settings.local.json', true],
    ['repository/part/folder/.claude/settings.json', true],
    ['repository/part/folder/.claude/settings.local.json', true],
    ['repository/.claude/settings.json', true],
    ['repository/part/.claude/settings.json', false],
    ['.claude/settings.json', false],
  ];
  for (const [path, isRead] of places) {
    it(`${path} is ${isRead ? '' : 'not '}among the files that count`, () => {
      put(path, OFF);
      assert.deepEqual(
        problems().map((problem) => [problem.agent, problem.folder, problem.path]),
        isRead ? [['copilot', folder, join(root, path)]] : [],
      );
    });
  }

  const hooks: readonly (readonly [what: string, path: string, text: string, kinds: readonly string[]])[] = [
    ['a file of hooks', HOOKS, REWRITES, ['can-rewrite-calls']],
    ['one further down', '.github/hooks/a/b/x.json', REWRITES, ['can-rewrite-calls']],
    ['one of another name', '.github/hooks/x.JSON', REWRITES, []],
    ['one that only listens', HOOKS, `{"version":1,"hooks":{"postToolUse":${HOOK}}}`, []],
    ['one that switches itself off', HOOKS, '{"version":1,"disableAllHooks":true,"hooks":{}}', []],
    ['one that is too large', HOOKS, ' '.repeat(1024 * 1024 + 1), ['can-rewrite-calls']],
    ['one too far down to be looked at', `.github/hooks/${'d/'.repeat(12)}x.json`, '{}', ['can-rewrite-calls']],
  ];
  for (const [what, path, text, expected] of hooks) {
    it(`${what}: ${expected.join(', ') || 'nothing'}`, () => {
      put(`repository/part/folder/${path}`, text);
      assert.deepEqual(kinds(), expected);
    });
  }

  it('files of hooks count through links, and a link to its own folder does no harm', () => {
    put('elsewhere/x.json', REWRITES);
    put('repository/.github/hooks/none.json', '{}');
    symlinkSync(join(root, 'elsewhere'), join(root, 'repository/.github/hooks/linked'));
    assert.deepEqual(
      problems().map(({ path }) => path),
      [join(root, 'repository/.github/hooks/linked/x.json')],
    );
    symlinkSync('.', join(root, 'repository/.github/hooks/self'));
    assert.ok(kinds().length <= 200);
  });

  it('more files than anybody writes are told as one that is not looked at', () => {
    for (let number = 0; number < 250; number += 1) put(`repository/.github/hooks/${number}.json`, '{}');
    assert.deepEqual(
      problems().map(({ kind, path }) => [kind, path]),
      [['can-rewrite-calls', join(root, 'repository/.github/hooks')]],
    );
  });

  it('the installation tells it of every opened folder', () => {
    put(`repository/part/folder/${SETTINGS}`, OFF);
    const installation = copilotInstallation(join(root, 'home', '.copilot'), '/h/.auto-mode/launcher');
    assert.deepEqual(installation.folderProblems([folder, root]), problems());
  });
});
