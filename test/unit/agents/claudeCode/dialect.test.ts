import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { HookCall, HookReply } from '../../../../src/agents/hooks/agentDialect';
import { claudeCodeDialect } from '../../../../src/agents/claudeCode/dialect';
import { codePoint } from '../../codePoint';
import { runs } from '../../propertyRuns';

const dialect = claudeCodeDialect(() => Promise.resolve([]));

/** As Claude Code 2.1.329 sends it. */
const PAYLOAD = {
  session_id: '597d1b0f-b711-4009-b6f7-f3084c0b0d97',
  transcript_path: '/home/u/.claude/projects/-w-app/597d1b0f-b711-4009-b6f7-f3084c0b0d97.jsonl',
  cwd: '/w/app',
  prompt_id: 'cf9eeaa7-800e-49fe-a9d3-ed7ca1b2dce3',
  permission_mode: 'default',
  effort: { level: 'high' },
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'npm test', description: 'Run the tests' },
  tool_use_id: 'toolu_01',
};

function callOf(payload: unknown): HookCall {
  const parsed = dialect.parse(typeof payload === 'string' ? payload : JSON.stringify(payload));
  assert.equal(parsed.kind, 'tool-call', JSON.stringify(parsed));
  return (parsed as { call: HookCall }).call;
}

interface Output {
  hookSpecificOutput?: { hookEventName: string; permissionDecision: string; permissionDecisionReason: string };
}
const outputOf = (reply: HookReply): Output => JSON.parse(reply.stdout) as Output;

describe('dialect of Claude Code', () => {
  describe('reading a payload', () => {
    it('a tool call, whole', () => {
      assert.deepEqual(callOf(PAYLOAD), {
        request: {
          tool: 'Bash',
          input: { command: 'npm test', description: 'Run the tests' },
          cwd: '/w/app',
          agent: 'claude-code',
          sessionId: '597d1b0f-b711-4009-b6f7-f3084c0b0d97',
          callId: 'toolu_01',
          interactive: true,
        },
        mode: 'default',
        transcriptPath: PAYLOAD.transcript_path,
        subAgentId: undefined,
      });
    });

    it('what older versions leave out, what newer ones add, a byte order mark, line ends', () => {
      const old = { ...PAYLOAD, tool_use_id: undefined, permission_mode: undefined, transcript_path: undefined };
      const call = callOf(`\ufeff${JSON.stringify({ ...old, brand_new: [1], agent_id: 'a501' })}\r\n`);
      assert.equal('callId' in call.request, false);
      assert.deepEqual([call.mode, call.transcriptPath, call.subAgentId], [undefined, undefined, 'a501']);
    });

    it('the kind of a sub-agent, and no harm where that is none', () => {
      const kindOf = (kind: unknown): unknown =>
        callOf({ ...PAYLOAD, agent_id: 'a501', agent_type: kind }).subAgentKind;
      assert.deepEqual(['Explore', '', 7, 'x'.repeat(257)].map(kindOf), ['Explore', undefined, undefined, undefined]);
    });

    it('the input is handed on as it is, whatever it holds', () => {
      fc.assert(
        fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (input) => {
          const text = JSON.stringify({ ...PAYLOAD, tool_input: input });
          assert.equal(JSON.stringify(callOf(text).request.input), JSON.stringify(JSON.parse(JSON.stringify(input))));
        }),
        runs(20261121, 100),
      );
      const hostile = callOf(
        `${JSON.stringify({ ...PAYLOAD, tool_input: undefined }).slice(0, -1)},"tool_input":{"__proto__":{"command":"x"},"constructor":1}}`,
      );
      assert.equal(JSON.stringify(hostile.request.input), '{"__proto__":{"command":"x"},"constructor":1}');
    });

    const others: readonly (readonly [what: string, payload: unknown])[] = [
      ['another event', { ...PAYLOAD, hook_event_name: 'Stop', tool_input: undefined }],
      ['a call that is over, in an event of another version', { ...PAYLOAD, hook_event_name: 'PostToolBatch' }],
      ['a question that Claude Code asks itself', { ...PAYLOAD, hook_event_name: 'PermissionRequest' }],
    ];
    for (const [what, payload] of others) {
      it(`${what} is no call to judge`, () => {
        assert.deepEqual(dialect.parse(JSON.stringify(payload)), { kind: 'not-a-tool-call' });
      });
    }

    const broken: readonly (readonly [what: string, payload: string, says: RegExp])[] = [
      ['nothing', '', /not valid JSON/],
      ['cut off', JSON.stringify(PAYLOAD).slice(0, -1), /not valid JSON/],
      ['two objects', `${JSON.stringify(PAYLOAD)}{}`, /not valid JSON/],
      ['a list', '[]', /not a JSON object/],
      ['null', 'null', /not a JSON object/],
      ['no event', JSON.stringify({ ...PAYLOAD, hook_event_name: undefined }), /hook_event_name/],
      ['another spelling', JSON.stringify({ ...PAYLOAD, hook_event_name: 'preToolUse' }), /event that is not known/],
      ['an unknown event', JSON.stringify({ ...PAYLOAD, hook_event_name: 'BeforeTool' }), /event that is not known/],
      ['no tool', JSON.stringify({ ...PAYLOAD, tool_name: undefined }), /tool_name/],
      ['an empty tool name', JSON.stringify({ ...PAYLOAD, tool_name: '' }), /tool_name/],
      ['an overlong tool name', JSON.stringify({ ...PAYLOAD, tool_name: 'x'.repeat(257) }), /tool_name/],
      ['no input', JSON.stringify({ ...PAYLOAD, tool_input: undefined }), /tool_input: must be a JSON object/],
      ['a list as input', JSON.stringify({ ...PAYLOAD, tool_input: [] }), /tool_input: must be a JSON object/],
      ['text as input', JSON.stringify({ ...PAYLOAD, tool_input: 'rm' }), /tool_input/],
      ['no folder', JSON.stringify({ ...PAYLOAD, cwd: undefined }), /cwd/],
      ['a relative folder', JSON.stringify({ ...PAYLOAD, cwd: 'w/app' }), /cwd: must be an absolute path/],
      ['a folder with a null character', JSON.stringify({ ...PAYLOAD, cwd: '/w\0/app' }), /cwd/],
      ['a call id that is no text', JSON.stringify({ ...PAYLOAD, tool_use_id: 7 }), /tool_use_id/],
      ['a mode that is no text', JSON.stringify({ ...PAYLOAD, permission_mode: null }), /permission_mode/],
    ];
    for (const [what, payload, says] of broken) {
      it(`${what}: an error that says so`, () => {
        const parsed = dialect.parse(payload);
        assert.equal(parsed.kind, 'error');
        assert.match((parsed as { reason: string }).reason, says);
      });
    }

    it('any text gives a result, never an exception', () => {
      fc.assert(
        fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
          assert.notEqual(dialect.parse(text).kind, 'tool-call');
        }),
        runs(20261121, 100),
      );
    });
  });

  describe('replying', () => {
    const allow = { outcome: 'allow', reason: 'Allowed by bash(npm test).' } as const;
    const block = {
      outcome: 'block',
      reason: 'Blocked by bash(git push *).',
      remedy: 'Ask the user to push.',
    } as const;

    it('allow: an allow with its reason', () => {
      const reply = dialect.reply(allow, callOf(PAYLOAD));
      assert.deepEqual([reply.exitCode, reply.stderr], [0, '']);
      assert.deepEqual(outputOf(reply), {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'allow',
          permissionDecisionReason: 'Auto Mode: Allowed by bash(npm test).',
        },
      });
    });

    it('block: a deny in JSON, and exit code 2 with the same words on stderr', () => {
      const reply = dialect.reply(block, callOf(PAYLOAD));
      assert.deepEqual(
        [reply.exitCode, reply.stderr],
        [2, 'Auto Mode: Blocked by bash(git push *). Ask the user to push.'],
      );
      assert.deepEqual(outputOf(reply).hookSpecificOutput, {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: reply.stderr,
      });
    });

    it('defer: no opinion', () => {
      const reply = dialect.reply({ outcome: 'defer', reason: 'Auto mode is off.' }, callOf(PAYLOAD));
      assert.deepEqual(reply, { stdout: '{}', stderr: '', exitCode: 0 });
    });

    for (const tool of ['AskUserQuestion', 'ExitPlanMode', 'EnterPlanMode']) {
      it(`${tool} is a question to the user: no opinion on allow, a deny on block`, () => {
        const call = callOf({ ...PAYLOAD, tool_name: tool });
        assert.deepEqual(dialect.reply(allow, call), dialect.noOpinion);
        assert.equal(dialect.reply(block, call).exitCode, 2);
      });
    }

    const modes = ['default', 'acceptEdits', 'bypassPermissions', 'dontAsk', 'plan', 'auto', undefined] as const;
    for (const mode of modes) {
      it(`mode ${mode ?? 'unknown'}: allow allows, block denies, and only auto has a judge of its own`, () => {
        const call = callOf({ ...PAYLOAD, permission_mode: mode });
        assert.equal(outputOf(dialect.reply(allow, call)).hookSpecificOutput?.permissionDecision, 'allow');
        assert.equal(outputOf(dialect.reply(block, call)).hookSpecificOutput?.permissionDecision, 'deny');
        assert.equal(dialect.judgesItself?.(call), mode === 'auto');
      });
    }

    it('a reason full of attacker text stays one printable line of bounded length', () => {
      fc.assert(
        fc.property(fc.string({ unit: codePoint, maxLength: 200 }), (text) => {
          const reply = dialect.refuse(`\u001b[2J\n\r\u0000\u202e${text}`);
          assert.equal(reply.exitCode, 2);
          assert.equal(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u.test(reply.stderr), false);
          assert.equal(reply.stdout.includes('\n'), false);
          assert.equal(outputOf(reply).hookSpecificOutput?.permissionDecision, 'deny');
        }),
        runs(20261121, 100),
      );
      assert.ok(dialect.refuse('x'.repeat(1_000_000)).stderr.length < 10_000);
    });
  });

  it('unreachable: one visible line where Claude Code itself asks, else its ask', () => {
    assert.deepEqual(Object.keys(JSON.parse(dialect.unreachable.prompting) as object), ['systemMessage']);
    const otherwise = JSON.parse(dialect.unreachable.otherwise) as Output;
    assert.equal(otherwise.hookSpecificOutput?.permissionDecision, 'ask');
    assert.equal(otherwise.hookSpecificOutput.hookEventName, 'PreToolUse');
  });
});
