import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AdviceDoor, type AdviceDoorOptions } from '../../../src/bridge/adviceDoor';

const CALL = { tool: 'bash', input: { command: 'ls' }, cwd: '/w/app' };
const TOKEN = 'right';

describe('the door for advice', () => {
  let folder: string;
  let server: Server | undefined;
  let asked: unknown[];
  let logged: string[];
  let time = 0;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'auto-mode-advice-'));
    [asked, logged] = [[], []];
  });
  afterEach(() => {
    server?.close();
    server?.closeAllConnections();
    rmSync(folder, { recursive: true });
  });

  async function open(options: Partial<AdviceDoorOptions> = {}): Promise<void> {
    const door = new AdviceDoor({
      token: { accepts: (shown) => shown === TOKEN },
      takes: (origin) => {
        asked.push(origin);
        return Promise.resolve(true);
      },
      isOutside: () => Promise.resolve(false),
      source: {
        explain: (request, isOutside) => {
          asked.push([request, isOutside]);
          return { outcome: 'judge', stage: 'classifier' };
        },
        status: (cwd) => {
          asked.push(cwd);
          return Promise.resolve({ enabled: true, mode: 'on', paused: false, agents: [] });
        },
      },
      clock: { now: () => 0, monotonic: () => time },
      log: (line) => logged.push(line),
      ...options,
    });
    server = createServer((request, response) => {
      if (!door.handle(request, response)) response.writeHead(418).end();
    });
    await new Promise<void>((resolve) => server!.listen(join(folder, 'x.sock'), resolve));
  }

  function send(
    path: string,
    body: string | Buffer,
    { method = 'POST', token = TOKEN }: { readonly method?: string; readonly token?: string | undefined } = {},
  ): Promise<{ status: number; text: string }> {
    const headers = token === '' ? {} : { 'x-auto-mode-token': token };
    return new Promise((resolve, reject) => {
      const client = httpRequest({ socketPath: join(folder, 'x.sock'), path, method, agent: false, headers });
      client.on('error', reject);
      client.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (data: string) => (text += data));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, text });
        });
      });
      client.end(body);
    });
  }

  it('explains a call of an agent over MCP, and tells the status, without a session', async () => {
    await open();
    const { status, text } = await send('/v1/advice/explain', JSON.stringify(CALL));
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(text), { outcome: 'judge', stage: 'classifier' });
    assert.equal((await send('/v1/advice/status', '{"cwd":"/w/app"}')).status, 200);
    const origin = { agent: 'mcp', sessionId: undefined, cwd: '/w/app' };
    assert.deepEqual(asked, [origin, [{ ...CALL, agent: 'mcp' }, false], origin, '/w/app']);
  });

  it('explains no more than some calls within a minute, and logs each without its input', async () => {
    await open();
    const explain = async (): Promise<number> =>
      (await send('/v1/advice/explain', JSON.stringify({ ...CALL, input: { command: 'echo hunter2' } }))).status;
    let explained = 0;
    while (explained < 1000 && (await explain()) === 200) explained += 1;
    assert.ok(explained >= 5 && explained <= 50, String(explained));
    assert.equal(await explain(), 429);
    assert.equal((await send('/v1/advice/status', '{"cwd":"/w/app"}')).status, 200);
    assert.equal(asked.filter((one) => Array.isArray(one)).length, explained);
    assert.ok(logged.length > explained && !logged.join().includes('hunter2'));
    time += 61_000;
    assert.equal(await explain(), 200);
  });

  it('passes on that a call is outside', async () => {
    await open({ isOutside: () => Promise.resolve(true) });
    await send('/v1/advice/explain', JSON.stringify(CALL));
    assert.deepEqual(asked.at(-1), [{ ...CALL, agent: 'mcp' }, true]);
  });

  it('leaves what belongs to another window to it', async () => {
    await open({ takes: () => Promise.resolve(false) });
    assert.equal((await send('/v1/advice/explain', JSON.stringify(CALL))).status, 404);
    assert.equal((await send('/v1/advice/status', '{"cwd":"/w/app"}')).status, 404);
    assert.deepEqual(asked, []);
  });

  it('is another door’s business elsewhere', async () => {
    await open();
    assert.equal((await send('/v1/hook/generic', '{}')).status, 418);
  });

  it('answers nobody without the token', async () => {
    await open();
    for (const token of ['', 'wrong', `${TOKEN} `.repeat(2)]) {
      for (const kind of ['explain', 'status']) {
        assert.equal((await send(`/v1/advice/${kind}`, JSON.stringify(CALL), { token })).status, 403);
      }
    }
    assert.deepEqual(asked, []);
    assert.equal(logged.length, 6);
    assert.ok(!logged.join().includes('wrong'));
  });

  const UNUSABLE: readonly (readonly [what: string, body: string | Buffer])[] = [
    ['nothing', ''],
    ['no JSON', '{"tool":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['deep nesting', `{"tool":"t","cwd":"/w","input":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`],
    ['another field', JSON.stringify({ ...CALL, agent: 'claude-code' })],
    ['a session', JSON.stringify({ ...CALL, sessionId: 's' })],
    ['a relative folder', JSON.stringify({ ...CALL, cwd: 'app' })],
    ['a null byte', JSON.stringify({ ...CALL, cwd: '/w\0/app' })],
    ['a folder that is no text', JSON.stringify({ ...CALL, cwd: ['/w'] })],
    ['a long name', JSON.stringify({ ...CALL, tool: 'x'.repeat(257) })],
    ['input that is text', JSON.stringify({ ...CALL, input: 'ls' })],
    ['too much', JSON.stringify({ ...CALL, input: { command: 'x'.repeat(5 * 1024 * 1024) } })],
  ];
  for (const [what, body] of UNUSABLE) {
    it(`refuses ${what}`, async () => {
      await open();
      for (const kind of ['explain', 'status']) {
        const { status, text } = await send(`/v1/advice/${kind}`, body);
        assert.equal(status, 400, kind);
        assert.ok(text.length < 1_000);
      }
      assert.deepEqual(asked, []);
    });
  }

  it('has no other doors and takes POST alone', async () => {
    await open();
    const doors = ['', 'check', 'allowOnce', 'explain/', 'explain?x', '../hook/generic', 'status%00'];
    for (const kind of doors) assert.equal((await send(`/v1/advice/${kind}`, JSON.stringify(CALL))).status, 404, kind);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      assert.equal((await send('/v1/advice/explain', '', { method })).status, 404, method);
    }
    assert.deepEqual(asked, []);
  });

  it('tells a failure to the log alone', async () => {
    await open({
      source: {
        explain: () => {
          throw new Error('inner words');
        },
        status: () => Promise.reject(new Error('inner words')),
      },
    });
    for (const [kind, body] of [
      ['explain', CALL],
      ['status', { cwd: '/w' }],
    ] as const) {
      assert.deepEqual(await send(`/v1/advice/${kind}`, JSON.stringify(body)), { status: 500, text: '' });
    }
    assert.match(logged.join(), /inner words.*inner words/);
  });
});
