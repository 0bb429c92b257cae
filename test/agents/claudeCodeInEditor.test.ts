/**
 * The product from end to end: the real Claude Code, connected by the product's own command, in a folder that a real VS Code has open.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ensureClaudeCode } from '../../scripts/toolchain/claudeCode.mjs';
import { COMMANDS } from '../../src/config/contributions';
import type { Decision } from '../../src/engine/model/decision';
import type { GateStatus } from '../../src/gate/api';
import { dialogsOf } from '../editor/dialogs';
import { until } from '../editor/until';
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
import { runClaudeCode, type PermissionMode, type SessionReport } from './sessions/claudeCodeSession';
import { latestDecision } from './loggedDecisions';

const CLASSIFIER_REASON = 'The task is to make exactly this file.';

/** Of the same decision, made twice, only these differ. */
function comparable(decision: Decision): object {
  const { classifier } = decision;
  return {
    ...decision,
    id: undefined,
    at: undefined,
    durationMs: undefined,
    ...(classifier === undefined ? {} : { classifier: { ...classifier, latencyMs: undefined } }),
  };
}

describe('the real Claude Code in a folder that VS Code has open', function () {
  this.timeout(300_000);
  let claude: string;
  let judge: AnthropicServer;
  let verdictNow: ModelReply = verdict('allow', 'none', CLASSIFIER_REASON);
  let agentModel: AnthropicServer | undefined;

  before(async function () {
    this.timeout(300_000);
    claude = await ensureClaudeCode(console.log);
    judge = await startAnthropicServer(judging(() => verdictNow));
  });
  after(() => judge.stop());
  afterEach(() => agentModel?.stop());

  const used = useEditor(() => ({
    name: 'claude-code',
    settings: {
      'autoMode.permissions.deny': ['bash(touch denied*)'],
      'autoMode.permissions.ask': ['bash(touch asked*)'],
      // What they touch is for the classifier.
      'autoMode.fastPaths.workspaceWrites': false,
      'autoMode.classifier.model': 'anthropic/claude-haiku-4-5-20251001',
      'autoMode.classifier.baseUrl': judge.url,
    },
    env: { ANTHROPIC_API_KEY: 'test-key-of-no-account' },
  }));

  const { dialog, press } = dialogsOf(used);
  const settingsPath = (): string => join(used.editor.home, '.claude', 'settings.json');
  const made = (name: string): string => join(used.editor.workspace, name);

  /** Claude Code's model makes one call after the other; resolves when the session is over. */
  async function session(
    calls: readonly { readonly name: string; readonly input: object }[],
    mode: PermissionMode,
  ): Promise<SessionReport> {
    agentModel = await startAnthropicServer(agentScript(calls));
    return runClaudeCode({
      claude,
      home: used.editor.home,
      cwd: used.editor.workspace,
      modelUrl: agentModel.url,
      mode,
    });
  }
  const touch = (name: string, mode: PermissionMode): Promise<SessionReport> =>
    session([{ name: 'Bash', input: { command: `touch ${name}`, description: 'Make a file' } }], mode);

  const claimed = async (): Promise<string | undefined> => {
    const { agents } = await used.window.executeCommand<GateStatus>(COMMANDS.status, {});
    return agents.find(({ id }) => id === 'claude-code')?.state;
  };
  const heard = (): { readonly text: string; readonly isError: boolean } =>
    toolResults(agentModel?.requests.at(-1)?.body).at(-1) ?? assert.fail('no result reached the model');

  const logged = (): Decision => latestDecision(used.editor.root);

  it('is connected by the command, which shows the change and asks first', async () => {
    const done = used.window.executeCommand<{ result: string }>(COMMANDS.connectClaudeCode);
    await dialog().waitFor();
    assert.equal(existsSync(settingsPath()), false);
    await used.window.screenshot('connect-claude-code');
    await press('Connect');
    assert.equal((await done).result, 'done');
    const launcher = join(used.editor.home, '.auto-mode', 'launcher');
    assert.ok(readFileSync(settingsPath(), 'utf8').includes(JSON.stringify(launcher)));
    assert.ok(existsSync(launcher));
    assert.equal(await claimed(), 'connected');
  });

  it('a deny rule stops its call, and the reason reaches the model', async () => {
    await touch('denied-1', 'bypassPermissions');
    assert.equal(existsSync(made('denied-1')), false);
    const { text, isError } = heard();
    assert.ok(isError);
    const { reason, stage } = logged();
    assert.equal(stage, 'permissions.deny');
    assert.match(reason, /bash\(touch denied\*\)/);
    assert.ok(text.includes(reason), text);
  });

  it('an ask rule shows a dialog, and no means no', async () => {
    const asking = touch('asked-1', 'bypassPermissions');
    await dialog().waitFor();
    const text = await dialog().innerText();
    for (const part of ['touch asked-1', basename(used.editor.workspace), 'Claude Code', 'bash(touch asked*)']) {
      assert.ok(text.includes(part), `“${part}” is not in:\n${text}`);
    }
    await used.window.screenshot('claude-code-asks');
    await press('Decline');
    await asking;
    assert.equal(existsSync(made('asked-1')), false);
    assert.ok(heard().isError);
    assert.ok(heard().text.includes(logged().reason), heard().text);
  });

  it('an ask rule shows a dialog, and after a yes the other checks decide', async () => {
    const asking = touch('asked-2', 'default');
    await dialog().waitFor();
    await press('Yes, continue');
    assert.deepEqual((await asking).permission_denials, []);
    assert.ok(existsSync(made('asked-2')));
    const asked = judge.requests.at(-1)?.rawBody ?? '';
    assert.ok(asked.includes('touch asked-2'), asked);
  });

  it('a call that the classifier allows runs without a question of Claude Code', async () => {
    assert.deepEqual((await touch('judged-1', 'default')).permission_denials, []);
    assert.ok(existsSync(made('judged-1')));
    const decision = logged();
    assert.deepEqual([decision.outcome, decision.stage, decision.reason], ['allow', 'classifier', CLASSIFIER_REASON]);
    // What a script said is told to the judge, but not as the user's words.
    const question = judge.requests.at(-1)?.rawBody ?? '';
    assert.ok(question.includes('Please do what has to be done.'), question);
  });

  it('a call that the classifier blocks does not run, and its reason reaches the model', async () => {
    verdictNow = verdict('block', 'soft_deny', 'Nobody asked for this file.');
    await touch('judged-2', 'bypassPermissions');
    verdictNow = verdict('allow', 'none', CLASSIFIER_REASON);
    assert.equal(existsSync(made('judged-2')), false);
    assert.ok(heard().text.includes('Nobody asked for this file.'), heard().text);
  });

  it('an edit in the workspace runs with no question to the judge', async () => {
    const before = judge.requests.length;
    const write = { name: 'Write', input: { file_path: made('notes.txt'), content: 'new' } };
    assert.deepEqual((await session([write], 'default')).permission_denials, []);
    assert.equal(readFileSync(made('notes.txt'), 'utf8'), 'new');
    assert.deepEqual([logged().outcome, logged().stage], ['allow', 'workspace-edit']);
    assert.equal(judge.requests.length, before);
  });

  it('a protected file in the workspace is judged, and not by the fast path', async () => {
    const path = made('.vscode/tasks.json');
    verdictNow = verdict('block', 'soft_deny', 'Nobody asked for tasks.');
    await session([{ name: 'Write', input: { file_path: path, content: '{}' } }], 'bypassPermissions');
    verdictNow = verdict('allow', 'none', CLASSIFIER_REASON);
    assert.equal(existsSync(path), false);
    assert.deepEqual([logged().outcome, logged().stage], ['block', 'classifier']);
    assert.ok(heard().text.includes('Nobody asked for tasks.'), heard().text);
  });

  it('its own hooks are out of its reach', async () => {
    const before = readFileSync(settingsPath(), 'utf8');
    // It edits no file that it has not read.
    const read = { name: 'Read', input: { file_path: settingsPath() } };
    const edit = { file_path: settingsPath(), old_string: '"PreToolUse"', new_string: '"Stop"' };
    await session([read, { name: 'Edit', input: edit }], 'bypassPermissions');
    assert.equal(readFileSync(settingsPath(), 'utf8'), before);
    assert.deepEqual([logged().tool, logged().stage], ['Edit', 'hard-deny']);
    assert.ok(heard().isError);
    assert.ok(heard().text.includes(logged().reason), heard().text);
  });

  it('after sessions that did as they were told it is called protected', async () => {
    await until(claimed, 'protected');
  });

  it('a question that nobody answers in time is a no', async () => {
    const launcher = join(used.editor.home, '.auto-mode', 'launcher');
    const script = readFileSync(launcher, 'utf8');
    // The launcher's own 300 seconds are too long for a test.
    writeFileSync(launcher, script.replace(/^seconds=\d+$/m, 'seconds=8'));
    await touch('asked-3', 'bypassPermissions');
    writeFileSync(launcher, script);
    assert.equal(existsSync(made('asked-3')), false);
    assert.ok(heard().isError);
    assert.ok(heard().text.includes('No decision was made within'), heard().text);
    // VS Code cannot close it; a yes now comes too late.
    await press('Yes, continue');
    assert.equal(existsSync(made('asked-3')), false);
  });

  it('the hook, the command and the exports give the same decision, field for field', async () => {
    await touch('denied-2', 'default');
    const byHook = logged();
    const request = {
      tool: 'Bash',
      input: { command: 'touch denied-2', description: 'Make a file' },
      cwd: byHook.cwd,
      agent: byHook.agent,
      sessionId: byHook.sessionId,
      callId: byHook.callId,
      mode: byHook.mode,
    };
    assert.deepEqual(Object.values(request).includes(undefined), false);
    const byCommand = await used.window.executeCommand<Decision>(COMMANDS.check, request);
    const byExports = await used.window.runInHost<[object], Decision>(async (vscode, asked) => {
      const extension = vscode.extensions.getExtension<{ check: (request: object) => Promise<Decision> }>(
        'auto-mode.auto-mode',
      );
      if (extension === undefined) throw new Error('The extension is not installed.');
      return (await extension.activate()).check(asked);
    }, request);
    assert.deepEqual(comparable(byCommand), comparable(byHook));
    assert.deepEqual(comparable(byExports), comparable(byHook));
  });

  // Last: nothing opens this editor again.
  it('with VS Code closed no call is silently allowed', async () => {
    await used.editor.server.stop();
    for (const mode of ['bypassPermissions', 'dontAsk', 'auto', 'default'] as const) {
      const before = judge.requests.length;
      await touch(`closed-${mode}`, mode);
      assert.equal(existsSync(made(`closed-${mode}`)), false, mode);
      assert.ok(heard().isError, mode);
      assert.equal(judge.requests.length, before);
      await agentModel?.stop();
    }
  });
});
