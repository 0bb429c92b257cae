/**
 * What the real Copilot CLI tells its hooks beside its calls, what of a folder acts on them, and that the gate knows both. With the bridge
 * of this source tree and a scripted decision.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureCopilot, type Copilot } from '../../scripts/toolchain/copilot.mjs';
import type { FolderProblem } from '../../src/agents/hooks/agentInstallation';
import {
  copilotDirectory,
  copilotHook,
  copilotInstallation,
  copilotNoticeHook,
} from '../../src/agents/copilot/installation';
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
import { connectAgent } from './sessions/agentHome';
import { runCopilot, type CopilotRun } from './sessions/copilotSession';
import { always, decision } from './scriptedDecision';
import { useScriptedGate, useSessionGate, type ScriptedDecision, type ScriptedGate } from './scriptedGate';

const GUIDANCE = 'Auto mode is active in these tests.';
const INPUT = { command: 'touch made-it', description: 'Make a file' };

describe('what the real Copilot CLI tells', function () {
  this.timeout(300_000);
  let copilot: Copilot;
  const gate = useScriptedGate();
  let model: OpenAiServer;

  before(async function () {
    this.timeout(300_000);
    copilot = await ensureCopilot(console.log);
  });

  const made = (): boolean => existsSync(join(gate.place.workspace, 'made-it'));
  const put = (path: string, text: string): string => {
    const whole = join(gate.place.root, path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, text);
    return whole;
  };
  const settings = (): string => join(gate.place.home, '.copilot', 'settings.json');

  const options = ({ place }: ScriptedGate): CopilotRun => ({
    ...{ copilot, home: place.home, cwd: place.workspace, modelUrl: model.url },
    flags: ['--allow-all-tools'],
  });
  async function connect(of: ScriptedGate, script: OpenAiScript, decide: ScriptedDecision): Promise<void> {
    model = await of.serve(() => startOpenAiServer(script));
    const launcher = await of.open(decide, { guidance: () => GUIDANCE });
    const installation = copilotInstallation(copilotDirectory(of.place.home, {}), launcher);
    if (installation.planConnect().kind === 'change') connectAgent(installation);
  }
  async function runIn(of: ScriptedGate, script: OpenAiScript, decide: ScriptedDecision): Promise<void> {
    await connect(of, script, decide);
    await runCopilot(options(of));
  }
  const touch = (): OpenAiScript => agentScript([{ name: 'bash', input: INPUT }]);
  const run = (script = touch()): Promise<void> => runIn(gate, script, always('allow'));
  const told = (): string[] => gate.notices.map(({ kind }) => kind).sort();

  describe('of one session, call after call, in a folder with instruction files', () => {
    const gate = useSessionGate();
    const put = (path: string, text: string): void => {
      const whole = join(gate.place.root, path);
      mkdirSync(dirname(whole), { recursive: true });
      writeFileSync(whole, text);
    };
    const blocked = { command: 'touch blocked', description: 'Make a file' };
    before(async () => {
      execFileSync('git', ['init', '--quiet'], { cwd: gate.place.workspace });
      const names = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', '.github/copilot-instructions.md', 'CLAUDE.local.md'];
      const parts = ['.github/instructions/a.instructions.md', '.claude/rules/r.md', '.claude/CLAUDE.md'];
      for (const name of [...names, ...parts]) put(`workspace/${name}`, `MARK[workspace/${name}]`);
      put('workspace/.github/instructions/t.instructions.md', '---\napplyTo: "**/*.ts"\n---\nMARK[for some files]');
      for (const name of ['copilot-instructions.md', 'instructions/u.instructions.md', 'AGENTS.md']) {
        put(`home/.copilot/${name}`, `MARK[home/${name}]`);
      }
      const script = agentScript([
        { name: 'bash', input: INPUT },
        { name: 'bash', input: blocked },
        { name: 'no_such_tool', input: {} },
      ]);
      await runIn(gate, script, (request) =>
        Promise.resolve(decision(request.input['command'] === INPUT.command ? 'allow' : 'block', request)),
      );
    });

    it('its start and end, its prompt and the call that ran; the guidance reaches the model', () => {
      assert.ok(existsSync(join(gate.place.workspace, 'made-it')));
      assert.deepEqual(gate.notices.map(({ kind }) => kind).sort(), [
        ...['call-ended', 'prompt', 'session-end', 'session-start'],
      ]);
      const origin = {
        cwd: gate.place.workspace,
        sessionId: gate.requests[0]?.sessionId,
        mode: undefined,
        subAgentId: undefined,
      };
      for (const expected of [
        { ...origin, kind: 'session-start', continued: false },
        { ...origin, kind: 'prompt', text: 'Please do what has to be done.', from: 'unmarked' },
        { ...origin, kind: 'call-ended', tool: 'bash', input: INPUT, callId: undefined, end: 'ran' },
        { ...origin, kind: 'session-end' },
      ]) {
        assert.deepEqual(
          gate.notices.find(({ kind }) => kind === expected.kind),
          expected,
        );
      }
      assert.ok(model.requests[0]?.rawBody.includes(GUIDANCE));
    });

    it('nothing of a call that was blocked, known or not', () => {
      assert.deepEqual(
        gate.requests.map(({ tool, input }) => [tool, input]),
        [
          ['bash', INPUT],
          ['bash', blocked],
          ['no_such_tool', {}],
        ],
      );
      assert.equal(existsSync(join(gate.place.workspace, 'blocked')), false);
      const ended = gate.notices.filter((notice) => notice.kind === 'call-ended');
      assert.deepEqual(
        ended.map(({ input }) => input),
        [INPUT],
      );
      assert.deepEqual(gate.alarms, []);
    });

    it('instruction files: those that reach the model are those that are judged with', () => {
      const marks = (text: string): string[] => [...new Set(text.match(/MARK\[[^\]]*\]/g))].sort();
      const given = (gate.requests[0]?.loadedContext ?? []).map(({ text }) => text).join('\n');
      assert.ok(marks(given).length >= 8);
      assert.deepEqual(marks(given), marks(model.requests[0]?.rawBody ?? ''));
    });
  });

  it('calls of a sub-agent as its own, in the session that started it', async () => {
    const task = { name: 'helper', description: 'd', prompt: 'Its task.', agent_type: 'task', mode: 'sync' };
    await run(({ body, rawBody }) => {
      if (body?.tools === undefined || body.tools.length === 0 || toolResults(body).length > 0) return says('Done.');
      return rawBody.includes('Please do what has to be done.') ? callsTool('task', task) : callsTool('bash', INPUT);
    });
    const ended = gate.notices.filter((notice) => notice.kind === 'call-ended');
    assert.deepEqual(
      ended.map(({ tool, sessionId, subAgentId }) => [tool, sessionId, subAgentId === undefined]),
      [
        ['bash', gate.requests[0]?.sessionId, false],
        ['task', gate.requests[0]?.sessionId, true],
      ],
    );
    assert.deepEqual(gate.alarms, []);
  });

  it('and goes on where the launcher is gone, or no window hears it', async () => {
    await connect(gate, touch(), always('allow'));
    const file = put('home/.copilot/hooks/auto-mode.json', '');
    const notice = {
      type: 'command',
      command: `'${gateHome(gate.place.home).launcher}' copilot notice`,
      timeoutSec: 10,
    };
    const events = ['sessionStart', 'userPromptSubmitted', 'postToolUse', 'sessionEnd'];
    writeFileSync(
      file,
      JSON.stringify({ version: 1, hooks: Object.fromEntries(events.map((event) => [event, [notice]])) }),
    );
    await gate.close();
    for (const isGone of [false, true]) {
      if (isGone) rmSync(gateHome(gate.place.home).launcher);
      rmSync(join(gate.place.workspace, 'made-it'), { force: true });
      await runCopilot(options(gate));
      assert.ok(made());
    }
  });

  describe('and what acts on its hooks', () => {
    const OFF = '{"disableAllHooks": true}';
    const rewriting = JSON.stringify({
      version: 1,
      hooks: { preToolUse: [{ type: 'command', command: './rewriter', timeoutSec: 20 }] },
    });
    const cases: readonly {
      readonly path: string;
      readonly text: string;
      readonly trusted: boolean;
      readonly told: FolderProblem['kind'];
    }[] = [
      { path: '.github/copilot/settings.json', text: OFF, trusted: true, told: 'switches-hooks-off' },
      { path: '.github/copilot/settings.local.json', text: OFF, trusted: true, told: 'switches-hooks-off' },
      { path: '.claude/settings.json', text: OFF, trusted: true, told: 'switches-hooks-off' },
      { path: '.claude/settings.local.json', text: OFF, trusted: true, told: 'switches-hooks-off' },
      { path: '.github/copilot/settings.json', text: OFF, trusted: false, told: 'switches-hooks-off' },
      { path: '.github/hooks/sub/x.json', text: rewriting, trusted: true, told: 'can-rewrite-calls' },
      { path: '.github/copilot/settings.json', text: rewriting, trusted: true, told: 'can-rewrite-calls' },
      { path: '.claude/settings.local.json', text: rewriting, trusted: true, told: 'can-rewrite-calls' },
      { path: '.github/hooks/x.json', text: rewriting, trusted: false, told: 'can-rewrite-calls' },
    ];
    for (const { path, text, trusted, told: kind } of cases) {
      it(`${path}, in a folder that is ${trusted ? '' : 'not '}trusted: ${kind}`, async () => {
        put(`workspace/${path}`, text);
        const answer = { permissionDecision: 'allow', modifiedArgs: { ...INPUT, command: 'touch rewritten' } };
        chmodSync(put('workspace/rewriter', `#!/bin/sh\necho '${JSON.stringify(answer)}'\n`), 0o755);
        if (trusted) put('home/.copilot/config.json', JSON.stringify({ trustedFolders: [gate.place.workspace] }));
        await run();
        const isRewritten = trusted && kind === 'can-rewrite-calls';
        assert.equal(gate.requests.length, trusted && kind === 'switches-hooks-off' ? 0 : 1);
        assert.equal(existsSync(join(gate.place.workspace, 'rewritten')), isRewritten);
        // Without an id of the call, nothing tells a changed call from another one.
        assert.deepEqual(gate.alarms, isRewritten ? ['unjudged-call-ran bash'] : []);
        const installation = copilotInstallation(
          copilotDirectory(gate.place.home, {}),
          gateHome(gate.place.home).launcher,
        );
        assert.deepEqual(
          installation.folderProblems([gate.place.workspace]).map((problem) => [problem.path, problem.kind]),
          [[join(gate.place.workspace, path), kind]],
        );
      });
    }

    it('a hook named in the user’s list of those that do not run: not connected', async () => {
      await connect(gate, touch(), always('allow'));
      const installation = copilotInstallation(
        copilotDirectory(gate.place.home, {}),
        gateHome(gate.place.home).launcher,
      );
      const { launcher } = gateHome(gate.place.home);
      const keys = [
        ['preToolUse', copilotHook(launcher)] as const,
        ['postToolUse', copilotNoticeHook(launcher)] as const,
      ].map(([event, { type, command, timeoutSec }]) => {
        const readAs = JSON.stringify({ type, bash: command, powershell: command, timeoutSec });
        return createHash('sha256').update(`${event}\0${readAs}`).digest('hex');
      });
      assert.deepEqual(installation.status(), { state: 'connected' });
      writeFileSync(settings(), JSON.stringify({ disabledHooks: keys.slice(1) }));
      assert.equal(installation.status().state, 'broken');
      writeFileSync(settings(), JSON.stringify({ disabledHooks: keys }));
      assert.equal(installation.status().state, 'broken');
      await run();
      assert.deepEqual([gate.requests.length, told()], [0, ['prompt', 'session-end', 'session-start']]);
    });
  });
});
