/** A real program of opencode's family with the bridge of this source tree and a scripted decision: what it does with our plugin's answers. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gateHome } from '../../src/disk/gateHome';
import type { Decision } from '../../src/engine/model/decision';
import type { CheckRequest } from '../../src/calls/request';
import {
  agentScript,
  callsTool,
  says,
  startOpenAiServer,
  toolResults,
  type OpenAiScript,
  type OpenAiServer,
} from '../modelServer/openAiServer';
import {
  configureFamily,
  connectFamily,
  ensureFamilyProgram,
  FamilyServer,
  type FamilyProgram,
} from './sessions/opencodeFamilySession';
import { REASON, REMEDY, decision } from './scriptedDecision';
import { useScriptedGate, type ScriptedDecision } from './scriptedGate';

const PROMPT = 'Please do what has to be done.';

/** @param projectFile in which a repository may allow everything */
export function describeFamilyProgram(what: string, program: FamilyProgram, projectFile: string): void {
  describe(what, function () {
    this.timeout(300_000);
    const gate = useScriptedGate();
    let model: OpenAiServer;
    let server: FamilyServer | undefined;
    let disconnect: () => void;

    before(async function () {
      this.timeout(300_000);
      await ensureFamilyProgram(program);
    });

    afterEach(async () => {
      await server?.stop();
      server = undefined;
    });

    const made = (name = 'made-it'): string => join(gate.place.workspace, name);
    const touch = (): OpenAiScript =>
      agentScript([{ name: 'bash', input: { command: 'touch made-it', description: 'Make a file' } }]);

    async function connect(script: OpenAiScript, decide: ScriptedDecision): Promise<void> {
      model = await gate.serve(() => startOpenAiServer(script));
      const { home } = gate.place;
      configureFamily(program, home, model.url);
      const launcher = await gate.open(decide);
      disconnect = connectFamily(program, home, launcher);
    }

    async function start(): Promise<FamilyServer> {
      server = await FamilyServer.start(program, gate.place.home, gate.place.workspace);
      return server;
    }

    const heard = (): string => toolResults(model.requests.at(-1)?.body).at(-1) ?? assert.fail('no result came back');
    const always =
      (outcome: Decision['outcome']) =>
      (request: CheckRequest): Promise<Decision> =>
        Promise.resolve(decision(outcome, request));

    // One session for all: it takes long to start.
    it('what is allowed runs without a question, what is given back runs in its place, and what is blocked does not run', async () => {
      writeFileSync(made('kept'), 'before');
      const lines = ['touch made-it', 'touch rewritten', 'rm kept'];
      const script = agentScript([
        ...lines.map((command) => ({ name: 'bash', input: { command, description: 'd' } })),
        { name: 'write', input: { filePath: made('kept'), content: 'after' } },
      ]);
      await connect(script, (request) => {
        const isFirst = gate.requests.length === 1;
        const answer = decision(gate.requests.length <= 2 ? 'allow' : 'block', request);
        return Promise.resolve(isFirst ? answer : { ...answer, rewritten: 'touch another && echo contained' });
      });
      await (await start()).prompt();
      const [first, second, ...blocked] = toolResults(model.requests.at(-1)?.body);
      assert.ok(existsSync(made()), first);
      assert.match(second ?? '', /contained/);
      assert.deepEqual([existsSync(made('rewritten')), existsSync(made('another'))], [false, true]);
      assert.equal(readFileSync(made('kept'), 'utf8'), 'before');
      assert.equal(blocked.length, 2);
      for (const result of blocked) assert.ok(result.includes(`Auto Mode: ${REASON} ${REMEDY}`), result);

      const [request] = gate.requests;
      assert.deepEqual(
        { ...request, sessionId: typeof request?.sessionId, callId: typeof request?.callId, environment: undefined },
        {
          tool: 'bash',
          input: { command: 'touch made-it', description: 'd' },
          cwd: gate.place.workspace,
          agent: program.agent.id,
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
        gate.requests.map(({ tool }) => tool),
        ['bash', 'bash', 'bash', 'write'],
      );
      assert.deepEqual(
        gate.notices.map((notice) => (notice.kind === 'prompt' ? `prompt: ${notice.text}` : notice.kind)),
        ['session-start', `prompt: ${PROMPT}`, 'call-ended', 'call-ended'],
      );
      assert.deepEqual(gate.alarms, []);
    });

    it('auto mode is off here: it asks its user', async () => {
      await connect(touch(), always('defer'));
      const started = await start();
      void started.prompt().catch(() => undefined);
      assert.deepEqual(
        (await started.asked()).map(({ permission }) => permission),
        ['bash'],
      );
      assert.equal(existsSync(made()), false);
    });

    it('a folder that allows everything takes nothing away', async () => {
      await connect(touch(), always('block'));
      writeFileSync(made(projectFile), JSON.stringify({ permission: 'allow', plugin: [] }));
      await (await start()).prompt();
      assert.equal(existsSync(made()), false);
      assert.ok(heard().includes(REASON), heard());
    });

    it('calls of a sub-agent are judged too, as task', async () => {
      const task = { description: 'd', prompt: 'The task of the sub-agent.', subagent_type: 'general' };
      const script: OpenAiScript = ({ body, rawBody }) => {
        if (body?.tools === undefined || body.tools.length === 0 || toolResults(body).length > 0) return says('Done.');
        return rawBody.includes(PROMPT)
          ? callsTool('task', task)
          : callsTool('bash', { command: 'touch made-it', description: 'Make a file' });
      };
      await connect(script, (request) =>
        Promise.resolve(decision(request.tool === 'task' ? 'allow' : 'block', request)),
      );
      await (await start()).prompt();
      assert.equal(existsSync(made()), false);
      const [first, second] = gate.requests;
      assert.deepEqual([first?.tool, second?.tool], ['task', 'bash']);
      assert.equal(second?.sessionId, first?.sessionId);
      assert.deepEqual([first?.subAgent, typeof second?.subAgent], [undefined, 'string']);
      assert.deepEqual(second?.transcript, [{ role: 'task', text: 'The task of the sub-agent.' }]);
    });

    it('VS Code is closed: every call is blocked, and the answer says why', async () => {
      await connect(touch(), always('allow'));
      await gate.close();
      await (await start()).prompt();
      assert.equal(existsSync(made()), false);
      assert.ok(heard().includes('Auto Mode did not check this call'), heard());
      assert.deepEqual(gate.requests, []);
    });

    it('the plugin is gone: it asks its user about every call', async () => {
      await connect(touch(), always('allow'));
      // An open window would put it back.
      await gate.close();
      rmSync(gateHome(gate.place.home).directory, { recursive: true });
      const started = await start();
      void started.prompt().catch(() => undefined);
      await started.asked();
      assert.equal(existsSync(made()), false);
    });

    it('disconnecting gives it back as it was', async () => {
      await connect(touch(), always('block'));
      disconnect();
      await (await start()).prompt();
      assert.ok(existsSync(made()));
      assert.deepEqual(gate.requests, []);
    });
  });
}
