import assert from 'node:assert/strict';
import { claudeCodeDialect } from '../../../src/agents/claudeCode/dialect';
import { codexDialect } from '../../../src/agents/codex/dialect';
import { copilotDialect } from '../../../src/agents/copilot/dialect';
import { cursorDialect } from '../../../src/agents/cursor/dialect';
import { InstructionFiles } from '../../../src/agents/files/instructionFiles';
import { geminiCliDialect } from '../../../src/agents/geminiCli/dialect';
import { genericDialect } from '../../../src/agents/generic/dialect';
import type { AgentDialect, HookCall } from '../../../src/agents/hooks/agentDialect';
import { mcpDialect } from '../../../src/agents/mcp/dialect';
import { KILO_CODE_AGENT } from '../../../src/agents/kiloCode/agent';
import { OPENCODE_AGENT } from '../../../src/agents/opencode/agent';
import { PI_AGENT } from '../../../src/agents/pi/agent';
import { qwenCodeDialect } from '../../../src/agents/qwenCode/dialect';

const NOTHING = (): Promise<readonly []> => Promise.resolve([]);
const INPUT = { command: 'npm test', description: 'Run the tests' };
const GIVEN = { ...INPUT, command: "'/home/u/.auto-mode/contained/run' 0a" };
const ALLOW = { outcome: 'allow', reason: 'It runs in a sandbox.', rewritten: GIVEN.command } as const;

function call(tool: string, more: Partial<HookCall> = {}): HookCall {
  return {
    request: { tool, input: INPUT, cwd: '/home/u/project', sessionId: 's' },
    mode: 'default',
    transcriptPath: undefined,
    subAgentId: undefined,
    ...more,
  };
}

function said(dialect: AgentDialect, one: HookCall): unknown {
  const { stdout, exitCode, stderr } = dialect.reply(ALLOW, one);
  assert.deepEqual([exitCode, stderr], [0, '']);
  return JSON.parse(stdout);
}

describe('a call that is given back rewritten', () => {
  it('reaches Claude Code as its updated input', () => {
    assert.deepEqual(said(claudeCodeDialect(NOTHING), call('Bash')), {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        permissionDecisionReason: 'Auto Mode: It runs in a sandbox.',
        updatedInput: GIVEN,
      },
    });
  });

  it('reaches both engines of Copilot', () => {
    const answer = { permissionDecision: 'allow', permissionDecisionReason: 'Auto Mode: It runs in a sandbox.' };
    assert.deepEqual(said(copilotDialect(NOTHING), call('bash')), {
      ...answer,
      modifiedArgs: GIVEN,
      hookSpecificOutput: { hookEventName: 'PreToolUse', ...answer, updatedInput: GIVEN },
    });
  });

  it('reaches Codex before the call, and leaves its own question to its user', () => {
    const session = { transcript: NOTHING, withOptions: (one: HookCall) => Promise.resolve(one) };
    const dialect = codexDialect(session);
    assert.deepEqual(said(dialect, call('Bash', { event: 'PreToolUse' })), {
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput: GIVEN },
    });
    assert.deepEqual(said(dialect, call('Bash', { event: 'PermissionRequest' })), {});
  });

  it('is refused as any other call where the decision blocks', () => {
    const reply = claudeCodeDialect(NOTHING).reply({ ...ALLOW, outcome: 'block' }, call('Bash'));
    assert.equal(reply.exitCode, 2);
    assert.ok(!reply.stdout.includes('updatedInput'));
  });

  const session = { transcript: NOTHING, withOptions: (one: HookCall) => Promise.resolve(one) };
  const takers: readonly (readonly [string, AgentDialect, HookCall, boolean])[] = [
    ['Claude Code', claudeCodeDialect(NOTHING), call('Bash'), true],
    ['Claude Code in its own auto mode', claudeCodeDialect(NOTHING), call('Bash', { mode: 'auto' }), true],
    ["Claude Code's questions to its user", claudeCodeDialect(NOTHING), call('AskUserQuestion'), false],
    ['Copilot', copilotDialect(NOTHING), call('bash'), true],
    ['Codex before the call', codexDialect(session), call('Bash', { event: 'PreToolUse' }), true],
    ['Codex when it asks its user', codexDialect(session), call('Bash', { event: 'PermissionRequest' }), false],
    ['opencode', OPENCODE_AGENT.dialect('/none', {}, new InstructionFiles()), call('bash'), true],
    ['Kilo Code', KILO_CODE_AGENT.dialect('/none', {}, new InstructionFiles()), call('bash'), true],
    ['pi', PI_AGENT.dialect('/none', {}, new InstructionFiles()), call('bash'), true],
    ['Gemini CLI', geminiCliDialect(NOTHING), call('run_shell_command'), true],
    [
      'Qwen Code where it asks',
      qwenCodeDialect(NOTHING),
      call('run_shell_command', { event: 'PermissionRequest' }),
      true,
    ],
    ['Qwen Code before the call', qwenCodeDialect(NOTHING), call('run_shell_command', { event: 'PreToolUse' }), false],
    ['Cursor', cursorDialect(NOTHING), call('Shell', { event: 'preToolUse' }), false],
    ['an agent connected by hand', genericDialect, call('bash'), false],
    ['an agent over MCP', mcpDialect, call('bash'), false],
  ];
  for (const [who, dialect, one, takes] of takers) {
    it(`is ${takes ? '' : 'not '}taken by ${who}`, () => {
      assert.equal(dialect.takesRewritten?.(one) ?? false, takes);
      assert.equal(dialect.reply(ALLOW, one).stdout.includes(GIVEN.command), takes);
    });
  }
});
