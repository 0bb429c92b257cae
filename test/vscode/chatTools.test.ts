import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Decision } from '../../src/engine/model/decision';
import { GATE_TOOLS } from '../../src/facts/agents/gateTools';

const EXPLAIN = GATE_TOOLS.explainDecision;

async function asked(name: string, input: object): Promise<string> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

describe('the tools for the chat in VS Code', () => {
  let blocked: Decision;

  before(async () => {
    await vscode.extensions.getExtension('auto-mode.auto-mode')?.activate();
    blocked = await vscode.commands.executeCommand<Decision>('autoMode.check', {
      tool: 'file_write',
      input: { file_path: '~/.bashrc', content: 'x' },
      cwd: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
      interactive: false,
    });
    assert.equal(blocked.outcome, 'block');
  });

  it('are registered, with what they take', () => {
    const ours = vscode.lm.tools.filter(({ name }) => name.startsWith('autoMode_'));
    assert.deepEqual(ours.map(({ name }) => name).sort(), Object.values(GATE_TOOLS).sort());
    for (const { inputSchema } of ours) assert.ok(inputSchema !== undefined);
  });

  it('say why a call was blocked', async () => {
    for (const input of [{ id: blocked.id }, { text: '.BASHRC' }, {}]) {
      const text = await asked(EXPLAIN, input);
      assert.match(text, /^outcome: block$/mu);
      assert.match(text, /^decided by: hard-deny$/mu);
      assert.ok(text.includes(blocked.id));
    }
    const status = await asked(GATE_TOOLS.status, {});
    assert.match(status, /^mode: /mu);
  });

  it('say what to give where the input is wrong', async () => {
    await assert.rejects(asked(EXPLAIN, { allow: true }), /Give \{"text"/u);
  });
});
