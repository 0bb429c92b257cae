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
} from '../modelServer/anthropicServer';
import { runClaudeCode } from './sessions/claudeCodeSession';
import { latestDecision, loggedDecisions } from './loggedDecisions';

function git(folder: string, ...args: readonly string[]): void {
  const name = ['-c', 'user.name=a', '-c', 'user.email=a@example.invalid'];
  execFileSync('git', ['-C', folder, ...name, ...args], { stdio: 'ignore' });
}

describe('the real Claude Code in a git work tree of the workspace', function () {
  this.timeout(300_000);
  let claude: string;
  let judge: AnthropicServer;
  let agentModel: AnthropicServer | undefined;

  before(async function () {
    this.timeout(300_000);
    claude = await ensureClaudeCode(console.log);
    judge = await startAnthropicServer(
      judging(() => verdict('block', 'soft_deny', 'It is to work in its own folder.')),
    );
  });
  after(() => judge.stop());
  afterEach(() => agentModel?.stop());

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

  interface Call {
    readonly name: string;
    readonly input: object;
  }
  const bash = (command: string): Call => ({ name: 'Bash', input: { command, description: 'Make a file' } });
  const write = (path: string): Call => ({ name: 'Write', input: { file_path: path, content: 'new\n' } });

  /** @returns how often the judge had been asked before each call, and after the last one */
  async function session(calls: readonly Call[]): Promise<readonly number[]> {
    const judged: number[] = [];
    const script = agentScript(calls);
    agentModel = await startAnthropicServer((request, index) => {
      judged[toolResults(request.body).length] ??= judge.requests.length;
      return script(request, index);
    });
    const options = { claude, home: used.editor.home, cwd: tree(), modelUrl: agentModel.url };
    await runClaudeCode({ ...options, mode: 'bypassPermissions' });
    return judged;
  }

  before(async () => {
    const done = used.window.executeCommand<{ result: string }>(COMMANDS.connectClaudeCode);
    await dialog().waitFor();
    await press('Connect');
    assert.equal((await done).result, 'done');
  });

  describe('call after call in one session', () => {
    const inMain = (): string => join(used.editor.workspace, 'new.txt');
    const tasks = (): string => tree('.vscode', 'tasks.json');
    const settings = (): string => join(used.editor.home, '.claude', 'settings.json');
    let settingsBefore: string;
    let calls: readonly Call[];
    let decisions: readonly Decision[];
    let results: ReturnType<typeof toolResults>;
    let judged: readonly number[];

    before(async () => {
      // No three blocks one after the other, which would pause it.
      calls = [
        write(tree('new.txt')),
        write(inMain()),
        bash('git status && cat notes.txt'),
        ...[bash('touch denied-1'), write(tree('kept', 'a.txt'))],
        bash('touch made-1'),
        ...[write(tasks()), bash(`echo '{}' > ${settings()}`)],
      ];
      settingsBefore = readFileSync(settings(), 'utf8');
      judged = await session(calls);
      decisions = loggedDecisions(used.editor.root);
      results = toolResults(agentModel?.requests.at(-1)?.body);
      await agentModel?.stop();
    });

    /** The decision about this call, how often the judge was asked about it, and what the model heard of it. */
    function seen(call: Call): Decision & { readonly heard: string; readonly questions: number } {
      const at = calls.findIndex((made) => JSON.stringify(made) === JSON.stringify(call));
      const heard =
        results[at]?.text ?? assert.fail(`${JSON.stringify(call)} had no result: ${JSON.stringify(results)}`);
      assert.equal(decisions.length, calls.length, JSON.stringify(decisions.map(({ summary }) => summary)));
      const questions = (judged[at + 1] ?? NaN) - (judged[at] ?? NaN);
      return { ...(decisions[at] ?? assert.fail('it was not decided')), heard, questions };
    }

    it('an edit there runs with no question to the judge', () => {
      const { stage, cwd, questions } = seen(write(tree('new.txt')));
      assert.deepEqual([stage, cwd, questions], ['workspace-edit', tree(), 0]);
      assert.equal(readFileSync(tree('new.txt'), 'utf8'), 'new\n');
    });

    it('an edit of the main folder is judged', () => {
      const { stage, outcome, heard } = seen(write(inMain()));
      assert.deepEqual([stage, outcome], ['classifier', 'block']);
      assert.equal(existsSync(inMain()), false);
      assert.ok(heard.includes('It is to work in its own folder.'), heard);
    });

    it('a deny rule of the workspace’s own settings holds, whose pattern is relative', () => {
      assert.equal(seen(bash('touch denied-1')).stage, 'permissions.deny');
      assert.equal(seen(write(tree('kept', 'a.txt'))).stage, 'permissions.deny');
      assert.equal(existsSync(tree('denied-1')) || existsSync(tree('kept')), false);
    });

    it('what only reads and what only changes files there run at once', () => {
      const [reads, changes] = [seen(bash('git status && cat notes.txt')), seen(bash('touch made-1'))];
      assert.deepEqual([reads.stage, reads.questions], ['read-only-command', 0]);
      assert.deepEqual([changes.stage, changes.questions], ['workspace-write', 0]);
      assert.ok(existsSync(tree('made-1')));
    });

    it('a protected file there is judged', () => {
      const { stage, questions } = seen(write(tasks()));
      assert.equal(stage, 'classifier');
      assert.ok(questions > 0);
      assert.ok(judge.requests.at(-1)?.rawBody.includes('tasks.json'));
      assert.equal(existsSync(tasks()), false);
    });

    it('its own hooks are out of its reach', () => {
      assert.equal(seen(bash(`echo '{}' > ${settings()}`)).stage, 'hard-deny');
      assert.equal(readFileSync(settings(), 'utf8'), settingsBefore);
    });
  });

  describe('after that', () => {
    it('an ask rule shows its dialog in the window, and no means no', async () => {
      const asking = session([bash('touch asked-1')]);
      await dialog().waitFor();
      assert.ok((await dialog().innerText()).includes('touch asked-1'));
      await press('Decline');
      await asking;
      assert.equal(latestDecision(used.editor.root).stage, 'permissions.ask');
      assert.equal(existsSync(tree('asked-1')), false);
    });

    // Last: the folder belongs to no window afterwards.
    it('nothing is allowed any more where its .git file is of no work tree', async () => {
      writeFileSync(tree('.git'), 'gitdir: /nowhere\n');
      const before = latestDecision(used.editor.root).id;
      await session([write(tree('forged.txt'))]);
      assert.equal(latestDecision(used.editor.root).id, before, 'no window decided it');
      assert.equal(existsSync(tree('forged.txt')), false);
    });
  });
});
