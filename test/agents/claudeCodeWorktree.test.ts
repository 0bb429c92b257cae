/** The real Claude Code in a git work tree of a repository that a real VS Code has open, beside that folder. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureClaudeCode } from '../../scripts/toolchain/claudeCode.mjs';
import { COMMANDS } from '../../src/config/contributions';
import type { Decision } from '../../src/engine/model/decision';
import { dialogsOf } from '../editor/dialogs';
import { useEditor } from '../editor/useEditor';
import {
  agentScript,
  judging,
  startAnthropicServer,
  toolResults,
  verdict,
  type AnthropicServer,
  type ModelReply,
} from '../modelServer/anthropicServer';
import { runClaudeCode } from './sessions/claudeCodeSession';
import { latestDecision } from './loggedDecisions';

const ALLOWED = verdict('allow', 'none', 'The task is to make exactly this file.');

function git(folder: string, ...args: readonly string[]): void {
  const name = ['-c', 'user.name=a', '-c', 'user.email=a@example.invalid'];
  execFileSync('git', ['-C', folder, ...name, ...args], { stdio: 'ignore' });
}

describe('the real Claude Code in a git work tree of the workspace', function () {
  this.timeout(300_000);
  let claude: string;
  let judge: AnthropicServer;
  let verdictNow: ModelReply = ALLOWED;
  let agentModel: AnthropicServer | undefined;

  before(async function () {
    this.timeout(300_000);
    claude = await ensureClaudeCode(console.log);
    judge = await startAnthropicServer(judging(() => verdictNow));
  });
  after(() => judge.stop());
  afterEach(async () => {
    verdictNow = ALLOWED;
    await agentModel?.stop();
  });

  const used = useEditor(() => ({
    name: 'claude-code-worktree',
    files: {
      'notes.txt': 'old\n',
      '.vscode/settings.json': '{ "autoMode.permissions.deny": ["edit(kept/**)", "bash(touch denied*)"] }\n',
    },
    prepare: (workspace) => {
      git(workspace, 'init', '-q', '-b', 'main');
      git(workspace, 'add', '-A');
      git(workspace, 'commit', '-qm', 'x');
      git(workspace, 'worktree', 'add', '-q', join(workspace, '..', 'feature'));
      return Promise.resolve();
    },
    settings: {
      'autoMode.permissions.ask': ['bash(touch asked*)'],
      'autoMode.classifier.model': 'anthropic/claude-haiku-4-5-20251001',
      'autoMode.classifier.baseUrl': judge.url,
    },
    env: { ANTHROPIC_API_KEY: 'test-key-of-no-account' },
  }));
  const { dialog, press } = dialogsOf(used);
  const tree = (...names: readonly string[]): string => join(used.editor.root, 'feature', ...names);

  async function call(name: string, input: object): Promise<Decision> {
    agentModel = await startAnthropicServer(agentScript([{ name, input }]));
    const options = { claude, home: used.editor.home, cwd: tree(), modelUrl: agentModel.url };
    await runClaudeCode({ ...options, mode: 'bypassPermissions' });
    return latestDecision(used.editor.root);
  }
  const bash = (command: string): Promise<Decision> => call('Bash', { command, description: 'Make a file' });
  const write = (path: string): Promise<Decision> => call('Write', { file_path: path, content: 'new\n' });
  const heard = (): string => toolResults(agentModel?.requests.at(-1)?.body).at(-1)?.text ?? '';
  const judged = (): string => judge.requests.at(-1)?.rawBody ?? '';

  before(async () => {
    const done = used.window.executeCommand<{ result: string }>(COMMANDS.connectClaudeCode);
    await dialog().waitFor();
    await press('Connect');
    assert.equal((await done).result, 'done');
  });

  it('an edit there runs with no question to the judge', async () => {
    const before = judge.requests.length;
    const { stage, cwd } = await write(tree('new.txt'));
    assert.deepEqual([stage, cwd], ['workspace-edit', tree()]);
    assert.equal(readFileSync(tree('new.txt'), 'utf8'), 'new\n');
    assert.equal(judge.requests.length, before);
  });

  it('an edit of the main folder is judged', async () => {
    verdictNow = verdict('block', 'soft_deny', 'It is to work in its own folder.');
    const path = join(used.editor.workspace, 'new.txt');
    const { stage, outcome } = await write(path);
    assert.deepEqual([stage, outcome], ['classifier', 'block']);
    assert.equal(existsSync(path), false);
    assert.ok(heard().includes('It is to work in its own folder.'), heard());
  });

  it('a deny rule of the workspace’s own settings holds, whose pattern is relative', async () => {
    assert.equal((await bash('touch denied-1')).stage, 'permissions.deny');
    assert.equal((await write(tree('kept', 'a.txt'))).stage, 'permissions.deny');
    assert.equal(existsSync(tree('denied-1')) || existsSync(tree('kept')), false);
  });

  it('an ask rule shows its dialog in the window, and no means no', async () => {
    const asking = bash('touch asked-1');
    await dialog().waitFor();
    assert.ok((await dialog().innerText()).includes('touch asked-1'));
    await press('Decline');
    assert.equal((await asking).stage, 'permissions.ask');
    assert.equal(existsSync(tree('asked-1')), false);
  });

  it('what only reads and what only changes files there run at once', async () => {
    const before = judge.requests.length;
    assert.equal((await bash('git status && cat notes.txt')).stage, 'read-only-command');
    assert.equal((await bash('touch made-1')).stage, 'workspace-write');
    assert.ok(existsSync(tree('made-1')));
    assert.equal(judge.requests.length, before);
  });

  it('a protected file there is judged', async () => {
    verdictNow = verdict('block', 'soft_deny', 'Nobody asked for tasks.');
    assert.equal((await write(tree('.vscode', 'tasks.json'))).stage, 'classifier');
    assert.ok(judged().includes('tasks.json'));
    assert.equal(existsSync(tree('.vscode', 'tasks.json')), false);
  });

  it('its own hooks are out of its reach', async () => {
    const path = join(used.editor.home, '.claude', 'settings.json');
    const before = readFileSync(path, 'utf8');
    assert.equal((await bash(`echo '{}' > ${path}`)).stage, 'hard-deny');
    assert.equal(readFileSync(path, 'utf8'), before);
  });

  // Last: the folder belongs to no window afterwards.
  it('nothing is allowed any more where its .git file is of no work tree', async () => {
    writeFileSync(tree('.git'), 'gitdir: /nowhere\n');
    const before = latestDecision(used.editor.root).id;
    const { id } = await write(tree('forged.txt'));
    assert.equal(id, before, 'no window decided it');
    assert.equal(existsSync(tree('forged.txt')), false);
  });
});
