/** Payloads as pi 1.6.0 sent them. */
import assert from 'node:assert/strict';
import { plugin } from '../../../../src/agents/pi/extension.mjs';

type Handler = (event: object, context: object) => Promise<unknown>;

const ORIGIN = { sessionId: '01a21da5-c6bd-75eb-8ed3-a16d23d667bb', cwd: '/w/app' };
const BRANCH = [
  { type: 'model_change', id: 'a', parentId: null, provider: 'local', modelId: 'm' },
  { type: 'message', id: 'b', message: { role: 'system', content: '', sections: {} } },
  { type: 'message', id: 'c', message: { role: 'user', content: [{ type: 'text', text: 'Please do it.' }] } },
  {
    type: 'message',
    id: 'd',
    message: {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look first.' },
        { type: 'toolCall', id: 'call_1', name: 'read', arguments: { path: 'a' } },
      ],
    },
  },
  { type: 'message', id: 'e', message: { role: 'toolResult', toolCallId: 'call_1', content: [] } },
  { type: 'message', id: 'f', message: { role: 'user', content: 'From a script.' } },
  {
    type: 'message',
    id: 'g',
    message: {
      role: 'assistant',
      content: [{ type: 'toolCall', id: 'call_2', name: 'bash', arguments: { command: 'touch a' } }],
    },
  },
];

describe('the extension of pi', () => {
  let judged: unknown[];
  let notices: unknown[];
  let verdict: object;
  let handlers: Map<string, Handler>;

  beforeEach(() => {
    [judged, notices] = [[], []];
    verdict = { decision: 'allow', reason: '' };
    handlers = new Map();
    const gate = {
      judge: (call: unknown) => {
        judged.push(call);
        return Promise.resolve(verdict);
      },
      notify: (notice: { readonly event: string }) => {
        notices.push(notice);
        return Promise.resolve(notice.event === 'session-start' ? { guidance: 'Work as usual.' } : {});
      },
    };
    plugin(gate)({ on: (event: string, handler: Handler) => handlers.set(event, handler) });
  });

  const fire = async (event: string, fields: object, mode = 'tui'): Promise<unknown> => {
    const sessionManager = { getSessionId: () => ORIGIN.sessionId, getBranch: () => BRANCH };
    const handler = handlers.get(event) ?? assert.fail(`nothing listens to ${event}`);
    return handler({ type: event, ...fields }, { mode, cwd: ORIGIN.cwd, sessionManager });
  };
  const call = (input: object = { command: 'touch a' }): Promise<unknown> =>
    fire('tool_call', { toolName: 'bash', toolCallId: 'call_2', input });

  it('asks about a call, with what was said; only what was typed here is the user’s', async () => {
    await fire('input', { text: 'Please do it.', source: 'interactive' });
    await fire('input', { text: 'From a script.', source: 'extension' });
    assert.equal(await call(), undefined);
    assert.deepEqual(judged, [
      {
        event: 'call',
        ...ORIGIN,
        callId: 'call_2',
        tool: 'bash',
        input: { command: 'touch a' },
        transcript: [
          { role: 'user', text: 'Please do it.' },
          { role: 'assistant', text: 'I look first.' },
          { role: 'tool_call', tool: 'read', input: { path: 'a' } },
          { role: 'task', text: 'From a script.' },
        ],
      },
    ]);
    assert.deepEqual(notices, [
      { event: 'prompt', ...ORIGIN, text: 'Please do it.', from: 'user' },
      { event: 'prompt', ...ORIGIN, text: 'From a script.', from: 'task' },
    ]);
  });

  it('takes nothing for the user’s without a terminal', async () => {
    await fire('input', { text: 'Please do it.', source: 'interactive' }, 'print');
    assert.deepEqual(notices, [{ event: 'prompt', ...ORIGIN, text: 'Please do it.', from: 'task' }]);
  });

  it('blocks with the reason', async () => {
    verdict = { decision: 'block', reason: 'Auto Mode: no.' };
    assert.deepEqual(await call(), { block: true, reason: 'Auto Mode: no.' });
  });

  it('changes the command in place', async () => {
    verdict = { decision: 'allow', reason: '', command: 'contained' };
    const input = { command: 'touch a', timeout: 5 };
    assert.equal(await call(input), undefined);
    assert.deepEqual(input, { command: 'contained', timeout: 5 });
  });

  it('reports the session and what ran, and gives guidance', async () => {
    await fire('session_start', { reason: 'resume' });
    await fire('tool_result', { toolName: 'bash', toolCallId: 'call_2', input: { command: 'touch a' }, content: [] });
    await fire('session_shutdown', { reason: 'quit' });
    assert.deepEqual(notices, [
      { event: 'session-start', ...ORIGIN, continued: true },
      { event: 'call-ended', ...ORIGIN, tool: 'bash', input: { command: 'touch a' }, callId: 'call_2', end: 'ran' },
      { event: 'session-end', ...ORIGIN },
    ]);
    const systemPromptOptions = { promptGuidelines: [] as string[] };
    await fire('before_agent_start', { systemPromptOptions });
    assert.deepEqual(systemPromptOptions.promptGuidelines, ['Work as usual.']);
  });
});
