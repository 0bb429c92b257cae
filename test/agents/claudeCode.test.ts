/**
 * The real Claude Code with the bridge of this source tree and a scripted decision: what its hook engine does with our answers.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { ensureClaudeCode } from '../../scripts/toolchain/claudeCode.mjs';
import { startBridge, type Bridge } from '../../src/bridge/bridge';
import { gateHome } from '../../src/bridge/gateHome';
import type { Decision } from '../../src/engine/decision';
import type { CheckRequest } from '../../src/engine/request';
import {
  agentScript,
  callsTool,
  says,
  startAnthropicServer,
  toolResults,
  type AnthropicServer,
  type ModelScript,
} from '../modelServer/anthropicServer';
import {
  AgentHome,
  connectClaudeCode,
  runClaudeCode,
  startClaudeCode,
  type PermissionMode,
  type SessionReport,
} from './claudeCodeSession';

const REASON = 'Blocked by the rule bash(touch *) of these tests.';
const REMEDY = 'Ask the user first.';

function decision(outcome: Decision['outcome'], request: CheckRequest): Decision {
  return {
    id: 'd1',
    at: '2026-11-21T08:00:00.000Z',
    durationMs: 1,
    outcome,
    stage: 'permissions.deny',
    reason: outcome === 'block' ? REASON : 'Fine.',
    ...(outcome === 'block' ? { remedy: REMEDY } : {}),
    tool: request.tool,
    summary: '',
  };
}

describe('the real Claude Code', function () {
  this.timeout(60_000);
  let claude: string;
  let place: AgentHome;
  let model: AnthropicServer;
  let bridge: Bridge | undefined;
  let disconnect: () => void;
  let requests: CheckRequest[];

  before(async function () {
    this.timeout(300_000);
    claude = await ensureClaudeCode(console.log);
  });
  beforeEach(() => {
    place = new AgentHome();
    requests = [];
  });
  afterEach(async () => {
    await bridge?.dispose();
    bridge = undefined;
    await model.stop();
    place.dispose();
  });

  const made = (name = 'made-it'): string => join(place.workspace, name);
  const touch = (): ModelScript =>
    agentScript([{ name: 'Bash', input: { command: 'touch made-it', description: 'Make a file' } }]);
  const write = (): ModelScript => agentScript([{ name: 'Write', input: { file_path: made(), content: 'x' } }]);

  async function connect(
    script: ModelScript,
    decide: (request: CheckRequest, signal: AbortSignal) => Promise<Decision>,
    folder = place.workspace,
  ): Promise<void> {
    model = await startAnthropicServer(script);
    bridge = await startBridge({
      home: place.home,
      folders: () => [folder],
      decide: (request, signal) => {
        requests.push(request);
        return decide(request, signal);
      },
      log: () => undefined,
    });
    disconnect = connectClaudeCode(place.home, bridge.launcherPath);
  }

  const options = (mode: PermissionMode): Parameters<typeof runClaudeCode>[0] => ({
    claude,
    home: place.home,
    cwd: place.workspace,
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
    const [request, ...more] = requests;
    assert.deepEqual(more, []);
    assert.deepEqual(
      { ...request, sessionId: typeof request?.sessionId, callId: request?.callId?.startsWith('toolu_') },
      {
        tool: 'Bash',
        input: { command: 'touch made-it', description: 'Make a file' },
        cwd: place.workspace,
        agent: 'claude-code',
        sessionId: 'string',
        callId: true,
        interactive: true,
        transcript: [{ role: 'task', text: 'Please do what has to be done.' }],
      },
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
      requests.map(({ tool }) => tool),
      ['Agent', 'Bash'],
    );
    // The session does not wait for its sub-agent, and may already have said more.
    const said = requests[1]?.transcript?.filter(({ role }) => role !== 'assistant');
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
        await bridge?.dispose();
        await run(mode);
        assert.equal(existsSync(made()), false);
        assert.deepEqual(requests, []);
        assert.ok(lastResult()?.isError);
      });
    }

    it('no window has the folder open', async () => {
      mkdirSync(join(place.root, 'other'));
      await connect(touch(), allow, join(place.root, 'other'));
      await run('bypassPermissions');
      assert.equal(existsSync(made()), false);
      assert.deepEqual(requests, []);
    });

    it('the launcher is gone', async () => {
      await connect(touch(), allow);
      rmSync(gateHome(place.home).launcher);
      await run('bypassPermissions');
      assert.equal(existsSync(made()), false);
    });

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
        await bridge?.dispose();
        const window: Server = createServer((_request, response) => response.end(answer));
        await new Promise<void>((resolve) =>
          window.listen(join(gateHome(place.home).run, `${process.pid}-00000000.sock`), resolve),
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
      assert.deepEqual(requests, []);
    });

    for (const [what, change] of [
      ['a comment', (text: string) => `// mine\n${text}`],
      ['a trailing comma', (text: string) => text.replace(/\n\}\n$/, ',\n}\n')],
      ['hooks twice', (text: string) => text.replace(/\n\}\n$/, ',\n"hooks":{}}\n')],
    ] as const) {
      it(`${what} in its settings switches our hook off: such a file is not called connected`, async () => {
        await connect(touch(), (request) => Promise.resolve(decision('block', request)));
        const settings = join(place.home, '.claude', 'settings.json');
        writeFileSync(settings, change(readFileSync(settings, 'utf8')));
        await run('bypassPermissions');
        assert.ok(existsSync(made()));
        assert.deepEqual(requests, []);
      });
    }
  });
});
