import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { HookCall } from '../../../../src/agents/hooks/agentDialect';
import { codexDialect } from '../../../../src/agents/codex/dialect';
import { codePoint } from '../../codePoint';
import { runs } from '../../propertyRuns';

const dialect = codexDialect({ transcript: () => Promise.resolve([]), withOptions: (call) => Promise.resolve(call) });

/** As Codex 0.169 sends it. */
const PRE_TOOL_USE = {
  session_id: '01a201b1-4586-7963-aa23-34e4693c57b9',
  turn_id: '01a201b1-4651-7af0-b2e8-c9e9a3d07d16',
  transcript_path: '/home/u/.codex/sessions/2026/11/22/rollout-2026-11-22T05-18-44-01a201b1.jsonl',
  cwd: '/w/app/sub',
  hook_event_name: 'PreToolUse',
  model: 'gpt-5.5',
  permission_mode: 'default',
  tool_name: 'Bash',
  tool_input: { command: 'touch made-it' },
  tool_use_id: 'call_4_0',
};
const { tool_use_id: callId, ...COMMON } = PRE_TOOL_USE;
const PERMISSION_REQUEST = {
  ...COMMON,
  hook_event_name: 'PermissionRequest',
  tool_input: { command: 'touch made-it', description: 'must be' },
};

function callOf(payload: unknown): HookCall {
  const parsed = dialect.parse(typeof payload === 'string' ? payload : JSON.stringify(payload));
  assert.equal(parsed.kind, 'tool-call', JSON.stringify(parsed));
  return (parsed as { call: HookCall }).call;
}

const BLOCK = { outcome: 'block', reason: 'No.', remedy: 'Ask.' } as const;
const ALLOW = { outcome: 'allow', reason: 'Fine.' } as const;
const DEFER = { outcome: 'defer', reason: 'Off.' } as const;

describe('dialect of Codex', () => {
  describe('reading a payload', () => {
    it('a tool call, whole', () => {
      const { pair, ...call } = callOf(PRE_TOOL_USE);
      assert.deepEqual(call, {
        request: {
          tool: 'Bash',
          input: { command: 'touch made-it' },
          cwd: '/w/app/sub',
          agent: 'codex',
          sessionId: PRE_TOOL_USE.session_id,
          callId,
          interactive: true,
        },
        mode: 'default',
        transcriptPath: PRE_TOOL_USE.transcript_path,
        subAgentId: undefined,
        event: 'PreToolUse',
      });
      assert.equal(pair?.asks, 'first');
    });

    it('the question about the same call is known by what both events have in common', () => {
      const again = callOf(PERMISSION_REQUEST);
      assert.deepEqual(again.pair, { key: callOf(PRE_TOOL_USE).pair?.key, asks: 'again' });
      assert.equal(again.request.callId, undefined);
      assert.deepEqual(again.request.input, PERMISSION_REQUEST.tool_input);
    });

    const others: readonly (readonly [what: string, changes: object])[] = [
      ['another command', { tool_input: { command: 'touch other', description: 'must be' } }],
      ['another folder', { cwd: '/w/app' }],
      ['another turn', { turn_id: 't2' }],
      ['another session', { session_id: 's2' }],
      ['a sub-agent', { agent_id: 'a1' }],
      ['another tool', { tool_name: 'apply_patch' }],
      ['a description that belongs to the tool', { tool_name: 'mcp__x__y' }],
      ['a host', { tool_input: { command: 'touch made-it', description: 'network-access example.com' } }],
    ];
    for (const [what, changes] of others) {
      it(`not the same call: ${what}`, () => {
        assert.notEqual(callOf({ ...PERMISSION_REQUEST, ...changes }).pair?.key, callOf(PRE_TOOL_USE).pair?.key);
      });
    }

    it('no transcript, a sub-agent, unknown fields, a byte order mark', () => {
      const call = callOf(
        `\ufeff${JSON.stringify({ ...PRE_TOOL_USE, transcript_path: null, agent_id: 'a1', agent_type: 'x', more: [1] })}`,
      );
      assert.equal(call.transcriptPath, undefined);
      assert.equal(call.subAgentId, 'a1');
    });

    for (const event of ['SessionEnd', 'Stop', 'SubagentStart', '']) {
      it(`no tool call: ${event || 'an event without a name'}`, () => {
        const payload = JSON.stringify({ ...PRE_TOOL_USE, hook_event_name: event, tool_input: undefined });
        assert.deepEqual(dialect.parse(payload), { kind: 'not-a-tool-call' });
      });
    }
    for (const event of ['posttooluse', 'AfterTool', 'permissionRequest']) {
      it(`no tool call, for it has run or Codex asks next: ${event}`, () => {
        const payload = JSON.stringify({ ...PRE_TOOL_USE, hook_event_name: event });
        assert.deepEqual(dialect.parse(payload), { kind: 'not-a-tool-call' });
      });
    }
    for (const event of ['preToolUse', 'PreToolUse ', 'BeforeTool', 'ToolUse', '']) {
      it(`an error, for silence would let it run: a call in an event that Codex does not have (${event})`, () => {
        const parsed = dialect.parse(JSON.stringify({ ...PRE_TOOL_USE, hook_event_name: event }));
        assert.match(parsed.kind === 'error' ? parsed.reason : parsed.kind, /event that is not known/);
      });
    }

    const broken: readonly (readonly [what: string, payload: unknown, reason: RegExp])[] = [
      ['no JSON', '{', /not valid JSON/],
      ['a list', [], /not a JSON object/],
      ['no event', { ...PRE_TOOL_USE, hook_event_name: undefined }, /names no event/],
      ['no turn', { ...PRE_TOOL_USE, turn_id: undefined }, /turn_id/],
      ['no session', { ...PRE_TOOL_USE, session_id: '' }, /session_id/],
      ['a relative folder', { ...PRE_TOOL_USE, cwd: 'app' }, /cwd/],
      ['input that is a list', { ...PRE_TOOL_USE, tool_input: ['ls'] }, /tool_input/],
      ['input that is text', { ...PERMISSION_REQUEST, tool_input: 'ls' }, /tool_input/],
      ['no tool', { ...PRE_TOOL_USE, tool_name: 7 }, /tool_name/],
    ];
    for (const [what, payload, reason] of broken) {
      it(`refused: ${what}`, () => {
        const parsed = dialect.parse(typeof payload === 'string' ? payload : JSON.stringify(payload));
        assert.equal(parsed.kind, 'error');
        assert.match((parsed as { reason: string }).reason, reason);
      });
    }
  });

  describe('answering', () => {
    const rows: readonly (readonly [string, object, Parameters<typeof dialect.reply>[0], object])[] = [
      [
        'a block before the call',
        PRE_TOOL_USE,
        BLOCK,
        {
          stdout:
            '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"Auto Mode: No. Ask."}}',
          stderr: 'Auto Mode: No. Ask.',
          exitCode: 2,
        },
      ],
      [
        'a block instead of the question',
        PERMISSION_REQUEST,
        BLOCK,
        {
          stdout:
            '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"Auto Mode: No. Ask."}}}',
          stderr: 'Auto Mode: No. Ask.',
          exitCode: 2,
        },
      ],
      ['an allow before the call, for which Codex has no word', PRE_TOOL_USE, ALLOW, dialect.noOpinion],
      [
        'an allow instead of the question',
        PERMISSION_REQUEST,
        ALLOW,
        {
          stdout: '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}',
          stderr: '',
          exitCode: 0,
        },
      ],
      ['auto mode is off', PRE_TOOL_USE, DEFER, dialect.noOpinion],
      ['auto mode is off, and Codex asks', PERMISSION_REQUEST, DEFER, dialect.noOpinion],
    ];
    for (const [what, payload, decision, expected] of rows) {
      it(what, () => {
        assert.deepEqual(dialect.reply(decision, callOf(payload)), expected);
      });
    }

    it('nothing to say is an object without a key', () => {
      assert.deepEqual(dialect.noOpinion, { stdout: '{}', stderr: '', exitCode: 0 });
    });

    it('whatever the reason holds: one line, and never an allow but for an allow', () => {
      fc.assert(
        fc.property(
          fc.constantFrom(PRE_TOOL_USE, PERMISSION_REQUEST),
          fc.constantFrom('allow', 'block', 'defer', 'nonsense'),
          fc.string({ unit: codePoint }),
          (payload, outcome, reason) => {
            const answer = dialect.reply({ outcome: outcome as 'allow', reason }, callOf(payload));
            assert.equal(answer.stdout.includes('\n'), false);
            JSON.parse(answer.stdout);
            const allows = answer.stdout.includes('"behavior":"allow"');
            assert.equal(allows, outcome === 'allow' && payload === PERMISSION_REQUEST);
            const refuses = outcome === 'block' || outcome === 'nonsense';
            assert.equal(answer.exitCode, refuses ? 2 : 0);
            assert.equal(answer.stderr.trim() !== '', refuses);
          },
        ),
        runs(11, 300),
      );
    });

    it('a refusal without a decision counts in both events, by its exit code', () => {
      const { exitCode, stderr } = dialect.refuse('It cannot be read.');
      assert.deepEqual([exitCode, stderr], [2, 'Auto Mode: It cannot be read.']);
    });
  });
});
