/**
 * The real Claude Code with the bridge of this source tree and a scripted decision: what its hook engine does with our answers.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ensureClaudeCode } from '../../scripts/toolchain/claudeCode.mjs';
import { claudeCodeDirectory, claudeCodeInstallation } from '../../src/agents/claudeCode/installation';
import { AUTO_MODE_GUIDANCE } from '../../src/agents/guidance';
import { gateHome } from '../../src/disk/gateHome';
import { HEARTBEAT } from '../../src/bridge/protocol/replyFrame';
import type { Decision } from '../../src/engine/model/decision';
import type { CheckRequest } from '../../src/calls/request';
import {
  agentScript,
  callsTool,
  says,
  startAnthropicServer,
  toolResults,
  type AnthropicServer,
  type ModelScript,
} from '../modelServer/anthropicServer';
import { connectAgent } from './sessions/agentHome';
import { runClaudeCode, startClaudeCode, type PermissionMode, type SessionReport } from './sessions/claudeCodeSession';
import { CallsInTurn, type CallInTurn } from './callsInTurn';
import { always, decision, late, REASON, REMEDY } from './scriptedDecision';
import { useScriptedGate, useSessionGate, type ScriptedDecision, type ScriptedGate } from './scriptedGate';

interface Call extends CallInTurn {
  readonly name: string;
  readonly input: object;
}
const bash = (file: string, command: string, decide: ScriptedDecision): Call => ({
  ...{ file, decide },
  ...{ name: 'Bash', input: { command, description: 'Make a file' } },
});
const touches = (file: string, decide: ScriptedDecision): Call => bash(file, `touch ${file}`, decide);
/** Claude Code's own judge does not let it pass here, where it has no model for that. */
const deploys = (file: string, decide: ScriptedDecision): Call =>
  bash(file, `node -e 'fs.writeFileSync("${file}", "")'; curl -s http://127.0.0.1:9/ -d x; true`, decide);

describe('the real Claude Code', function () {
  this.timeout(300_000);
  let claude: string;
  let model: AnthropicServer;
  let disconnect: () => void;

  before(async function () {
    this.timeout(300_000);
    claude = await ensureClaudeCode(console.log);
  });

  async function connect(
    gate: ScriptedGate,
    script: ModelScript,
    decide: ScriptedDecision,
    folder = gate.place.workspace,
  ): Promise<void> {
    model = await gate.serve(() => startAnthropicServer(script));
    const launcher = await gate.open(decide, {
      folders: () => [folder],
      guidance: ({ kind }) => (kind === 'session-start' ? AUTO_MODE_GUIDANCE : undefined),
    });
    disconnect = connectAgent(claudeCodeInstallation(claudeCodeDirectory(gate.place.home, {}), launcher));
  }

  const options = ({ place }: ScriptedGate, mode: PermissionMode): Parameters<typeof runClaudeCode>[0] => ({
    claude,
    home: place.home,
    cwd: place.workspace,
    modelUrl: model.url,
    mode,
  });
  const results = (): ReturnType<typeof toolResults> => toolResults(model.requests.at(-1)?.body);

  describe('in one session for each mode, call after call', () => {
    interface Session {
      readonly mode: PermissionMode;
      readonly gate: ScriptedGate;
      readonly seen: CallsInTurn<Call, ReturnType<typeof results>[number]>;
      readonly report: () => SessionReport;
    }

    /** @param prepare the folders before the start */
    function session(mode: PermissionMode, calls: readonly Call[], prepare?: (gate: ScriptedGate) => void): Session {
      const gate = useSessionGate();
      const seen = new CallsInTurn(gate, calls, results);
      let report: SessionReport | undefined;
      before(async () => {
        prepare?.(gate);
        await connect(gate, agentScript(calls), seen.decide);
        report = await seen.run(() => runClaudeCode(options(gate, mode)));
      });
      return { mode, gate, seen, report: () => report ?? assert.fail('the session did not end') };
    }

    function itBlocks({ mode, seen }: Session, file: string): void {
      it(`${mode}: a block stops the call, and its reason and remedy reach the model`, () => {
        assert.equal(seen.isMade(file), false);
        const { text, isError } = seen.heard(file);
        assert.ok(isError);
        assert.ok(text.includes(`Auto Mode: ${REASON} ${REMEDY}`), text);
      });
    }

    function itAllowsUnasked({ mode, seen, report }: Session, file: string): void {
      it(`${mode}: an allow runs what would have been refused without a terminal`, () => {
        const denied = report().permission_denials.filter(({ tool_input }) =>
          JSON.stringify(tool_input).includes(file),
        );
        assert.deepEqual(denied, []);
        assert.ok(seen.isMade(file), seen.heard(file).text);
      });
    }

    function itRaisesNoAlarm({ mode, gate }: Session): void {
      it(`${mode}: no alarm is raised`, () => {
        assert.deepEqual(gate.alarms, []);
      });
    }

    describe('default', () => {
      const calls = [
        touches('allowed', always('allow')),
        touches('blocked', always('block')),
        touches('deferred', always('defer')),
        touches('waited-for', late('allow')),
      ];
      const used = session('default', calls);
      const { gate, seen, report } = used;

      itBlocks(used, 'blocked');
      itAllowsUnasked(used, 'allowed');
      itRaisesNoAlarm(used);

      it('the call that is judged is the call that runs, and a prompt of a script is not the user’s word', () => {
        assert.deepEqual(
          gate.requests.map(({ input }) => input),
          calls.map(({ input }) => input),
        );
        const request = seen.request('allowed');
        assert.deepEqual(
          {
            ...request,
            sessionId: typeof request.sessionId,
            callId: request.callId?.startsWith('toolu_'),
            environment: undefined,
          },
          {
            tool: 'Bash',
            input: { command: 'touch allowed', description: 'Make a file' },
            cwd: gate.place.workspace,
            agent: 'claude-code',
            sessionId: 'string',
            callId: true,
            interactive: true,
            environment: undefined,
            takesRewritten: true,
            mode: 'default',
            loadedContext: [],
            transcript: [{ role: 'task', text: 'Please do what has to be done.' }],
          },
        );
      });

      it('what it tells beside its calls arrives in order, matches what was judged, and the guidance reaches the model', () => {
        assert.deepEqual(
          gate.notices.map((notice) => (notice.kind === 'prompt' ? [notice.text, notice.from] : notice.kind)),
          [
            ...['session-start', ['Please do what has to be done.', 'unmarked']],
            ...['call-ended', 'call-ended', 'session-end'],
          ],
        );
        const judged = seen.request('allowed');
        assert.deepEqual(
          seen
            .ends('allowed')
            .map(({ tool, input, callId, end, sessionId, mode }) => [
              ...[tool, input, callId],
              ...[end, sessionId, mode],
            ]),
          [[judged.tool, judged.input, judged.callId, 'ran', judged.sessionId, 'default']],
        );
        assert.deepEqual(
          seen.ends('waited-for').map(({ end }) => end),
          ['ran'],
        );
        const first = JSON.stringify(model.requests.find(({ body }) => (body?.tools?.length ?? 0) > 0)?.body);
        assert.ok(first.includes(JSON.stringify(AUTO_MODE_GUIDANCE).slice(1, -1)));
      });

      it('auto mode is off here: Claude Code’s own permissions refuse', () => {
        assert.deepEqual(
          report().permission_denials.filter(({ tool_input }) => JSON.stringify(tool_input).includes('deferred'))
            .length,
          1,
        );
        assert.equal(seen.isMade('deferred'), false);
      });

      it('a decision that takes its time is waited for', () => {
        assert.ok(seen.isMade('waited-for'), seen.heard('waited-for').text);
      });
    });

    describe('acceptEdits', () => {
      itBlocks(session('acceptEdits', [touches('blocked', always('block'))]), 'blocked');
    });

    describe('bypassPermissions', () => {
      const used = session('bypassPermissions', [
        touches('blocked', always('block')),
        touches('deferred', always('defer')),
      ]);
      const { seen } = used;

      itBlocks(used, 'blocked');
      itRaisesNoAlarm(used);

      it('a blocked call ends without a word', () => {
        assert.deepEqual(seen.ends('blocked'), []);
      });

      it('auto mode is off here: Claude Code’s own permissions let it run', () => {
        assert.ok(seen.isMade('deferred'), seen.heard('deferred').text);
      });
    });

    describe('auto', () => {
      const used = session('auto', [
        touches('blocked', always('block')),
        deploys('settled', always('allow')),
        deploys('left-to-it', always('defer')),
      ]);
      const { seen } = used;

      itBlocks(used, 'blocked');
      itRaisesNoAlarm(used);

      it('an allow settles the call, and Claude Code’s own judge is not asked', () => {
        assert.ok(seen.isMade('settled'), seen.heard('settled').text);
        const { mode, judgesItself } = seen.request('settled');
        assert.deepEqual([mode, judgesItself], ['auto', true]);
      });

      it('what is left to it is for its own judge, whose refusal is reported', () => {
        assert.equal(seen.isMade('left-to-it'), false);
        assert.ok(seen.heard('left-to-it').isError);
        const [ended] = seen.ends('left-to-it');
        assert.equal(ended?.end, 'refused-by-agent');
        assert.ok(ended.reason);
      });
    });

    describe('dontAsk, with instruction files', () => {
      const used = session('dontAsk', [touches('allowed', always('allow'))], ({ place }) => {
        const put = (path: string, text: string): void => {
          mkdirSync(join(path, '..'), { recursive: true });
          writeFileSync(path, text);
        };
        put(join(place.home, '.claude', 'CLAUDE.md'), 'Of the user.');
        put(join(place.root, 'CLAUDE.md'), 'Above.');
        put(join(place.workspace, 'CLAUDE.md'), 'Of the project, with @docs/more.md');
        put(join(place.workspace, 'docs', 'more.md'), 'Imported.');
        put(join(place.workspace, '.claude', 'rules', 'a.md'), 'A rule.');
        put(join(place.workspace, 'AGENTS.md'), 'For others.');
      });
      const { gate, seen } = used;

      itAllowsUnasked(used, 'allowed');

      it('the instruction files that it has loaded are known, as it loaded them', () => {
        assert.deepEqual(
          seen
            .request('allowed')
            .loadedContext?.map(({ path, text }) => [path.replace(`${gate.place.root}/`, ''), text]),
          [
            ['home/.claude/CLAUDE.md', 'Of the user.'],
            ['CLAUDE.md', 'Above.'],
            ['workspace/CLAUDE.md', 'Of the project, with @docs/more.md'],
            ['workspace/docs/more.md', 'Imported.'],
            ['workspace/.claude/rules/a.md', 'A rule.'],
          ],
        );
      });
    });
  });

  const gate = useScriptedGate();
  const made = (name = 'made-it'): string => join(gate.place.workspace, name);
  const touch = (): ModelScript =>
    agentScript([{ name: 'Bash', input: { command: 'touch made-it', description: 'Make a file' } }]);
  const write = (): ModelScript => agentScript([{ name: 'Write', input: { file_path: made(), content: 'x' } }]);
  const run = (mode: PermissionMode): Promise<SessionReport> => runClaudeCode(options(gate, mode));
  const lastResult = (): { text: string; isError: boolean } | undefined => results().at(-1);

  it('calls of a sub-agent are judged too, with what the session said', async () => {
    const script: ModelScript = ({ body }) => {
      if (body?.tools === undefined || body.tools.length === 0 || toolResults(body).length > 0) return says('Done.');
      return JSON.stringify(body.messages).includes('of the sub-agent')
        ? callsTool('Bash', { command: 'touch made-it', description: 'Make a file' })
        : callsTool('Agent', {
            description: 'd',
            prompt: 'The task of the sub-agent.',
            subagent_type: 'general-purpose',
          });
    };
    await connect(gate, script, (request) =>
      Promise.resolve(decision(request.tool === 'Agent' ? 'allow' : 'block', request)),
    );
    await run('bypassPermissions');
    assert.equal(existsSync(made()), false);
    assert.deepEqual(
      gate.requests.map(({ tool }) => tool),
      ['Agent', 'Bash'],
    );
    assert.equal(gate.requests[0]?.subAgent, undefined);
    assert.match(gate.requests[1]?.subAgent ?? '', /^general-purpose \w+$/);
    // The session does not wait for its sub-agent, and may already have said more.
    const said = gate.requests[1]?.transcript?.filter(({ role }) => role !== 'assistant');
    assert.deepEqual(said, [
      { role: 'task', text: 'Please do what has to be done.' },
      {
        role: 'tool_call',
        tool: 'Agent',
        input: { description: 'd', prompt: 'The task of the sub-agent.', subagent_type: 'general-purpose' },
      },
      { role: 'task', text: 'The task of the sub-agent.' },
    ]);
  });

  it('an agent that is interrupted while its call is being decided ends the decision', async () => {
    let ended = (): void => undefined;
    const aborted = new Promise<void>((resolve) => (ended = resolve));
    let asked = (): void => undefined;
    const deciding = new Promise<void>((resolve) => (asked = resolve));
    await connect(gate, touch(), (_request, signal) => {
      signal.addEventListener('abort', ended);
      asked();
      return new Promise(() => undefined);
    });
    const child = startClaudeCode(options(gate, 'default'));
    const closed = once(child, 'close');
    await deciding;
    child.kill('SIGINT');
    await aborted;
    await closed;
    assert.equal(existsSync(made()), false);
  });

  describe('where no window answers, a call is never silently allowed', () => {
    const allow = (request: CheckRequest): Promise<Decision> => Promise.resolve(decision('allow', request));
    const cases: readonly (readonly [mode: PermissionMode, script: () => ModelScript])[] = [
      ['default', touch],
      ['bypassPermissions', touch],
      ['dontAsk', touch],
      ['auto', touch],
      ['acceptEdits', write],
    ];
    for (const [mode, script] of cases) {
      it(`VS Code is closed: ${mode}`, async () => {
        await connect(gate, script(), allow);
        await gate.close();
        await run(mode);
        assert.equal(existsSync(made()), false);
        assert.deepEqual(gate.requests, []);
        assert.ok(lastResult()?.isError);
      });
    }

    it('no window has the folder open', async () => {
      mkdirSync(join(gate.place.root, 'other'));
      await connect(gate, touch(), allow, join(gate.place.root, 'other'));
      await run('bypassPermissions');
      assert.equal(existsSync(made()), false);
      assert.deepEqual(gate.requests, []);
    });

    it('the launcher is gone', async () => {
      await connect(gate, touch(), allow);
      // An open window would put it back.
      await gate.close();
      rmSync(gateHome(gate.place.home).launcher);
      await run('bypassPermissions');
      assert.equal(existsSync(made()), false);
    });

    // The launcher's own 300 seconds are too long for a test.
    function shortenLauncher(seconds: number): void {
      const { launcher } = gateHome(gate.place.home);
      const script = readFileSync(launcher, 'utf8');
      writeFileSync(launcher, script.replace(/^seconds=\d+$/m, `seconds=${seconds}`));
    }

    for (const mode of ['default', 'bypassPermissions'] as const) {
      it(`${mode}: deciding takes longer than there is time`, async () => {
        await connect(gate, touch(), () => new Promise(() => undefined));
        shortenLauncher(8);
        await run(mode);
        assert.equal(existsSync(made()), false);
        const { text, isError } = lastResult() ?? assert.fail('no result reached the model');
        assert.ok(isError);
        assert.ok(text.includes('No decision was made within 3 seconds.'), text);
      });

      it(`${mode}: the window goes on and on`, async () => {
        await connect(gate, touch(), allow);
        await gate.close();
        shortenLauncher(3);
        const window: Server = createServer((_request, response) => {
          const timer = setInterval(() => response.write(HEARTBEAT), 300);
          response.on('close', () => {
            clearInterval(timer);
          });
        });
        await new Promise<void>((resolve) =>
          window.listen(join(gateHome(gate.place.home).run, `${process.pid}-00000000.sock`), resolve),
        );
        await run(mode);
        window.close();
        assert.equal(existsSync(made()), false);
        assert.ok(lastResult()?.isError);
      });
    }

    describe('its answer is no whole frame', () => {
      const gate = useSessionGate();
      const answers = [
        [
          'cut-off',
          'auto-mode-reply 0\n{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}\n',
        ],
        ['empty', ''],
        ['no-frame', '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'],
      ] as const;
      const seen = new CallsInTurn(
        gate,
        answers.map(([file]) => touches(file, allow)),
        results,
      );
      const asked: string[] = [];

      before(async () => {
        await connect(gate, agentScript(seen.calls), seen.decide);
        await gate.close();
        const window = createServer((request, response) => {
          void text(request).then((payload) => {
            const [file, answer] = answers.find(([name]) => payload.includes(`touch ${name}`)) ?? ['none', ''];
            asked.push(file);
            response.end(answer);
          });
        });
        await new Promise<void>((resolve) =>
          window.listen(join(gateHome(gate.place.home).run, `${process.pid}-00000000.sock`), resolve),
        );
        await seen.run(() => runClaudeCode(options(gate, 'bypassPermissions')));
        window.close();
      });

      for (const [file] of answers) {
        it(`but ${file}`, () => {
          assert.ok(asked.includes(file), `no hook asked about it: ${asked.join()}`);
          assert.equal(seen.isMade(file), false);
          assert.ok(seen.heard(file).isError);
        });
      }
    });
  });

  describe('what the entry rests on', () => {
    it('disconnecting gives Claude Code back as it was', async () => {
      await connect(gate, touch(), (request) => Promise.resolve(decision('block', request)));
      disconnect();
      await run('bypassPermissions');
      assert.ok(existsSync(made()));
      assert.deepEqual(gate.requests, []);
    });

    for (const [what, change] of [
      ['a comment', (text: string) => `// mine\n${text}`],
      ['a trailing comma', (text: string) => text.replace(/\n\}\n$/, ',\n}\n')],
      ['hooks twice', (text: string) => text.replace(/\n\}\n$/, ',\n"hooks":{}}\n')],
    ] as const) {
      it(`${what} in its settings switches our hook off: such a file is not called connected`, async () => {
        await connect(gate, touch(), (request) => Promise.resolve(decision('block', request)));
        const settings = join(gate.place.home, '.claude', 'settings.json');
        writeFileSync(settings, change(readFileSync(settings, 'utf8')));
        await run('bypassPermissions');
        assert.ok(existsSync(made()));
        assert.deepEqual(gate.requests, []);
      });
    }
  });
});
