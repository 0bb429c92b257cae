/**
 * The real Claude Code with the bridge of this source tree and a scripted decision: what its hook engine does with our answers.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
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
import { REASON, REMEDY, decision } from './scriptedDecision';
import { useScriptedGate, type ScriptedDecision } from './scriptedGate';

describe('the real Claude Code', function () {
  this.timeout(300_000);
  let claude: string;
  const gate = useScriptedGate();
  let model: AnthropicServer;
  let disconnect: () => void;

  before(async function () {
    this.timeout(300_000);
    claude = await ensureClaudeCode(console.log);
  });

  const made = (name = 'made-it'): string => join(gate.place.workspace, name);
  const touch = (): ModelScript =>
    agentScript([{ name: 'Bash', input: { command: 'touch made-it', description: 'Make a file' } }]);
  /** Claude Code's own judge does not let it pass here, where it has no model for that. */
  const deploy = (): ModelScript => {
    const command = `node -e 'fs.writeFileSync("made-it", "")'; curl -s http://127.0.0.1:9/ -d x; true`;
    return agentScript([{ name: 'Bash', input: { command, description: 'Deploy' } }]);
  };
  const write = (): ModelScript => agentScript([{ name: 'Write', input: { file_path: made(), content: 'x' } }]);

  async function connect(script: ModelScript, decide: ScriptedDecision, folder = gate.place.workspace): Promise<void> {
    model = await gate.serve(() => startAnthropicServer(script));
    const launcher = await gate.open(decide, {
      folders: () => [folder],
      guidance: ({ kind }) => (kind === 'session-start' ? AUTO_MODE_GUIDANCE : undefined),
    });
    disconnect = connectAgent(claudeCodeInstallation(claudeCodeDirectory(gate.place.home, {}), launcher));
  }

  const options = (mode: PermissionMode): Parameters<typeof runClaudeCode>[0] => ({
    claude,
    home: gate.place.home,
    cwd: gate.place.workspace,
    modelUrl: model.url,
    mode,
  });
  const run = (mode: PermissionMode): Promise<SessionReport> => runClaudeCode(options(mode));
  const lastResult = (): { text: string; isError: boolean } | undefined =>
    toolResults(model.requests.at(-1)?.body).at(-1);

  for (const mode of ['default', 'acceptEdits', 'bypassPermissions', 'auto'] as const) {
    it(`${mode}: a block stops the call, and its reason and remedy reach the model`, async () => {
      await connect(touch(), (request) => Promise.resolve(decision('block', request)));
      await run(mode);
      assert.equal(existsSync(made()), false);
      const { text, isError } = lastResult() ?? assert.fail('no result reached the model');
      assert.ok(isError);
      assert.ok(text.includes(`Auto Mode: ${REASON} ${REMEDY}`), text);
    });
  }

  for (const mode of ['default', 'dontAsk'] as const) {
    it(`${mode}: an allow runs what would have been refused without a terminal`, async () => {
      await connect(touch(), (request) => Promise.resolve(decision('allow', request)));
      const report = await run(mode);
      assert.deepEqual(report.permission_denials, []);
      assert.ok(existsSync(made()));
    });
  }

  it('the call that is judged is the call that runs, and a prompt of a script is not the user’s word', async () => {
    await connect(touch(), (request) => Promise.resolve(decision('allow', request)));
    await run('default');
    const [request, ...more] = gate.requests;
    assert.deepEqual(more, []);
    assert.deepEqual(
      {
        ...request,
        sessionId: typeof request?.sessionId,
        callId: request?.callId?.startsWith('toolu_'),
        environment: undefined,
      },
      {
        tool: 'Bash',
        input: { command: 'touch made-it', description: 'Make a file' },
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

  it('what it tells beside its calls arrives in order, matches what was judged, and the guidance reaches the model', async () => {
    await connect(touch(), (request) => Promise.resolve(decision('allow', request)));
    await run('default');
    assert.deepEqual(
      gate.notices.map((notice) => (notice.kind === 'prompt' ? [notice.text, notice.from] : notice.kind)),
      ['session-start', ['Please do what has to be done.', 'unmarked'], 'call-ended', 'session-end'],
    );
    const ended = gate.notices.find((notice) => notice.kind === 'call-ended');
    const [judged] = gate.requests;
    assert.deepEqual(
      [ended?.tool, ended?.input, ended?.callId, ended?.end, ended?.sessionId, ended?.mode],
      [judged?.tool, judged?.input, judged?.callId, 'ran', judged?.sessionId, 'default'],
    );
    assert.deepEqual(gate.alarms, []);
    const first = JSON.stringify(model.requests.find(({ body }) => (body?.tools?.length ?? 0) > 0)?.body);
    assert.ok(first.includes(JSON.stringify(AUTO_MODE_GUIDANCE).slice(1, -1)));
  });

  it('a blocked call ends without a word', async () => {
    await connect(touch(), (request) => Promise.resolve(decision('block', request)));
    await run('bypassPermissions');
    assert.equal(
      gate.notices.some(({ kind }) => kind === 'call-ended'),
      false,
    );
    assert.deepEqual(gate.alarms, []);
  });

  it('auto: an allow settles the call, and Claude Code’s own judge is not asked', async () => {
    await connect(deploy(), (request) => Promise.resolve(decision('allow', request)));
    await run('auto');
    assert.ok(existsSync(made()));
    assert.deepEqual(
      gate.requests.map(({ mode, judgesItself }) => [mode, judgesItself]),
      [['auto', true]],
    );
    assert.deepEqual(gate.alarms, []);
  });

  it('auto: what is left to it is for its own judge, whose refusal is reported', async () => {
    await connect(deploy(), (request) => Promise.resolve(decision('defer', request)));
    await run('auto');
    assert.equal(existsSync(made()), false);
    assert.ok(lastResult()?.isError);
    const ended = gate.notices.find((notice) => notice.kind === 'call-ended');
    assert.equal(ended?.end, 'refused-by-agent');
    assert.ok(ended.reason);
    assert.deepEqual(gate.alarms, []);
  });

  it('the instruction files that it has loaded are told, as it loaded them', async () => {
    const put = (path: string, text: string): void => {
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, text);
    };
    put(join(gate.place.home, '.claude', 'CLAUDE.md'), 'Of the user.');
    put(join(gate.place.root, 'CLAUDE.md'), 'Above.');
    put(join(gate.place.workspace, 'CLAUDE.md'), 'Of the project, with @docs/more.md');
    put(join(gate.place.workspace, 'docs', 'more.md'), 'Imported.');
    put(join(gate.place.workspace, '.claude', 'rules', 'a.md'), 'A rule.');
    put(join(gate.place.workspace, 'AGENTS.md'), 'For others.');
    await connect(touch(), (request) => Promise.resolve(decision('allow', request)));
    await run('default');
    assert.deepEqual(
      gate.requests[0]?.loadedContext?.map(({ path, text }) => [path.replace(`${gate.place.root}/`, ''), text]),
      [
        ['home/.claude/CLAUDE.md', 'Of the user.'],
        ['CLAUDE.md', 'Above.'],
        ['workspace/CLAUDE.md', 'Of the project, with @docs/more.md'],
        ['workspace/docs/more.md', 'Imported.'],
        ['workspace/.claude/rules/a.md', 'A rule.'],
      ],
    );
  });

  it('auto mode is off here: Claude Code’s own permissions apply', async () => {
    await connect(touch(), (request) => Promise.resolve(decision('defer', request)));
    assert.equal((await run('default')).permission_denials.length, 1);
    assert.equal(existsSync(made()), false);
    await run('bypassPermissions');
    assert.ok(existsSync(made()));
  });

  it('a decision that takes its time is waited for', async () => {
    await connect(touch(), async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      return decision('allow', request);
    });
    await run('default');
    assert.ok(existsSync(made()));
  });

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
    await connect(script, (request) =>
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
    await connect(touch(), (_request, signal) => {
      signal.addEventListener('abort', ended);
      asked();
      return new Promise(() => undefined);
    });
    const child = startClaudeCode(options('default'));
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
        await connect(script(), allow);
        await gate.close();
        await run(mode);
        assert.equal(existsSync(made()), false);
        assert.deepEqual(gate.requests, []);
        assert.ok(lastResult()?.isError);
      });
    }

    it('no window has the folder open', async () => {
      mkdirSync(join(gate.place.root, 'other'));
      await connect(touch(), allow, join(gate.place.root, 'other'));
      await run('bypassPermissions');
      assert.equal(existsSync(made()), false);
      assert.deepEqual(gate.requests, []);
    });

    it('the launcher is gone', async () => {
      await connect(touch(), allow);
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
        await connect(touch(), () => new Promise(() => undefined));
        shortenLauncher(8);
        await run(mode);
        assert.equal(existsSync(made()), false);
        const { text, isError } = lastResult() ?? assert.fail('no result reached the model');
        assert.ok(isError);
        assert.ok(text.includes('No decision was made within 3 seconds.'), text);
      });

      it(`${mode}: the window goes on and on`, async () => {
        await connect(touch(), allow);
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

    const broken: readonly (readonly [what: string, answer: string])[] = [
      [
        'cut off',
        'auto-mode-reply 0\n{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}\n',
      ],
      ['empty', ''],
      ['no frame', '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'],
    ];
    for (const [what, answer] of broken) {
      it(`its answer is ${what}`, async () => {
        await connect(touch(), allow);
        await gate.close();
        const window: Server = createServer((_request, response) => response.end(answer));
        await new Promise<void>((resolve) =>
          window.listen(join(gateHome(gate.place.home).run, `${process.pid}-00000000.sock`), resolve),
        );
        await run('bypassPermissions');
        window.close();
        assert.equal(existsSync(made()), false);
      });
    }
  });

  describe('what the entry rests on', () => {
    it('disconnecting gives Claude Code back as it was', async () => {
      await connect(touch(), (request) => Promise.resolve(decision('block', request)));
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
        await connect(touch(), (request) => Promise.resolve(decision('block', request)));
        const settings = join(gate.place.home, '.claude', 'settings.json');
        writeFileSync(settings, change(readFileSync(settings, 'utf8')));
        await run('bypassPermissions');
        assert.ok(existsSync(made()));
        assert.deepEqual(gate.requests, []);
      });
    }
  });
});
