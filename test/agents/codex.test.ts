/**
 * The real Codex with the bridge of this source tree and a scripted decision: what its hook engine does with our answers.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { ensureCodex } from '../../scripts/toolchain/codex.mjs';
import { gateHome } from '../../src/disk/gateHome';
import type { Decision } from '../../src/engine/model/decision';
import {
  callsTextTool,
  callsTool,
  says,
  startOpenAiServer,
  type OpenAiReply,
  type OpenAiServer,
} from '../modelServer/openAiServer';
import { CodexServer, CODEX_PROMPT, configureCodex, connectCodex, runCodexExec } from './sessions/codexSession';
import { decision, REASON, REMEDY } from './scriptedDecision';
import { useScriptedGate, type ScriptedDecision } from './scriptedGate';

/** Has the tools `exec_command` and `apply_patch`. */
const MODEL = 'gpt-5.5';
/** Has one tool that runs a script, and the script calls the others. */
const SCRIPTING_MODEL = 'gpt-6-sol';

const always =
  (outcome: Decision['outcome']): ScriptedDecision =>
  (request) =>
    Promise.resolve(decision(outcome, request));

const touch = (options: object = {}): OpenAiReply => callsTool('exec_command', { cmd: 'touch made-it', ...options });
const ESCALATED = { sandbox_permissions: 'require_escalated', justification: 'It must be.' };
const PATCH = '*** Begin Patch\n*** Add File: made-it\n+x\n*** End Patch\n';

describe('the real Codex', function () {
  this.timeout(300_000);
  let codex: string;
  const gate = useScriptedGate();
  let model: OpenAiServer;
  let disconnect: () => void;

  before(async function () {
    this.timeout(300_000);
    codex = await ensureCodex(console.log);
  });

  const isMade = (): boolean => existsSync(join(gate.place.workspace, 'made-it'));

  async function connect(
    reply: OpenAiReply,
    decide: ScriptedDecision,
    { folder = gate.place.workspace, name = MODEL } = {},
  ): Promise<void> {
    model = await gate.serve(() => startOpenAiServer((_request, index) => (index === 0 ? reply : says('Done.'))));
    configureCodex(gate.place.home, model.url, name);
    // What code alone decides is decided again, each time.
    const judge: ScriptedDecision = async (...call) => ({ ...(await decide(...call)), stage: 'classifier' });
    const launcher = await gate.open(judge, {
      folders: () => [folder],
      basis: () => Promise.resolve('unchanged'),
    });
    disconnect = connectCodex(gate.place.home, launcher);
  }

  const options = (): { codex: string; home: string; cwd: string } => ({
    codex,
    home: gate.place.home,
    cwd: gate.place.workspace,
  });
  const run = (flags?: readonly string[]): Promise<string> => runCodexExec(options(), flags);
  /** What the model was told of its call. */
  const heard = (): string => JSON.stringify(model.requests.at(-1)?.body?.input?.at(-1));

  describe('codex exec, with no sandbox and no questions', () => {
    for (const [what, reply, made] of [
      ['a command', touch(), 'touch made-it'],
      ['a patch', callsTextTool('apply_patch', PATCH), PATCH],
    ] as const) {
      it(`${what}: a block stops it, and its reason and remedy reach the model`, async () => {
        await connect(reply, always('block'));
        await run();
        assert.equal(isMade(), false);
        for (const part of ['Auto Mode: ', REASON, REMEDY]) assert.ok(heard().includes(part), heard());
        assert.equal(gate.requests[0]?.input['command'], made);
      });

      it(`${what}: an allow lets it run, and Codex finds nothing wrong with the answer`, async () => {
        await connect(reply, always('allow'));
        const output = await run();
        assert.ok(isMade());
        assert.match(output, /hook: PreToolUse Completed/);
        assert.doesNotMatch(output, /hook: PreToolUse Failed/);
        assert.equal(gate.requests.length, 1);
      });
    }

    it('the call that is judged is the call that runs, and a prompt of `exec` is not the user’s word', async () => {
      writeFileSync(join(gate.place.workspace, 'AGENTS.md'), 'Be careful.');
      await connect(touch(), always('allow'));
      await run();
      const [{ environment, ...request } = assert.fail('nothing was judged')] = gate.requests;
      assert.ok(environment?.['PATH']?.endsWith('/usr/bin:/bin'), JSON.stringify(environment));
      assert.deepEqual(
        { ...request, sessionId: typeof request.sessionId, callId: typeof request.callId },
        {
          tool: 'Bash',
          input: { command: 'touch made-it' },
          cwd: gate.place.workspace,
          agent: 'codex',
          sessionId: 'string',
          callId: 'string',
          interactive: true,
          takesRewritten: true,
          mode: 'bypassPermissions',
          transcript: [{ role: 'task', text: CODEX_PROMPT }],
          loadedContext: [
            {
              path: join(gate.place.workspace, 'AGENTS.md'),
              text: `# AGENTS.md instructions for ${gate.place.workspace}\n\n<INSTRUCTIONS>\nBe careful.\n</INSTRUCTIONS>`,
            },
          ],
        },
      );
    });

    it('the folder that a command names is the folder that is judged', async () => {
      mkdirSync(join(gate.place.workspace, 'sub'));
      await connect(touch({ workdir: 'sub' }), always('allow'));
      await run();
      assert.equal(gate.requests[0]?.cwd, join(gate.place.workspace, 'sub'));
      assert.deepEqual(gate.requests[0].input, { command: 'touch made-it' });
      assert.ok(existsSync(join(gate.place.workspace, 'sub', 'made-it')));
    });

    it('an option that Codex shows to no hook is judged too: a terminal, into which it types unasked', async () => {
      await connect(touch({ tty: true, yield_time_ms: 500 }), always('block'));
      await run();
      assert.deepEqual(gate.requests[0]?.input, { command: 'touch made-it', tty: true });
    });

    it('another shell, which reads a quiet line as a loud one, is judged too', async () => {
      // For bash one word; for dash, which most systems have for sh, a second command.
      const cmd = "echo $'a\\'; touch made-it #\\''";
      await connect(callsTool('exec_command', { cmd, shell: 'sh' }), always('allow'));
      await run();
      assert.deepEqual(gate.requests[0]?.input, { command: cmd, shell: 'sh' });
    });

    it('a call out of a script has options that nobody can see', async () => {
      const script = 'const r = await tools.exec_command({ cmd: "touch made-it" }); text(JSON.stringify(r));';
      await connect(callsTextTool('exec', script), always('block'), { name: SCRIPTING_MODEL });
      await run();
      assert.equal(isMade(), false);
      assert.deepEqual(Object.keys(gate.requests[0]?.input ?? {}).sort(), ['command', 'unseen_options']);
      assert.ok(heard().includes(REASON), heard());
    });

    it('auto mode is off here: Codex’s own permissions apply', async () => {
      await connect(touch(), always('defer'));
      await run();
      assert.ok(isMade());
    });

    it('a decision that takes its time is waited for', async () => {
      await connect(touch(), async (request) => {
        await new Promise((resolve) => setTimeout(resolve, 5_000));
        return decision('block', request);
      });
      await run();
      assert.equal(isMade(), false);
    });
  });

  describe('where no window answers, a call is never silently allowed', () => {
    it('VS Code is closed, even if the user’s shell prints something first', async () => {
      await connect(touch(), always('allow'));
      await gate.close();
      for (const profile of ['.profile', '.bash_profile', '.zprofile']) {
        writeFileSync(join(gate.place.home, profile), 'echo "Welcome!"\n');
      }
      await run();
      assert.equal(isMade(), false);
      assert.ok(heard().includes('no VS Code window'), heard());
      assert.deepEqual(gate.requests, []);
    });

    it('no window has the folder open', async () => {
      mkdirSync(join(gate.place.root, 'other'));
      await connect(touch(), always('allow'), { folder: join(gate.place.root, 'other') });
      await run();
      assert.equal(isMade(), false);
      assert.deepEqual(gate.requests, []);
    });

    it('the launcher is gone', async () => {
      await connect(touch(), always('allow'));
      // An open window would put it back.
      await gate.close();
      rmSync(gateHome(gate.place.home).launcher);
      await run();
      assert.equal(isMade(), false);
      assert.ok(heard().includes('launcher is missing'), heard());
    });

    it('its answer is cut off', async () => {
      await connect(touch(), always('allow'));
      await gate.close();
      const window = createServer((_request, response) => response.end('auto-mode-reply 0\n{}\n'));
      await new Promise<void>((resolve) =>
        window.listen(join(gateHome(gate.place.home).run, `${process.pid}-00000000.sock`), resolve),
      );
      await run();
      window.close();
      assert.equal(isMade(), false);
    });

    it('deciding takes longer than there is time: refused', async () => {
      await connect(touch(), () => new Promise(() => undefined));
      const launcher = gateHome(gate.place.home).launcher;
      // The launcher's own 300 seconds are too long for a test.
      writeFileSync(launcher, readFileSync(launcher, 'utf8').replace(/^seconds=\d+$/m, 'seconds=8'));
      await run();
      assert.equal(isMade(), false);
      assert.ok(heard().includes('No decision was made within'), heard());
    });
  });

  describe('what cannot be helped, so that nobody claims it', () => {
    it('a hook that the user has not trusted is passed over', async () => {
      await connect(touch(), always('block'));
      await run([]);
      assert.ok(isMade());
      assert.deepEqual(gate.requests, []);
    });

    it('disconnecting gives Codex back as it was', async () => {
      await connect(touch(), always('block'));
      disconnect();
      await run();
      assert.ok(isMade());
      assert.deepEqual(gate.requests, []);
      assert.equal(existsSync(join(gate.place.home, '.codex', 'hooks.json')), false);
    });
  });

  describe('codex app-server, where Codex asks the user before it leaves its sandbox', () => {
    let server: CodexServer;
    beforeEach(() => {
      rmSync(join(gate.place.home, '.codex'), { recursive: true, force: true });
    });
    afterEach(() => server.stop());

    async function serve(trusted = true): Promise<void> {
      server = new CodexServer(options());
      await server.initialize();
      if (trusted) await server.trustHooks();
    }

    it('an allow answers the question, and the call is judged once', async () => {
      await connect(touch(ESCALATED), always('allow'));
      await serve();
      await server.turn();
      assert.ok(isMade());
      assert.deepEqual(server.questions, []);
      assert.deepEqual(server.hookRuns, [
        ...['sessionStart completed', 'userPromptSubmit completed'],
        ...['preToolUse completed', 'permissionRequest completed', 'postToolUse completed'],
      ]);
      assert.equal(gate.requests.length, 1);
    });

    it('a block stops the call before the question', async () => {
      await connect(touch(ESCALATED), always('block'));
      await serve();
      await server.turn();
      assert.equal(isMade(), false);
      assert.deepEqual(server.questions, []);
      assert.deepEqual(server.hookRuns, [
        ...['sessionStart completed', 'userPromptSubmit completed', 'preToolUse blocked'],
      ]);
      assert.ok(heard().includes(REASON), heard());
    });

    it('auto mode is off here: the question is the user’s', async () => {
      await connect(touch(ESCALATED), always('defer'));
      await serve();
      await server.turn();
      assert.equal(isMade(), false);
      assert.deepEqual(server.questions, ['item/commandExecution/requestApproval']);
      assert.deepEqual(server.hookRuns, [
        ...['sessionStart completed', 'userPromptSubmit completed'],
        ...['preToolUse completed', 'permissionRequest completed'],
      ]);
    });

    it('VS Code is closed: the call is refused', async () => {
      await connect(touch(ESCALATED), always('allow'));
      await gate.close();
      await serve();
      await server.turn();
      assert.equal(isMade(), false);
      assert.deepEqual(server.hookRuns, [
        ...['sessionStart completed', 'userPromptSubmit completed', 'preToolUse blocked'],
      ]);
    });
  });
});
