/** The real pi with the bridge of this source tree and a scripted decision: what it does with our extension's answers. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePi, type Pi } from '../../scripts/toolchain/pi.mjs';
import { piDirectory, piInstallation } from '../../src/agents/pi/installation';
import { gateHome } from '../../src/disk/gateHome';
import {
  agentScript,
  startOpenAiServer,
  toolResults,
  type OpenAiScript,
  type OpenAiServer,
} from '../modelServer/openAiServer';
import { connectAgent, type AgentOutput } from './sessions/agentHome';
import { configurePi, runPi } from './sessions/piSession';
import { CallsInTurn, type CallInTurn } from './callsInTurn';
import { always, decision, REASON, REMEDY } from './scriptedDecision';
import { useScriptedGate, useSessionGate, type ScriptedDecision, type ScriptedGate } from './scriptedGate';

const PROMPT = 'Please do what has to be done.';

interface Call extends CallInTurn {
  readonly name: string;
  readonly input: object;
}
const touches = (file: string, decide: ScriptedDecision): Call => ({
  ...{ file, decide },
  ...{ name: 'bash', input: { command: `touch ${file}` } },
});
/** Another command in the place of the one that was asked about. */
const rewritten: ScriptedDecision = (request) =>
  Promise.resolve({ ...decision('allow', request), rewritten: 'touch another && echo contained' });

describe('the real pi', function () {
  this.timeout(300_000);
  let pi: Pi;
  let model: OpenAiServer;
  let disconnect: () => void;

  before(async function () {
    this.timeout(300_000);
    pi = await ensurePi(console.log);
  });

  async function connect(
    gate: ScriptedGate,
    script: OpenAiScript,
    decide: ScriptedDecision,
    folder = gate.place.workspace,
  ): Promise<void> {
    model = await gate.serve(() => startOpenAiServer(script));
    const { home } = gate.place;
    configurePi(home, model.url);
    const launcher = await gate.open(decide, {
      folders: () => [folder],
      guidance: ({ kind }) => (kind === 'session-start' ? 'A sentence of guidance.' : undefined),
    });
    disconnect = connectAgent(piInstallation(piDirectory(home, {}), launcher));
  }
  const start = ({ place }: ScriptedGate): Promise<AgentOutput> =>
    runPi({ pi, home: place.home, cwd: place.workspace });
  const results = (): readonly string[] => toolResults(model.requests.at(-1)?.body);

  describe('call after call in one session', () => {
    const gate = useSessionGate();
    const edited = join(gate.place.workspace, 'edited');
    const seen = new CallsInTurn(
      gate,
      [
        touches('allowed', always('allow')),
        touches('blocked', always('block')),
        {
          ...{ file: 'edited', decide: always('block') },
          ...{ name: 'edit', input: { path: edited, edits: [{ oldText: 'before', newText: 'after' }] } },
        },
        touches('rewritten', rewritten),
        touches('deferred', always('defer')),
      ],
      results,
    );
    before(async () => {
      writeFileSync(edited, 'before');
      await connect(gate, agentScript(seen.calls), seen.decide);
      await seen.run(() => start(gate));
    });

    it('an allow runs; what is judged is what runs, and is heard of', () => {
      assert.ok(seen.isMade('allowed'), seen.heard('allowed'));
      assert.deepEqual(
        gate.requests.map(({ input }) => input),
        seen.calls.map(({ input }) => input),
      );
      const request = seen.request('allowed');
      assert.deepEqual(
        { ...request, sessionId: typeof request.sessionId, callId: typeof request.callId, environment: undefined },
        {
          tool: 'bash',
          input: { command: 'touch allowed' },
          cwd: gate.place.workspace,
          agent: 'pi',
          sessionId: 'string',
          callId: 'string',
          interactive: true,
          takesRewritten: true,
          transcript: [{ role: 'task', text: PROMPT }],
          loadedContext: [],
          environment: undefined,
        },
      );
      assert.equal(request.environment?.['PATH'], '/usr/bin:/bin');
      assert.equal(seen.ends('allowed').length, 1);
      assert.deepEqual(
        gate.notices.map((notice) => (notice.kind === 'prompt' ? `prompt: ${notice.text}` : notice.kind)),
        ['session-start', `prompt: ${PROMPT}`, 'call-ended', 'call-ended', 'call-ended', 'session-end'],
      );
    });

    it('a block stops a command and an edit, and reason and remedy reach the model', () => {
      assert.equal(seen.isMade('blocked'), false);
      assert.equal(readFileSync(edited, 'utf8'), 'before');
      for (const file of ['blocked', 'edited']) {
        assert.ok(seen.heard(file).includes(`Auto Mode: ${REASON} ${REMEDY}`), seen.heard(file));
        assert.deepEqual(seen.ends(file), []);
      }
    });

    it('a command that is given back runs in the place of the one that was asked about', () => {
      assert.deepEqual([seen.isMade('rewritten'), seen.isMade('another')], [false, true]);
      assert.match(seen.heard('rewritten'), /contained/);
    });

    it('the gate’s guidance reaches the model', () => {
      assert.match(model.requests[0]?.rawBody ?? '', /A sentence of guidance\./);
    });

    it('auto mode is off here: pi asks nobody, and runs it', () => {
      assert.ok(seen.isMade('deferred'), seen.heard('deferred'));
      assert.equal(seen.requests('deferred').length, 1);
    });

    it('no alarm is raised', () => {
      assert.deepEqual(gate.alarms, []);
    });
  });

  const gate = useScriptedGate();
  const made = (name = 'made-it'): string => join(gate.place.workspace, name);
  const touch = (): OpenAiScript => agentScript([{ name: 'bash', input: { command: 'touch made-it' } }]);
  const run = (): Promise<AgentOutput> => start(gate);
  const heard = (): string => results().at(-1) ?? assert.fail('no result came back');

  it('VS Code is closed: the call is blocked, and the answer says why', async () => {
    await connect(gate, touch(), always('allow'));
    await gate.close();
    await run();
    assert.equal(existsSync(made()), false);
    assert.ok(heard().includes('Auto Mode did not check this call'), heard());
    assert.deepEqual(gate.requests, []);
  });

  it('no window has the folder open: the call is blocked', async () => {
    mkdirSync(join(gate.place.root, 'other'));
    await connect(gate, touch(), always('allow'), join(gate.place.root, 'other'));
    await run();
    assert.equal(existsSync(made()), false);
    assert.deepEqual(gate.requests, []);
  });

  it('the extension’s program is gone: pi does not start', async () => {
    await connect(gate, touch(), always('allow'));
    // An open window would put it back.
    await gate.close();
    rmSync(gateHome(gate.place.home).directory, { recursive: true });
    await run();
    assert.equal(existsSync(made()), false);
    assert.deepEqual(model.requests, []);
  });

  for (const excluded of ['!**/auto-mode.js', '-extensions/auto-mode.js', '!*']) {
    it(`"${excluded}" in the user’s settings: called connected only if our extension runs`, async () => {
      await connect(gate, touch(), always('block'));
      const directory = piDirectory(gate.place.home, {});
      writeFileSync(join(directory, 'settings.json'), JSON.stringify({ extensions: [excluded] }));
      await run();
      const { state } = piInstallation(directory, gateHome(gate.place.home).launcher).status();
      if (gate.requests.length === 0) assert.notEqual(state, 'connected');
      assert.equal(existsSync(made()), gate.requests.length === 0);
    });
  }

  it('disconnecting gives pi back as it was', async () => {
    await connect(gate, touch(), always('block'));
    disconnect();
    await run();
    assert.ok(existsSync(made()));
    assert.deepEqual(gate.requests, []);
  });
});
