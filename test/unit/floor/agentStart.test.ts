import assert from 'node:assert/strict';
import { callKey } from '../../../src/engine/model/callKey';
import { decide } from '../../../src/engine/decide';
import { configuration, entries, fakeGate, permissions, verdict, WORKSPACE } from '../engine/fakeGate';

async function outcome(command: string): Promise<string> {
  const gate = fakeGate({
    tree: { [`${WORKSPACE}/a.md`]: 'text' },
    configuration: configuration({ permissions: permissions({ allow: entries(['bash']) }) }),
  });
  const decision = await decide(
    { tool: 'bash', input: { command }, cwd: WORKSPACE },
    gate,
    new AbortController().signal,
  );
  return `${decision.outcome} ${decision.stage}`;
}

describe('an allow rule for every command', () => {
  const settled = [
    'claude',
    'claude -p "mend the tests" --model haiku --output-format json',
    'claude -p "what does claude --help say" --max-turns 3',
    'codex exec "mend the tests" --json',
    'gemini -p "mend the tests"',
    'npx @anthropic-ai/claude-code -p "mend the tests"',
    'opencode run "mend the tests"',
    'npm install @openai/codex',
    'make claude',
    'ssh host make',
  ];
  for (const line of settled) {
    it(`settles ${line}`, async () => {
      assert.equal(await outcome(line), 'allow permissions.allow');
    });
  }

  const unsettled = [
    'claude --dangerously-skip-permissions -p x',
    'claude --permission-mode bypassPermissions -p x',
    'claude --settings other.json -p x',
    'claude -p x --settings \'{"env":{}}\'',
    'claude --unheard-of',
    'claude config',
    'claude mcp add x',
    'claude plugin disable x',
    "cl''aude --dangerously-skip-permissions",
    'claude -p "x" --dangerously-skip-permissions=true',
    '/usr/local/bin/claude --dangerously-skip-permissions',
    'timeout 60 claude --dangerously-skip-permissions',
    "bash -c 'claude --dangerously-skip-permissions'",
    'x=--dangerously-skip-permissions; claude $x',
    'claude --dangerously-skip-{permissions,hooks}',
    'sudo claude -p x',
    'env -i claude -p x',
    'env -u CLAUDE_CONFIG_DIR claude -p x',
    'agent --force x',
    'ssh host claude -p x',
    'docker exec box claude -p x',
    'export ANTHROPIC_BASE_URL=http://127.0.0.1; claude -p x',
    'codex --yolo',
    'codex exec --dangerously-bypass-approvals-and-sandbox x',
    'codex exec --dangerously-bypass-hook-trust x',
    'codex --profile other',
    'codex -c model=x exec y',
    'gemini --yolo',
    'gemini --approval-mode yolo -p x',
    'gemini extensions disable x',
    'qwen -y -p x',
    'copilot --allow-all-tools -p x',
    'opencode --port 1',
    'cursor agent --force x',
    'cursor-agent --force x',
    'gh copilot --allow-all-tools',
    'npx -y @anthropic-ai/claude-code --dangerously-skip-permissions',
    'npx @openai/codex@latest --yolo',
    'node node_modules/@anthropic-ai/claude-code/cli.js --dangerously-skip-permissions',
    'anywrapper claude --dangerously-skip-permissions',
    'python3 -c \'import os; os.system("claude --dangerously-skip-permissions")\'',
    "cat > run.sh <<'E'\nclaude --dangerously-skip-permissions\nE",
    "make <<< 'codex --yolo'",
  ];
  for (const line of unsettled) {
    it(`does not settle ${JSON.stringify(line)}`, async () => {
      assert.match(await outcome(line), /^block (?:classifier|hard-deny)$/);
    });
  }
});

describe('what was settled once', () => {
  const request = {
    tool: 'bash',
    input: { command: 'claude --dangerously-skip-permissions -p x' },
    cwd: WORKSPACE,
    sessionId: 's',
  };

  it('does not settle it when the user released the call', async () => {
    const gate = fakeGate({ allowOnce: new Set([callKey(request)]), classifier: () => verdict('block', 'soft_deny') });
    assert.equal((await decide(request, gate, new AbortController().signal)).stage, 'classifier');
    assert.match(gate.classified[0]?.authorisation ?? '', /released exactly this call/);
  });

  it('does not settle it when the classifier allowed it before', async () => {
    const gate = fakeGate({ classifier: () => verdict('allow') });
    for (let time = 0; time < 2; time += 1) await decide(request, gate, new AbortController().signal);
    assert.equal(gate.classified.length, 2);
  });
});
