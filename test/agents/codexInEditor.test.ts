/**
 * The product from end to end: the real Codex, connected by the product's own command and trusted by the user's step, in a folder that a
 * real VS Code has open.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locator } from 'playwright-core';
import { ensureCodex } from '../../scripts/toolchain/codex.mjs';
import { COMMANDS } from '../../src/config/contributions';
import type { Decision } from '../../src/engine/model/decision';
import type { GateStatus } from '../../src/gate/api';
import type { PanelAgent } from '../../src/panel/messages';

import { dialogsOf } from '../editor/dialogs';
import { useEditor } from '../editor/useEditor';
import { judging, startAnthropicServer, verdict, type AnthropicServer } from '../modelServer/anthropicServer';
import {
  callsTextTool,
  callsTool,
  says,
  startOpenAiServer,
  type OpenAiReply,
  type OpenAiServer,
} from '../modelServer/openAiServer';
import { CodexServer, configureCodex, runCodexExec, type CodexOptions } from './sessions/codexSession';
import { latestDecision } from './loggedDecisions';

const addFile = (name: string, line: string): OpenAiReply =>
  callsTextTool('apply_patch', `*** Begin Patch\n*** Add File: ${name}\n+${line}\n*** End Patch\n`);
const touch = (name: string, options: object = {}): OpenAiReply =>
  callsTool('exec_command', { cmd: `touch ${name}`, ...options });

/** The editor takes its PATH from the user's login shell. */
const withPath =
  (path: () => string) =>
  async (workspace: string): Promise<void> => {
    for (const profile of ['.bash_profile', '.profile', '.zprofile']) {
      await writeFile(join(dirname(workspace), 'home', profile), `export PATH='${path()}'\n`);
    }
  };

describe('the real Codex in a folder that VS Code has open', function () {
  this.timeout(300_000);
  let codex: string;
  let judge: AnthropicServer;
  let verdictNow = verdict('allow', 'none', 'The task is to make this file.');
  let agentModel: OpenAiServer;
  let callNow: OpenAiReply = says('Done.');

  before(async function () {
    this.timeout(300_000);
    codex = await ensureCodex(console.log);
    judge = await startAnthropicServer(judging(() => verdictNow));
    agentModel = await startOpenAiServer(({ body }) => (hasResult(body?.input) ? says('Done.') : callNow));
  });
  after(async () => {
    await judge.stop();
    await agentModel.stop();
  });

  const used = useEditor(() => ({
    name: 'codex',
    settings: {
      'autoMode.permissions.deny': ['bash(touch denied*)'],
      'autoMode.permissions.ask': ['bash(touch asked*)'],
      // What they touch is for the classifier.
      'autoMode.fastPaths.workspaceWrites': false,
      'autoMode.classifier.model': 'anthropic/claude-haiku-4-5-20251001',
      'autoMode.classifier.baseUrl': judge.url,
    },
    prepare: withPath(() => `${dirname(codex)}:/usr/bin:/bin`),
    env: { ANTHROPIC_API_KEY: 'test-key-of-no-account' },
  }));

  const { dialog, press } = dialogsOf(used);
  const notification = (text: string): Locator =>
    used.window.page.locator('.notification-list-item', { hasText: text }).first();
  const agent = async (): Promise<PanelAgent> => {
    const { agents } = await used.window.executeCommand<GateStatus>(COMMANDS.status, {});
    return agents.find(({ id }) => id === 'codex') ?? assert.fail('Codex is not shown');
  };
  /** As long as the test's own time allows. */
  async function shownAs(state: PanelAgent['state']): Promise<PanelAgent> {
    for (;;) {
      const shown = await agent();
      if (shown.state === state) return shown;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  const made = (name: string): boolean => existsSync(join(used.editor.workspace, name));
  const logged = (): Decision => latestDecision(used.editor.root);
  const options = (): CodexOptions => ({ codex, home: used.editor.home, cwd: used.editor.workspace });
  /** What the model was told of its call. */
  const heard = (): string => JSON.stringify(agentModel.requests.at(-1)?.body?.input?.at(-1));

  /** The user's step in `/hooks`. */
  async function trustHooks(): Promise<void> {
    const server = new CodexServer(options());
    await server.initialize();
    await server.trustHooks();
    await server.stop();
  }

  /** Codex's model makes one call, in Codex's most permissive mode; resolves when the session is over. */
  async function call(reply: OpenAiReply): Promise<void> {
    callNow = reply;
    await runCodexExec(options(), []);
  }

  it('is connected by the command, and the user is told of the step that is left', async () => {
    configureCodex(used.editor.home, agentModel.url, 'gpt-5.5');
    const done = used.window.executeCommand<{ result: string }>(COMMANDS.connectCodex);
    await dialog().waitFor();
    await press('Connect');
    assert.equal((await done).result, 'done');
    const left = notification('passes over 5 of the 5 hooks');
    await left.waitFor();
    await used.window.screenshot('codex-trust');
    assert.match(await left.innerText(), /\/hooks/);
    await left.getByRole('button', { name: 'Open Codex' }).waitFor();
    assert.match((await agent()).sentence, /passes over 5 of the 5 hooks/);
    assert.equal((await agent()).state, 'untrusted');
    // The next one has the same words, and may be there before this one is seen to be gone.
    const shown = await left.elementHandle();
    await left.getByRole('button', { name: 'Check Again' }).click();
    await shown.waitForElementState('hidden');
    await notification('passes over 5 of the 5 hooks').waitFor();
  });

  it('once it is trusted that is shown with nobody asking, and said when the user asks', async () => {
    await trustHooks();
    await shownAs('connected');
    // It may have slid out of sight by now; in the list it stays.
    await used.window.executeCommand('notifications.showList');
    await notification('passes over 5 of the 5 hooks').getByRole('button', { name: 'Check Again' }).click();
    await notification('You trust all hooks').waitFor();
  });

  it('trust that is taken back is noticed, by a window that opens too', async () => {
    configureCodex(used.editor.home, agentModel.url, 'gpt-5.5');
    await shownAs('untrusted');
    await used.window.reload();
    await shownAs('untrusted');
    await trustHooks();
    await shownAs('connected');
  });

  it('a deny rule stops its call, and the reason reaches the model', async () => {
    await call(touch('denied-1'));
    assert.equal(made('denied-1'), false);
    assert.equal(logged().stage, 'permissions.deny');
    assert.ok(heard().includes('touch denied'), heard());
  });

  it('an ask rule shows a dialog, and no means no', async () => {
    const session = call(touch('asked-1'));
    await dialog().waitFor();
    const text = await dialog().innerText();
    for (const part of ['touch asked-1', 'Codex', 'bash(touch asked*)']) assert.ok(text.includes(part), text);
    await press('Decline');
    await session;
    assert.equal(made('asked-1'), false);
  });

  it('an ask rule shows a dialog, and after a yes the other checks decide', async () => {
    const session = call(touch('asked-2'));
    await dialog().waitFor();
    await press('Yes, continue');
    await session;
    assert.ok(made('asked-2'));
  });

  it('a call that the classifier allows runs', async () => {
    await call(touch('judged-1'));
    assert.ok(made('judged-1'));
    assert.deepEqual([logged().outcome, logged().stage], ['allow', 'classifier']);
  });

  it('a call that the classifier blocks does not run, and its reason reaches the model', async () => {
    verdictNow = verdict('block', 'soft_deny', 'Nobody asked for this file.');
    await call(touch('judged-2'));
    verdictNow = verdict('allow', 'none', 'The task is to make this file.');
    assert.equal(made('judged-2'), false);
    assert.ok(heard().includes('Nobody asked for this file.'), heard());
  });

  it('an edit in the workspace runs with no question to the judge', async () => {
    const before = judge.requests.length;
    await call(addFile('notes.txt', 'a line'));
    assert.ok(made('notes.txt'));
    assert.equal(logged().outcome, 'allow');
    assert.equal(judge.requests.length, before);
  });

  it('an edit of what guards the gate is blocked', async () => {
    await call(addFile('.vscode/settings.json', '{ "autoMode.enabled": false }'));
    assert.equal(made('.vscode/settings.json'), false);
    assert.equal(logged().outcome, 'block');
    assert.ok(heard().includes('Auto Mode:'), heard());
  });

  it('where Codex asks before it leaves its sandbox, the classifier’s allow is the answer', async () => {
    callNow = touch('escalated', { sandbox_permissions: 'require_escalated', justification: 'It must be.' });
    const server = new CodexServer(options());
    await server.initialize();
    await server.turn();
    await server.stop();
    assert.deepEqual(server.questions, []);
    assert.ok(server.hookRuns.includes('permissionRequest completed'), server.hookRuns.join());
    assert.ok(made('escalated'));
  });

  it('after all this no alarm was raised, and it is called protected', async () => {
    const { alarms, earlierAlarms = 0, lastEnforced } = await shownAs('protected');
    assert.deepEqual(alarms, []);
    assert.equal(earlierAlarms, 0);
    assert.equal(lastEnforced?.outcome, 'allow');
    await used.window.screenshot('codex-protected');
  });

  // Last: nothing opens this editor again.
  it('with VS Code closed no call is silently allowed', async () => {
    await used.editor.server.stop();
    await call(touch('closed'));
    assert.equal(made('closed'), false);
    assert.ok(heard().includes('no VS Code window'), heard());
  });
});

describe('Codex that is not on the PATH of VS Code', function () {
  this.timeout(300_000);
  const used = useEditor({
    name: 'codex-elsewhere',
    settings: { 'autoMode.classifier.model': 'anthropic/claude-haiku-4-5-20251001' },
    prepare: withPath(() => '/usr/bin:/bin'),
    env: { ANTHROPIC_API_KEY: 'test-key-of-no-account' },
  });

  it('is connected, and the user is told what to do where it cannot be asked', async () => {
    const done = used.window.executeCommand<{ result: string }>(COMMANDS.connectCodex);
    const dialog = used.window.page.locator('.monaco-dialog-box');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    assert.equal((await done).result, 'done');
    const told = used.window.page.locator('.notification-list-item', { hasText: 'is not on the PATH of VS Code' });
    await told.waitFor();
    await used.window.screenshot('codex-not-found');
    assert.match(await told.innerText(), /\/hooks/);
    assert.equal(await told.getByRole('button', { name: /Open Codex|Check Again/ }).count(), 0);
    const { agents } = await used.window.executeCommand<GateStatus>(COMMANDS.status, {});
    assert.equal(agents.find(({ id }) => id === 'codex')?.state, 'connected');
  });
});

function hasResult(input: readonly object[] | undefined): boolean {
  return input?.some((item) => 'type' in item && String(item.type).endsWith('_call_output')) === true;
}
