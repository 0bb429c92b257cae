/** The payloads are made from Cursor's documentation: Cursor itself was not run. */
import assert from 'node:assert/strict';
import { cursorDialect } from '../../../../src/agents/cursor/dialect';
import { parseCursorTranscript } from '../../../../src/agents/cursor/transcript';
import type { HookCall } from '../../../../src/agents/hooks/agentDialect';

const dialect = cursorDialect(() => Promise.resolve([]));
const SESSION = {
  ...{ conversation_id: 'c', generation_id: 'g', model: 'm', cursor_version: '3.1', user_email: null },
  ...{ workspace_roots: ['/w/app'], transcript_path: null },
};
const BEFORE = {
  ...{ ...SESSION, hook_event_name: 'preToolUse', tool_name: 'Shell', tool_use_id: 't1', cwd: '/w/app' },
  ...{ tool_input: { command: 'npm test' }, agent_message: 'I test.' },
};
const SHELL = {
  ...SESSION,
  hook_event_name: 'beforeShellExecution',
  command: 'npm test',
  cwd: '/w/app',
  sandbox: false,
};
const SERVER = {
  ...{ ...SESSION, hook_event_name: 'beforeMCPExecution', tool_name: 'make_issue' },
  ...{ tool_input: '{"title":"x"}', url: 'https://example.com' },
};

function parsed(payload: unknown): HookCall {
  const result = dialect.parse(JSON.stringify(payload));
  if (result.kind !== 'tool-call') assert.fail(JSON.stringify(result));
  return result.call;
}

describe('the dialect of Cursor, by its documentation', () => {
  it('reads a command before it runs, in both events', () => {
    const same = { tool: 'Shell', input: { command: 'npm test' }, cwd: '/w/app', agent: 'cursor', sessionId: 'c' };
    assert.deepEqual(parsed(BEFORE).request, { ...same, callId: 't1', interactive: true });
    assert.deepEqual(parsed(SHELL).request, { ...same, interactive: true });
  });

  it('takes the two events of one call for one', () => {
    const [before, shell] = [parsed(BEFORE).pair, parsed(SHELL).pair];
    assert.deepEqual([before?.asks, shell?.asks, before?.countsOnce], ['first', 'again', true]);
    assert.equal(before?.key, shell?.key);
    const tool = { ...BEFORE, tool_name: 'MCP:make_issue', tool_input: { title: 'x' } };
    assert.equal(parsed(tool).pair?.key, parsed(SERVER).pair?.key);
  });

  const others: readonly (readonly [what: string, change: object])[] = [
    ['another command', { command: 'npm run test' }],
    ['another folder', { cwd: '/w/other' }],
    ['another turn', { generation_id: 'h' }],
    ['another conversation', { conversation_id: 'd' }],
  ];
  for (const [what, change] of others) {
    it(`does not take ${what} for the same call`, () => {
      assert.notEqual(parsed({ ...SHELL, ...change }).pair?.key, parsed(BEFORE).pair?.key);
    });
  }

  it('lets the model choose a folder for the command, and not whose settings apply', () => {
    const { request } = parsed({ ...SHELL, cwd: '/other' });
    assert.deepEqual([request.cwd, request.input], ['/w/app', { command: 'npm test', working_directory: '/other' }]);
  });

  it('answers explicitly each time', () => {
    const said = (outcome: 'allow' | 'block' | 'defer'): unknown[] => {
      const { stdout, stderr, exitCode } = dialect.reply({ outcome, reason: 'So.' }, parsed(BEFORE));
      return [JSON.parse(stdout), stderr, exitCode];
    };
    const text = 'Auto Mode: So.';
    const allow = { permission: 'allow', continue: true };
    assert.deepEqual(said('allow'), [allow, '', 0]);
    assert.deepEqual(said('defer'), [allow, '', 0]);
    assert.deepEqual(said('block'), [{ permission: 'deny', user_message: text, agent_message: text }, text, 2]);
    assert.equal((JSON.parse(dialect.unreachable.otherwise) as { permission: string }).permission, 'deny');
    assert.notEqual(dialect.unreachable.refusal, undefined);
    assert.equal(dialect.takesRewritten?.(parsed(BEFORE)) ?? false, false);
  });

  const broken: readonly (readonly [what: string, payload: unknown])[] = [
    ['no command', { ...SHELL, command: undefined }],
    ['no folder', { ...SHELL, cwd: '', workspace_roots: [] }],
    ['an input of a server’s tool that is no object', { ...SERVER, tool_input: '[1]' }],
    ['an input with a key twice', { ...SERVER, tool_input: '{"a":1,"a":2}' }],
    ['no input', { ...BEFORE, tool_input: null }],
    ['no event', { ...BEFORE, hook_event_name: undefined }],
    ['an event that is not known', { ...BEFORE, hook_event_name: 'beforeToolUse' }],
  ];
  for (const [what, payload] of broken) {
    it(`cannot judge ${what}`, () => {
      assert.equal(dialect.parse(JSON.stringify(payload)).kind, 'error');
    });
  }

  it('reads what Cursor reports beside its calls', () => {
    const kinds = (event: string, more: object = {}): unknown => {
      const result = dialect.parse(JSON.stringify({ ...BEFORE, ...more, hook_event_name: event }));
      if (result.kind !== 'notice') return result.kind;
      return result.notice.kind === 'call-ended' ? result.notice.end : result.notice.kind;
    };
    assert.equal(kinds('sessionStart'), 'session-start');
    assert.equal(kinds('sessionEnd'), 'session-end');
    assert.equal(kinds('beforeSubmitPrompt', { prompt: 'Hi' }), 'prompt');
    assert.equal(kinds('postToolUse'), 'ran');
    assert.equal(kinds('postToolUseFailure', { failure_type: 'error' }), 'ran');
    assert.equal(kinds('postToolUseFailure', { failure_type: 'permission_denied' }), 'refused-by-agent');
    assert.equal(kinds('postToolUseFailure', { failure_type: 'constructor' }), 'not-a-tool-call');
    assert.equal(kinds('postToolUseFailure'), 'not-a-tool-call');
  });

  it('compares commands only by what both events hold', () => {
    assert.deepEqual(dialect.comparedInput?.('Shell', { command: 'ls', timeout: 3 }), { command: 'ls' });
  });

  it('reads the transcript as task text, without results', () => {
    const lines = [
      { role: 'user', message: { content: [{ type: 'text', text: 'Test it.' }] } },
      { role: 'assistant', message: { content: [{ type: 'tool_use', name: 'Shell', input: { command: 'ls' } }] } },
      { role: 'user', message: { content: [{ type: 'tool_result', content: 'secret' }] } },
    ];
    assert.deepEqual(parseCursorTranscript(lines.map((line) => JSON.stringify(line)).join('\n')).entries, [
      { role: 'task', text: 'Test it.' },
      { role: 'tool_call', tool: 'Shell', input: { command: 'ls' } },
    ]);
  });
});
