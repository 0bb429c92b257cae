/** The real Gemini CLI with the bridge of this source tree and a scripted decision: what its hook engine does with our answers. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureGeminiCli, type NodeAgent } from '../../scripts/toolchain/npmAgents.mjs';
import { geminiCliDirectory, geminiCliInstallation } from '../../src/agents/geminiCli/installation';
import { AUTO_MODE_GUIDANCE } from '../../src/agents/guidance';
import { gateHome } from '../../src/disk/gateHome';
import {
  agentScript,
  startGeminiServer,
  toolResults,
  type GeminiScript,
  type GeminiServer,
} from '../modelServer/geminiServer';
import { connectAgent } from './sessions/agentHome';
import { geminiCliSettings, runGeminiCli, setSignIn, type NodeAgentRun } from './sessions/nodeAgentSession';
import { CallsInTurn, type CallInTurn } from './callsInTurn';
import { always, decision, REASON, REMEDY } from './scriptedDecision';
import { useScriptedGate, useSessionGate, type ScriptedDecision, type ScriptedGate } from './scriptedGate';

interface Call extends CallInTurn {
  readonly name: string;
  readonly input: object;
}
const inputFor = (file: string): object => ({ command: `touch ${file}`, description: 'Make a file' });
const touches = (file: string, decide: ScriptedDecision): Call => ({
  ...{ file, decide },
  ...{ name: 'run_shell_command', input: inputFor(file) },
});
/** Another command in the place of the one that was asked about. */
const rewritten: ScriptedDecision = (request) =>
  Promise.resolve({ ...decision('allow', request), stage: 'contained', rewritten: 'touch instead' });

describe('the real Gemini CLI', function () {
  this.timeout(300_000);
  let agent: NodeAgent;
  let model: GeminiServer;
  let disconnect: () => void;

  before(async function () {
    this.timeout(300_000);
    agent = await ensureGeminiCli(console.log);
  });

  async function connect(gate: ScriptedGate, script: GeminiScript, decide: ScriptedDecision): Promise<void> {
    model = await gate.serve(() => startGeminiServer(script));
    const launcher = await gate.open(decide, {
      guidance: ({ kind }) => (kind === 'session-start' ? AUTO_MODE_GUIDANCE : undefined),
    });
    setSignIn(geminiCliSettings(gate.place.home), 'gemini-api-key');
    disconnect = connectAgent(geminiCliInstallation(geminiCliDirectory(gate.place.home, {}), launcher));
  }
  const options = ({ place }: ScriptedGate): NodeAgentRun => ({
    ...{ agent, home: place.home, cwd: place.workspace },
    ...{ modelUrl: model.url, mode: 'yolo' },
  });
  const results = (): readonly string[] => toolResults(model.requests.at(-1)?.body);

  describe('yolo, call after call in one session', () => {
    const gate = useSessionGate();
    const seen = new CallsInTurn(
      gate,
      [touches('allowed', always('allow')), touches('blocked', always('block')), touches('rewritten', rewritten)],
      results,
    );
    before(async () => {
      await connect(gate, agentScript(seen.calls), seen.decide);
      await seen.run(() => runGeminiCli(options(gate)));
    });

    it('a block stops the call, and its reason and remedy reach the model', () => {
      assert.equal(seen.isMade('blocked'), false);
      assert.ok(seen.heard('blocked').includes(`Auto Mode: ${REASON} ${REMEDY}`), seen.heard('blocked'));
      assert.deepEqual(seen.ends('blocked'), []);
    });

    it('an allowed call runs, is reported as it was judged, and the guidance reaches the model', () => {
      assert.ok(seen.isMade('allowed'), seen.heard('allowed'));
      const { tool, input, mode, transcript } = seen.request('allowed');
      assert.deepEqual([tool, input, mode], ['run_shell_command', inputFor('allowed'), undefined]);
      const roles = (transcript ?? []).map(({ role }) => role);
      assert.ok(roles.includes('task') && !roles.includes('user'), JSON.stringify(roles));
      const kinds = gate.notices.map(({ kind }) => kind);
      assert.deepEqual(kinds.slice(0, 3), ['session-start', 'prompt', 'call-ended']);
      assert.deepEqual(
        seen.ends('allowed').map((ended) => ended.input),
        [inputFor('allowed')],
      );
      assert.ok(JSON.stringify(model.requests.map(({ body }) => body)).includes('Auto mode is active in this editor'));
    });

    it('another input is what runs, and is reported as such', () => {
      assert.deepEqual([seen.isMade('rewritten'), seen.isMade('instead')], [false, true]);
      assert.equal(seen.request('rewritten').takesRewritten, true);
    });

    it('no other call is judged, and no alarm is raised', () => {
      assert.equal(gate.requests.length, 3);
      assert.deepEqual(gate.alarms, []);
    });
  });

  const gate = useScriptedGate();
  const made = (): boolean => existsSync(join(gate.place.workspace, 'made-it'));
  const touch = agentScript([{ name: 'run_shell_command', input: inputFor('made-it') }]);
  const heard = (): string => results().at(-1) ?? assert.fail('no result came back');

  it('yolo: no window answers, so nothing runs', async () => {
    await connect(gate, touch, always('allow'));
    await gate.close();
    // Without a terminal it waits for an answer without end, or gives up.
    await runGeminiCli(options(gate), 60).catch(() => undefined);
    assert.ok(model.requests.length > 0, 'the model was never asked, so there was no call');
    assert.equal(made(), false);
    assert.deepEqual(gate.requests, []);
  });

  it('yolo: the launcher is gone, so nothing runs', async () => {
    await connect(gate, touch, always('allow'));
    await gate.close();
    rmSync(gateHome(gate.place.home).launcher);
    await runGeminiCli(options(gate));
    assert.equal(made(), false);
    assert.ok(heard().includes('its launcher is missing'), heard());
  });

  it('disconnecting gives Gemini CLI back as it was', async () => {
    await connect(gate, touch, always('block'));
    disconnect();
    assert.equal(readFileSync(geminiCliSettings(gate.place.home), 'utf8').includes('launcher'), false);
    await runGeminiCli(options(gate));
    assert.ok(made());
    assert.deepEqual(gate.requests, []);
  });
});
