/**
 * The real GitHub Copilot CLI with the bridge of this source tree and a scripted decision: what its hook engine, which is VS Code's Agent
 * Host too, does with our answers.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { ensureCopilot, type Copilot } from '../../scripts/toolchain/copilot.mjs';
import { agentDialects } from '../../src/agents/agentDialects';
import { copilotDirectory, copilotInstallation } from '../../src/agents/copilot/installation';
import { gateHome } from '../../src/disk/gateHome';
import { findPrograms } from '../../src/bridge/launcher/installLauncher';
import { launcherScript } from '../../src/bridge/launcher/launcherScript';
import { harmlessGitSettings } from '../../src/engine/proof/gitEnvironment';
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
import { connectAgent, type AgentOutput } from './sessions/agentHome';
import { runCopilot, startCopilot, type CopilotRun } from './sessions/copilotSession';
import { REASON, REMEDY, decision } from './scriptedDecision';
import { useScriptedGate, type ScriptedDecision } from './scriptedGate';

/** The user is asked nothing: what our hook does not stop, runs. */
const UNASKED = ['--allow-all-tools'];

describe('the real Copilot CLI', function () {
  this.timeout(300_000);
  let copilot: Copilot;
  const gate = useScriptedGate();
  let model: OpenAiServer;
  let disconnect: () => void;

  before(async function () {
    this.timeout(300_000);
    copilot = await ensureCopilot(console.log);
  });

  const made = (name = 'made-it'): string => join(gate.place.workspace, name);
  const touch = (): OpenAiScript =>
    agentScript([{ name: 'bash', input: { command: 'touch made-it', description: 'Make a file' } }]);
  const create = (): OpenAiScript => agentScript([{ name: 'create', input: { path: made(), file_text: 'x' } }]);

  async function connect(script: OpenAiScript, decide: ScriptedDecision, folder = gate.place.workspace): Promise<void> {
    model = await gate.serve(() => startOpenAiServer(script));
    const launcher = await gate.open(decide, { folders: () => [folder] });
    disconnect = connectAgent(copilotInstallation(copilotDirectory(gate.place.home, {}), launcher));
  }

  const options = (flags: readonly string[], more: Partial<CopilotRun> = {}): CopilotRun => ({
    copilot,
    home: gate.place.home,
    cwd: gate.place.workspace,
    modelUrl: model.url,
    flags,
    ...more,
  });
  const run = (flags: readonly string[], more?: Partial<CopilotRun>): Promise<AgentOutput> =>
    runCopilot(options(flags, more));
  const heard = (): string => toolResults(model.requests.at(-1)?.body).at(-1) ?? assert.fail('no result came back');

  const always =
    (outcome: Decision['outcome']) =>
    (request: CheckRequest): Promise<Decision> =>
      Promise.resolve(decision(outcome, request));

  for (const flags of [[], UNASKED, ['--yolo']]) {
    it(`${flags.join(' ') || 'no flag'}: a block stops the call, and its reason and remedy reach the model`, async () => {
      await connect(touch(), always('block'));
      await run(flags);
      assert.equal(existsSync(made()), false);
      assert.ok(heard().includes(`Auto Mode: ${REASON} ${REMEDY}`), heard());
    });
  }

  it('an allow runs what would have been refused without a terminal', async () => {
    await connect(touch(), always('allow'));
    await run([]);
    assert.ok(existsSync(made()), heard());
  });

  it('an edit is judged, allowed and blocked, like a command', async () => {
    await connect(create(), always('allow'));
    await run([]);
    assert.equal(readFileSync(made(), 'utf8'), 'x');
    assert.deepEqual(
      gate.requests.map(({ tool, input }) => [tool, input]),
      [['create', { path: made(), file_text: 'x' }]],
    );
  });

  it('a blocked edit leaves the file as it was', async () => {
    writeFileSync(made(), 'before');
    const input = { path: made(), old_str: 'before', new_str: 'after' };
    await connect(agentScript([{ name: 'edit', input }]), always('block'));
    await run(UNASKED);
    assert.equal(readFileSync(made(), 'utf8'), 'before');
    assert.ok(heard().includes(REASON), heard());
  });

  it('the call that is judged is the call that runs, and no prompt is the user’s word', async () => {
    await connect(touch(), always('allow'));
    await run([]);
    const [request, ...more] = gate.requests;
    assert.deepEqual(more, []);
    assert.deepEqual(
      { ...request, sessionId: typeof request?.sessionId, environment: undefined },
      {
        tool: 'bash',
        input: { command: 'touch made-it', description: 'Make a file' },
        cwd: gate.place.workspace,
        agent: 'copilot',
        sessionId: 'string',
        interactive: true,
        takesRewritten: true,
        transcript: [{ role: 'task', text: 'Please do what has to be done.' }],
        loadedContext: [],
        environment: undefined,
      },
    );
  });

  it('what it hands to git by the environment is known, and stops no proof', async () => {
    await connect(touch(), always('allow'));
    await run([]);
    const environment = gate.requests[0]?.environment ?? assert.fail('no environment');
    const ofGit = Object.keys(environment).filter((name) => name.startsWith('GIT_'));
    assert.deepEqual([...harmlessGitSettings(environment)].sort(), ofGit.sort());
  });

  it('auto mode is off here: Copilot’s own permissions apply', async () => {
    await connect(touch(), always('defer'));
    await run([]);
    assert.equal(existsSync(made()), false);
    await run(UNASKED);
    assert.ok(existsSync(made()));
  });

  it('a decision that takes its time is waited for', async () => {
    await connect(touch(), async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      return decision('allow', request);
    });
    await run([]);
    assert.ok(existsSync(made()), heard());
  });

  it('calls of a sub-agent are judged too, with what the session said', async () => {
    const task = {
      name: 'helper',
      description: 'd',
      prompt: 'The task of the sub-agent.',
      agent_type: 'task',
      mode: 'sync',
    };
    const script: OpenAiScript = ({ body, rawBody }) => {
      if (body?.tools === undefined || body.tools.length === 0 || toolResults(body).length > 0) return says('Done.');
      return rawBody.includes('Please do what has to be done.')
        ? callsTool('task', task)
        : callsTool('bash', { command: 'touch made-it', description: 'Make a file' });
    };
    await connect(script, (request) => Promise.resolve(decision(request.tool === 'task' ? 'allow' : 'block', request)));
    await run(UNASKED);
    assert.equal(existsSync(made()), false);
    assert.deepEqual(
      gate.requests.map(({ tool }) => tool),
      ['task', 'bash'],
    );
    assert.equal(gate.requests[1]?.sessionId, gate.requests[0]?.sessionId);
    assert.deepEqual(gate.requests[1]?.transcript, [
      { role: 'task', text: 'Please do what has to be done.' },
      { role: 'tool_call', tool: 'task', input: task },
      { role: 'task', text: 'The task of the sub-agent.' },
    ]);
  });

  it('a call whose agent ended while it was being decided does not run, although Copilot leaves its hook behind', async () => {
    let asked = (): void => undefined;
    const deciding = new Promise<void>((resolve) => (asked = resolve));
    await connect(touch(), () => {
      asked();
      return new Promise(() => undefined);
    });
    const child = startCopilot(options(UNASKED));
    const closed = once(child, 'close');
    await deciding;
    child.kill('SIGINT');
    await closed;
    await gate.close();
    assert.equal(existsSync(made()), false);
  });

  describe('where no window answers, a call is never silently allowed', () => {
    for (const [name, script] of [
      ['a command', touch],
      ['an edit', create],
    ] as const) {
      it(`VS Code is closed: ${name}`, async () => {
        await connect(script(), always('allow'));
        await gate.close();
        for (const flags of [[], UNASKED, ['--yolo']]) {
          await run(flags);
          assert.equal(existsSync(made()), false, flags.join());
          assert.ok(heard().includes('Auto Mode could not check this call'), heard());
        }
        assert.deepEqual(gate.requests, []);
      });
    }

    it('no window has the folder open', async () => {
      mkdirSync(join(gate.place.root, 'other'));
      await connect(touch(), always('allow'), join(gate.place.root, 'other'));
      await run(UNASKED);
      assert.equal(existsSync(made()), false);
      assert.deepEqual(gate.requests, []);
    });

    it('the launcher is gone', async () => {
      await connect(touch(), always('allow'));
      // An open window would put it back.
      await gate.close();
      rmSync(gateHome(gate.place.home).launcher);
      await run(UNASKED);
      assert.equal(existsSync(made()), false);
    });

    it('no decision is made before the launcher’s time is up', async () => {
      await connect(touch(), () => new Promise(() => undefined));
      shortenLauncher(8);
      await run(UNASKED);
      assert.equal(existsSync(made()), false);
      assert.ok(heard().includes('No decision was made within'), heard());
    });

    it('the window never sends more than heartbeats', async () => {
      await connect(touch(), always('allow'));
      await gate.close();
      shortenLauncher(3);
      const window = createServer((_request, response) => {
        const timer = setInterval(() => response.write(`${' '.repeat(63)}\n`), 300);
        response.on('close', () => {
          clearInterval(timer);
        });
      });
      await new Promise<void>((resolve) =>
        window.listen(join(gateHome(gate.place.home).run, `${process.pid}-00000000.sock`), resolve),
      );
      await run(UNASKED);
      window.close();
      assert.equal(existsSync(made()), false);
      assert.ok(heard().includes('Auto Mode could not check this call'), heard());
    });

    function shortenLauncher(seconds: number): void {
      const home = gateHome(gate.place.home);
      const programs = findPrograms(['/usr/bin', '/bin']);
      const script = launcherScript(home, programs, agentDialects(gate.place.home, {}), { seconds, silentSeconds: 20 });
      writeFileSync(home.launcher, script);
    }
  });

  describe('what the entry rests on', () => {
    it('disconnecting gives Copilot back as it was', async () => {
      await connect(touch(), always('block'));
      disconnect();
      await run(UNASKED);
      assert.ok(existsSync(made()));
      assert.deepEqual(gate.requests, []);
    });

    it('a home with blanks and quotes in its name', async () => {
      const home = join(gate.place.root, `o'b $HOME "x"`);
      mkdirSync(home);
      Object.assign(gate.place, { home });
      await connect(touch(), always('block'));
      await run(UNASKED);
      assert.equal(existsSync(made()), false);
      assert.equal(gate.requests.length, 1);
    });

    it('a patch, which Copilot hands over as text, is judged as text', async () => {
      const patch = '*** Begin Patch\n*** Add File: made-it\n+x\n*** End Patch\n';
      const script: OpenAiScript = ({ body }) =>
        toolResults(body).length > 0 ? says('Done.') : callsTool('apply_patch', { input: patch });
      await connect(script, always('allow'));
      await run([], { model: 'gpt-5.1-codex' });
      assert.deepEqual(
        gate.requests.map(({ tool, input }) => [tool, input]),
        [['apply_patch', { input: patch }]],
      );
      assert.ok(existsSync(made()));
    });

    for (const [what, change] of [
      ['a comment', (text: string) => `// mine\n${text}`],
      ['a trailing comma', (text: string) => text.replace(/\n\}\n$/, ',\n}\n')],
      ['no version', (text: string) => text.replace('"version": 1,', '')],
      ['another version', (text: string) => text.replace('"version": 1', '"version": 2')],
      ['disableAllHooks', (text: string) => text.replace('{', '{ "disableAllHooks": true,')],
    ] as const) {
      it(`${what} in its file: called connected only if our hook runs`, async () => {
        await connect(touch(), always('block'));
        const installation = copilotInstallation(
          copilotDirectory(gate.place.home, {}),
          gateHome(gate.place.home).launcher,
        );
        writeFileSync(installation.settingsPath, change(readFileSync(installation.settingsPath, 'utf8')));
        await run(UNASKED);
        if (gate.requests.length === 0) assert.notEqual(installation.status().state, 'connected');
        assert.equal(existsSync(made()), gate.requests.length === 0);
      });
    }
  });
});
