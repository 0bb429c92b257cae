/** The real pi with the bridge of this source tree and a scripted decision: what it does with our extension's answers. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePi, type Pi } from '../../scripts/toolchain/pi.mjs';
import { piDirectory, piInstallation } from '../../src/agents/pi/installation';
import { gateHome } from '../../src/disk/gateHome';
import type { Decision } from '../../src/engine/model/decision';
import type { CheckRequest } from '../../src/calls/request';
import {
  agentScript,
  startOpenAiServer,
  toolResults,
  type OpenAiScript,
  type OpenAiServer,
} from '../modelServer/openAiServer';
import { connectAgent, type AgentOutput } from './sessions/agentHome';
import { configurePi, runPi } from './sessions/piSession';
import { REASON, REMEDY, decision } from './scriptedDecision';
import { useScriptedGate, type ScriptedDecision } from './scriptedGate';

const PROMPT = 'Please do what has to be done.';

describe('the real pi', function () {
  this.timeout(300_000);
  let pi: Pi;
  const gate = useScriptedGate();
  let model: OpenAiServer;
  let disconnect: () => void;

  before(async function () {
    this.timeout(300_000);
    pi = await ensurePi(console.log);
  });

  const made = (name = 'made-it'): string => join(gate.place.workspace, name);
  const touch = (): OpenAiScript => agentScript([{ name: 'bash', input: { command: 'touch made-it' } }]);

  async function connect(script: OpenAiScript, decide: ScriptedDecision, folder?: string): Promise<void> {
    model = await gate.serve(() => startOpenAiServer(script));
    const { home } = gate.place;
    configurePi(home, model.url);
    const launcher = await gate.open(decide, folder === undefined ? {} : { folders: () => [folder] });
    disconnect = connectAgent(piInstallation(piDirectory(home, {}), launcher));
  }

  const run = (flags: readonly string[] = []): Promise<AgentOutput> =>
    runPi({ pi, home: gate.place.home, cwd: gate.place.workspace, flags });
  const heard = (): string => toolResults(model.requests.at(-1)?.body).at(-1) ?? assert.fail('no result came back');
  const always =
    (outcome: Decision['outcome']) =>
    (request: CheckRequest): Promise<Decision> =>
      Promise.resolve(decision(outcome, request));

  it('an allow runs; what is judged is what runs, and is heard of', async () => {
    await connect(touch(), always('allow'));
    await run();
    assert.ok(existsSync(made()), heard());
    const [request, ...more] = gate.requests;
    assert.deepEqual(more, []);
    assert.deepEqual(
      { ...request, sessionId: typeof request?.sessionId, callId: typeof request?.callId, environment: undefined },
      {
        tool: 'bash',
        input: { command: 'touch made-it' },
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
    assert.equal(request?.environment?.['PATH'], '/usr/bin:/bin');
    assert.deepEqual(
      gate.notices.map((notice) => (notice.kind === 'prompt' ? `prompt: ${notice.text}` : notice.kind)),
      ['session-start', `prompt: ${PROMPT}`, 'call-ended', 'session-end'],
    );
    assert.deepEqual(gate.alarms, []);
  });

  it('a block stops a command and an edit, and reason and remedy reach the model', async () => {
    writeFileSync(made(), 'before');
    const script = agentScript([
      { name: 'bash', input: { command: 'rm made-it' } },
      { name: 'edit', input: { path: made(), edits: [{ oldText: 'before', newText: 'after' }] } },
    ]);
    await connect(script, always('block'));
    await run();
    assert.equal(readFileSync(made(), 'utf8'), 'before');
    const results = toolResults(model.requests.at(-1)?.body);
    assert.equal(results.length, 2);
    for (const result of results) assert.ok(result.includes(`Auto Mode: ${REASON} ${REMEDY}`), result);
  });

  it('a command that is given back runs in the place of the one that was asked about', async () => {
    await connect(touch(), (request) =>
      Promise.resolve({ ...decision('allow', request), rewritten: 'touch another && echo contained' }),
    );
    await run();
    assert.deepEqual([existsSync(made()), existsSync(made('another'))], [false, true]);
    assert.match(heard(), /contained/);
    assert.deepEqual(gate.alarms, []);
  });

  it('the gate’s guidance reaches the model', async () => {
    model = await gate.serve(() => startOpenAiServer(touch()));
    configurePi(gate.place.home, model.url);
    const launcher = await gate.open(always('allow'), {
      guidance: ({ kind }) => (kind === 'session-start' ? 'A sentence of guidance.' : undefined),
    });
    connectAgent(piInstallation(piDirectory(gate.place.home, {}), launcher));
    await run();
    assert.match(model.requests[0]?.rawBody ?? '', /A sentence of guidance\./);
  });

  it('auto mode is off here: pi asks nobody, and runs it', async () => {
    await connect(touch(), always('defer'));
    await run();
    assert.ok(existsSync(made()), heard());
  });

  it('VS Code is closed: the call is blocked, and the answer says why', async () => {
    await connect(touch(), always('allow'));
    await gate.close();
    await run();
    assert.equal(existsSync(made()), false);
    assert.ok(heard().includes('Auto Mode did not check this call'), heard());
    assert.deepEqual(gate.requests, []);
  });

  it('no window has the folder open: the call is blocked', async () => {
    mkdirSync(join(gate.place.root, 'other'));
    await connect(touch(), always('allow'), join(gate.place.root, 'other'));
    await run();
    assert.equal(existsSync(made()), false);
    assert.deepEqual(gate.requests, []);
  });

  it('the extension’s program is gone: pi does not start', async () => {
    await connect(touch(), always('allow'));
    // An open window would put it back.
    await gate.close();
    rmSync(gateHome(gate.place.home).directory, { recursive: true });
    await run();
    assert.equal(existsSync(made()), false);
    assert.deepEqual(model.requests, []);
  });

  for (const excluded of ['!**/auto-mode.js', '-extensions/auto-mode.js', '!*']) {
    it(`"${excluded}" in the user’s settings: called connected only if our extension runs`, async () => {
      await connect(touch(), always('block'));
      const directory = piDirectory(gate.place.home, {});
      writeFileSync(join(directory, 'settings.json'), JSON.stringify({ extensions: [excluded] }));
      await run();
      const { state } = piInstallation(directory, gateHome(gate.place.home).launcher).status();
      if (gate.requests.length === 0) assert.notEqual(state, 'connected');
      assert.equal(existsSync(made()), gate.requests.length === 0);
    });
  }

  it('disconnecting gives pi back as it was', async () => {
    await connect(touch(), always('block'));
    disconnect();
    await run();
    assert.ok(existsSync(made()));
    assert.deepEqual(gate.requests, []);
  });
});
