/**
 * The product from end to end: the real Copilot CLI, connected by the product's own command, in a folder that a real VS Code has open.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ensureCopilot, type Copilot } from '../../scripts/toolchain/copilot.mjs';
import { COMMANDS } from '../../src/config/contributions';
import type { Decision } from '../../src/engine/model/decision';
import type { GateStatus } from '../../src/gate/api';
import { dialogsOf } from '../editor/dialogs';
import { until } from '../editor/until';
import { useEditor } from '../editor/useEditor';
import { judging, startAnthropicServer, verdict, type AnthropicServer } from '../modelServer/anthropicServer';
import { agentScript, startOpenAiServer, toolResults, type OpenAiServer } from '../modelServer/openAiServer';
import { runCopilot } from './sessions/copilotSession';
import { latestDecision } from './loggedDecisions';

const UNASKED = ['--allow-all-tools'];

describe('the real Copilot CLI in a folder that VS Code has open', function () {
  this.timeout(300_000);
  let copilot: Copilot;
  let judge: AnthropicServer;
  let agentModel: OpenAiServer | undefined;

  before(async function () {
    this.timeout(300_000);
    copilot = await ensureCopilot(console.log);
    judge = await startAnthropicServer(judging(() => verdict('allow', 'none', 'The task is to make this file.')));
  });
  after(() => judge.stop());
  afterEach(() => agentModel?.stop());

  const used = useEditor(() => ({
    name: 'copilot',
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
  const hookFile = (): string => join(used.editor.home, '.copilot', 'hooks', 'auto-mode.json');
  const made = (name: string): string => join(used.editor.workspace, name);
  const logged = (): Decision => latestDecision(used.editor.root);
  const heard = (): string =>
    toolResults(agentModel?.requests.at(-1)?.body).at(-1) ?? assert.fail('no result reached the model');

  /** Copilot's model calls one tool; resolves when the session is over. */
  async function call(name: string, input: object, flags: readonly string[] = []): Promise<void> {
    agentModel = await startOpenAiServer(agentScript([{ name, input }]));
    const { home, workspace } = used.editor;
    await runCopilot({ copilot, home, cwd: workspace, modelUrl: agentModel.url, flags });
  }
  const touch = (name: string, flags?: readonly string[]): Promise<void> =>
    call('bash', { command: `touch ${name}`, description: 'Make a file' }, flags);
  const claimed = async (): Promise<readonly (readonly [id: string, name: string, state: string])[]> => {
    const { agents } = await used.window.executeCommand<GateStatus>(COMMANDS.status, {});
    return agents.filter(({ state }) => state !== 'not-connected').map(({ id, name, state }) => [id, name, state]);
  };

  it('is connected by the command, which shows the change and asks first', async () => {
    const done = used.window.executeCommand<{ result: string }>(COMMANDS.connectCopilot);
    await dialog().waitFor();
    assert.match(await dialog().innerText(), /Connect GitHub Copilot to Auto Mode\?/);
    assert.equal(existsSync(hookFile()), false);
    await used.window.screenshot('connect-copilot');
    await press('Connect');
    assert.equal((await done).result, 'done');
    assert.ok(readFileSync(hookFile(), 'utf8').includes(join(used.editor.home, '.auto-mode', 'launcher')));
    assert.deepEqual(await claimed(), [['copilot', 'GitHub Copilot', 'connected']]);
  });

  it('a deny rule stops its call, and the reason reaches the model', async () => {
    await touch('denied-1', UNASKED);
    assert.equal(existsSync(made('denied-1')), false);
    const { reason, stage, agent } = logged();
    assert.deepEqual([stage, agent], ['permissions.deny', 'copilot']);
    assert.ok(heard().includes(reason), heard());
  });

  it('an ask rule shows a dialog, and no means no', async () => {
    const session = touch('asked-1', UNASKED);
    await dialog().waitFor();
    const text = await dialog().innerText();
    for (const part of ['touch asked-1', basename(used.editor.workspace), 'GitHub Copilot', 'bash(touch asked*)']) {
      assert.ok(text.includes(part), `“${part}” is not in:\n${text}`);
    }
    await used.window.screenshot('copilot-asks');
    await press('Decline');
    await session;
    assert.equal(existsSync(made('asked-1')), false);
    assert.ok(heard().includes(logged().reason), heard());
  });

  it('an ask rule shows a dialog, and after a yes the other checks decide', async () => {
    const session = touch('asked-2');
    await dialog().waitFor();
    await press('Yes, continue');
    await session;
    assert.ok(existsSync(made('asked-2')), heard());
    assert.equal(logged().stage, 'classifier');
  });

  it('a call that the classifier allows runs, with what was said as task text', async () => {
    await touch('judged-1');
    assert.ok(existsSync(made('judged-1')), heard());
    const question = judge.requests.at(-1)?.rawBody ?? '';
    assert.ok(question.includes('Please do what has to be done.'), question);
    // Copilot tells nothing of a call that was blocked, so only now something was seen.
    await until(claimed, [['copilot', 'GitHub Copilot', 'protected']]);
  });

  it('a new file in the workspace needs no classifier', async () => {
    const before = judge.requests.length;
    await call('create', { path: made('edited.txt'), file_text: 'new' });
    assert.equal(readFileSync(made('edited.txt'), 'utf8'), 'new');
    assert.equal(logged().stage, 'workspace-edit');
    assert.equal(judge.requests.length, before);
  });

  it('its own hook file is out of its reach', async () => {
    const before = readFileSync(hookFile(), 'utf8');
    await call('edit', { path: hookFile(), old_str: '"version": 1', new_str: '"version": 2' }, ['--yolo']);
    assert.equal(readFileSync(hookFile(), 'utf8'), before);
    assert.equal(logged().stage, 'hard-deny');
    assert.ok(heard().includes(logged().reason), heard());
  });

  it('a protected file in the workspace is judged, and not by the fast path', async () => {
    const path = made(join('.vscode', 'tasks.json'));
    mkdirSync(dirname(path));
    writeFileSync(path, '{"tasks":[]}');
    const before = judge.requests.length;
    await call('edit', { path, old_str: '[]', new_str: '[{}]' });
    assert.equal(logged().stage, 'classifier');
    assert.ok(judge.requests.length > before);
  });

  // Last: nothing opens this editor again.
  it('with VS Code closed no call is silently allowed', async () => {
    await used.editor.server.stop();
    for (const flags of [[], UNASKED, ['--yolo']]) {
      const name = `closed${flags.join('')}`;
      await touch(name, flags);
      assert.equal(existsSync(made(name)), false, name);
      assert.ok(heard().includes('Auto Mode could not check this call'), heard());
      await agentModel?.stop();
    }
  });
});
