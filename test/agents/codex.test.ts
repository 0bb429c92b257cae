/**
 * The real Codex with the bridge of this source tree and a scripted decision: what its hook engine does with our answers.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { ensureCodex } from '../../scripts/toolchain/codex.mjs';
import { gateHome } from '../../src/disk/gateHome';
import {
  callOutputs,
  callsTextTool,
  callsTool,
  repliesInTurn,
  says,
  startOpenAiServer,
  type OpenAiReply,
  type OpenAiScript,
  type OpenAiServer,
} from '../modelServer/openAiServer';
import { CodexServer, CODEX_PROMPT, configureCodex, connectCodex, runCodexExec } from './sessions/codexSession';
import { CallsInTurn, type CallInTurn } from './callsInTurn';
import { always, late, REASON, REMEDY } from './scriptedDecision';
import { useScriptedGate, useSessionGate, type ScriptedDecision, type ScriptedGate } from './scriptedGate';

/** Has the tools `exec_command` and `apply_patch`. */
const MODEL = 'gpt-5.5';
/** Has one tool that runs a script, and the script calls the others. */
const SCRIPTING_MODEL = 'gpt-6-sol';

interface Call extends CallInTurn {
  readonly reply: OpenAiReply;
}
const touches = (file: string, decide: ScriptedDecision, more: object = {}): Call => ({
  ...{ file, decide },
  reply: callsTool('exec_command', { cmd: `touch ${file}`, ...more }),
});
const patchFor = (file: string): string => `*** Begin Patch\n*** Add File: ${file}\n+x\n*** End Patch\n`;
const patches = (file: string, decide: ScriptedDecision): Call => ({
  ...{ file, decide },
  reply: callsTextTool('apply_patch', patchFor(file)),
});

const touch = (options: object = {}): OpenAiScript =>
  repliesInTurn([callsTool('exec_command', { cmd: 'touch made-it', ...options })]);
const ESCALATED = { sandbox_permissions: 'require_escalated', justification: 'It must be.' };

describe('the real Codex', function () {
  this.timeout(300_000);
  let codex: string;
  let model: OpenAiServer;
  let disconnect: () => void;

  before(async function () {
    this.timeout(300_000);
    codex = await ensureCodex(console.log);
  });

  async function connect(
    gate: ScriptedGate,
    script: OpenAiScript,
    decide: ScriptedDecision,
    { folder = gate.place.workspace, name = MODEL } = {},
  ): Promise<void> {
    model = await gate.serve(() => startOpenAiServer(script));
    configureCodex(gate.place.home, model.url, name);
    // What code alone decides is decided again, each time.
    const judge: ScriptedDecision = async (...call) => ({ ...(await decide(...call)), stage: 'classifier' });
    const launcher = await gate.open(judge, {
      folders: () => [folder],
      basis: () => Promise.resolve('unchanged'),
    });
    disconnect = connectCodex(gate.place.home, launcher);
  }

  const optionsIn = ({ place }: ScriptedGate): { codex: string; home: string; cwd: string } => ({
    codex,
    home: place.home,
    cwd: place.workspace,
  });
  /** What the model heard of each call. */
  const results = (): readonly string[] => callOutputs(model.requests.at(-1)?.body);

  describe('codex exec, with no sandbox and no questions, call after call in one session', () => {
    const gate = useSessionGate();
    // For bash one word; for dash, which most systems have for sh, a second command.
    const twoWays = "echo $'a\\'; touch in-another-shell #\\''";
    const seen = new CallsInTurn(
      gate,
      [
        touches('command-allowed', always('allow')),
        touches('command-blocked', always('block')),
        patches('patch-allowed', always('allow')),
        patches('patch-blocked', always('block')),
        touches('in-a-folder', always('allow'), { workdir: 'sub' }),
        touches('in-a-terminal', always('block'), { tty: true, yield_time_ms: 500 }),
        {
          ...{ file: 'in-another-shell', decide: always('allow') },
          reply: callsTool('exec_command', { cmd: twoWays, shell: 'sh' }),
        },
        touches('deferred', always('defer')),
        touches('waited-for', late('block')),
      ],
      results,
    );
    let output: string;

    before(async () => {
      writeFileSync(join(gate.place.workspace, 'AGENTS.md'), 'Be careful.');
      mkdirSync(join(gate.place.workspace, 'sub'));
      await connect(gate, repliesInTurn(seen.calls.map(({ reply }) => reply)), seen.decide);
      output = await seen.run(() => runCodexExec(optionsIn(gate)));
    });

    for (const [what, inputFor] of [
      ['command', (file: string) => `touch ${file}`],
      ['patch', patchFor],
    ] as const) {
      it(`a ${what}: a block stops it, and its reason and remedy reach the model`, () => {
        const file = `${what}-blocked`;
        assert.equal(seen.isMade(file), false);
        for (const part of ['Auto Mode: ', REASON, REMEDY])
          assert.ok(seen.heard(file).includes(part), seen.heard(file));
        assert.equal(seen.request(file).input['command'], inputFor(file));
      });

      it(`a ${what}: an allow lets it run, and it is judged once`, () => {
        const file = `${what}-allowed`;
        assert.ok(seen.isMade(file), seen.heard(file));
        assert.equal(seen.request(file).input['command'], inputFor(file));
      });
    }

    it('Codex finds nothing wrong with an answer', () => {
      assert.match(output, /hook: PreToolUse Completed/);
      assert.doesNotMatch(output, /hook: PreToolUse Failed/);
    });

    it('the call that is judged is the call that runs, and a prompt of `exec` is not the user’s word', () => {
      const { environment, ...request } = seen.request('command-allowed');
      assert.ok(environment?.['PATH']?.endsWith('/usr/bin:/bin'), JSON.stringify(environment));
      assert.deepEqual(
        { ...request, sessionId: typeof request.sessionId, callId: typeof request.callId },
        {
          tool: 'Bash',
          input: { command: 'touch command-allowed' },
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

    it('the folder that a command names is the folder that is judged', () => {
      const { cwd, input } = seen.request('in-a-folder');
      assert.equal(cwd, join(gate.place.workspace, 'sub'));
      assert.deepEqual(input, { command: 'touch in-a-folder' });
      assert.ok(seen.isMade(join('sub', 'in-a-folder')), seen.heard('in-a-folder'));
    });

    it('an option that Codex shows to no hook is judged too: a terminal, into which it types unasked', () => {
      assert.deepEqual(seen.request('in-a-terminal').input, { command: 'touch in-a-terminal', tty: true });
    });

    it('another shell, which reads a quiet line as a loud one, is judged too', () => {
      assert.deepEqual(seen.request('in-another-shell').input, { command: twoWays, shell: 'sh' });
    });

    it('auto mode is off here: Codex’s own permissions apply', () => {
      assert.ok(seen.isMade('deferred'), seen.heard('deferred'));
    });

    it('a decision that takes its time is waited for', () => {
      assert.equal(seen.requests('waited-for').length, 1);
      assert.equal(seen.isMade('waited-for'), false);
      assert.ok(seen.heard('waited-for').includes(REASON), seen.heard('waited-for'));
    });
  });

  const gate = useScriptedGate();
  const isMade = (): boolean => existsSync(join(gate.place.workspace, 'made-it'));
  const run = (flags?: readonly string[]): Promise<string> => runCodexExec(optionsIn(gate), flags);
  const heard = (): string => results().at(-1) ?? assert.fail('no result came back');

  it('a call out of a script has options that nobody can see', async () => {
    const script = 'const r = await tools.exec_command({ cmd: "touch made-it" }); text(JSON.stringify(r));';
    await connect(gate, repliesInTurn([callsTextTool('exec', script)]), always('block'), { name: SCRIPTING_MODEL });
    await run();
    assert.equal(isMade(), false);
    assert.deepEqual(Object.keys(gate.requests[0]?.input ?? {}).sort(), ['command', 'unseen_options']);
    assert.ok(heard().includes(REASON), heard());
  });

  describe('where no window answers, a call is never silently allowed', () => {
    it('VS Code is closed, even if the user’s shell prints something first', async () => {
      await connect(gate, touch(), always('allow'));
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
      await connect(gate, touch(), always('allow'), { folder: join(gate.place.root, 'other') });
      await run();
      assert.equal(isMade(), false);
      assert.deepEqual(gate.requests, []);
    });

    it('the launcher is gone', async () => {
      await connect(gate, touch(), always('allow'));
      // An open window would put it back.
      await gate.close();
      rmSync(gateHome(gate.place.home).launcher);
      await run();
      assert.equal(isMade(), false);
      assert.ok(heard().includes('launcher is missing'), heard());
    });

    it('its answer is cut off', async () => {
      await connect(gate, touch(), always('allow'));
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
      await connect(gate, touch(), () => new Promise(() => undefined));
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
      await connect(gate, touch(), always('block'));
      await run([]);
      assert.ok(isMade());
      assert.deepEqual(gate.requests, []);
    });

    it('disconnecting gives Codex back as it was', async () => {
      await connect(gate, touch(), always('block'));
      disconnect();
      await run();
      assert.ok(isMade());
      assert.deepEqual(gate.requests, []);
      assert.equal(existsSync(join(gate.place.home, '.codex', 'hooks.json')), false);
    });
  });

  describe('codex app-server, where Codex asks the user before it leaves its sandbox', () => {
    const STARTED = ['sessionStart completed', 'userPromptSubmit completed'];

    async function serve(of: ScriptedGate): Promise<CodexServer> {
      const server = new CodexServer(optionsIn(of));
      await server.initialize();
      await server.trustHooks();
      return server;
    }

    describe('turn after turn', () => {
      const gate = useSessionGate();
      const calls = [
        touches('allowed', always('allow'), ESCALATED),
        touches('blocked', always('block'), ESCALATED),
        touches('deferred', always('defer'), ESCALATED),
      ];
      const seen = new CallsInTurn(gate, calls, () => [...heardIn.values()]);
      /** What the model heard of its call, by its file. */
      const heardIn = new Map<string, string>();
      const questions = new Map<string, readonly string[]>();
      const hookRuns = new Map<string, readonly string[]>();

      before(async () => {
        let call = calls[0];
        const script: OpenAiScript = ({ body }) =>
          callOutputs(body).length > 0 || call === undefined ? says('Done.') : call.reply;
        await connect(gate, script, seen.decide);
        const server = await serve(gate);
        try {
          for (call of calls) {
            const { file } = call;
            await seen.run(() => server.turn());
            questions.set(file, server.questions.splice(0));
            hookRuns.set(file, server.hookRuns.splice(0));
            heardIn.set(file, results().at(-1) ?? 'nothing');
          }
        } finally {
          await server.stop();
        }
      });

      it('an allow answers the question, and the call is judged once', () => {
        assert.ok(seen.isMade('allowed'), seen.heard('allowed'));
        assert.deepEqual(questions.get('allowed'), []);
        assert.deepEqual(hookRuns.get('allowed'), [
          ...STARTED,
          ...['preToolUse completed', 'permissionRequest completed', 'postToolUse completed'],
        ]);
        assert.equal(seen.requests('allowed').length, 1);
      });

      it('a block stops the call before the question', () => {
        assert.equal(seen.isMade('blocked'), false);
        assert.deepEqual(questions.get('blocked'), []);
        assert.deepEqual(hookRuns.get('blocked'), [...STARTED, 'preToolUse blocked']);
        assert.ok(seen.heard('blocked').includes(REASON), seen.heard('blocked'));
      });

      it('auto mode is off here: the question is the user’s', () => {
        assert.equal(seen.isMade('deferred'), false);
        assert.deepEqual(questions.get('deferred'), ['item/commandExecution/requestApproval']);
        assert.deepEqual(hookRuns.get('deferred'), [
          ...STARTED,
          ...['preToolUse completed', 'permissionRequest completed'],
        ]);
      });
    });

    it('VS Code is closed: the call is refused', async () => {
      await connect(gate, touch(ESCALATED), always('allow'));
      await gate.close();
      const server = await serve(gate);
      try {
        await server.turn();
      } finally {
        await server.stop();
      }
      assert.equal(isMade(), false);
      assert.deepEqual(server.hookRuns, [...STARTED, 'preToolUse blocked']);
    });
  });
});
