import assert from 'node:assert/strict';
import { geminiCliDialect } from '../../../../src/agents/geminiCli/dialect';
import { parseGeminiCliTranscript } from '../../../../src/agents/geminiCli/transcript';
import type { HookCall } from '../../../../src/agents/hooks/agentDialect';
import { recogniseDialect } from '../../../../src/agents/recogniseDialect';

const dialect = geminiCliDialect(() => Promise.resolve([]));
/** As Gemini CLI 0.61 sends it. */
const CALL = {
  session_id: 'b9a062b9',
  transcript_path: '/home/u/.gemini/tmp/app/chats/session-2026-11-27T15-30-b9a062b9.jsonl',
  cwd: '/w/app',
  hook_event_name: 'BeforeTool',
  timestamp: '2026-11-27T15:30:34.661Z',
  tool_name: 'run_shell_command',
  tool_input: { command: 'npm test', description: 'Test' },
};
const SERVER = { server_name: 'git_hub', tool_name: 'make_issue' };

function parsed(payload: unknown): HookCall {
  const result = dialect.parse(JSON.stringify(payload));
  if (result.kind !== 'tool-call') assert.fail(JSON.stringify(result));
  return result.call;
}

describe('the dialect of Gemini CLI', () => {
  it('reads a call before it runs', () => {
    assert.equal(recogniseDialect('gemini-cli', JSON.stringify(CALL)), 'gemini-cli');
    assert.deepEqual(parsed(CALL), {
      request: {
        ...{ tool: 'run_shell_command', input: CALL.tool_input, cwd: '/w/app' },
        ...{ agent: 'gemini-cli', sessionId: 'b9a062b9', interactive: true },
      },
      mode: undefined,
      transcriptPath: CALL.transcript_path,
      subAgentId: undefined,
    });
  });

  it('names a tool of a server as the other agents do, before and after the call', () => {
    const call = { ...CALL, tool_name: 'mcp_git_hub_make_issue', mcp_context: SERVER };
    assert.equal(parsed(call).request.tool, 'mcp__git_hub__make_issue');
    const ended = dialect.parse(JSON.stringify({ ...call, hook_event_name: 'AfterTool' }));
    assert.ok(ended.kind === 'notice' && ended.notice.kind === 'call-ended');
    assert.equal(ended.notice.tool, 'mcp__git_hub__make_issue');
  });

  it('does not take a built-in tool for one of a server', () => {
    assert.equal(parsed({ ...CALL, mcp_context: SERVER }).request.tool, 'run_shell_command');
  });

  it('answers so that Gemini CLI understands it', () => {
    const said = (outcome: 'allow' | 'block' | 'defer', rewritten?: string): unknown[] => {
      const decision = { outcome, reason: 'So.', ...(rewritten === undefined ? {} : { rewritten }) };
      const { stdout, stderr, exitCode } = dialect.reply(decision, parsed(CALL));
      return [JSON.parse(stdout), stderr, exitCode];
    };
    const reason = 'Auto Mode: So.';
    assert.deepEqual(said('allow'), [{ decision: 'allow', reason }, '', 0]);
    assert.deepEqual(said('block'), [{ decision: 'deny', reason }, reason, 2]);
    assert.deepEqual(said('defer'), [{}, '', 0]);
    const input = { command: 'run 0a', description: 'Test' };
    assert.deepEqual(said('allow', 'run 0a'), [
      { decision: 'allow', reason, hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: input } },
      ...['', 0],
    ]);
  });

  it('asks the user where no window answers, since no payload says whether Gemini CLI would', () => {
    assert.deepEqual(dialect.unreachable.promptingModes, []);
    assert.equal((JSON.parse(dialect.unreachable.otherwise) as { decision: string }).decision, 'ask');
  });

  for (const [what, payload] of [
    ['no input', { ...CALL, tool_input: undefined }],
    ['a folder that is not absolute', { ...CALL, cwd: 'app' }],
    ['no event', { ...CALL, hook_event_name: null }],
    ['an event that is not known', { ...CALL, hook_event_name: 'PreToolUse' }],
  ] as const) {
    it(`cannot judge ${what}`, () => {
      assert.equal(dialect.parse(JSON.stringify(payload)).kind, 'error');
    });
  }

  it('reads the transcript as task text: the newest form of each record, without what was taken back', () => {
    const lines = [
      { sessionId: 's', kind: 'main' },
      {
        $set: { messages: [{ id: '0', type: 'user', content: [{ text: '<session_context>\nx</session_context>' }] }] },
      },
      { id: '1', type: 'user', content: [{ text: 'Please test.' }] },
      { id: '2', type: 'gemini', content: 'I test.' },
      { id: '2', type: 'gemini', content: 'I test.', toolCalls: [{ name: 'read_file', args: { file_path: 'a' } }] },
      { id: '3', type: 'user', content: [{ functionResponse: { response: { output: 'secret' } } }] },
      { id: '4', type: 'info', content: 'x' },
      { id: '5', type: 'user', content: 'Forget it.' },
      { id: '6', type: 'gemini', content: 'Fine.' },
      { $rewindTo: '5' },
      { $set: { lastUpdated: 'x' } },
    ];
    assert.deepEqual(parseGeminiCliTranscript(lines.map((line) => JSON.stringify(line)).join('\n')), {
      entries: [
        { role: 'task', text: 'Please test.' },
        { role: 'assistant', text: 'I test.' },
        { role: 'tool_call', tool: 'read_file', input: { file_path: 'a' } },
      ],
      isComplete: true,
    });
  });
});
