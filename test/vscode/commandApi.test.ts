import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Decision } from '../../src/engine/model/decision';
import type { AutoModeApi } from '../../src/gate/api';
import {
  callsTool,
  judging,
  startAnthropicServer,
  verdict,
  type AnthropicServer,
  type ModelReply,
} from '../modelServer/anthropicServer';

/** The parts of a decision that say what was decided, without who, when and how long. */
function substance({ id: _id, at: _at, durationMs: _duration, classifier, trace, ...rest }: Decision): object {
  return {
    ...rest,
    classifier: classifier === undefined ? undefined : { ...classifier, latencyMs: 0 },
    trace: trace?.map(({ ms: _ms, ...step }) => step),
  };
}

const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('autoMode');
const set = (key: string, value: unknown): Thenable<void> =>
  settings().update(key, value, vscode.ConfigurationTarget.Global);
const check = async (request: unknown): Promise<Decision> =>
  vscode.commands.executeCommand<Decision>('autoMode.check', request);
const brief = ({ outcome, stage }: Decision): string => `${outcome} ${stage}`;

describe('the command API in VS Code', () => {
  let api: AutoModeApi;
  let folder: string;
  const bash = (command: string): Record<string, unknown> => ({ tool: 'bash', input: { command }, cwd: folder });

  before(async () => {
    const extension = vscode.extensions.getExtension<AutoModeApi>('auto-mode.auto-mode');
    assert.ok(extension);
    api = await extension.activate();
    folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    mkdirSync(join(folder, 'src'), { recursive: true });
    mkdirSync(join(folder, '.git'), { recursive: true });
    writeFileSync(join(folder, 'src', 'a.ts'), 'old text');
    writeFileSync(join(folder, '.git', 'config'), '[core]\n');
    await set('permissions.deny', ['bash(git push --force*)']);
    await set('permissions.ask', ['bash(npm publish*)']);
  });

  after(async () => {
    for (const key of [
      'permissions.deny',
      'permissions.ask',
      'classifier.model',
      'classifier.baseUrl',
      'classifier.timeoutSeconds',
    ]) {
      await set(key, undefined);
    }
  });

  it('decides, and the exports say the same field for field', async () => {
    const cases: readonly [Record<string, unknown>, string][] = [
      [{ tool: 'read_file', input: { file_path: 'src/a.ts' }, cwd: folder }, 'allow safe-tool'],
      [
        { tool: 'file_edit', input: { file_path: 'src/a.ts', old_string: 'old', new_string: 'new' }, cwd: folder },
        'allow workspace-edit',
      ],
      [
        { tool: 'file_edit', input: { file_path: '.git/config', old_string: 'a', new_string: 'b' }, cwd: folder },
        'block classifier',
      ],
      [{ tool: 'file_write', input: { file_path: '~/.bashrc', content: 'x' }, cwd: folder }, 'block hard-deny'],
      [bash('git push --force origin main'), 'block permissions.deny'],
      // The test mode of VS Code refuses dialogs, which is a question that was closed.
      [bash('npm publish'), 'block permissions.ask'],
      [bash('make'), 'block classifier'],
      [
        {
          tool: 'Read',
          input: { file_path: '/etc/hosts' },
          cwd: folder,
          agent: 'claude-code',
          sessionId: 's',
          callId: 'c',
        },
        'allow safe-tool',
      ],
    ];
    for (const [request, expected] of cases) {
      const byCommand = await check(request);
      const byExports = await api.check(request);
      assert.equal(brief(byCommand), expected, byCommand.reason);
      assert.deepEqual(substance(byCommand), substance(byExports));
    }
  });

  it('says what to do when no classifier is set up', async () => {
    const decision = await check(bash('make'));
    assert.match(decision.reason, /No classifier model\/API key available; auto mode fails closed\./);
    assert.match(decision.remedy ?? '', /Set Classifier API Key/);
    assert.equal(decision.outage, 'no-key');
  });

  it('blocks bad input with a clear reason, and goes on', async () => {
    const cyclic: Record<string, unknown> = { command: 'ls' };
    cyclic['self'] = cyclic;
    const cases: readonly [string, unknown, RegExp][] = [
      ['no tool', { input: {} }, /tool/],
      ['no request', undefined, /undefined/],
      ['a string', 'ls', /request/],
      ['20 MB', bash('x'.repeat(20_000_000)), /larger than/],
      ['a cycle', { ...bash('ls'), input: cyclic }, /refers back/],
      ['no JSON', { ...bash('ls'), input: { command: 'ls', run: () => 1 } }, /function/],
      ['a folder that does not exist', { ...bash('ls'), cwd: '/nowhere/at/all' }, /does not exist/],
    ];
    for (const [name, request, reason] of cases) {
      const decision = await api.check(request);
      assert.equal(brief(decision), 'block invalid-request', name);
      assert.match(decision.reason, reason, name);
    }
    assert.equal(brief(await check({ tool: 'frobnicate', input: {}, cwd: folder })), 'block classifier');
    assert.equal(
      brief(await check({ tool: 'read_file', input: { file_path: 'src/a.ts' }, cwd: folder })),
      'allow safe-tool',
    );
  });

  it('takes up changed settings with the next decision', async () => {
    await set('permissions.deny', ['bash(git push --force*)', 'read(src/**)']);
    assert.equal(
      brief(await check({ tool: 'read_file', input: { file_path: 'src/a.ts' }, cwd: folder })),
      'block permissions.deny',
    );
    await set('permissions.deny', ['bash(git push --force*)']);
    assert.equal(
      brief(await check({ tool: 'read_file', input: { file_path: 'src/a.ts' }, cwd: folder })),
      'allow safe-tool',
    );
  });

  it('asks about every call of the tool that a malformed entry names', async () => {
    await set('permissions.deny', ['bash(git push --force*)', 'bash(oops']);
    const decision = await check(bash('ls'));
    assert.equal(brief(decision), 'block permissions.ask');
    assert.match(decision.remedy ?? decision.reason, /autoMode\.permissions/);
    const { problems } = await vscode.commands.executeCommand<{ problems: { entry: string }[] }>('autoMode.status', {});
    assert.ok(problems.some(({ entry }) => entry.includes('bash(oops')));
    await set('permissions.deny', ['bash(git push --force*)']);
  });

  it('answers the other commands with JSON', async () => {
    const run = (command: string, argument: unknown = {}): Thenable<Record<string, unknown>> =>
      vscode.commands.executeCommand(`autoMode.${command}`, argument);
    const status = await run('status');
    assert.equal(status['mode'], 'outage');
    assert.ok((status['counters'] as { checked: number }).checked > 0);
    const denials = (await run('denials')) as unknown as Record<string, unknown>[];
    assert.equal(denials.length, 12);
    for (const field of ['at', 'tool', 'reason', 'summary', 'kind']) assert.ok(field in (denials[0] ?? {}), field);
    const config = await run('config');
    assert.match(JSON.stringify(config), /git push --force/);
    assert.match(JSON.stringify(config), /"source":"user"/);
    assert.match(JSON.stringify(await run('defaults')), /\.git/);
    assert.match((await run('guidance')) as unknown as string, /Auto mode is active/);
    assert.deepEqual(await run('reload'), { problems: [] });
    const reset = await run('reset');
    assert.equal((reset['counters'] as { checked: number }).checked, 0);
    assert.deepEqual(await run('denials'), []);
    for (const name of ['status', 'denials', 'config', 'defaults', 'guidance', 'reload'] as const) {
      assert.deepEqual(await api[name](), await run(name), name);
    }
  });

  it('explains a command as the exports do, and says what an argument lacks', async () => {
    const line = { command: 'ls && git push --force' };
    const explained = await vscode.commands.executeCommand<Record<string, unknown>>('autoMode.explain', line);
    assert.equal(explained['stage'], 'permissions.deny');
    assert.deepEqual(
      (explained['commands'] as { stage: string }[]).map(({ stage }) => stage),
      ['read-only-command', 'permissions.deny'],
    );
    assert.deepEqual(await api.explain(line), explained);
    await assert.rejects(Promise.resolve(vscode.commands.executeCommand('autoMode.explain', {})), /"command" must be/);
  });

  it('tells the story of a decision as the exports do', async () => {
    const { id } = await check(bash('git push --force'));
    const story = await vscode.commands.executeCommand<{ id: string; text: string }>('autoMode.explain', { id });
    assert.match(story.text, /^Blocked by /);
    assert.deepEqual(await api.explain({ id }), story);
    await assert.rejects(api.explain({ id: 'none' }), /"id" must be/);
  });

  it('stays on where the user cannot be asked', async () => {
    const status = await vscode.commands.executeCommand<{ enabledHere: boolean }>('autoMode.off', {});
    assert.equal(status.enabledHere, true);
    assert.equal((await api.off()).enabledHere, true);
    assert.equal(brief(await check(bash('make'))), 'block classifier');
  });

  describe('with a local model server', () => {
    let server: AnthropicServer;
    let reply: ModelReply = verdict('allow', 'none', 'an ordinary build');

    before(async () => {
      server = await startAnthropicServer(judging(() => reply));
      await set('classifier.model', 'anthropic/claude-haiku-4-5-20251001');
      await set('classifier.baseUrl', server.url);
      await set('classifier.timeoutSeconds', 60);
    });
    after(() => server.stop());

    it('allows and blocks by its verdict', async () => {
      const allowed = await check(bash('make'));
      assert.equal(brief(allowed), 'allow classifier');
      assert.equal(allowed.classifier?.model, 'claude-haiku-4-5-20251001');
      reply = verdict('block', 'soft_deny', 'it would publish');
      const blocked = await check(bash('make release'));
      assert.deepEqual(
        [brief(blocked), blocked.reason, blocked.tier],
        ['block classifier', 'it would publish', 'soft_deny'],
      );
    });

    const faults: readonly [string, ModelReply, string][] = [
      ['hangs', { kind: 'hang' }, 'timeout'],
      ['trickles', { kind: 'trickle', everyMs: 100 }, 'timeout'],
      ['cuts the stream', { kind: 'cut', body: '{"id":' }, 'network'],
      ['resets the connection', { kind: 'reset' }, 'network'],
      ['answers 401', { kind: 'error', status: 401 }, 'authentication'],
      ['answers 429', { kind: 'error', status: 429 }, 'rate-limit'],
      ['answers 500', { kind: 'error', status: 500 }, 'provider-error'],
      ['answers 529', { kind: 'error', status: 529 }, 'provider-error'],
      ['answers nonsense', { kind: 'raw', status: 200, body: '<html>hello</html>' }, 'invalid-answer'],
      ['calls another tool', callsTool('delete_everything', {}), 'invalid-answer'],
    ];
    for (const [name, fault, outage] of faults) {
      it(`blocks when it ${name}, in time, and the next request works`, async () => {
        reply = fault;
        if (outage === 'timeout') await set('classifier.timeoutSeconds', 3);
        const started = Date.now();
        const decision = await check(bash(`make ${name}`));
        assert.equal(brief(decision), 'block classifier', decision.reason);
        assert.equal(decision.outage, outage, decision.reason);
        assert.ok(Date.now() - started < 30_000, `took ${Date.now() - started} ms`);
        assert.doesNotMatch(JSON.stringify(decision), /test-key/);
        reply = verdict('allow', 'none', 'fine');
        if (outage === 'timeout') await set('classifier.timeoutSeconds', 60);
        assert.equal(brief(await check(bash(`make after ${name}`))), 'allow classifier');
      });
    }

    it('cancels while the classifier runs', async () => {
      reply = { kind: 'hang' };
      const source = new vscode.CancellationTokenSource();
      const pending = api.check(bash('make slowly'), source.token);
      const asked = server.requests.length;
      while (server.requests.length === asked) await new Promise((resolve) => setTimeout(resolve, 10));
      source.cancel();
      assert.equal(brief(await pending), 'block cancelled');
      await server.requests.at(-1)?.closed;
    });
  });
});
