import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { claudeCodeDialect } from '../../../src/agents/claudeCode/dialect';
import { probePayload } from '../../../src/agents/probePayload';
import type { HookServerOptions } from '../../../src/bridge/hookServer';
import type { Decision } from '../../../src/engine/model/decision';
import type { TranscriptEntry } from '../../../src/calls/request';
import { HookServerRig, assertRefused, decision, frame } from './hookServerRig';

describe('hook server', () => {
  const rig = new HookServerRig();
  const { start, open, send, payload } = rig;

  describe('what comes back', () => {
    it('an allow', async () => {
      await start(() => Promise.resolve(decision('allow')));
      const { exitCode, stdout, stderr } = frame(await send(payload()));
      assert.deepEqual([exitCode, stderr], [0, '']);
      assert.match(
        stdout,
        /"permissionDecision":"allow","permissionDecisionReason":"Auto Mode: The classifier allowed [^"]+ not the user's: \\"because\\""/,
      );
    });

    it('a block', async () => {
      await start(() => Promise.resolve(decision('block', 'Not this one.')));
      assertRefused(
        await send(payload()),
        /^Auto Mode: The classifier blocked this call\. .+ not the user's: "Not this one\."$/,
      );
    });

    it('nothing, where auto mode is off', async () => {
      await start(() => Promise.resolve(decision('defer')));
      assert.deepEqual(frame(await send(payload())), { exitCode: 0, stdout: '{}', stderr: '' });
    });

    it('nothing for another event, without deciding', async () => {
      await start(() => Promise.reject(new Error('not to be asked')));
      const received = await send(payload({ hook_event_name: 'PostToolUse' }));
      assert.deepEqual(frame(received), { exitCode: 0, stdout: '{}', stderr: '' });
      assert.deepEqual(rig.requests, []);
    });
  });

  it('the request that is decided is the call, with what was said before it', async () => {
    const transcript: TranscriptEntry[] = [{ role: 'user', text: 'test it' }];
    await start(
      () => Promise.resolve(decision('allow')),
      {},
      (call) => Promise.resolve(call.request.sessionId === 's1' ? transcript : []),
    );
    await send(payload());
    assert.deepEqual(rig.requests, [
      {
        tool: 'Bash',
        input: { command: 'npm test' },
        cwd: rig.workspace,
        agent: 'claude-code',
        sessionId: 's1',
        callId: 't1',
        interactive: true,
        mode: 'default',
        takesRewritten: true,
        transcript,
      },
    ]);
  });

  describe('takes a notice', () => {
    const notice = { kind: 'session-start', sessionId: 's1', mode: undefined, subAgentId: undefined } as const;
    const noticing = (cwd: string): Partial<HookServerOptions> => ({
      dialects: [
        {
          ...claudeCodeDialect(() => Promise.resolve([])),
          parse: () => ({ kind: 'notice', notice: { ...notice, cwd } }),
          giveGuidance: (text) => ({ stdout: JSON.stringify({ text }), stderr: '', exitCode: 0 }),
        },
      ],
    });
    const notToBeAsked = (): Promise<Decision> => Promise.reject(new Error('not to be asked'));

    it('of a session that starts, and answers with the guidance', async () => {
      const noticed: unknown[] = [];
      await start(notToBeAsked, {
        ...noticing(rig.workspace),
        noticed: (agent, told) => {
          noticed.push([agent, told]);
          return { guidance: 'Work as usual.' };
        },
      });
      assert.equal(frame(await send(payload())).stdout, '{"text":"Work as usual."}');
      assert.deepEqual(noticed, [['claude-code', { ...notice, cwd: rig.workspace }]]);
    });

    it('without a word where there is no guidance to give', async () => {
      await start(notToBeAsked, { ...noticing(rig.workspace), noticed: () => ({}) });
      assert.equal(frame(await send(payload())).stdout, '{}');
    });

    it('only of the folders that its window has open', async () => {
      await start(notToBeAsked, { ...noticing('/elsewhere'), noticed: () => assert.fail() });
      assert.equal((await send(payload())).status, 404);
    });
  });

  describe('a session that is named like a probe', () => {
    const probe = 'auto-mode-probe-0123456789abcdef0123456789abcdef';

    it('is for the window that sent it, where the call does nothing', async () => {
      await start(() => Promise.resolve(decision('allow')));
      const body = probePayload('claude-code', probe, rig.workspace) ?? '';
      assert.equal((await send(body)).status, 404);
      assert.equal(rig.requests.length, 0);
    });

    for (const [what, more] of [
      ['another command', { tool_input: { command: 'true; npm test' } }],
      ['another tool', { tool_name: 'Edit', tool_input: { command: 'true' } }],
      ['more in its input', { tool_input: { command: 'true', run_in_background: true } }],
    ] as const) {
      it(`is judged like any other, where it has ${what}`, async () => {
        await start(() => Promise.resolve(decision('block')));
        assertRefused(await send(payload({ session_id: probe, ...more })), /./);
        assert.equal(rig.requests.length, 1);
      });
    }

    it('is heard like any other, where a call of it ran', async () => {
      const told: string[] = [];
      await start(() => Promise.resolve(decision('block')), { alarm: ({ kind }) => told.push(kind) });
      await send(payload({ session_id: probe }));
      await send(payload({ session_id: probe, hook_event_name: 'PostToolUse' }));
      assert.deepEqual(told, ['blocked-call-ran']);
    });
  });

  describe('whatever goes wrong is a refusal that says so', () => {
    it('deciding throws', async () => {
      await start(() => Promise.reject(new Error('secret detail')));
      const received = await send(payload());
      assertRefused(received, /failed inside Auto Mode/);
      assert.equal(received.body.includes('secret detail'), false);
      assert.match(rig.logged.join(), /secret detail/);
    });

    it('deciding throws at once', async () => {
      await start(() => {
        throw new Error('at once');
      });
      assertRefused(await send(payload()), /failed inside Auto Mode/);
    });

    for (const nonsense of [undefined, null, {}, { outcome: 'maybe', reason: 'x' }, 'allow']) {
      it(`deciding gives ${inspect(nonsense)}`, async () => {
        await start(() => Promise.resolve(nonsense as unknown as Decision));
        assertRefused(await send(payload()), /failed inside Auto Mode/);
      });
    }

    it('reading the transcript throws', async () => {
      await start(
        () => Promise.resolve(decision('allow')),
        {},
        () => Promise.reject(new Error('unreadable')),
      );
      assertRefused(await send(payload()), /failed inside Auto Mode/);
    });

    it('the payload is broken', async () => {
      await start(() => Promise.resolve(decision('allow')));
      assertRefused(await send('{"hook_event_name":'), /not valid JSON/);
      assertRefused(await send(payload({ tool_name: 5 })), /tool_name/);
      assertRefused(await send(''), /not valid JSON/);
      assert.deepEqual(rig.requests, []);
    });

    it('the payload is no text', async () => {
      await start(() => Promise.resolve(decision('allow')));
      const bytes = Buffer.from(payload({ tool_input: { command: 'X' } }));
      bytes[bytes.indexOf('X')] = 0xff;
      assertRefused(await send(bytes), /not UTF-8/);
      assert.deepEqual(rig.requests, []);
    });

    it('the payload is too large, and the next one is decided again', async () => {
      await start(() => Promise.resolve(decision('allow')), { limits: { bodyBytes: 1024 * 1024 } });
      const largest = payload({ tool_input: { command: '' } });
      const room = 1024 * 1024 - Buffer.byteLength(largest);
      assertRefused(await send(payload({ tool_input: { command: 'x'.repeat(room + 1) } })), /too large.*1 MB/);
      assert.equal(frame(await send(payload({ tool_input: { command: 'x'.repeat(room) } }))).exitCode, 0);
    });
  });

  describe('through the door for notices', () => {
    const throughIt = (): ClientRequest => open('/v1/notice/claude-code');

    for (const [what, text] of [
      ['no JSON', '{'],
      ['no text', Buffer.from([0x7b, 0xff, 0x7d])],
      ['too large', payload({ tool_input: { command: 'x'.repeat(2 * 1024 * 1024) } })],
    ] as const) {
      it(`what cannot be read keeps nothing from the model: ${what}`, async () => {
        await start(() => Promise.reject(new Error('not to be asked')), { limits: { bodyBytes: 1024 * 1024 } });
        assert.deepEqual(frame(await send(text, throughIt())), { exitCode: 0, stdout: '{}', stderr: '' });
      });
    }

    it('a call is judged all the same', async () => {
      await start(() => Promise.resolve(decision('block', 'Not this.')));
      assertRefused(await send(payload(), throughIt()), /Not this/);
    });

    it('a call that cannot be decided is refused', async () => {
      await start(() => Promise.reject(new Error('broken')));
      assertRefused(await send(payload(), throughIt()), /failed/);
    });
  });

  describe('who is let in', () => {
    const cases: readonly (readonly [what: string, client: () => ClientRequest, status: number])[] = [
      ['no token', () => open('/v1/hook/claude-code', 'POST', { 'x-auto-mode-token': '' }), 403],
      ['a wrong token', () => open('/v1/hook/claude-code', 'POST', { 'x-auto-mode-token': '0'.repeat(64) }), 403],
      ['an unknown agent', () => open('/v1/hook/other'), 404],
      ['no agent', () => open('/v1/hook/'), 404],
      ['another path', () => open('/v1/hook/claude-code/../claude-code'), 404],
      ['another method', () => open('/v1/hook/claude-code', 'PUT'), 404],
    ];
    for (const [what, client, status] of cases) {
      it(`${what}: ${status}`, async () => {
        await start(() => Promise.resolve(decision('allow')));
        assert.equal((await send(payload(), client())).status, status);
        assert.deepEqual(rig.requests, []);
        assert.equal(frame(await send(payload())).exitCode, 0);
      });
    }

    it('a call in a folder that this window does not have open: 404, for another window to take', async () => {
      await start(() => Promise.resolve(decision('allow')));
      mkdirSync(join(rig.workspace, 'inside'));
      mkdirSync(join(rig.folder, 'workspace-2'));
      symlinkSync(rig.workspace, join(rig.folder, 'link'));
      const cases: readonly (readonly [cwd: string, status: number])[] = [
        [rig.workspace, 200],
        [`${rig.workspace}/`, 200],
        [join(rig.workspace, 'inside'), 200],
        [join(rig.workspace, 'gone', 'deeper'), 200],
        [join(rig.folder, 'link', 'inside'), 200],
        [`${rig.workspace}/../workspace-2`, 404],
        [join(rig.folder, 'workspace-2'), 404],
        [rig.folder, 404],
        ['/', 404],
      ];
      for (const [cwd, status] of cases) assert.equal((await send(payload({ cwd }))).status, status, cwd);
    });

    it('a call that is for no window: 404', async () => {
      await start(() => Promise.resolve(decision('allow')), { takes: () => Promise.resolve(false) });
      assert.equal((await send(payload())).status, 404);
    });
  });
});
