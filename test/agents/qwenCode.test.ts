/** The real Qwen Code with the bridge of this source tree and a scripted decision: what its hook engine does with our answers. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureQwenCode, type NodeAgent } from '../../scripts/toolchain/npmAgents.mjs';
import { AUTO_MODE_GUIDANCE } from '../../src/agents/guidance';
import { qwenCodeDirectory, qwenCodeInstallation } from '../../src/agents/qwenCode/installation';
import { gateHome } from '../../src/disk/gateHome';
import { agentScript, startOpenAiServer, type OpenAiServer } from '../modelServer/openAiServer';
import { connectAgent } from './sessions/agentHome';
import { qwenCodeSettings, runQwenCode, setSignIn, type NodeAgentRun } from './sessions/nodeAgentSession';
import { promptQwenCode } from './sessions/qwenCodeAcp';
import { REASON, REMEDY, decision } from './scriptedDecision';
import { useScriptedGate, type ScriptedDecision } from './scriptedGate';

const CALL = { command: 'touch made-it', description: 'Make a file', is_background: false };

describe('the real Qwen Code', function () {
  this.timeout(300_000);
  let agent: NodeAgent;
  const gate = useScriptedGate();
  let model: OpenAiServer;
  let disconnect: () => void;

  before(async function () {
    this.timeout(300_000);
    agent = await ensureQwenCode(console.log);
  });

  const made = (name = 'made-it'): boolean => existsSync(join(gate.place.workspace, name));
  const results = (): string => JSON.stringify(model.requests.at(-1)?.body?.messages);
  const run = (mode: string): NodeAgentRun => ({
    ...{ agent, home: gate.place.home, cwd: gate.place.workspace },
    ...{ modelUrl: model.url, mode },
  });

  async function connect(decide: ScriptedDecision): Promise<void> {
    model = await gate.serve(() => startOpenAiServer(agentScript([{ name: 'run_shell_command', input: CALL }])));
    const launcher = await gate.open(decide, {
      basis: () => Promise.resolve('unchanged'),
      guidance: ({ kind }) => (kind === 'session-start' ? AUTO_MODE_GUIDANCE : undefined),
    });
    setSignIn(qwenCodeSettings(gate.place.home), 'openai');
    disconnect = connectAgent(qwenCodeInstallation(qwenCodeDirectory(gate.place.home, {}), launcher));
  }

  it('yolo: a block stops the call, and its reason and remedy reach the model', async () => {
    await connect((request) => Promise.resolve(decision('block', request)));
    await runQwenCode(run('yolo'));
    assert.equal(made(), false);
    assert.ok(results().includes(`Auto Mode: ${REASON} ${REMEDY}`), results());
    assert.equal(
      gate.notices.some(({ kind }) => kind === 'call-ended'),
      false,
    );
    assert.deepEqual(gate.alarms, []);
  });

  it('yolo: an allowed call runs, is reported as it was judged, and the guidance reaches the model', async () => {
    await connect((request) => Promise.resolve(decision('allow', request)));
    await runQwenCode(run('yolo'));
    assert.ok(made());
    const [request, ...more] = gate.requests;
    assert.deepEqual(more, []);
    assert.deepEqual([request?.tool, request?.input, request?.mode], ['run_shell_command', CALL, 'yolo']);
    assert.deepEqual(request?.transcript, [{ role: 'task', text: 'Please do what has to be done.' }]);
    const ended = gate.notices.find((notice) => notice.kind === 'call-ended');
    assert.deepEqual([ended?.input, ended?.callId], [CALL, request.callId]);
    assert.deepEqual(
      gate.notices.map(({ kind }) => kind),
      ['session-start', 'prompt', 'call-ended'],
    );
    assert.deepEqual(gate.alarms, []);
    assert.ok(JSON.stringify(model.requests.map(({ body }) => body)).includes('Auto mode is active in this editor'));
  });

  it('default: an allow answers its question, and the call counts once', async () => {
    await connect((request) => Promise.resolve(decision('allow', request)));
    const { questions } = await promptQwenCode(run('default'));
    assert.deepEqual([questions, made(), gate.requests.length], [0, true, 1]);
    assert.deepEqual(gate.alarms, []);
  });

  it('default: a block answers its question too, and its reason reaches the model', async () => {
    await connect((request) => Promise.resolve(decision('block', request)));
    const { questions } = await promptQwenCode(run('default'));
    assert.deepEqual([questions, made(), gate.requests.length], [0, false, 1]);
    assert.ok(results().includes(`Auto Mode: ${REASON} ${REMEDY}`), results());
    assert.deepEqual(gate.alarms, []);
  });

  it('default: with auto mode off Qwen Code asks its user', async () => {
    await connect((request) => Promise.resolve(decision('defer', request)));
    const { questions } = await promptQwenCode(run('default'));
    assert.deepEqual([questions, made()], [1, false]);
  });

  it('default: another input in answer to its question is what runs, and is no call of its own', async () => {
    await connect((request) =>
      Promise.resolve({ ...decision('allow', request), stage: 'contained', rewritten: 'touch instead' }),
    );
    const { questions } = await promptQwenCode(run('default'));
    assert.deepEqual([questions, made(), made('instead')], [0, false, true]);
    assert.equal(gate.requests.length, 1);
    assert.equal(gate.requests[0]?.takesRewritten, true);
    assert.deepEqual(gate.alarms, []);
  });

  it('yolo: no window answers, so nothing runs', async () => {
    await connect((request) => Promise.resolve(decision('allow', request)));
    await gate.close();
    await runQwenCode(run('yolo'));
    assert.equal(made(), false);
    assert.deepEqual(gate.requests, []);
  });

  it('yolo: the launcher is gone, so nothing runs', async () => {
    await connect((request) => Promise.resolve(decision('allow', request)));
    await gate.close();
    rmSync(gateHome(gate.place.home).launcher);
    await runQwenCode(run('yolo'));
    assert.equal(made(), false);
    assert.ok(results().includes('its launcher is missing'), results());
  });

  it('disconnecting gives Qwen Code back as it was', async () => {
    await connect((request) => Promise.resolve(decision('block', request)));
    disconnect();
    assert.equal(readFileSync(qwenCodeSettings(gate.place.home), 'utf8').includes('launcher'), false);
    await runQwenCode(run('yolo'));
    assert.ok(made());
    assert.deepEqual(gate.requests, []);
  });
});
