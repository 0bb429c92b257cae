/** Payloads as opencode 1.18.33 sent them. */
import assert from 'node:assert/strict';
import { plugin } from '../../../../src/agents/opencodeFamily/plugin.mjs';

interface Hooks {
  event(input: object): Promise<void>;
  'chat.message'(input: object, output: object): Promise<void>;
  'experimental.chat.system.transform'(input: object, output: { system: string[] }): Promise<void>;
  'tool.execute.before'(input: object, output: { args: Record<string, unknown> }): Promise<void>;
  'tool.execute.after'(input: object): Promise<void>;
}

const SESSION = 'ses_de25b64c3ffeZOzt9U5etIEQZe';
const CHILD = 'ses_child';
const MESSAGES = [
  {
    info: { id: 'msg_1', sessionID: SESSION, role: 'user' },
    parts: [
      { type: 'text', text: 'Please do it.' },
      { type: 'text', text: 'Called the Read tool', synthetic: true },
    ],
  },
  {
    info: { id: 'msg_2', sessionID: SESSION, role: 'assistant', parentID: 'msg_1' },
    parts: [
      { type: 'step-start' },
      { type: 'text', text: 'I look first.' },
      {
        type: 'tool',
        callID: 'call_1',
        tool: 'read',
        state: { status: 'completed', input: { filePath: 'a' }, output: '' },
      },
      { type: 'tool', callID: 'call_2', tool: 'bash', state: { status: 'running', input: { command: 'touch a' } } },
    ],
  },
];
const CALL = { tool: 'bash', sessionID: SESSION, callID: 'call_2' };

describe('the plugin of opencode and its family', () => {
  let judged: Record<string, unknown>[];
  let notices: Record<string, unknown>[];
  let replies: unknown[];
  let verdict: object;
  let hooks: Hooks;

  beforeEach(async () => {
    [judged, notices, replies] = [[], [], []];
    verdict = { decision: 'allow', reason: '' };
    const gate = {
      judge: (call: Record<string, unknown>) => {
        judged.push(call);
        return Promise.resolve(verdict);
      },
      notify: (notice: Record<string, unknown>) => {
        notices.push(notice);
        return Promise.resolve(notice['event'] === 'session-start' ? { guidance: 'Work as usual.' } : {});
      },
    };
    const client = {
      session: {
        get: ({ path: { id } }: { path: { id: string } }) =>
          Promise.resolve({ data: { id, ...(id === CHILD ? { parentID: SESSION } : {}) } }),
        messages: () => Promise.resolve({ data: MESSAGES }),
      },
      postSessionIdPermissionsPermissionId: (request: unknown) => {
        replies.push(request);
        return Promise.resolve({});
      },
    };
    hooks = await plugin(gate).server({ directory: '/w/app', client });
  });

  const asked = (permission: string, callID: string | undefined, sessionID = SESSION): object => ({
    event: {
      type: 'permission.asked',
      properties: {
        id: 'per_1',
        sessionID,
        permission,
        patterns: ['touch a'],
        metadata: {},
        always: ['touch *'],
        ...(callID === undefined ? {} : { tool: { messageID: 'msg_2', callID } }),
      },
    },
  });

  it('asks about a call, with what was said; nothing is the user’s without a terminal', async () => {
    const args = { command: 'touch a' };
    await hooks['chat.message']({ sessionID: SESSION }, { parts: MESSAGES[0]?.parts });
    await hooks['tool.execute.before'](CALL, { args });
    assert.deepEqual(judged, [
      {
        event: 'call',
        sessionId: SESSION,
        cwd: '/w/app',
        callId: 'call_2',
        tool: 'bash',
        input: args,
        transcript: [
          { role: 'task', text: 'Please do it.' },
          { role: 'assistant', text: 'I look first.' },
          { role: 'tool_call', tool: 'read', input: { filePath: 'a' } },
        ],
      },
    ]);
    assert.deepEqual(notices, [
      { event: 'prompt', sessionId: SESSION, cwd: '/w/app', text: 'Please do it.', from: 'task' },
    ]);
  });

  it('throws a block, and grants nothing for it', async () => {
    verdict = { decision: 'block', reason: 'Auto Mode: no.' };
    await assert.rejects(hooks['tool.execute.before'](CALL, { args: {} }), /Auto Mode: no\./);
    await hooks.event(asked('bash', 'call_2'));
    assert.deepEqual(replies, []);
  });

  it('grants what it allowed, once, until it ran', async () => {
    await hooks['tool.execute.before'](CALL, { args: {} });
    await hooks.event(asked('external_directory', 'call_2'));
    await hooks.event(asked('bash', 'call_2'));
    const granted = { path: { id: SESSION, permissionID: 'per_1' }, body: { response: 'once' } };
    assert.deepEqual(replies, [granted, granted]);
    await hooks['tool.execute.after']({ ...CALL, args: { command: 'touch a' } });
    await hooks.event(asked('bash', 'call_2'));
    assert.equal(replies.length, 2);
    assert.deepEqual(notices.at(-1), {
      event: 'call-ended',
      sessionId: SESSION,
      cwd: '/w/app',
      tool: 'bash',
      input: { command: 'touch a' },
      callId: 'call_2',
      end: 'ran',
    });
  });

  it('leaves to the user what it did not judge', async () => {
    await hooks['tool.execute.before'](CALL, { args: {} });
    for (const event of [
      asked('bash', 'call_3'),
      asked('bash', undefined),
      asked('doom_loop', 'call_2'),
      asked('question', 'call_2'),
      asked('bash', 'call_2', 'ses_other'),
    ]) {
      await hooks.event(event);
    }
    verdict = { decision: 'none', reason: '' };
    await hooks['tool.execute.before']({ ...CALL, callID: 'call_4' }, { args: {} });
    await hooks.event(asked('bash', 'call_4'));
    assert.deepEqual(replies, []);
  });

  it('changes the command in place', async () => {
    verdict = { decision: 'allow', reason: '', command: 'contained' };
    const args = { command: 'touch a', description: 'd' };
    await hooks['tool.execute.before'](CALL, { args });
    assert.deepEqual(args, { command: 'contained', description: 'd' });
  });

  it('a sub-agent’s call belongs to the session that began it', async () => {
    await hooks['tool.execute.before']({ ...CALL, sessionID: CHILD }, { args: {} });
    assert.deepEqual([judged[0]?.['sessionId'], judged[0]?.['subAgentId']], [SESSION, CHILD]);
  });

  it('gives guidance to the session that began', async () => {
    await hooks.event({
      event: { type: 'session.created', properties: { sessionID: SESSION, info: { id: SESSION } } },
    });
    const system: string[] = [];
    await hooks['experimental.chat.system.transform']({ sessionID: SESSION }, { system });
    await hooks['experimental.chat.system.transform']({ sessionID: 'ses_other' }, { system });
    assert.deepEqual(system, ['Work as usual.']);
  });
});
