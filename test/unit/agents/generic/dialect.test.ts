import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { HookCall } from '../../../../src/agents/hooks/agentDialect';
import { genericDialect } from '../../../../src/agents/generic/dialect';
import { runs } from '../../propertyRuns';

const CALL = { tool_name: 'shell', tool_input: { command: 'npm test' }, cwd: '/w/app' };

function callOf(payload: object): HookCall {
  const parsed = genericDialect.parse(JSON.stringify(payload));
  assert.equal(parsed.kind, 'tool-call', JSON.stringify(parsed));
  return (parsed as { call: HookCall }).call;
}

describe('dialect of other agents', () => {
  describe('reading a payload', () => {
    it('the least that makes a call', () => {
      assert.deepEqual(callOf(CALL), {
        request: { tool: 'shell', input: { command: 'npm test' }, cwd: '/w/app', agent: 'generic', interactive: true },
        mode: undefined,
        transcriptPath: undefined,
        subAgentId: undefined,
      });
    });

    const everything = {
      request: {
        tool: 'shell',
        input: { command: 'ls' },
        cwd: '/w/app',
        agent: 'generic',
        sessionId: 's',
        callId: 'c',
        interactive: true,
      },
      mode: 'yolo',
      transcriptPath: undefined,
      subAgentId: 'helper',
      event: 'PreToolUse',
    };
    for (const [form, payload] of Object.entries({
      'in snake case': {
        tool_name: 'shell',
        tool_input: { command: 'ls' },
        cwd: '/w/app',
        session_id: 's',
        tool_use_id: 'c',
        permission_mode: 'yolo',
        agent_id: 'helper',
        hook_event_name: 'PreToolUse',
        transcript_path: '/w/app/said.jsonl',
      },
      'in camel case': {
        toolName: 'shell',
        toolInput: { command: 'ls' },
        cwd: '/w/app',
        sessionId: 's',
        callId: 'c',
        mode: 'yolo',
        subAgent: 'helper',
        event: 'PreToolUse',
      },
    })) {
      it(`everything ${form}`, () => {
        assert.deepEqual(callOf(payload), everything);
      });
    }

    it('null is no value', () => {
      assert.equal(callOf({ ...CALL, session_id: null }).request.sessionId, undefined);
    });

    for (const event of ['PostToolUse', 'postToolUse', 'afterShellExecution', 'AfterTool']) {
      it(`nothing to judge after the call: ${event}`, () => {
        const parsed = genericDialect.parse(JSON.stringify({ ...CALL, hook_event_name: event }));
        assert.deepEqual(parsed, { kind: 'not-a-tool-call' });
      });
    }

    for (const event of ['PreToolUse', 'BeforeTool', 'before_tool', 'tool.call', 'x']) {
      it(`a call, whatever its event is called: ${event}`, () => {
        assert.equal(callOf({ ...CALL, hook_event_name: event }).request.tool, 'shell');
      });
    }

    const refused: Readonly<Record<string, [payload: string, because: RegExp]>> = {
      'no JSON': ['{', /not valid JSON/],
      'a list': ['[]', /not a JSON object/],
      'no tool': [JSON.stringify({ ...CALL, tool_name: undefined }), /\(tool: /],
      'no input': [JSON.stringify({ ...CALL, tool_input: undefined }), /\(input: /],
      'an input that is text': [JSON.stringify({ ...CALL, tool_input: 'ls' }), /\(input: must be a JSON object/],
      'no folder': [JSON.stringify({ ...CALL, cwd: undefined }), /\(cwd: /],
      'a relative folder': [JSON.stringify({ ...CALL, cwd: 'app' }), /\(cwd: must be an absolute path/],
      'two inputs': [JSON.stringify({ ...CALL, input: {} }), /both "tool_input" and "input"/],
      'two tools': [JSON.stringify({ ...CALL, tool: 'read' }), /both "tool_name" and "tool"/],
      'a session that is a number': [JSON.stringify({ ...CALL, session_id: 1 }), /\(sessionId: /],
    };
    for (const [what, [payload, because]] of Object.entries(refused)) {
      it(`refuses ${what}`, () => {
        const parsed = genericDialect.parse(payload);
        assert.match(parsed.kind === 'error' ? parsed.reason : parsed.kind, because);
      });
    }

    it('never speaks for a recognised agent', () => {
      fc.assert(
        fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (more) => {
          const parsed = genericDialect.parse(JSON.stringify({ ...more, ...CALL, agent: 'claude-code' }));
          if (parsed.kind === 'tool-call') assert.equal(parsed.call.request.agent, 'generic');
        }),
        runs(7, 200),
      );
    });
  });

  describe('answering', () => {
    const call = callOf({ ...CALL, hook_event_name: 'BeforeTool' });

    it('a block refuses by the exit code, with the reason on both ways', () => {
      const { stdout, stderr, exitCode } = genericDialect.reply(
        { outcome: 'block', reason: 'No.', remedy: 'Ask.' },
        call,
      );
      assert.equal(exitCode, 2);
      assert.match(stderr, /No\..*Ask\./s);
      assert.deepEqual(JSON.parse(stdout), {
        decision: 'block',
        reason: stderr,
        hookSpecificOutput: {
          hookEventName: 'BeforeTool',
          permissionDecision: 'deny',
          permissionDecisionReason: stderr,
        },
      });
    });

    it('an allow', () => {
      const { stdout, stderr, exitCode } = genericDialect.reply({ outcome: 'allow', reason: 'Fine.' }, call);
      assert.deepEqual([stderr, exitCode], ['', 0]);
      const { decision, hookSpecificOutput } = JSON.parse(stdout) as {
        decision: string;
        hookSpecificOutput: { permissionDecision: string };
      };
      assert.deepEqual([decision, hookSpecificOutput.permissionDecision], ['allow', 'allow']);
    });

    it('nothing where auto mode is off', () => {
      assert.deepEqual(genericDialect.reply({ outcome: 'defer', reason: 'Off.' }, call), {
        stdout: '{}',
        stderr: '',
        exitCode: 0,
      });
    });

    it('a refusal where nothing could be decided', () => {
      const { stdout, stderr, exitCode } = genericDialect.refuse('It broke.');
      assert.equal(exitCode, 2);
      assert.match(stderr, /It broke\./);
      assert.match(stdout, /"decision":"block"/);
    });

    it('is a refusal where no window can be reached, in every mode', () => {
      const { promptingModes, otherwise, refusal } = genericDialect.unreachable;
      assert.deepEqual(promptingModes, []);
      assert.match(otherwise, /"decision":"block"/);
      assert.notEqual(refusal, undefined);
    });
  });
});
