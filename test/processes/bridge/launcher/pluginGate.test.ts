import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { agentDialects } from '../../../../src/agents/agentDialects';
import { pluginPrograms } from '../../../../src/bridge/launcher/pluginPrograms';
import { windowClient, WINDOW_CLIENT_NAME } from '../../../../src/bridge/launcher/windowClient';
import { readEnvironment } from '../../../../src/bridge/protocol/callEnvironment';
import { ENVIRONMENT_START } from '../../../../src/bridge/protocol/requestBody';
import { NOT_WHOLE } from './launcherCases';
import { LauncherRig, sendFrame } from './launcherRig';

interface PluginGate {
  judge(call: object, signal?: AbortSignal): Promise<{ decision: string; reason: string; command?: string }>;
  notify(notice: object): Promise<{ guidance?: string }>;
}

/** Each rig has its own copy of the programs, as each home has. */
describe('the gate of plugins', () => {
  let rig: LauncherRig;
  let gate: PluginGate;

  beforeEach(async () => {
    rig = new LauncherRig();
    gate = await gateWith({ seconds: 20, silentSeconds: 20 });
  });
  afterEach(() => rig.dispose());

  async function gateWith(limits: { seconds: number; silentSeconds: number }): Promise<PluginGate> {
    const dialects = agentDialects(rig.home, {});
    const folder = join(rig.gate.directory, `programs-${limits.seconds}-${limits.silentSeconds}`);
    mkdirSync(folder);
    writeFileSync(join(folder, WINDOW_CLIENT_NAME), windowClient(rig.gate, dialects, limits));
    for (const { name, text } of pluginPrograms(dialects)) writeFileSync(join(folder, name), text);
    const made = (await import(pathToFileURL(join(folder, 'pluginGate.mjs')).href)) as {
      gateOf: (agent: string) => PluginGate;
    };
    return made.gateOf('opencode');
  }

  const call = { event: 'call', input: { command: 'a\0b' } };
  const assertNotChecked = ({ decision, reason }: { decision: string; reason: string }): void => {
    assert.equal(decision, 'block');
    assert.match(reason, /no VS Code window/);
  };

  it('hands over the call with the environment of the agent, and gives the answer back', async () => {
    const received: unknown[] = [];
    await rig.window('1-00000000.sock', (response, payload, request, whole) => {
      const end = whole.lastIndexOf(0) + 1;
      const environment = readEnvironment(whole.subarray(ENVIRONMENT_START.length, end));
      received.push(request.url, JSON.parse(payload.toString()), environment?.['PATH'] === process.env['PATH']);
      sendFrame('{"decision":"allow","reason":"Fine.","command":"c"}')(response, payload, request, whole);
    });
    assert.deepEqual(await gate.judge(call), { decision: 'allow', reason: 'Fine.', command: 'c' });
    assert.deepEqual(received, ['/v1/hook/opencode', call, true]);
  });

  it('a refusal, and no opinion', async () => {
    await rig.window('1-00000000.sock', sendFrame('{"decision":"block","reason":"No."}', 2, 'No.\nReally.'));
    assert.deepEqual(await gate.judge(call), { decision: 'block', reason: 'No.\nReally.' });
    await rig.window('2-00000000.sock', sendFrame('{"decision":"none"}'), -5);
    assert.equal((await gate.judge(call)).decision, 'none');
  });

  for (const output of ['{}', '{"decision":"ask"}', '{"decision":["allow"]}', '{"reason":"allow"}', '{"decision":']) {
    it(`${output} is a block`, async () => {
      await rig.window('1-00000000.sock', sendFrame(output.endsWith('}') ? output : `${output}}`));
      assert.equal((await gate.judge(call)).decision, 'block');
    });
  }

  for (const [what, respond] of NOT_WHOLE) {
    it(`${what} is no answer`, async () => {
      await rig.window('1-00000000.sock', respond);
      assertNotChecked(await gate.judge(call));
    });
  }

  it('nobody there, and no token', async () => {
    assertNotChecked(await gate.judge(call));
    await rig.window('1-00000000.sock', sendFrame('{"decision":"allow"}'));
    rmSync(rig.gate.token);
    assertNotChecked(await gate.judge(call));
  });

  it('an input that is no JSON is a block', async () => {
    await rig.window('1-00000000.sock', sendFrame('{"decision":"allow"}'));
    assert.equal((await gate.judge({ input: 1n })).decision, 'block');
  });

  it('what is no socket is not asked', async () => {
    writeFileSync(join(rig.gate.run, '9-00000000.sock'), '');
    chmodSync(join(rig.gate.run, '9-00000000.sock'), 0o600);
    await rig.window('1-00000000.sock', sendFrame('{"decision":"allow"}'), 100);
    assert.equal((await gate.judge(call)).decision, 'allow');
  });

  it('a silent window, and one that only lives on, end in a block', async () => {
    await rig.window('1-00000000.sock', () => undefined);
    assertNotChecked(await (await gateWith({ seconds: 20, silentSeconds: 1 })).judge(call));
    await rig.window('2-00000000.sock', (response) => {
      const timer = setInterval(() => response.write('   \n'), 100);
      response.on('close', () => {
        clearInterval(timer);
      });
    });
    assertNotChecked(await (await gateWith({ seconds: 2, silentSeconds: 20 })).judge(call));
  });

  it('an agent that gives up ends the question', async () => {
    const stop = new AbortController();
    await rig.window('1-00000000.sock', () => {
      stop.abort();
    });
    assert.equal((await gate.judge(call, stop.signal)).decision, 'block');
  });

  it('a notice gives guidance, and never fails', async () => {
    assert.deepEqual(await gate.notify({ event: 'prompt' }), {});
    const doors: unknown[] = [];
    await rig.window('1-00000000.sock', (response, payload, request, whole) => {
      doors.push(request.url);
      sendFrame('{"guidance":"Work."}')(response, payload, request, whole);
    });
    assert.deepEqual(await gate.notify({ event: 'session-start' }), { guidance: 'Work.' });
    assert.deepEqual(doors, ['/v1/notice/opencode']);
  });
});
