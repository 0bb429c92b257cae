import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { HookCall, HookReply } from '../../../../src/agents/hooks/agentDialect';
import { copilotDialect } from '../../../../src/agents/copilot/dialect';
import { codePoint } from '../../codePoint';
import { runs } from '../../propertyRuns';

const dialect = copilotDialect(() => Promise.resolve([]));

/** As Copilot CLI 1.0.102 sends it. */
const ENGINE = {
  sessionId: 'a9f09abc-4aaf-4cdd-a241-d2d31f8277c7',
  timestamp: 1795323832668,
  cwd: '/w/app',
  toolName: 'bash',
  toolArgs: { command: 'npm test', description: 'Run the tests' },
};

/** As VS Code documents it for its local agent loop. */
const LOCAL_LOOP = {
  timestamp: '2026-11-21T08:00:00.000Z',
  hook_event_name: 'PreToolUse',
  session_id: '5eecfb82-2dc9-4b3a-bb69-fe3db1004434',
  transcript_path: '/home/u/.config/Code/User/workspaceStorage/1/GitHub.copilot-chat/transcripts/5eecfb82.jsonl',
  cwd: '/w/app',
  tool_name: 'run_in_terminal',
  tool_input: { command: 'npm test', explanation: 'Run the tests', isBackground: false },
  tool_use_id: 'call_1',
};

function callOf(payload: unknown): HookCall {
  const parsed = dialect.parse(typeof payload === 'string' ? payload : JSON.stringify(payload));
  assert.equal(parsed.kind, 'tool-call', JSON.stringify(parsed));
  return (parsed as { call: HookCall }).call;
}

interface Answer {
  readonly permissionDecision: string;
  readonly permissionDecisionReason: string;
}
const outputOf = ({ stdout }: Pick<HookReply, 'stdout'>): Partial<Answer & { hookSpecificOutput: Answer }> =>
  JSON.parse(stdout) as Partial<Answer & { hookSpecificOutput: Answer }>;

describe('dialect of GitHub Copilot', () => {
  describe('reading a payload', () => {
    it('of Copilot CLI and Agent Host, whole', () => {
      assert.deepEqual(callOf(ENGINE), {
        request: {
          tool: 'bash',
          input: { command: 'npm test', description: 'Run the tests' },
          cwd: '/w/app',
          agent: 'copilot',
          sessionId: ENGINE.sessionId,
          interactive: true,
        },
        mode: undefined,
        transcriptPath: undefined,
        subAgentId: undefined,
      });
    });

    it('of a sub-agent: the session that started it, and its own id', () => {
      const { request, subAgentId } = callOf({
        ...ENGINE,
        sessionId: 'bd293ed1',
        agentId: 'bd293ed1',
        agentType: 'task',
        parentAgentId: ENGINE.sessionId,
      });
      assert.deepEqual([request.sessionId, subAgentId], [ENGINE.sessionId, 'bd293ed1']);
    });

    it('of VS Code’s local agent loop, whole', () => {
      assert.deepEqual(callOf(LOCAL_LOOP), {
        request: {
          tool: 'run_in_terminal',
          input: LOCAL_LOOP.tool_input,
          cwd: '/w/app',
          agent: 'copilot',
          sessionId: LOCAL_LOOP.session_id,
          callId: 'call_1',
          interactive: true,
        },
        mode: undefined,
        transcriptPath: LOCAL_LOOP.transcript_path,
        subAgentId: undefined,
      });
      assert.equal(callOf({ ...LOCAL_LOOP, transcript_path: null }).transcriptPath, undefined);
    });

    const PATCH = '*** Begin Patch\n*** Add File: z.txt\n+z\n*** End Patch\n';
    const inputs: readonly (readonly [what: string, toolArgs: unknown, input: object])[] = [
      ['an object', { path: '/w/x' }, { path: '/w/x' }],
      ['JSON text', '{"command":"ls"}', { command: 'ls' }],
      ['a patch as text', PATCH, { input: PATCH }],
      ['text that is JSON, but no object', '[1]', { input: '[1]' }],
    ];
    for (const [what, toolArgs, input] of inputs) {
      it(`${what} as input`, () => {
        assert.deepEqual(callOf({ ...ENGINE, toolArgs }).request.input, input);
      });
    }

    it('the input is handed on as it is, whatever it holds', () => {
      fc.assert(
        fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (input) => {
          const text = JSON.stringify({ ...ENGINE, toolArgs: input });
          assert.equal(JSON.stringify(callOf(text).request.input), JSON.stringify(JSON.parse(JSON.stringify(input))));
        }),
        runs(20261122, 200),
      );
    });

    it('a call under another spelling of its event is judged', () => {
      assert.equal(callOf(JSON.stringify({ ...LOCAL_LOOP, hook_event_name: 'preToolUse' })).request.agent, 'copilot');
    });

    const broken: readonly (readonly [what: string, payload: string, says: RegExp])[] = [
      [
        'a call in one form under another event in the other form',
        JSON.stringify({ ...ENGINE, hook_event_name: 'SessionStart' }),
        /two forms/,
      ],
      ['nothing', '', /not valid JSON/],
      ['cut off', JSON.stringify(ENGINE).slice(0, -1), /not valid JSON/],
      ['two objects', `${JSON.stringify(ENGINE)}{}`, /not valid JSON/],
      ['a list', '[]', /not a JSON object/],
      ['neither form', '{}', /sessionId/],
      ['no session', JSON.stringify({ ...ENGINE, sessionId: undefined }), /sessionId/],
      ['no tool', JSON.stringify({ ...ENGINE, toolName: undefined }), /toolName/],
      ['no input', JSON.stringify({ ...ENGINE, toolArgs: undefined }), /toolArgs: must be a JSON object or text/],
      ['a list as input', JSON.stringify({ ...ENGINE, toolArgs: [] }), /toolArgs/],
      ['a relative folder', JSON.stringify({ ...ENGINE, cwd: 'w' }), /cwd: must be an absolute path/],
      ['a sub-agent that is no text', JSON.stringify({ ...ENGINE, agentId: 7 }), /agentId/],
      ['an event that is no text', JSON.stringify({ ...ENGINE, hook_event_name: 7 }), /hook_event_name/],
      ['no tool in snake case', JSON.stringify({ ...LOCAL_LOOP, tool_name: undefined }), /tool_name/],
      ['no input in snake case', JSON.stringify({ ...LOCAL_LOOP, tool_input: undefined }), /tool_input/],
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
        runs(20261122, 300),
      );
    });
  });

  describe('replying', () => {
    const allow = { outcome: 'allow', reason: 'Allowed by bash(npm test).' } as const;
    const block = { outcome: 'block', reason: 'Blocked by bash(git push *).', remedy: 'Ask the user.' } as const;

    it('flat and nested at once, so that either reader finds its form', () => {
      const answer = {
        permissionDecision: 'allow',
        permissionDecisionReason: 'Auto Mode: Allowed by bash(npm test).',
      };
      const reply = dialect.reply(allow, callOf(ENGINE));
      assert.deepEqual([reply.exitCode, reply.stderr], [0, '']);
      assert.deepEqual(outputOf(reply), {
        ...answer,
        hookSpecificOutput: { hookEventName: 'PreToolUse', ...answer },
      });
    });

    it('block: a deny in both forms, and exit code 2 with the same words on stderr', () => {
      for (const payload of [ENGINE, LOCAL_LOOP]) {
        const reply = dialect.reply(block, callOf(payload));
        const { hookSpecificOutput, ...flat } = outputOf(reply);
        const words = 'Auto Mode: Blocked by bash(git push *). Ask the user.';
        assert.deepEqual([reply.exitCode, reply.stderr], [2, words]);
        assert.deepEqual(flat, { permissionDecision: 'deny', permissionDecisionReason: words });
        assert.deepEqual(hookSpecificOutput, { hookEventName: 'PreToolUse', ...flat });
      }
    });

    it('defer: no opinion', () => {
      const reply = dialect.reply({ outcome: 'defer', reason: 'Auto mode is off.' }, callOf(ENGINE));
      assert.deepEqual(reply, { stdout: '{}', stderr: '', exitCode: 0 });
    });

    for (const tool of ['ask_user', 'exit_plan_mode', 'vscode_askQuestions']) {
      it(`${tool} is a question to the user: no opinion on allow, a deny on block`, () => {
        const call = callOf({ ...ENGINE, toolName: tool });
        assert.deepEqual(dialect.reply(allow, call), dialect.noOpinion);
        assert.equal(dialect.reply(block, call).exitCode, 2);
      });
    }

    it('a reason full of attacker text stays one printable line of bounded length', () => {
      fc.assert(
        fc.property(fc.string({ unit: codePoint, maxLength: 200 }), (text) => {
          const reply = dialect.refuse(`\u001b[2J\n\r\u0000\u202e${text}`);
          assert.equal(reply.exitCode, 2);
          assert.equal(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u.test(reply.stderr), false);
          assert.equal(reply.stdout.includes('\n'), false);
          assert.equal(outputOf(reply).permissionDecision, 'deny');
        }),
        runs(20261122, 300),
      );
      assert.ok(dialect.refuse('x'.repeat(1_000_000)).stderr.length < 10_000);
    });
  });

  it('unreachable: its ask, in both forms, whatever a payload says of a mode', () => {
    assert.deepEqual(dialect.unreachable.promptingModes, []);
    const { hookSpecificOutput, permissionDecision } = outputOf({ stdout: dialect.unreachable.otherwise });
    assert.deepEqual([permissionDecision, hookSpecificOutput?.permissionDecision], ['ask', 'ask']);
  });
});
