import assert from 'node:assert/strict';
import { qwenCodeDialect } from '../../../../src/agents/qwenCode/dialect';
import { parseQwenCodeTranscript } from '../../../../src/agents/qwenCode/transcript';
import type { HookCall } from '../../../../src/agents/hooks/agentDialect';
import { recogniseDialect } from '../../../../src/agents/recogniseDialect';

const dialect = qwenCodeDialect(() => Promise.resolve([]));
/** As Qwen Code 0.24.4 sends it. */
const SESSION = {
  session_id: 'bfc9262a',
  transcript_path: '/home/u/.qwen/projects/-w-app/chats/bfc9262a.jsonl',
  cwd: '/w/app',
  hook_event_name: 'PreToolUse',
  timestamp: '2026-11-27T15:30:16.210Z',
  permission_mode: 'yolo',
  prompt_id: 'bfc9262a########0',
};
const TOOL = { tool_name: 'run_shell_command', tool_input: { command: 'npm test', is_background: false } };
const CALL = { ...SESSION, ...TOOL, tool_use_id: 'toolu_1795793416209_zeaapwgbg', tool_call_id: 'call_2_0' };
const REQUEST = { ...SESSION, ...TOOL, hook_event_name: 'PermissionRequest', permission_mode: 'default' };

function parsed(payload: unknown): HookCall {
  const result = dialect.parse(JSON.stringify(payload));
  if (result.kind !== 'tool-call') assert.fail(JSON.stringify(result));
  return result.call;
}

function notice(payload: unknown): unknown {
  const result = dialect.parse(JSON.stringify(payload));
  return result.kind === 'notice' ? result.notice : result.kind;
}

const said = (call: HookCall, outcome: 'allow' | 'block' | 'defer', rewritten?: string): unknown[] => {
  const decision = { outcome, reason: 'So.', ...(rewritten === undefined ? {} : { rewritten }) };
  const { stdout, stderr, exitCode } = dialect.reply(decision, call);
  return [JSON.parse(stdout), stderr, exitCode];
};

describe('the dialect of Qwen Code', () => {
  it('knows its own payloads, also through other agents’ hooks', () => {
    assert.equal(recogniseDialect('claude-code', JSON.stringify(CALL)), 'qwen-code');
    assert.equal(recogniseDialect('qwen-code', JSON.stringify(REQUEST)), 'qwen-code');
  });

  it('reads a call before it runs', () => {
    const { pair, ...call } = parsed(CALL);
    assert.deepEqual(call, {
      request: {
        tool: 'run_shell_command',
        input: TOOL.tool_input,
        cwd: '/w/app',
        agent: 'qwen-code',
        sessionId: 'bfc9262a',
        callId: CALL.tool_use_id,
        interactive: true,
      },
      mode: 'yolo',
      transcriptPath: SESSION.transcript_path,
      subAgentId: undefined,
      event: 'PreToolUse',
    });
    assert.equal(pair?.asks, 'again');
  });

  it('takes both events of a call for one, and no other call for it', () => {
    const before = parsed(REQUEST).pair;
    const one = parsed({ ...CALL, permission_mode: 'default' }).pair;
    const other = parsed({ ...CALL, permission_mode: 'default', tool_input: { command: 'npm  test' } }).pair;
    assert.deepEqual([before?.asks, before?.countsOnce, before?.key], ['first', true, one?.key]);
    assert.notEqual(other?.key, one?.key);
  });

  it('allows where Qwen Code is about to ask, with another input where the call runs contained', () => {
    const answer = (decision: unknown): unknown => ({
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision },
    });
    assert.deepEqual(said(parsed(REQUEST), 'allow'), [answer({ behavior: 'allow' }), '', 0]);
    const updatedInput = { ...TOOL.tool_input, command: 'run 0a' };
    assert.deepEqual(said(parsed(REQUEST), 'allow', 'run 0a'), [answer({ behavior: 'allow', updatedInput }), '', 0]);
    assert.deepEqual(
      [REQUEST, CALL].map((one) => dialect.takesRewritten?.(parsed(one))),
      [true, false],
    );
  });

  it('refuses before the call with text on both ways, and its question without the exit code that would ask the user', () => {
    const [before, stderr, exitCode] = said(parsed(CALL), 'block');
    assert.deepEqual([stderr, exitCode], ['Auto Mode: So.', 2]);
    assert.ok(JSON.stringify(before).includes('deny'));
    const answer = { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message: 'Auto Mode: So.' } };
    assert.deepEqual(said(parsed(REQUEST), 'block'), [{ hookSpecificOutput: answer }, '', 0]);
    assert.equal(dialect.refuse('So.').exitCode, 2);
  });

  it('has no opinion with auto mode off, on its questions to the user, and in its own auto mode', () => {
    assert.deepEqual(said(parsed(REQUEST), 'defer'), [{}, '', 0]);
    assert.deepEqual(said(parsed({ ...REQUEST, permission_mode: 'auto' }), 'allow'), [{}, '', 0]);
    assert.deepEqual(said(parsed({ ...REQUEST, tool_name: 'exit_plan_mode' }), 'allow'), [{}, '', 0]);
    assert.equal(dialect.takesRewritten?.(parsed({ ...REQUEST, permission_mode: 'auto' })), false);
  });

  const broken: readonly (readonly [what: string, payload: unknown])[] = [
    ['no input', { ...CALL, tool_input: undefined }],
    ['an input that is text', { ...CALL, tool_input: 'x' }],
    ['a folder that is not absolute', { ...CALL, cwd: 'app' }],
    ['no event', { ...CALL, hook_event_name: 3 }],
    ['an event that is not known', { ...CALL, hook_event_name: 'BeforeCall' }],
  ];
  for (const [what, payload] of broken) {
    it(`cannot judge ${what}`, () => {
      assert.equal(dialect.parse(JSON.stringify(payload)).kind, 'error');
    });
  }

  it('reads what Qwen Code reports beside its calls', () => {
    const origin = { sessionId: 'bfc9262a', cwd: '/w/app', mode: 'yolo', subAgentId: undefined };
    const of = (event: string, more: object): unknown => notice({ ...SESSION, hook_event_name: event, ...more });
    assert.deepEqual(of('SessionStart', { source: 'startup' }), { ...origin, kind: 'session-start', continued: false });
    assert.deepEqual(of('SessionStart', { source: 'resume' }), { ...origin, kind: 'session-start', continued: true });
    assert.deepEqual(of('SessionEnd', { reason: 'other' }), { ...origin, kind: 'session-end' });
    assert.deepEqual(of('UserPromptSubmit', { prompt: 'Hi' }), {
      ...origin,
      ...{ kind: 'prompt', text: 'Hi', from: 'unmarked' },
    });
    assert.equal(of('UserPromptSubmit', { prompt: '' }), 'not-a-tool-call');
    assert.deepEqual(of('PostToolUse', { ...TOOL, tool_use_id: 'toolu_1', tool_response: {} }), {
      ...{ ...origin, kind: 'call-ended', end: 'ran' },
      ...{ tool: 'run_shell_command', input: TOOL.tool_input, callId: 'toolu_1' },
    });
  });

  it('reads the transcript as task text, without thoughts, results and the call itself', () => {
    const lines = [
      { type: 'user', provenance: 'real_user', message: { parts: [{ text: 'Please test.' }] } },
      { type: 'user', provenance: 'system', message: { parts: [{ text: 'Not said.' }] } },
      { type: 'system', message: { parts: [{ text: 'x' }] } },
      {
        type: 'assistant',
        message: {
          parts: [
            { text: 'Hm.', thought: true },
            { text: 'I test.' },
            { functionCall: { id: 'c1', name: 'read_file', args: { file_path: '/w/app/a' } } },
          ],
        },
      },
      { type: 'tool_result', message: { parts: [{ functionResponse: { response: { output: 'secret' } } }] } },
      { type: 'assistant', message: { parts: [{ functionCall: { name: TOOL.tool_name, args: TOOL.tool_input } }] } },
    ];
    const text = `{"cut off\n${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
    assert.deepEqual(parseQwenCodeTranscript(text, parsed(CALL)), {
      entries: [
        { role: 'task', text: 'Please test.' },
        { role: 'assistant', text: 'I test.' },
        { role: 'tool_call', tool: 'read_file', input: { file_path: '/w/app/a' } },
      ],
      isComplete: true,
    });
  });
});
