import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { COMMANDS } from '../../src/config/contributions';
import type { Decision } from '../../src/engine/model/decision';
import { latestDecision } from '../agents/loggedDecisions';
import { McpClient } from '../agents/mcpClient';
import { launcherIn, runHook, type HookAnswer } from '../editor/agentHook';
import { dialogsOf } from '../editor/dialogs';
import { until } from '../editor/until';
import { useEditor } from '../editor/useEditor';

/** What was decided, without who, when and how long. */
function substance({ id: _id, at: _at, durationMs: _duration, trace, ...rest }: Decision): object {
  return { ...rest, trace: trace?.map(({ ms: _ms, ...step }) => step) };
}

describe('one door for commands, exports and hooks', function () {
  this.timeout(300_000);
  const used = useEditor({
    name: 'one-door',
    files: { 'src/a.ts': 'old text', '.git/config': '[core]\n' },
    settings: { 'autoMode.permissions.deny': ['bash(git push*)'], 'autoMode.permissions.ask': ['bash(npm publish*)'] },
  });

  const { dialog, press, pressKey } = dialogsOf(used);
  const payload = (tool: string, input: object): string =>
    JSON.stringify({
      session_id: 'session',
      transcript_path: join(used.editor.home, '.claude', 'projects', 'none.jsonl'),
      cwd: used.editor.workspace,
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: tool,
      tool_input: input,
      tool_use_id: 'toolu_1',
    });

  const hook = (text: string): Promise<HookAnswer> => runHook(used.editor.home, ['claude-code'], text);
  const lastLogged = (): Decision => latestDecision(used.editor.root);

  const calls: readonly [string, string, object, string, number][] = [
    ['a read', 'Read', { file_path: 'src/a.ts' }, 'allow safe-tool', 0],
    ['an edit', 'Edit', { file_path: 'src/a.ts', old_string: 'old', new_string: 'new' }, 'allow workspace-edit', 0],
    ['a deny rule', 'Bash', { command: 'git push origin main' }, 'block permissions.deny', 2],
    ['the hard floor', 'Write', { file_path: '~/.bashrc', content: 'x' }, 'block hard-deny', 2],
    ['no classifier', 'Bash', { command: 'make' }, 'block classifier', 2],
    ['input that does not fit', 'Bash', {}, 'block invalid-request', 2],
  ];
  for (const [name, tool, input, expected, exitCode] of calls) {
    it(`decides ${name} alike, field for field: ${expected}`, async () => {
      const request = {
        tool,
        input,
        cwd: used.editor.workspace,
        agent: 'claude-code',
        sessionId: 'session',
        callId: 'toolu_1',
        mode: 'default',
      };
      const byCommand = await used.window.executeCommand<Decision>(COMMANDS.check, request);
      const byExports = await used.window.runInHost(async (vscode, what) => {
        const extension = vscode.extensions.getExtension<{ check(request: unknown): Promise<Decision> }>(
          'auto-mode.auto-mode',
        );
        return extension?.exports.check(what);
      }, request);
      const reply = await hook(payload(tool, input));
      const byHook = lastLogged();
      assert.equal(`${byCommand.outcome} ${byCommand.stage}`, expected);
      assert.ok(byExports !== undefined);
      assert.deepEqual(substance(byExports), substance(byCommand));
      assert.deepEqual(substance(byHook), substance(byCommand));
      assert.equal(reply.code, exitCode);
      const { hookSpecificOutput: said } = JSON.parse(reply.stdout) as {
        hookSpecificOutput: { permissionDecision: string; permissionDecisionReason: string };
      };
      assert.equal(said.permissionDecision, byCommand.outcome === 'allow' ? 'allow' : 'deny');
      if (byCommand.outcome === 'block') assert.ok(reply.stderr.includes(byCommand.reason), reply.stderr);
    });
  }

  it('answers a 20 MB call and broken payloads with a refusal, and goes on', async () => {
    for (const text of [
      payload('Bash', { command: 'x'.repeat(20_000_000) }),
      payload('Bash', {}).slice(0, -5),
      '',
      'null',
    ]) {
      const reply = await hook(text);
      assert.equal(reply.code, 2, text.slice(0, 50));
      assert.match(reply.stdout, /"deny"/);
      assert.ok(reply.stderr.trim().length > 10);
    }
    assert.equal((await hook(payload('Read', { file_path: 'src/a.ts' }))).code, 0);
  });

  it('advises an agent over MCP, which is an agent of its own', async () => {
    const { home, workspace } = used.editor;
    const client = await new McpClient([join(home, '.auto-mode', 'mcp')], home).greet('My Agent');
    const call = (command: string): object => ({ tool: 'bash', input: { command }, cwd: workspace });
    try {
      const denied = await client.call('check', call('git push'));
      assert.equal(denied.structuredContent?.['stage'], 'permissions.deny');
      const { id, agent, subAgent } = lastLogged();
      assert.deepEqual([agent, subAgent], ['mcp', 'My Agent']);
      const { structuredContent: explained } = await client.call('explain', call('npm publish'));
      assert.equal((explained?.['verdict'] as { outcome: string }).outcome, 'ask');
      const { structuredContent: status } = await client.call('status', { cwd: workspace });
      assert.equal((status?.['window'] as { enabled: boolean }).enabled, true);
      assert.equal(lastLogged().id, id, 'only a check is a decision');
      const asked = client.call('check', call('npm publish'));
      await press('Decline');
      assert.equal((await asked).structuredContent?.['outcome'], 'block');
      assert.equal(lastLogged().stage, 'permissions.ask');
    } finally {
      client.dispose();
    }
  });

  it('gives a question up when the agent does, and a late click does nothing', async () => {
    const agent = spawn(launcherIn(used.editor.home), ['claude-code'], {
      env: { PATH: '/usr/bin:/bin' },
      detached: true,
    });
    agent.stdin.end(payload('Bash', { command: 'npm publish' }));
    await dialog().waitFor();
    process.kill(-(agent.pid ?? 0), 'SIGKILL');
    await until(() => lastLogged().stage, 'cancelled');
    await press('Yes, continue');
    assert.equal(lastLogged().stage, 'cancelled');
    assert.equal((await hook(payload('Read', { file_path: 'src/a.ts' }))).code, 0);
  });

  it('gives a question up when the token of the exports is cancelled', async () => {
    const request = { tool: 'bash', input: { command: 'npm publish' }, cwd: used.editor.workspace };
    const pending = used.window.runInHost(async (vscode, what) => {
      const extension = vscode.extensions.getExtension<{
        check(request: unknown, token: unknown): Promise<Decision>;
      }>('auto-mode.auto-mode');
      const source = new vscode.CancellationTokenSource();
      vscode.commands.registerCommand('test.cancel', () => {
        source.cancel();
      });
      return extension?.exports.check(what, source.token);
    }, request);
    await dialog().waitFor();
    await used.window.executeCommand('test.cancel');
    assert.equal((await pending)?.stage, 'cancelled');
    await pressKey('Enter');
    await dialog().waitFor({ state: 'detached' });
  });
});
