import assert from 'node:assert/strict';
import type { AgentNotice } from '../../../../src/agents/hooks/agentNotice';
import { copilotDialect } from '../../../../src/agents/copilot/dialect';

const dialect = copilotDialect(() => Promise.resolve([]));

const SESSION = '3d1cb9e9-6294-4304-8c4c-1a942e76c752';
const SUB_AGENT = '0eb53ab4-5792-45ff-aca8-57b207437aa3';
const ENGINE = { sessionId: SESSION, timestamp: 1795333153090, cwd: '/w/app' };
const BELOW = { sessionId: SUB_AGENT, agentId: SUB_AGENT, agentType: 'task', parentAgentId: SESSION };
const PATCH = '*** Begin Patch\n*** Add File: z.txt\n+z\n*** End Patch\n';
const LOCAL = {
  timestamp: '2026-11-22T08:00:00.000Z',
  session_id: SESSION,
  transcript_path: '/home/u/.config/Code/User/workspaceStorage/1/GitHub.copilot-chat/transcripts/3d1cb9e9.jsonl',
  cwd: '/w/app',
};

const origin = { sessionId: SESSION, cwd: '/w/app', mode: undefined, subAgentId: undefined };
const bash = { tool: 'bash', input: { command: 'exit 3', description: 'd' }, callId: undefined };

describe('what GitHub Copilot tells beside its calls', () => {
  const notices: readonly (readonly [what: string, payload: object, notice: AgentNotice])[] = [
    // As Copilot CLI 1.0.102 sends them.
    [
      'a session that starts',
      { ...ENGINE, source: 'new', initialPrompt: 'Please do it.' },
      { ...origin, kind: 'session-start', continued: false },
    ],
    [
      'a session that goes on',
      { ...ENGINE, source: 'resume', initialPrompt: 'Please do it.' },
      { ...origin, kind: 'session-start', continued: true },
    ],
    [
      'a prompt, whoever wrote it',
      { ...ENGINE, prompt: 'Please do it.' },
      { ...origin, kind: 'prompt', text: 'Please do it.', from: 'unmarked' },
    ],
    [
      'what a sub-agent is told',
      { ...ENGINE, ...BELOW, prompt: 'Its task.' },
      { ...origin, subAgentId: SUB_AGENT, kind: 'prompt', text: 'Its task.', from: 'task' },
    ],
    [
      'a call that ran',
      {
        ...ENGINE,
        toolName: 'bash',
        toolArgs: bash.input,
        toolResult: { resultType: 'success', textResultForLlm: '\n<shellId: 1 completed with exit code 3>' },
      },
      { ...origin, kind: 'call-ended', ...bash, end: 'ran' },
    ],
    [
      'a call that failed',
      { ...ENGINE, toolName: 'edit', toolArgs: { path: 'x', old_str: 'a', new_str: 'b' }, error: 'Path not absolute' },
      {
        ...origin,
        kind: 'call-ended',
        tool: 'edit',
        input: { path: 'x', old_str: 'a', new_str: 'b' },
        callId: undefined,
        end: 'ran',
      },
    ],
    [
      'a patch, which is text',
      { ...ENGINE, toolName: 'apply_patch', toolArgs: PATCH, toolResult: { resultType: 'success' } },
      { ...origin, kind: 'call-ended', tool: 'apply_patch', input: { input: PATCH }, callId: undefined, end: 'ran' },
    ],
    [
      'a call of a sub-agent that ran',
      { ...ENGINE, ...BELOW, toolName: 'bash', toolArgs: bash.input, toolResult: { resultType: 'success' } },
      { ...origin, subAgentId: SUB_AGENT, kind: 'call-ended', ...bash, end: 'ran' },
    ],
    ['a session that ends', { ...ENGINE, reason: 'complete' }, { ...origin, kind: 'session-end' }],
    // As VS Code documents them for its local agent loop; not seen.
    [
      'a session that starts in the local loop',
      { ...LOCAL, hook_event_name: 'SessionStart', source: 'new' },
      { ...origin, kind: 'session-start', continued: false },
    ],
    [
      'a prompt in the local loop',
      { ...LOCAL, hook_event_name: 'UserPromptSubmit', prompt: 'Please do it.' },
      { ...origin, kind: 'prompt', text: 'Please do it.', from: 'unmarked' },
    ],
    [
      'a call that ran in the local loop',
      {
        ...LOCAL,
        hook_event_name: 'PostToolUse',
        tool_name: 'run_in_terminal',
        tool_input: { command: 'npm test' },
        tool_use_id: 'call_1',
        tool_response: 'ok',
      },
      {
        ...origin,
        kind: 'call-ended',
        tool: 'run_in_terminal',
        input: { command: 'npm test' },
        callId: 'call_1',
        end: 'ran',
      },
    ],
  ];
  for (const [what, payload, notice] of notices) {
    it(what, () => {
      assert.deepEqual(dialect.parse(JSON.stringify(payload)), { kind: 'notice', notice });
    });
  }

  const call = { ...ENGINE, toolName: 'bash', toolArgs: bash.input };
  const calls: readonly (readonly [what: string, payload: object])[] = [
    ['a result that is null', { ...call, toolResult: null }],
    ['a result that is text', { ...call, toolResult: 'success' }],
    ['a result without a type', { ...call, toolResult: {} }],
    ['an error that is null', { ...call, error: null }],
    ['a prompt', { ...call, prompt: 'Please do it.' }],
    ['a source and a reason', { ...call, source: 'new', reason: 'complete' }],
  ];
  for (const [what, payload] of calls) {
    it(`a call is judged although it has ${what}`, () => {
      const parsed = dialect.parse(JSON.stringify(payload));
      assert.equal(parsed.kind === 'tool-call' ? parsed.call.request.tool : parsed.kind, 'bash');
    });
  }

  for (const [what, payload] of [
    ['a result', { ...call, toolResult: { resultType: 'success' } }],
    ['an error', { ...call, error: 'of the call before' }],
  ] as const) {
    it(`what comes through the entry for calls is one, although it has ${what}`, () => {
      assert.equal(dialect.parse(JSON.stringify(payload)).kind, 'notice');
      assert.equal(dialect.parse(JSON.stringify(payload), 'call').kind, 'tool-call');
    });
  }
  it('what comes through the entry for calls and names no tool is an error, whatever it tells', () => {
    for (const more of [{ prompt: 'x' }, { source: 'new' }, { reason: 'complete' }]) {
      assert.equal(dialect.parse(JSON.stringify({ ...ENGINE, ...more }), 'call').kind, 'error');
    }
  });

  it('a call in an event that is not known is an error in the form that names one', () => {
    for (const event of ['BeforeTool', 'toolUse']) {
      const payload = { ...LOCAL, hook_event_name: event, tool_name: 'run_in_terminal', tool_input: bash.input };
      assert.equal(dialect.parse(JSON.stringify(payload)).kind, 'error');
    }
  });

  it('what cannot be read is an error in the one form, and nothing in the other, where a refusal would stop a prompt', () => {
    for (const payload of [
      { ...ENGINE, cwd: 'w', prompt: 'x' },
      { ...ENGINE, prompt: 7 },
      { ...ENGINE, toolName: 'bash', toolResult: { resultType: 'success' } },
    ]) {
      assert.equal(dialect.parse(JSON.stringify(payload)).kind, 'error');
    }
    for (const payload of [
      { ...LOCAL, cwd: 'w', hook_event_name: 'UserPromptSubmit', prompt: 'x' },
      { ...LOCAL, hook_event_name: 'PostToolUse', tool_name: 'run_in_terminal' },
      { ...LOCAL, hook_event_name: 'Stop' },
    ]) {
      assert.equal(dialect.parse(JSON.stringify(payload)).kind, 'not-a-tool-call');
    }
  });

  it('the guidance is handed over in both forms', () => {
    const reply = dialect.giveGuidance?.('Be careful.');
    assert.deepEqual([reply?.exitCode, reply?.stderr], [0, '']);
    assert.deepEqual(JSON.parse(reply?.stdout ?? ''), {
      additionalContext: 'Be careful.',
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'Be careful.' },
    });
  });
});
