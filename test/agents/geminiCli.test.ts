/** The real Gemini CLI with the bridge of this source tree and a scripted decision: what its hook engine does with our answers. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureGeminiCli, type NodeAgent } from '../../scripts/toolchain/npmAgents.mjs';
import { geminiCliDirectory, geminiCliInstallation } from '../../src/agents/geminiCli/installation';
import { AUTO_MODE_GUIDANCE } from '../../src/agents/guidance';
import { gateHome } from '../../src/disk/gateHome';
import { agentScript, startGeminiServer, toolResults, type GeminiServer } from '../modelServer/geminiServer';
import { connectAgent } from './sessions/agentHome';
import { geminiCliSettings, runGeminiCli, setSignIn, type NodeAgentRun } from './sessions/nodeAgentSession';
import { REASON, REMEDY, decision } from './scriptedDecision';
import { useScriptedGate, type ScriptedDecision } from './scriptedGate';

const CALL = { command: 'touch made-it', description: 'Make a file' };

describe('the real Gemini CLI', function () {
  this.timeout(300_000);
  let agent: NodeAgent;
  const gate = useScriptedGate();
  let model: GeminiServer;
  let disconnect: () => void;

  before(async function () {
    this.timeout(300_000);
    agent = await ensureGeminiCli(console.log);
  });

  const made = (name = 'made-it'): boolean => existsSync(join(gate.place.workspace, name));
  const results = (): string => toolResults(model.requests.at(-1)?.body).join('\n');
  const run = (mode = 'yolo'): NodeAgentRun => ({
    ...{ agent, home: gate.place.home, cwd: gate.place.workspace },
    ...{ modelUrl: model.url, mode },
  });

  async function connect(decide: ScriptedDecision): Promise<void> {
    model = await gate.serve(() => startGeminiServer(agentScript([{ name: 'run_shell_command', input: CALL }])));
    const launcher = await gate.open(decide, {
      guidance: ({ kind }) => (kind === 'session-start' ? AUTO_MODE_GUIDANCE : undefined),
    });
    setSignIn(geminiCliSettings(gate.place.home), 'gemini-api-key');
    disconnect = connectAgent(geminiCliInstallation(geminiCliDirectory(gate.place.home, {}), launcher));
  }

  it('yolo: a block stops the call, and its reason and remedy reach the model', async () => {
    await connect((request) => Promise.resolve(decision('block', request)));
    await runGeminiCli(run());
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
    await runGeminiCli(run());
    assert.ok(made());
    const [request, ...more] = gate.requests;
    assert.deepEqual(more, []);
    assert.deepEqual([request?.tool, request?.input, request?.mode], ['run_shell_command', CALL, undefined]);
    const roles = (request?.transcript ?? []).map(({ role }) => role);
    assert.ok(roles.includes('task') && !roles.includes('user'), JSON.stringify(roles));
    const kinds = gate.notices.map(({ kind }) => kind);
    assert.deepEqual(kinds.slice(0, 3), ['session-start', 'prompt', 'call-ended']);
    const ended = gate.notices.find((notice) => notice.kind === 'call-ended');
    assert.deepEqual(ended?.input, CALL);
    assert.deepEqual(gate.alarms, []);
    assert.ok(JSON.stringify(model.requests.map(({ body }) => body)).includes('Auto mode is active in this editor'));
  });

  it('yolo: another input is what runs, and is reported as such', async () => {
    await connect((request) =>
      Promise.resolve({ ...decision('allow', request), stage: 'contained', rewritten: 'touch instead' }),
    );
    await runGeminiCli(run());
    assert.deepEqual([made(), made('instead')], [false, true]);
    assert.equal(gate.requests[0]?.takesRewritten, true);
    assert.deepEqual(gate.alarms, []);
  });

  it('yolo: no window answers, so nothing runs', async () => {
    await connect((request) => Promise.resolve(decision('allow', request)));
    await gate.close();
    // Without a terminal it waits for an answer without end, or gives up.
    await runGeminiCli(run(), 60).catch(() => undefined);
    assert.ok(model.requests.length > 0, 'the model was never asked, so there was no call');
    assert.equal(made(), false);
    assert.deepEqual(gate.requests, []);
  });

  it('yolo: the launcher is gone, so nothing runs', async () => {
    await connect((request) => Promise.resolve(decision('allow', request)));
    await gate.close();
    rmSync(gateHome(gate.place.home).launcher);
    await runGeminiCli(run());
    assert.equal(made(), false);
    assert.ok(results().includes('its launcher is missing'), results());
  });

  it('disconnecting gives Gemini CLI back as it was', async () => {
    await connect((request) => Promise.resolve(decision('block', request)));
    disconnect();
    assert.equal(readFileSync(geminiCliSettings(gate.place.home), 'utf8').includes('launcher'), false);
    await runGeminiCli(run());
    assert.ok(made());
    assert.deepEqual(gate.requests, []);
  });
});
