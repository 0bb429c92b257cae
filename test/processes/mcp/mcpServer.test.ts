import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { AdviceSource } from '../../../src/bridge/adviceDoor';
import { McpClient, type CheckedCall } from '../../agents/mcpClient';
import { BridgeRig, decided } from '../bridge/bridgeRig';
import { useBuiltProgram } from './builtProgram';

describe('cli.js mcp', () => {
  const program = useBuiltProgram();
  let rig: BridgeRig;
  let workspace: string;
  let clients: McpClient[];
  beforeEach(() => {
    rig = new BridgeRig();
    workspace = rig.folder('workspace');
    clients = [];
  });
  afterEach(async () => {
    for (const client of clients) client.dispose();
    await rig.dispose();
  });

  function start(): McpClient {
    const client = new McpClient([process.execPath, program(), 'mcp'], rig.home);
    clients.push(client);
    return client;
  }

  const call = (): object => ({ tool: 'bash', input: { command: 'git push' }, cwd: workspace });
  const outcome = ({ isError, structuredContent }: CheckedCall): unknown =>
    isError === true ? 'error' : structuredContent?.['outcome'];

  it('has three tools that ask, each with its advice', async () => {
    const client = await start().greet();
    const { result } = await client.request('tools/list').response;
    const { tools } = result as { tools: { name: string; description: string; inputSchema: object }[] };
    assert.deepEqual(tools.map(({ name }) => name).sort(), ['check', 'explain', 'status']);
    for (const { description, inputSchema } of tools) {
      assert.match(description, /advice/);
      assert.equal((inputSchema as { additionalProperties?: boolean }).additionalProperties, false);
    }
    const { error } = await client.request('tools/call', { name: 'allowOnce', arguments: {} }).response;
    assert.match(error?.message ?? '', /not found/);
  });

  it('speaks the revision of 2026 as well', async () => {
    const client = start();
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'modern', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    await rig.window('a', [workspace]);
    const { result } = await client.request('tools/call', { name: 'check', arguments: call(), _meta }).response;
    assert.equal((result as CheckedCall).structuredContent?.['outcome'], 'allow');
    assert.equal(rig.decisions[0]?.request.subAgent, 'modern');
  });

  it('checks a call in the window that has its folder open, as an agent of its own', async () => {
    let now: 'allow' | 'block' | 'defer' = 'allow';
    await rig.window('other', [rig.folder('other')]);
    await rig.window('a', [workspace], { outcome: () => now });
    const client = await start().greet('My Agent');
    const allowed = await client.call('check', call());
    assert.deepEqual(outcome(allowed), 'allow');
    assert.equal(allowed.structuredContent?.['stage'], 'classifier');
    assert.match(allowed.content[0]!.text, /advice/);
    now = 'block';
    const blocked = await client.call('check', call());
    assert.equal(outcome(blocked), 'block');
    assert.match(String(blocked.structuredContent?.['reason']), /by a/);
    now = 'defer';
    assert.equal(outcome(await client.call('check', call())), 'defer');
    assert.deepEqual([...new Set(rig.decisions.map(({ window }) => window))], ['a']);
    const requests = rig.decisions.map(({ request }) => request);
    for (const { tool, input, cwd, agent, subAgent } of requests) {
      assert.deepEqual([tool, input, cwd], ['bash', { command: 'git push' }, workspace]);
      assert.deepEqual([agent, subAgent], ['mcp', 'My Agent']);
    }
    assert.equal(new Set(requests.map(({ sessionId }) => sessionId)).size, 1);
    assert.equal(new Set(requests.map(({ callId }) => callId)).size, 3);
  });

  it('hands the whole input over', async () => {
    await rig.window('a', [workspace]);
    const client = await start().greet();
    const input = '{"command":"ls","__proto__":{"command":"rm"},"list":[1,{"a":null}]}';
    const { response } = client.request('ping');
    await response;
    client.sendLine(
      `{"jsonrpc":"2.0","id":900,"method":"tools/call","params":{"name":"check","arguments":{"tool":"t","cwd":${JSON.stringify(workspace)},"input":${input}}}}`,
    );
    await client.call('check', call());
    const judged = rig.decisions.find(({ request }) => request.tool === 't');
    assert.equal(JSON.stringify(judged?.request.input), JSON.stringify(JSON.parse(input)));
  });

  it('blocks where no window has the folder open, or Auto Mode never ran', async () => {
    const client = await start().greet();
    assert.equal(outcome(await client.call('check', call())), 'block');
    await rig.window('a', [rig.folder('other')]);
    const answer = await client.call('check', call());
    assert.equal(outcome(answer), 'block');
    assert.equal(answer.structuredContent?.['stage'], undefined);
    assert.equal((await client.call('explain', call())).structuredContent?.['answered'], false);
    assert.equal((await client.call('status', { cwd: workspace })).structuredContent?.['open'], false);
  });

  it('explains and tells the status, and decides nothing', async () => {
    const explained: unknown[] = [];
    const advice: AdviceSource = {
      explain: (request, isOutside) => {
        explained.push([request, isOutside]);
        return { outcome: 'ask', stage: 'permissions.ask', afterYes: { outcome: 'judge', stage: 'classifier' } };
      },
      status: () =>
        Promise.resolve({ enabled: true, mode: 'on', paused: false, agents: [{ id: 'x', name: 'X', state: 'alarm' }] }),
    };
    await rig.window('a', [workspace], { advice });
    const client = await start().greet();
    const { structuredContent, content } = await client.call('explain', call());
    assert.deepEqual(structuredContent?.['verdict'], {
      outcome: 'ask',
      stage: 'permissions.ask',
      afterYes: { outcome: 'judge', stage: 'classifier' },
    });
    assert.match(content[0]!.text, /advice/);
    assert.deepEqual(explained, [[{ ...call(), agent: 'mcp' }, false]]);
    const status = await client.call('status', { cwd: join(workspace, 'below') });
    assert.equal(status.structuredContent?.['open'], true);
    assert.match(status.content[0]!.text, /X \(alarm\)/);
    assert.equal(rig.decisions.length, 0);
  });

  it('refuses what does not fit, and asks nobody', async () => {
    await rig.window('a', [workspace]);
    const client = await start().greet();
    const unfit: readonly (readonly [string, object])[] = [
      ['another field', { ...call(), agent: 'claude-code' }],
      ['a session of its own', { ...call(), sessionId: 's' }],
      ['no folder', { tool: 'bash', input: {} }],
      ['a relative folder', { ...call(), cwd: 'workspace' }],
      ['no tool', { ...call(), tool: '' }],
      ['a long name', { ...call(), tool: 'x'.repeat(257) }],
      ['a list', { ...call(), input: [] }],
      ['text', { ...call(), input: 'ls' }],
      ['a large input', { ...call(), input: { command: 'x'.repeat(1_000_001) } }],
    ];
    for (const [what, args] of unfit) {
      for (const tool of ['check', 'explain']) {
        assert.equal(outcome(await client.call(tool, args)), 'error', `${tool}: ${what}`);
      }
    }
    assert.equal(outcome(await client.call('status', { cwd: workspace, all: true })), 'error');
    assert.equal(rig.decisions.length, 0);
  });

  it('goes on after a line that is no JSON, and ends at one that is too long', async () => {
    const client = await start().greet();
    client.sendLine('{"jsonrpc":');
    client.sendLine('"text"');
    assert.ok((await client.request('ping').response).result);
    client.sendLine('x'.repeat(5 * 1024 * 1024));
    await client.ended;
  });

  it('stops asking where the client cancels', async () => {
    let abort: (reason: unknown) => void = () => undefined;
    const aborted = new Promise((resolve) => (abort = resolve));
    let began: (value: unknown) => void = () => undefined;
    const beginning = new Promise((resolve) => (began = resolve));
    await rig.window('a', [workspace], {
      decide: (_request, signal) => {
        began(undefined);
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            abort(undefined);
            reject(signal.reason as Error);
          });
        });
      },
    });
    const client = await start().greet();
    const { id } = client.request('tools/call', { name: 'check', arguments: call() });
    await beginning;
    client.notify('notifications/cancelled', { requestId: id });
    await aborted;
    assert.ok((await client.request('ping').response).result);
  });

  it('ends when its input closes, also with a call in between', async () => {
    let began: (value: unknown) => void = () => undefined;
    const beginning = new Promise((resolve) => (began = resolve));
    await rig.window('a', [workspace], {
      decide: (_request, signal) => {
        began(undefined);
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            resolve(decided('block', 'cancelled'));
          });
        });
      },
    });
    const idle = await start().greet();
    idle.child.stdin!.end();
    assert.equal(await idle.ended, 0);
    const busy = await start().greet();
    busy.request('tools/call', { name: 'check', arguments: call() });
    await beginning;
    busy.child.stdin!.end();
    assert.equal(await busy.ended, 0);
  });
});
