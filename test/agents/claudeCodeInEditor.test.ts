/**
 * The product from end to end: the real Claude Code, connected by the product's own command, in a folder that a real VS Code has open.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { ensureClaudeCode } from '../../scripts/toolchain/claudeCode.mjs';
import { COMMANDS } from '../../src/config/contributions';
import { decisionSchema, type Decision } from '../../src/engine/decision';
import { useEditor } from '../editor/useEditor';
import {
  agentScript,
  startAnthropicServer,
  toolResults,
  verdict,
  type AnthropicServer,
  type ModelReply,
} from '../modelServer/anthropicServer';
import { runClaudeCode, type PermissionMode, type SessionReport } from './claudeCodeSession';

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
  this.timeout(90_000);
  let claude: string;
  let judge: AnthropicServer;
  let verdictNow: ModelReply = verdict('allow', 'none', CLASSIFIER_REASON);
  let agentModel: AnthropicServer | undefined;

  before(async function () {
    this.timeout(300_000);
    claude = await ensureClaudeCode(console.log);
    judge = await startAnthropicServer(() => verdictNow);
  });
  after(() => judge.stop());
  afterEach(() => agentModel?.stop());

  const used = useEditor(() => ({
    name: 'claude-code',
    settings: {
      'autoMode.permissions.deny': ['bash(touch denied*)'],
      'autoMode.permissions.ask': ['bash(touch asked*)'],
      'autoMode.classifier.model': 'anthropic/claude-haiku-4-5-20251001',
      'autoMode.classifier.baseUrl': judge.url,
    },
    env: { ANTHROPIC_API_KEY: 'test-key-of-no-account' },
  }));

  const dialog = (): Locator => used.window.page.locator('.monaco-dialog-box');
  const press = async (name: string): Promise<void> => {
    await dialog().getByRole('button', { name, exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
  };
  const settingsPath = (): string => join(used.editor.home, '.claude', 'settings.json');
  const made = (name: string): string => join(used.editor.workspace, name);

  /** Claude Code's model wants one file; resolves when the session is over. */
  async function touch(name: string, mode: PermissionMode): Promise<SessionReport> {
    const input = { command: `touch ${name}`, description: 'Make a file' };
    agentModel = await startAnthropicServer(agentScript([{ name: 'Bash', input }]));
    return runClaudeCode(
      { claude, home: used.editor.home, cwd: used.editor.workspace, modelUrl: agentModel.url, mode },
      80,
    );
  }

  const heard = (): { readonly text: string; readonly isError: boolean } =>
    toolResults(agentModel?.requests.at(-1)?.body).at(-1) ?? assert.fail('no result reached the model');

  /** The latest decision in the log on disk. */
  function logged(): Decision {
    const files = readdirSync(used.editor.root, { recursive: true, encoding: 'utf8' });
    const path = files.find((file) => file.endsWith('log/decisions.jsonl')) ?? assert.fail('there is no log');
    const lines = readFileSync(join(used.editor.root, path), 'utf8').trim().split('\n');
    return decisionSchema.parse((JSON.parse(lines.at(-1) ?? '') as { decision: unknown }).decision);
  }

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
    const session = touch('asked-1', 'bypassPermissions');
    await dialog().waitFor();
    const text = await dialog().innerText();
    for (const part of ['touch asked-1', used.editor.workspace, 'Claude Code', 'bash(touch asked*)']) {
      assert.ok(text.includes(part), `“${part}” is not in:\n${text}`);
    }
    await used.window.screenshot('claude-code-asks');
    await press('Decline');
    await session;
    assert.equal(existsSync(made('asked-1')), false);
    assert.ok(heard().isError);
    assert.ok(heard().text.includes(logged().reason), heard().text);
  });

  it('an ask rule shows a dialog, and after a yes the other checks decide', async () => {
    const session = touch('asked-2', 'default');
    await dialog().waitFor();
    await press('Continue to checks');
    assert.deepEqual((await session).permission_denials, []);
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
