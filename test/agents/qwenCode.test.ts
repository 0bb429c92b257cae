/** The real Qwen Code with the bridge of this source tree and a scripted decision: what its hook engine does with our answers. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureQwenCode, type NodeAgent } from '../../scripts/toolchain/npmAgents.mjs';
import { AUTO_MODE_GUIDANCE } from '../../src/agents/guidance';
import { qwenCodeDirectory, qwenCodeInstallation } from '../../src/agents/qwenCode/installation';
import { gateHome } from '../../src/disk/gateHome';
import {
  agentScript,
  startOpenAiServer,
  toolResults,
  type OpenAiScript,
  type OpenAiServer,
} from '../modelServer/openAiServer';
import { connectAgent } from './sessions/agentHome';
import { qwenCodeSettings, runQwenCode, setSignIn, type NodeAgentRun } from './sessions/nodeAgentSession';
import { promptQwenCode } from './sessions/qwenCodeAcp';
import { CallsInTurn, type CallInTurn } from './callsInTurn';
import { always, decision, REASON, REMEDY } from './scriptedDecision';
import { useScriptedGate, useSessionGate, type ScriptedDecision, type ScriptedGate } from './scriptedGate';

interface Call extends CallInTurn {
  readonly name: string;
  readonly input: object;
}
const inputFor = (file: string): object => ({
  command: `touch ${file}`,
  description: 'Make a file',
  is_background: false,
});
const touches = (file: string, decide: ScriptedDecision): Call => ({
  ...{ file, decide },
  ...{ name: 'run_shell_command', input: inputFor(file) },
});
/** Another command in the place of the one that was asked about. */
const rewritten: ScriptedDecision = (request) =>
  Promise.resolve({ ...decision('allow', request), stage: 'contained', rewritten: 'touch instead' });

describe('the real Qwen Code', function () {
  this.timeout(300_000);
  let agent: NodeAgent;
  let model: OpenAiServer;
  let disconnect: () => void;

  before(async function () {
    this.timeout(300_000);
    agent = await ensureQwenCode(console.log);
  });

  async function connect(gate: ScriptedGate, script: OpenAiScript, decide: ScriptedDecision): Promise<void> {
    model = await gate.serve(() => startOpenAiServer(script));
    const launcher = await gate.open(decide, {
      basis: () => Promise.resolve('unchanged'),
      guidance: ({ kind }) => (kind === 'session-start' ? AUTO_MODE_GUIDANCE : undefined),
    });
    setSignIn(qwenCodeSettings(gate.place.home), 'openai');
    disconnect = connectAgent(qwenCodeInstallation(qwenCodeDirectory(gate.place.home, {}), launcher));
  }
  const options = ({ place }: ScriptedGate, mode: string): NodeAgentRun => ({
    ...{ agent, home: place.home, cwd: place.workspace },
    ...{ modelUrl: model.url, mode },
  });
  /** Each as JSON: over its protocol a result is a list of parts. */
  const results = (): readonly string[] =>
    toolResults(model.requests.at(-1)?.body).map((result) => JSON.stringify(result));

  describe('yolo, call after call in one session', () => {
    const gate = useSessionGate();
    const seen = new CallsInTurn(
      gate,
      [touches('allowed', always('allow')), touches('blocked', always('block'))],
      results,
    );
    before(async () => {
      await connect(gate, agentScript(seen.calls), seen.decide);
      await seen.run(() => runQwenCode(options(gate, 'yolo')));
    });

    it('a block stops the call, and its reason and remedy reach the model', () => {
      assert.equal(seen.isMade('blocked'), false);
      assert.ok(seen.heard('blocked').includes(`Auto Mode: ${REASON} ${REMEDY}`), seen.heard('blocked'));
      assert.deepEqual(seen.ends('blocked'), []);
    });

    it('an allowed call runs, is reported as it was judged, and the guidance reaches the model', () => {
      assert.ok(seen.isMade('allowed'), seen.heard('allowed'));
      const { tool, input, mode, transcript, callId } = seen.request('allowed');
      assert.deepEqual([tool, input, mode], ['run_shell_command', inputFor('allowed'), 'yolo']);
      assert.deepEqual(transcript, [{ role: 'task', text: 'Please do what has to be done.' }]);
      assert.deepEqual(
        seen.ends('allowed').map((ended) => [ended.input, ended.callId]),
        [[inputFor('allowed'), callId]],
      );
      assert.deepEqual(
        gate.notices.map(({ kind }) => kind),
        ['session-start', 'prompt', 'call-ended'],
      );
      assert.ok(JSON.stringify(model.requests.map(({ body }) => body)).includes('Auto mode is active in this editor'));
    });

    it('no other call is judged, and no alarm is raised', () => {
      assert.equal(gate.requests.length, 2);
      assert.deepEqual(gate.alarms, []);
    });
  });

  describe('default, call after call in one session, where Qwen Code asks its user', () => {
    const gate = useSessionGate();
    const seen = new CallsInTurn(
      gate,
      [
        touches('allowed', always('allow')),
        touches('blocked', always('block')),
        touches('rewritten', rewritten),
        touches('deferred', always('defer')),
      ],
      results,
    );
    let questions: readonly string[];
    before(async () => {
      await connect(gate, agentScript(seen.calls), seen.decide);
      ({ questions } = await seen.run(() => promptQwenCode(options(gate, 'default'))));
    });
    const questionsAbout = (file: string): readonly string[] => questions.filter((question) => question.includes(file));

    it('an allow answers its question, and the call counts once', () => {
      assert.ok(seen.isMade('allowed'), seen.heard('allowed'));
      assert.deepEqual([questionsAbout('allowed'), seen.requests('allowed').length], [[], 1]);
    });

    it('a block answers its question too, and its reason reaches the model', () => {
      assert.equal(seen.isMade('blocked'), false);
      assert.deepEqual([questionsAbout('blocked'), seen.requests('blocked').length], [[], 1]);
      assert.ok(seen.heard('blocked').includes(`Auto Mode: ${REASON} ${REMEDY}`), seen.heard('blocked'));
    });

    it('another input in answer to its question is what runs, and is no call of its own', () => {
      assert.deepEqual(
        [questionsAbout('rewritten'), seen.isMade('rewritten'), seen.isMade('instead')],
        [[], false, true],
      );
      assert.equal(seen.request('rewritten').takesRewritten, true);
      assert.equal(gate.requests.filter(({ input }) => JSON.stringify(input).includes('instead')).length, 0);
    });

    it('with auto mode off Qwen Code asks its user, and about no other call', () => {
      assert.equal(seen.isMade('deferred'), false);
      assert.equal(questionsAbout('deferred').length, 1);
      assert.equal(questions.length, 1);
    });

    it('no alarm is raised', () => {
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
    await runQwenCode(options(gate, 'yolo'));
    assert.equal(made(), false);
    assert.deepEqual(gate.requests, []);
  });

  it('yolo: the launcher is gone, so nothing runs', async () => {
    await connect(gate, touch, always('allow'));
    await gate.close();
    rmSync(gateHome(gate.place.home).launcher);
    await runQwenCode(options(gate, 'yolo'));
    assert.equal(made(), false);
    assert.ok(heard().includes('its launcher is missing'), heard());
  });

  it('disconnecting gives Qwen Code back as it was', async () => {
    await connect(gate, touch, always('block'));
    disconnect();
    assert.equal(readFileSync(qwenCodeSettings(gate.place.home), 'utf8').includes('launcher'), false);
    await runQwenCode(options(gate, 'yolo'));
    assert.ok(made());
    assert.deepEqual(gate.requests, []);
  });
});
