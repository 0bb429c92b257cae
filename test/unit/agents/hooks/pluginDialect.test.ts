import assert from 'node:assert/strict';
import { isProbeCall } from '../../../../src/agents/probePayload';
import type { AgentDialect, HookCall } from '../../../../src/agents/hooks/agentDialect';
import { pluginDialect } from '../../../../src/agents/hooks/pluginDialect';
import { pluginProbe } from '../../../../src/agents/hooks/pluginEntry';

const CALL = {
  event: 'call',
  sessionId: 's',
  cwd: '/w/app',
  callId: 'c',
  tool: 'bash',
  input: { command: 'npm test' },
  transcript: [
    { role: 'user', text: 'Run the tests.' },
    { role: 'tool_call', tool: 'read', input: { path: 'a' } },
  ],
};

describe('the dialect of plugins', () => {
  const dialect: AgentDialect = pluginDialect({
    id: 'made-up',
    name: 'Made Up',
    plugin: '',
    questions: new Set(['question']),
    loadedContext: () => Promise.resolve([]),
  });
  const parse = (payload: unknown): ReturnType<AgentDialect['parse']> => dialect.parse(JSON.stringify(payload));
  const callOf = (payload: unknown = CALL): HookCall => {
    const parsed = parse(payload);
    return parsed.kind === 'tool-call' ? parsed.call : assert.fail(parsed.kind);
  };

  it('reads a call and what was said', async () => {
    const call = callOf({ ...CALL, subAgentId: 'sub', mode: 'build' });
    assert.deepEqual(call.request, {
      tool: 'bash',
      input: { command: 'npm test' },
      cwd: '/w/app',
      agent: 'made-up',
      sessionId: 's',
      callId: 'c',
      interactive: true,
    });
    assert.deepEqual([call.subAgentId, call.mode], ['sub', 'build']);
    assert.deepEqual(await dialect.transcript(call), CALL.transcript);
  });

  for (const [what, payload] of [
    ['without a session', { ...CALL, sessionId: undefined }],
    ['in a relative folder', { ...CALL, cwd: 'app' }],
    ['without an input', { ...CALL, input: undefined }],
    ['whose input is a list', { ...CALL, input: [] }],
    ['whose transcript has a strange part', { ...CALL, transcript: [{ role: 'system', text: '' }] }],
    ['of an unknown event', { ...CALL, event: 'calls' }],
    ['without an event', { ...CALL, event: undefined }],
    ['that is a list', [CALL]],
  ] as const) {
    it(`refuses a payload ${what}`, () => {
      assert.equal(parse(payload).kind, 'error');
    });
  }

  it('reads notices', () => {
    const origin = { sessionId: 's', cwd: '/w' };
    const parsedOf = (fields: object): unknown => {
      const parsed = parse({ ...origin, ...fields });
      return parsed.kind === 'notice' ? { ...parsed.notice, mode: undefined, subAgentId: undefined } : parsed;
    };
    const known = { ...origin, mode: undefined, subAgentId: undefined };
    assert.deepEqual(parsedOf({ event: 'session-start', continued: true }), {
      ...known,
      kind: 'session-start',
      continued: true,
    });
    assert.deepEqual(parsedOf({ event: 'session-end' }), { ...known, kind: 'session-end' });
    assert.deepEqual(parsedOf({ event: 'prompt', text: 'go', from: 'task' }), {
      ...known,
      kind: 'prompt',
      text: 'go',
      from: 'task',
    });
    assert.deepEqual(parsedOf({ event: 'call-ended', tool: 'bash', input: {}, callId: 'c', end: 'ran' }), {
      ...known,
      kind: 'call-ended',
      tool: 'bash',
      input: {},
      callId: 'c',
      end: 'ran',
    });
  });

  it('answers each outcome; a question to the user is never answered for the user', () => {
    const answerTo = (outcome: 'allow' | 'block' | 'defer', tool = 'bash', rewritten?: string): unknown => {
      const decision = { outcome, reason: 'Why.', ...(rewritten === undefined ? {} : { rewritten }) };
      const { stdout, stderr, exitCode } = dialect.reply(decision, callOf({ ...CALL, tool }));
      return [JSON.parse(stdout), stderr, exitCode];
    };
    assert.deepEqual(answerTo('allow'), [{ decision: 'allow', reason: 'Auto Mode: Why.' }, '', 0]);
    assert.deepEqual(answerTo('allow', 'bash', 'other'), [
      { decision: 'allow', reason: 'Auto Mode: Why.', command: 'other' },
      '',
      0,
    ]);
    const refused = [{ decision: 'block', reason: 'Auto Mode: Why.' }, 'Auto Mode: Why.', 2];
    assert.deepEqual(answerTo('block'), refused);
    assert.deepEqual(answerTo('block', 'question'), refused);
    for (const none of [answerTo('defer'), answerTo('allow', 'question')]) {
      assert.deepEqual(none, [{ decision: 'none' }, '', 0]);
    }
    assert.equal(dialect.takesRewritten?.(callOf({ ...CALL, tool: 'question' })), false);
  });

  it('where no window answers, refuses and says what to do', () => {
    const { promptingModes, otherwise, refusal } = dialect.unreachable;
    assert.deepEqual(promptingModes, []);
    assert.deepEqual(JSON.parse(otherwise), { decision: 'block', reason: refusal });
    assert.match(refusal ?? '', /Made Up/);
  });

  it('has a probe that does nothing', () => {
    const { tool, input } = callOf(pluginProbe('s', '/w')).request;
    assert.ok(isProbeCall(tool, input));
  });
});
