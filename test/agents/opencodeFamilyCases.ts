/** A real program of opencode's family with the bridge of this source tree and a scripted decision: what it does with our plugin's answers. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gateHome } from '../../src/disk/gateHome';
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
import { CallsInTurn, type CallInTurn } from './callsInTurn';
import { always, decision, REASON, REMEDY } from './scriptedDecision';
import { useScriptedGate, useSessionGate, type ScriptedDecision, type ScriptedGate } from './scriptedGate';

const PROMPT = 'Please do what has to be done.';

interface Call extends CallInTurn {
  readonly name: string;
  readonly input: object;
}
const runs = (file: string, command: string, decide: ScriptedDecision): Call => ({
  ...{ file, decide },
  ...{ name: 'bash', input: { command, description: 'd' } },
});
/** Another command in the place of the one that was asked about. */
const rewritten: ScriptedDecision = (request) =>
  Promise.resolve({ ...decision('allow', request), rewritten: 'touch another && echo contained' });

/** @param projectFile in which a repository may allow everything */
export function describeFamilyProgram(what: string, program: FamilyProgram, projectFile: string): void {
  describe(what, function () {
    this.timeout(300_000);
    let model: OpenAiServer;
    let disconnect: () => void;

    before(async function () {
      this.timeout(300_000);
      await ensureFamilyProgram(program);
    });

    async function connect(of: ScriptedGate, script: OpenAiScript, decide: ScriptedDecision): Promise<void> {
      model = await of.serve(() => startOpenAiServer(script));
      const { home } = of.place;
      configureFamily(program, home, model.url);
      const launcher = await of.open(decide);
      disconnect = connectFamily(program, home, launcher);
    }
    const results = (): readonly string[] => toolResults(model.requests.at(-1)?.body);

    describe('call after call in one session', () => {
      const gate = useSessionGate();
      const path = (file: string): string => join(gate.place.workspace, file);
      const seen = new CallsInTurn(
        gate,
        [
          runs('allowed', 'touch allowed', always('allow')),
          runs('rewritten', 'touch rewritten', rewritten),
          runs('kept-by-command', 'rm kept-by-command', always('block')),
          {
            ...{ file: 'kept-by-tool', decide: always('block') },
            ...{ name: 'write', input: { filePath: path('kept-by-tool'), content: 'after' } },
          },
          // Last: nobody answers its question.
          runs('deferred', 'touch deferred', always('defer')),
        ],
        results,
      );
      let server: FamilyServer | undefined;
      let asked: readonly string[];

      before(async () => {
        for (const file of ['kept-by-command', 'kept-by-tool']) writeFileSync(path(file), 'before');
        await connect(gate, agentScript(seen.calls), seen.decide);
        server = await FamilyServer.start(program, gate.place.home, gate.place.workspace);
        const started = server;
        let isOver = false;
        void started
          .prompt()
          .catch(() => undefined)
          .finally(() => (isOver = true));
        asked = await seen.run(async () => {
          // Until then a question may be one that our plugin is about to answer.
          while (!isOver && results().length < seen.calls.length - 1) await delay(200);
          return (await started.asked()).map(({ permission }) => permission);
        });
      });
      after(() => server?.stop());

      it('what is allowed runs without a question, and is judged as it runs', () => {
        assert.ok(seen.isMade('allowed'), seen.heard('allowed'));
        const request = seen.request('allowed');
        assert.deepEqual(
          { ...request, sessionId: typeof request.sessionId, callId: typeof request.callId, environment: undefined },
          {
            tool: 'bash',
            input: { command: 'touch allowed', description: 'd' },
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
        assert.equal(request.environment?.['PATH'], '/usr/bin:/bin');
      });

      it('what is given back runs in the place of what was asked about', () => {
        assert.match(seen.heard('rewritten'), /contained/);
        assert.deepEqual([seen.isMade('rewritten'), seen.isMade('another')], [false, true]);
      });

      it('what is blocked does not run, a command or a tool, and its reason and remedy reach the model', () => {
        for (const file of ['kept-by-command', 'kept-by-tool']) {
          assert.equal(readFileSync(path(file), 'utf8'), 'before');
          assert.ok(seen.heard(file).includes(`Auto Mode: ${REASON} ${REMEDY}`), seen.heard(file));
        }
      });

      it('auto mode is off here: it asks its user', () => {
        assert.deepEqual(asked, ['bash']);
        assert.equal(results().length, seen.calls.length - 1);
        assert.equal(seen.isMade('deferred'), false);
      });

      it('it tells its start, its prompt and the calls that ran, and no alarm is raised', () => {
        assert.deepEqual(
          gate.requests.map(({ tool }) => tool),
          ['bash', 'bash', 'bash', 'write', 'bash'],
        );
        assert.deepEqual(
          gate.notices.map((notice) => (notice.kind === 'prompt' ? `prompt: ${notice.text}` : notice.kind)),
          ['session-start', `prompt: ${PROMPT}`, 'call-ended', 'call-ended'],
        );
        assert.deepEqual(gate.alarms, []);
      });
    });

    const gate = useScriptedGate();
    let server: FamilyServer | undefined;
    afterEach(async () => {
      await server?.stop();
      server = undefined;
    });
    const made = (name = 'made-it'): string => join(gate.place.workspace, name);
    const touch = (): OpenAiScript =>
      agentScript([{ name: 'bash', input: { command: 'touch made-it', description: 'Make a file' } }]);
    async function start(): Promise<FamilyServer> {
      server = await FamilyServer.start(program, gate.place.home, gate.place.workspace);
      return server;
    }
    const heard = (): string => results().at(-1) ?? assert.fail('no result came back');

    it('a folder that allows everything takes nothing away', async () => {
      await connect(gate, touch(), always('block'));
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
      await connect(gate, script, (request) =>
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
      await connect(gate, touch(), always('allow'));
      await gate.close();
      await (await start()).prompt();
      assert.equal(existsSync(made()), false);
      assert.ok(heard().includes('Auto Mode did not check this call'), heard());
      assert.deepEqual(gate.requests, []);
    });

    it('the plugin is gone: it asks its user about every call', async () => {
      await connect(gate, touch(), always('allow'));
      // An open window would put it back.
      await gate.close();
      rmSync(gateHome(gate.place.home).directory, { recursive: true });
      const started = await start();
      void started.prompt().catch(() => undefined);
      await started.asked();
      assert.equal(existsSync(made()), false);
    });

    it('disconnecting gives it back as it was', async () => {
      await connect(gate, touch(), always('block'));
      disconnect();
      await (await start()).prompt();
      assert.ok(existsSync(made()));
      assert.deepEqual(gate.requests, []);
    });
  });
}
