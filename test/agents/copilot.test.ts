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
import { CallsInTurn, type CallInTurn } from './callsInTurn';
import { always, decision, late, REASON, REMEDY } from './scriptedDecision';
import { useScriptedGate, useSessionGate, type ScriptedDecision, type ScriptedGate } from './scriptedGate';

/** The user is asked nothing: what our hook does not stop, runs. */
const UNASKED = ['--allow-all-tools'];

interface Call extends CallInTurn {
  readonly name: string;
  readonly input: object;
}
const touches = (file: string, decide: ScriptedDecision): Call => ({
  ...{ file, decide },
  ...{ name: 'bash', input: { command: `touch ${file}`, description: 'Make a file' } },
});

describe('the real Copilot CLI', function () {
  this.timeout(300_000);
  let copilot: Copilot;
  let model: OpenAiServer;
  let disconnect: () => void;

  before(async function () {
    this.timeout(300_000);
    copilot = await ensureCopilot(console.log);
  });

  async function connect(
    gate: ScriptedGate,
    script: OpenAiScript,
    decide: ScriptedDecision,
    folder = gate.place.workspace,
  ): Promise<void> {
    model = await gate.serve(() => startOpenAiServer(script));
    const launcher = await gate.open(decide, { folders: () => [folder] });
    disconnect = connectAgent(copilotInstallation(copilotDirectory(gate.place.home, {}), launcher));
  }

  const options = ({ place }: ScriptedGate, flags: readonly string[], more: Partial<CopilotRun> = {}): CopilotRun => ({
    copilot,
    home: place.home,
    cwd: place.workspace,
    modelUrl: model.url,
    flags,
    ...more,
  });
  const results = (): readonly string[] => toolResults(model.requests.at(-1)?.body);

  interface Session {
    readonly gate: ScriptedGate;
    readonly seen: CallsInTurn<Call, string>;
  }

  /** One for the tests of a suite. The calls may name files in the gate's folders. */
  function session(
    flags: readonly string[],
    callsIn: (place: ScriptedGate['place']) => readonly Call[],
    prepare: (gate: ScriptedGate) => void | Promise<void> = () => undefined,
  ): Session {
    const gate = useSessionGate();
    const seen = new CallsInTurn(gate, callsIn(gate.place), results);
    before(async () => {
      await connect(gate, agentScript(seen.calls), seen.decide);
      await prepare(gate);
      await seen.run(() => runCopilot(options(gate, flags)));
    });
    return { gate, seen };
  }

  describe('in one session for each of its flags, call after call', () => {
    function itBlocks({ seen }: Session, file: string): void {
      it('a block stops the call, and its reason and remedy reach the model', () => {
        assert.equal(seen.isMade(file), false);
        assert.ok(seen.heard(file).includes(`Auto Mode: ${REASON} ${REMEDY}`), seen.heard(file));
      });
    }

    describe('no flag', () => {
      const used = session([], ({ workspace }) => [
        touches('allowed', always('allow')),
        touches('blocked', always('block')),
        {
          ...{ file: 'created', decide: always('allow') },
          ...{ name: 'create', input: { path: join(workspace, 'created'), file_text: 'x' } },
        },
        touches('deferred', always('defer')),
        touches('waited-for', late('allow')),
      ]);
      const { gate, seen } = used;

      itBlocks(used, 'blocked');

      it('an allow runs what would have been refused without a terminal', () => {
        assert.ok(seen.isMade('allowed'), seen.heard('allowed'));
      });

      it('an edit is judged and allowed like a command', () => {
        assert.equal(readFileSync(join(gate.place.workspace, 'created'), 'utf8'), 'x', seen.heard('created'));
        const { tool, input } = seen.request('created');
        assert.deepEqual([tool, input], ['create', { path: join(gate.place.workspace, 'created'), file_text: 'x' }]);
      });

      it('the call that is judged is the call that runs, and no prompt is the user’s word', () => {
        assert.deepEqual(
          gate.requests.map(({ input }) => input),
          seen.calls.map(({ input }) => input),
        );
        const request = seen.request('allowed');
        assert.deepEqual(
          { ...request, sessionId: typeof request.sessionId, environment: undefined },
          {
            tool: 'bash',
            input: { command: 'touch allowed', description: 'Make a file' },
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

      it('what it hands to git by the environment is known, and stops no proof', () => {
        const environment = seen.request('allowed').environment ?? assert.fail('no environment');
        const ofGit = Object.keys(environment).filter((name) => name.startsWith('GIT_'));
        assert.deepEqual([...harmlessGitSettings(environment)].sort(), ofGit.sort());
      });

      it('auto mode is off here: Copilot’s own permissions refuse', () => {
        assert.equal(seen.isMade('deferred'), false);
        assert.equal(seen.requests('deferred').length, 1);
      });

      it('a decision that takes its time is waited for', () => {
        assert.ok(seen.isMade('waited-for'), seen.heard('waited-for'));
      });
    });

    describe(UNASKED.join(' '), () => {
      const used = session(
        UNASKED,
        ({ workspace }) => [
          touches('blocked', always('block')),
          {
            ...{ file: 'edited', decide: always('block') },
            ...{ name: 'edit', input: { path: join(workspace, 'edited'), old_str: 'before', new_str: 'after' } },
          },
          touches('deferred', always('defer')),
        ],
        ({ place }) => {
          writeFileSync(join(place.workspace, 'edited'), 'before');
        },
      );
      const { gate, seen } = used;

      itBlocks(used, 'blocked');

      it('a blocked edit leaves the file as it was', () => {
        assert.equal(readFileSync(join(gate.place.workspace, 'edited'), 'utf8'), 'before');
        assert.ok(seen.heard('edited').includes(REASON), seen.heard('edited'));
      });

      it('auto mode is off here: Copilot’s own permissions let it run', () => {
        assert.ok(seen.isMade('deferred'), seen.heard('deferred'));
      });
    });

    describe('--yolo', () => {
      itBlocks(
        session(['--yolo'], () => [touches('blocked', always('block'))]),
        'blocked',
      );
    });
  });

  describe('where VS Code is closed, neither a command nor an edit is silently allowed', () => {
    for (const flags of [[], UNASKED, ['--yolo']]) {
      describe(flags.join(' ') || 'no flag', () => {
        const { gate, seen } = session(
          flags,
          ({ workspace }) => [
            touches('command', always('allow')),
            {
              ...{ file: 'edit', decide: always('allow') },
              ...{ name: 'create', input: { path: join(workspace, 'edit'), file_text: 'x' } },
            },
          ],
          (opened) => opened.close(),
        );

        for (const { file } of seen.calls) {
          it(file, () => {
            assert.equal(seen.isMade(file), false);
            assert.ok(seen.heard(file).includes('Auto Mode could not check this call'), seen.heard(file));
            assert.deepEqual(gate.requests, []);
          });
        }
      });
    }
  });

  const gate = useScriptedGate();
  const made = (name = 'made-it'): string => join(gate.place.workspace, name);
  const touch = (): OpenAiScript =>
    agentScript([{ name: 'bash', input: { command: 'touch made-it', description: 'Make a file' } }]);
  const run = (flags: readonly string[], more?: Partial<CopilotRun>): Promise<AgentOutput> =>
    runCopilot(options(gate, flags, more));
  const heard = (): string => results().at(-1) ?? assert.fail('no result came back');

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
    await connect(gate, script, (request) =>
      Promise.resolve(decision(request.tool === 'task' ? 'allow' : 'block', request)),
    );
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
    await connect(gate, touch(), () => {
      asked();
      return new Promise(() => undefined);
    });
    const child = startCopilot(options(gate, UNASKED));
    const closed = once(child, 'close');
    await deciding;
    child.kill('SIGINT');
    await closed;
    await gate.close();
    assert.equal(existsSync(made()), false);
  });

  describe('where no window answers, a call is never silently allowed', () => {
    it('no window has the folder open', async () => {
      mkdirSync(join(gate.place.root, 'other'));
      await connect(gate, touch(), always('allow'), join(gate.place.root, 'other'));
      await run(UNASKED);
      assert.equal(existsSync(made()), false);
      assert.deepEqual(gate.requests, []);
    });

    it('the launcher is gone', async () => {
      await connect(gate, touch(), always('allow'));
      // An open window would put it back.
      await gate.close();
      rmSync(gateHome(gate.place.home).launcher);
      await run(UNASKED);
      assert.equal(existsSync(made()), false);
    });

    it('no decision is made before the launcher’s time is up', async () => {
      await connect(gate, touch(), () => new Promise(() => undefined));
      shortenLauncher(8);
      await run(UNASKED);
      assert.equal(existsSync(made()), false);
      assert.ok(heard().includes('No decision was made within'), heard());
    });

    it('the window never sends more than heartbeats', async () => {
      await connect(gate, touch(), always('allow'));
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
      await connect(gate, touch(), always('block'));
      disconnect();
      await run(UNASKED);
      assert.ok(existsSync(made()));
      assert.deepEqual(gate.requests, []);
    });

    it('a home with blanks and quotes in its name', async () => {
      const home = join(gate.place.root, `o'b $HOME "x"`);
      mkdirSync(home);
      Object.assign(gate.place, { home });
      await connect(gate, touch(), always('block'));
      await run(UNASKED);
      assert.equal(existsSync(made()), false);
      assert.equal(gate.requests.length, 1);
    });

    it('a patch, which Copilot hands over as text, is judged as text', async () => {
      const patch = '*** Begin Patch\n*** Add File: made-it\n+x\n*** End Patch\n';
      const script: OpenAiScript = ({ body }) =>
        toolResults(body).length > 0 ? says('Done.') : callsTool('apply_patch', { input: patch });
      await connect(gate, script, always('allow'));
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
        await connect(gate, touch(), always('block'));
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
