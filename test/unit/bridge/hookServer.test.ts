import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { request as httpRequest, type ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { HookCall } from '../../../src/agents/hooks/agentDialect';
import type { AgentNotice } from '../../../src/agents/hooks/agentNotice';
import { claudeCodeDialect } from '../../../src/agents/claudeCode/dialect';
import { owningFolder, placeOf } from '../../../src/bridge/windows/folderOwnership';
import { probePayload } from '../../../src/agents/probePayload';
import { copilotDialect } from '../../../src/agents/copilot/dialect';
import { gateHome, prepareGateHome, type GateHome } from '../../../src/disk/gateHome';
import { HookServer, type HookServerOptions } from '../../../src/bridge/hookServer';
import { Token } from '../../../src/bridge/protocol/token';
import type { Decision } from '../../../src/engine/model/decision';
import type { CheckRequest, TranscriptEntry } from '../../../src/calls/request';

const decision = (outcome: Decision['outcome'], reason = 'because'): Decision => ({
  id: 'd1',
  at: '2026-11-21T08:00:00.000Z',
  durationMs: 1,
  outcome,
  stage: 'classifier',
  reason,
  tool: 'Bash',
  summary: '',
});

interface Received {
  readonly status: number;
  readonly body: string;
}

describe('hook server', () => {
  let folder: string;
  let gate: GateHome;
  let workspace: string;
  let server: HookServer | undefined;
  let requests: CheckRequest[];
  let logged: string[];

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-server-')));
    gate = gateHome(folder);
    prepareGateHome(gate);
    workspace = join(folder, 'workspace');
    mkdirSync(workspace);
    requests = [];
    logged = [];
  });
  afterEach(async () => {
    await server?.close();
    server = undefined;
    rmSync(folder, { recursive: true });
  });

  const isIn = async (cwd: string, folders: readonly string[]): Promise<boolean> =>
    owningFolder(
      await placeOf(cwd),
      folders.map((path) => ({ path, real: realpathSync(path) })),
    ) !== undefined;
  const address = (): string => join(gate.run, '1-00000000.sock');

  async function start(
    decide: HookServerOptions['decide'],
    options: Partial<HookServerOptions> = {},
    transcript: (call: HookCall) => Promise<readonly TranscriptEntry[]> = () => Promise.resolve([]),
  ): Promise<void> {
    server = new HookServer({
      dialects: [claudeCodeDialect(transcript)],
      token: Token.open(gate),
      takes: async ({ cwd }) => isIn(cwd, [workspace]),
      decide: (request, signal) => {
        requests.push(request);
        return decide(request, signal);
      },
      log: (line) => logged.push(line),
      ...options,
    });
    await server.listen(address());
  }

  const payload = (more: object = {}): string =>
    JSON.stringify({
      session_id: 's1',
      cwd: workspace,
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      tool_use_id: 't1',
      ...more,
    });

  function open(path = '/v1/hook/claude-code', method = 'POST', headers: Record<string, string> = {}): ClientRequest {
    const secret = /: (\w+)/.exec(readFileSync(gate.token, 'utf8'))?.[1] ?? '';
    return httpRequest({
      socketPath: address(),
      path,
      method,
      agent: false,
      headers: { 'x-auto-mode-token': secret, ...headers },
    });
  }

  function send(body: string | Buffer, client: ClientRequest = open()): Promise<Received> {
    return new Promise((resolve, reject) => {
      client.on('error', reject);
      client.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (data: string) => (text += data));
        response.on('error', reject);
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body: text });
        });
      });
      client.end(body);
    });
  }

  function frame(received: Received): { exitCode: number; stdout: string; stderr: string } {
    assert.equal(received.status, 200);
    const match = /^ *\n?(?: *\n)*auto-mode-reply ([02])\n(\{[^\n]*\})\n((?:>[^\n]*\n)*)auto-mode-end\n$/.exec(
      received.body,
    );
    assert.ok(match, received.body);
    return {
      exitCode: Number(match[1]),
      stdout: match[2] ?? '',
      stderr: (match[3] ?? '').replace(/^>/gm, '').slice(0, -1),
    };
  }

  function assertRefused(received: Received, says: RegExp): void {
    const { exitCode, stdout, stderr } = frame(received);
    assert.equal(exitCode, 2);
    assert.match(stderr, says);
    assert.match(stdout, /"permissionDecision":"deny"/);
  }

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
      assert.deepEqual(requests, []);
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
    assert.deepEqual(requests, [
      {
        tool: 'Bash',
        input: { command: 'npm test' },
        cwd: workspace,
        agent: 'claude-code',
        sessionId: 's1',
        callId: 't1',
        interactive: true,
        mode: 'default',
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
        ...noticing(workspace),
        noticed: (agent, told) => {
          noticed.push([agent, told]);
          return { guidance: 'Work as usual.' };
        },
      });
      assert.equal(frame(await send(payload())).stdout, '{"text":"Work as usual."}');
      assert.deepEqual(noticed, [['claude-code', { ...notice, cwd: workspace }]]);
    });

    it('without a word where there is no guidance to give', async () => {
      await start(notToBeAsked, { ...noticing(workspace), noticed: () => ({}) });
      assert.equal(frame(await send(payload())).stdout, '{}');
    });

    it('only of the folders that its window has open', async () => {
      await start(notToBeAsked, { ...noticing('/elsewhere'), noticed: () => assert.fail() });
      assert.equal((await send(payload())).status, 404);
    });
  });

  describe('what an agent does is compared with what it was told', () => {
    const ORIGIN = { sessionId: 's1', mode: 'default', subAgentId: undefined };

    /** Claude Code, and a payload of which the event is a notice itself. */
    function dialects(transcript: readonly TranscriptEntry[] = []): HookServerOptions['dialects'] {
      const real = claudeCodeDialect(() => Promise.resolve(transcript));
      const parse: typeof real.parse = (text) => {
        const { told } = JSON.parse(text) as { told?: AgentNotice };
        return told === undefined ? real.parse(text) : { kind: 'notice', notice: told };
      };
      return [{ ...real, parse }, copilotDialect(() => Promise.resolve([]))];
    }
    const notice = (told: object): string => JSON.stringify({ told: { ...ORIGIN, cwd: workspace, ...told } });
    const ended = (): string =>
      notice({ kind: 'call-ended', tool: 'Bash', input: { command: 'npm test' }, callId: 't1', end: 'ran' });

    for (const [what, decide] of [
      ['blocked', () => Promise.resolve(decision('block'))],
      ['refused, for deciding failed', () => Promise.reject(new Error('no'))],
    ] as const) {
      it(`a call that was ${what} ran: an alarm`, async () => {
        const alarms: string[] = [];
        await start(decide, {
          dialects: dialects(),
          alarm: ({ agent, kind, tool }) => alarms.push(`${agent} ${kind} ${tool}`),
        });
        await send(payload());
        await send(ended());
        assert.deepEqual(alarms, ['claude-code blocked-call-ran Bash']);
      });
    }

    it('a call that was allowed ran, and what was seen of the agent is told', async () => {
      const told: unknown[] = [];
      await start(() => Promise.resolve(decision('allow')), {
        dialects: dialects(),
        alarm: () => assert.fail(),
        enforced: (agent, { decisionId, outcome }) => told.push([agent, decisionId, outcome]),
        seen: (agent, { kind, mode, sessionId }) => told.push([agent, kind, mode, sessionId]),
      });
      await send(payload());
      await send(ended());
      assert.deepEqual(told, [
        ['claude-code', 'call', 'default', 's1'],
        ['claude-code', 'call-ended', 'default', 's1'],
        ['claude-code', 'd1', 'allow'],
      ]);
    });

    it('nothing is seen of what shows no token, cannot be read, or is for another window', async () => {
      await start(() => Promise.resolve(decision('allow')), { seen: () => assert.fail() });
      await send(payload(), open('/v1/hook/claude-code', 'POST', { 'x-auto-mode-token': '0'.repeat(64) }));
      await send(payload({ tool_name: 5 }));
      await send(payload({ cwd: '/elsewhere' }));
    });

    it("words of a transcript that were not told as a prompt are nobody's", async () => {
      const transcript: TranscriptEntry[] = [
        { role: 'user', text: 'test it' },
        { role: 'user', text: 'and push' },
      ];
      await start(() => Promise.resolve(decision('allow')), { dialects: dialects(transcript) });
      await send(notice({ kind: 'session-start' }));
      await send(notice({ kind: 'prompt', text: 'test it', from: 'unmarked' }));
      await send(payload());
      assert.deepEqual(
        requests[0]?.transcript?.map(({ role }) => role),
        ['user', 'task'],
      );
    });

    it('one call that comes through two hooks at once is decided once', async () => {
      let decideNow = (): void => undefined;
      const asked = new Promise<void>((resolve) => {
        void start(
          () => {
            resolve();
            return new Promise((decided) => {
              decideNow = () => {
                decided(decision('block', 'Once.'));
              };
            });
          },
          { seen: () => (seen += 1) },
        ).then(() => {
          answers = Promise.all([send(payload()), send(payload())]);
        });
      });
      let seen = 0;
      let answers: Promise<readonly Received[]> = Promise.resolve([]);
      await asked;
      while (seen < 2) await new Promise((resolve) => setTimeout(resolve, 2));
      decideNow();
      for (const answer of await answers) assertRefused(answer, /Once/);
      assert.equal(requests.length, 1);
    });

    it("a call of one agent that comes through another's hook is judged, and answered in its own form", async () => {
      await start(() => Promise.resolve(decision('allow')), { dialects: dialects() });
      const { stdout } = frame(await send(payload(), open('/v1/hook/copilot')));
      assert.match(stdout, /^\{"hookSpecificOutput"/);
      assert.equal(requests[0]?.agent, 'claude-code');
      const copilots = JSON.stringify({
        sessionId: 's',
        cwd: workspace,
        toolName: 'bash',
        toolArgs: { command: 'ls' },
      });
      assert.match(frame(await send(copilots)).stdout, /^\{"permissionDecision":"allow"/);
      assert.equal(requests[1]?.agent, 'copilot');
    });

    it("what Copilot sends through the entry for calls is judged, whatever else it tells; through the other one it is a call's end", async () => {
      await start(() => Promise.resolve(decision('block', 'Not this.')), {
        dialects: [copilotDialect(() => Promise.resolve([]))],
      });
      const text = JSON.stringify({
        ...{ sessionId: 's', cwd: workspace, toolName: 'bash', toolArgs: { command: 'ls' } },
        toolResult: { resultType: 'success' },
      });
      assertRefused(await send(text, open('/v1/hook/copilot')), /Not this/);
      assert.equal(frame(await send(text, open('/v1/notice/copilot'))).stdout, '{}');
    });

    it('a call of Cursor is left to Cursor', async () => {
      await start(() => Promise.reject(new Error('not to be asked')));
      const received = await send(payload({ cursor_version: '3.1' }), open());
      assert.deepEqual(frame(received), { exitCode: 0, stdout: '{}', stderr: '' });
    });
  });

  describe('a session that is named like a probe', () => {
    const probe = 'auto-mode-probe-0123456789abcdef0123456789abcdef';

    it('is for the window that sent it, where the call does nothing', async () => {
      await start(() => Promise.resolve(decision('allow')));
      const body = probePayload('claude-code', probe, workspace) ?? '';
      assert.equal((await send(body)).status, 404);
      assert.equal(requests.length, 0);
    });

    for (const [what, more] of [
      ['another command', { tool_input: { command: 'true; npm test' } }],
      ['another tool', { tool_name: 'Edit', tool_input: { command: 'true' } }],
      ['more in its input', { tool_input: { command: 'true', run_in_background: true } }],
    ] as const) {
      it(`is judged like any other, where it has ${what}`, async () => {
        await start(() => Promise.resolve(decision('block')));
        assertRefused(await send(payload({ session_id: probe, ...more })), /./);
        assert.equal(requests.length, 1);
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
      assert.match(logged.join(), /secret detail/);
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
      assert.deepEqual(requests, []);
    });

    it('the payload is no text', async () => {
      await start(() => Promise.resolve(decision('allow')));
      const bytes = Buffer.from(payload({ tool_input: { command: 'X' } }));
      bytes[bytes.indexOf('X')] = 0xff;
      assertRefused(await send(bytes), /not UTF-8/);
      assert.deepEqual(requests, []);
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
        assert.deepEqual(requests, []);
        assert.equal(frame(await send(payload())).exitCode, 0);
      });
    }

    it('a call in a folder that this window does not have open: 404, for another window to take', async () => {
      await start(() => Promise.resolve(decision('allow')));
      mkdirSync(join(workspace, 'inside'));
      mkdirSync(join(folder, 'workspace-2'));
      symlinkSync(workspace, join(folder, 'link'));
      const cases: readonly (readonly [cwd: string, status: number])[] = [
        [workspace, 200],
        [`${workspace}/`, 200],
        [join(workspace, 'inside'), 200],
        [join(workspace, 'gone', 'deeper'), 200],
        [join(folder, 'link', 'inside'), 200],
        [`${workspace}/../workspace-2`, 404],
        [join(folder, 'workspace-2'), 404],
        [folder, 404],
        ['/', 404],
      ];
      for (const [cwd, status] of cases) assert.equal((await send(payload({ cwd }))).status, status, cwd);
    });

    it('a call that is for no window: 404', async () => {
      await start(() => Promise.resolve(decision('allow')), { takes: () => Promise.resolve(false) });
      assert.equal((await send(payload())).status, 404);
    });
  });

  describe('waiting', () => {
    /** Decides only once its signal aborts, and then says what became of it. */
    function undecided(): { decide: HookServerOptions['decide']; asked: Promise<void>; aborted: Promise<string> } {
      let ask = (): void => undefined;
      let abort: (reason: string) => void = () => undefined;
      const asked = new Promise<void>((resolve) => (ask = resolve));
      const aborted = new Promise<string>((resolve) => (abort = resolve));
      return {
        asked,
        aborted,
        decide: (_request, signal) => {
          ask();
          signal.addEventListener('abort', () => {
            abort((signal.reason as Error).message);
          });
          return new Promise(() => undefined);
        },
      };
    }

    it('an agent that gives up ends the decision', async () => {
      const { decide, asked, aborted } = undecided();
      await start(decide);
      const client = open();
      client.on('error', () => undefined);
      client.end(payload());
      await asked;
      client.destroy();
      assert.match(await aborted, /no longer waits/);
    });

    it('a window that closes refuses what it has not decided, and its socket goes away', async () => {
      const { decide, asked, aborted } = undecided();
      await start(decide);
      const answer = send(payload());
      await asked;
      await server?.close();
      assertRefused(await answer, /window was closed/);
      assert.match(await aborted, /window was closed/);
      await assert.rejects(send(payload()), /ENOENT|ECONNREFUSED/);
    });

    it('a window that closes refuses even where its log is closed already', async () => {
      const { decide, asked } = undecided();
      await start(decide, {
        log: () => {
          throw new Error('Channel has been closed');
        },
      });
      const answer = send(payload());
      await asked;
      await server?.close();
      assertRefused(await answer, /window was closed/);
    });

    it('a call that is read while the window closes is not decided any more', async () => {
      const { decide } = undecided();
      let looked = (): void => undefined;
      const looking = new Promise<void>((resolve) => (looked = resolve));
      // Asked when the payload is read, one look at the disk before the decision.
      const takes: HookServerOptions['takes'] = ({ cwd }) => {
        looked();
        return isIn(cwd, [workspace]);
      };
      const link = join(folder, 'link');
      symlinkSync(workspace, link);
      await start(decide, { takes });
      const answer = send(payload({ cwd: link }));
      await looking;
      await server?.close();
      assertRefused(await answer, /window was closed/);
      assert.deepEqual(requests, []);
    });

    for (const clock of ['monotonic', 'now'] as const) {
      it(`ends by the ${clock === 'now' ? 'wall' : 'monotonic'} clock alone`, async () => {
        const times = { monotonic: 0, now: 1_000_000 };
        const { decide, asked, aborted } = undecided();
        await start(decide, {
          clock: { monotonic: () => times.monotonic, now: () => times.now },
          limits: { tickMs: 5, marginSeconds: 5 },
        });
        const answer = send(payload(), open(undefined, undefined, { 'x-auto-mode-seconds': '65' }));
        await asked;
        times[clock] += 60_000;
        assertRefused(await answer, /No decision was made within 60 seconds/);
        await aborted;
      });
    }

    it('meanwhile the launcher hears that the window lives', async () => {
      let decideNow = (): void => undefined;
      await start(
        () =>
          new Promise(
            (resolve) =>
              (decideNow = () => {
                resolve(decision('allow'));
              }),
          ),
        {
          limits: { tickMs: 5 },
        },
      );
      const client = open();
      const beat = new Promise<string>((resolve) => {
        client.on('response', (response) =>
          response.once('data', (data: Buffer) => {
            resolve(data.toString());
          }),
        );
      });
      const answer = send(payload(), client);
      assert.match(await beat, /^ +\n/);
      decideNow();
      assert.equal(frame(await answer).exitCode, 0);
    });

    const seconds: readonly (readonly [header: string | undefined, waits: number])[] = [
      ['10', 5],
      ['2', 1],
      ['100000', 295],
      ['-1', 295],
      ['x', 295],
      [undefined, 295],
    ];
    it('for as long as the launcher does, and never longer than launchers do', async () => {
      const times = { now: 0 };
      await start(() => new Promise(() => undefined), {
        clock: { monotonic: () => 0, now: () => (times.now += 1_000_000) },
        limits: { tickMs: 1 },
      });
      for (const [header, waits] of seconds) {
        const client = open(undefined, undefined, header === undefined ? {} : { 'x-auto-mode-seconds': header });
        assertRefused(await send(payload(), client), new RegExp(`within ${waits} seconds`));
      }
    });

    it('a launcher that ends while it sends leaves nothing behind', async () => {
      await start(() => Promise.resolve(decision('allow')));
      const client = open();
      client.on('error', () => undefined);
      client.setHeader('content-length', '1000');
      client.write('{"half":');
      await new Promise((resolve) => client.on('socket', (socket) => socket.once('connect', resolve)));
      client.destroy();
      assert.equal(frame(await send(payload())).exitCode, 0);
      assert.equal(requests.length, 1);
    });
  });
});
