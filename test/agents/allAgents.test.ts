/** All agents that run here, connected at once in one workspace, three of them at work at the same time. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureClaudeCode } from '../../scripts/toolchain/claudeCode.mjs';
import { ensureCodex } from '../../scripts/toolchain/codex.mjs';
import { ensureCopilot } from '../../scripts/toolchain/copilot.mjs';
import { ensureGeminiCli, ensureQwenCode } from '../../scripts/toolchain/npmAgents.mjs';
import { ensurePi } from '../../scripts/toolchain/pi.mjs';
import { claudeCodeDirectory, claudeCodeInstallation } from '../../src/agents/claudeCode/installation';
import { copilotDirectory, copilotInstallation } from '../../src/agents/copilot/installation';
import { geminiCliDirectory, geminiCliInstallation } from '../../src/agents/geminiCli/installation';
import { piDirectory, piInstallation } from '../../src/agents/pi/installation';
import { qwenCodeDirectory, qwenCodeInstallation } from '../../src/agents/qwenCode/installation';
import * as anthropic from '../modelServer/anthropicServer';
import * as gemini from '../modelServer/geminiServer';
import * as openAi from '../modelServer/openAiServer';
import { connectAgent } from './agentHome';
import { runClaudeCode } from './claudeCodeSession';
import { configureCodex, connectCodex, runCodexExec } from './codexSession';
import { runCopilot } from './copilotSession';
import { KILO_CODE_PROGRAM } from './kiloCodeProgram';
import { geminiCliSettings, qwenCodeSettings, runGeminiCli, runQwenCode, setSignIn } from './nodeAgentSession';
import {
  configureFamily,
  connectFamily,
  ensureFamilyProgram,
  FamilyServer,
  OPENCODE_PROGRAM,
} from './opencodeFamilySession';
import { configurePi, runPi } from './piSession';
import { decision } from './scriptedDecision';
import { useScriptedGate } from './scriptedGate';

const CALLS = 10;
/** With all of them two cores would be busy for minutes. */
const AT_WORK = 3;
const SECONDS = 400;
/** opencode and what was made from it. */
const FAMILY = [OPENCODE_PROGRAM, KILO_CODE_PROGRAM];

/** The file of a call; every second call is blocked. */
const fileOf = (agent: string, index: number): string => `${agent}-${index}`;
const lines = (agent: string): readonly string[] =>
  Array.from({ length: CALLS }, (_, index) => `touch ${fileOf(agent, index)}`);

interface ConnectedAgent {
  readonly disconnect: () => void;
  readonly run: () => Promise<unknown>;
}

interface ModelServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Every file below a folder, as bytes in base64; the product's copies of settings stay for the user. */
function filesBelow(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile() && !entry.name.includes('.before-auto-mode-'))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path).toString('base64')]),
  );
}

describe('all agents at once', function () {
  this.timeout(600_000);
  const gate = useScriptedGate();
  const models: ModelServer[] = [];
  afterEach(async () => {
    await Promise.all(models.splice(0).map((model) => model.stop()));
  });

  async function serve<Server extends ModelServer>(starting: Promise<Server>): Promise<string> {
    const model = await starting;
    models.push(model);
    return model.url;
  }

  const openAiModel = (agent: string, tool: string, more: object = {}): Promise<string> => {
    const calls = lines(agent).map((command) => ({ name: tool, input: { command, ...more } }));
    return serve(openAi.startOpenAiServer(openAi.agentScript(calls)));
  };

  /** What each needs before it is connected, as a user has set it up. */
  async function prepared(): Promise<Readonly<Record<string, (launcher: string) => ConnectedAgent>>> {
    const { home, workspace: cwd } = gate.place;
    const describing = { description: 'd' };
    const [claude, copilot, codex] = [
      await ensureClaudeCode(console.log),
      await ensureCopilot(console.log),
      await ensureCodex(console.log),
    ];
    const [pi, geminiCli, qwenCode] = [
      await ensurePi(console.log),
      await ensureGeminiCli(console.log),
      await ensureQwenCode(console.log),
    ];
    const claudeUrl = await serve(
      anthropic.startAnthropicServer(
        anthropic.agentScript(
          lines('claude-code').map((command) => ({ name: 'Bash', input: { command, ...describing } })),
        ),
      ),
    );
    const codexUrl = await serve(
      openAi.startOpenAiServer((_request, index) => {
        const command = lines('codex')[index];
        return command === undefined ? openAi.says('Done.') : openAi.callsTool('exec_command', { cmd: command });
      }),
    );
    const geminiUrl = await serve(
      gemini.startGeminiServer(
        gemini.agentScript(
          lines('gemini-cli').map((command) => ({ name: 'run_shell_command', input: { command, ...describing } })),
        ),
      ),
    );
    const copilotUrl = await openAiModel('copilot', 'bash', describing);
    const qwenUrl = await openAiModel('qwen-code', 'run_shell_command', { ...describing, is_background: false });
    configureCodex(home, codexUrl, 'gpt-5.5');
    for (const program of FAMILY) {
      await ensureFamilyProgram(program);
      configureFamily(program, home, await openAiModel(program.agent.id, 'bash', describing));
    }
    configurePi(home, await openAiModel('pi', 'bash'));
    setSignIn(geminiCliSettings(home), 'gemini-api-key');
    // As Qwen Code writes it by itself at its first start.
    mkdirSync(qwenCodeDirectory(home, {}));
    writeFileSync(qwenCodeSettings(home), JSON.stringify({ $version: 4 }));
    setSignIn(qwenCodeSettings(home), 'openai');
    return {
      'claude-code': (launcher) => ({
        disconnect: connectAgent(claudeCodeInstallation(claudeCodeDirectory(home, {}), launcher)),
        run: () => runClaudeCode({ claude, home, cwd, modelUrl: claudeUrl, mode: 'default' }, SECONDS),
      }),
      copilot: (launcher) => ({
        disconnect: connectAgent(copilotInstallation(copilotDirectory(home, {}), launcher)),
        run: () => runCopilot({ copilot, home, cwd, modelUrl: copilotUrl }, SECONDS),
      }),
      codex: (launcher) => ({
        disconnect: connectCodex(home, launcher),
        run: () => runCodexExec({ codex, home, cwd }, undefined, SECONDS),
      }),
      ...Object.fromEntries(
        FAMILY.map((program) => [
          program.agent.id,
          (launcher: string) => ({
            disconnect: connectFamily(program, home, launcher),
            run: async () => {
              const server = await FamilyServer.start(program, home, cwd);
              try {
                await server.prompt();
              } finally {
                await server.stop();
              }
            },
          }),
        ]),
      ),
      pi: (launcher) => ({
        disconnect: connectAgent(piInstallation(piDirectory(home, {}), launcher)),
        run: () => runPi({ pi, home, cwd }, SECONDS),
      }),
      'gemini-cli': (launcher) => ({
        disconnect: connectAgent(geminiCliInstallation(geminiCliDirectory(home, {}), launcher)),
        run: () => runGeminiCli({ agent: geminiCli, home, cwd, modelUrl: geminiUrl, mode: 'yolo' }, SECONDS),
      }),
      'qwen-code': (launcher) => ({
        disconnect: connectAgent(qwenCodeInstallation(qwenCodeDirectory(home, {}), launcher)),
        run: () => runQwenCode({ agent: qwenCode, home, cwd, modelUrl: qwenUrl, mode: 'yolo' }, SECONDS),
      }),
    };
  }

  it('are each asked about once, as themselves, and disconnecting gives every file back', async () => {
    const agents = await prepared();
    const { home, workspace } = gate.place;
    const launcher = await gate.open((request) => {
      const line = JSON.stringify(request.input);
      const index = Number(/touch [a-z-]+-(\d+)/.exec(line)?.[1]);
      return Promise.resolve(decision(index % 2 === 0 ? 'allow' : 'block', request));
    });
    const before = filesBelow(home);
    const connected = Object.values(agents).map((connect) => connect(launcher));
    const changed = [...filesBelow(home)].filter(([path, bytes]) => before.get(path) !== bytes).map(([path]) => path);
    assert.ok(changed.length >= connected.length, changed.join(' '));

    const waiting = [...connected];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next.run();
    };
    await Promise.all(Array.from({ length: AT_WORK }, work));
    const asked = (name: string): readonly string[] =>
      gate.requests
        .filter(({ agent }) => agent === name)
        .map(({ input }) => /touch [a-z-]+-\d+/.exec(JSON.stringify(input))?.[0] ?? '');
    for (const name of Object.keys(agents)) {
      assert.deepEqual(asked(name), lines(name), name);
      const sessions = new Set(gate.requests.filter(({ agent }) => agent === name).map(({ sessionId }) => sessionId));
      assert.equal(sessions.size, 1, name);
      for (let index = 0; index < CALLS; index += 1) {
        const file = fileOf(name, index);
        assert.equal(existsSync(join(workspace, file)), index % 2 === 0, file);
      }
    }
    assert.equal(gate.requests.length, CALLS * connected.length);
    assert.deepEqual(gate.alarms, []);
    // They were at work at the same time.
    const turns = gate.requests.filter(({ agent }, index) => agent !== gate.requests[index - 1]?.agent);
    assert.ok(turns.length > connected.length, `${turns.length} turns`);

    for (const { disconnect } of connected) disconnect();
    const after = filesBelow(home);
    for (const path of changed) assert.equal(after.get(path), before.get(path), path);
  });
});
