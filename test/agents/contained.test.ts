/** Real agents whose calls are given back as tickets of the real sandbox, decided by the engine of this source tree. */
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
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
import { decide } from '../../src/engine/decide';
import type { Decision } from '../../src/engine/model/decision';
import type { Gate } from '../../src/engine/model/ports';
import { ContainedRoom } from '../contained/containedRoom';
import * as anthropic from '../modelServer/anthropicServer';
import * as gemini from '../modelServer/geminiServer';
import * as openAi from '../modelServer/openAiServer';
import { OUTAGE, verdict } from '../unit/engine/fakeGate';
import { connectAgent } from './sessions/agentHome';
import { runClaudeCode } from './sessions/claudeCodeSession';
import { configureCodex, connectCodex, runCodexExec } from './sessions/codexSession';
import { runCopilot } from './sessions/copilotSession';
import { KILO_CODE_PROGRAM } from './sessions/kiloCodeProgram';
import { geminiCliSettings, qwenCodeSettings, runGeminiCli, setSignIn } from './sessions/nodeAgentSession';
import {
  configureFamily,
  connectFamily,
  ensureFamilyProgram,
  FamilyServer,
  OPENCODE_PROGRAM,
} from './sessions/opencodeFamilySession';
import { configurePi, runPi } from './sessions/piSession';
import { promptQwenCode } from './sessions/qwenCodeAcp';
import { useScriptedGate } from './scriptedGate';

const REACHES_OUT = [
  "const fs = require('fs');",
  "for (const path of ['/home-marker', '/beside.txt']) try { fs.writeFileSync(process.env.HOME + path, 'x') } catch (e) { console.log(e.code) }",
  "try { fs.writeFileSync('.git/hooks/pre-commit', 'x') } catch (e) { console.log('hook', e.code); process.exitCode = 1 }",
].join('\n');

/** In the order of the session: a trial, a test run, an attack, the attack once more. */
const LINES = ['ls tests.js', 'node tests.js', 'node attack.js', 'node attack.js'];

describe('contained runs of real agents', function () {
  this.timeout(300_000);
  const gate = useScriptedGate();
  let room: ContainedRoom;
  let decisions: Decision[];

  /** @returns the launcher's path */
  async function open(judge?: Gate['classifier']): Promise<string> {
    const { home, workspace } = gate.place;
    room = new ContainedRoom({}, { home, workspace });
    decisions = [];
    await room.open();
    room.write('tests.js', "console.log('3 tests passed')");
    room.write('attack.js', REACHES_OUT);
    room.write('.git/HEAD', 'ref: refs/heads/main\n');
    room.write('.git/hooks/.keep', '');
    writeFileSync(join(home, '.bashrc'), '');
    let ids = 0;
    const world = { ...room.gate(), ...(judge && { classifier: judge }), newId: () => `decision-${(ids += 1)}` };
    return gate.open(
      async (request, signal) => {
        const decision = await decide(request, world, signal);
        decisions.push(decision);
        return decision;
      },
      {
        basis: () => Promise.resolve('unchanged'),
        ended: (_agent, id) => {
          room.containment.callEnded(id);
        },
      },
    );
  }

  function assertContained(results: readonly string[], first = 'read-only-command'): void {
    assert.deepEqual(
      decisions.map(({ stage }) => stage),
      [first, 'contained', 'contained', 'classifier'],
    );
    assert.match(results[0] ?? '', /tests\.js|3 tests passed/);
    assert.match(results[1] ?? '', /3 tests passed/);
    assert.match(results[2] ?? '', /hook EROFS[^]*Auto Mode: this ran contained, and was stopped at a file/);
    assert.match(results[3] ?? '', /classifier could not answer/);
    assert.equal(existsSync(join(room.home, 'home-marker')), false);
    assert.equal(existsSync(join(room.workspace, '.git/hooks/pre-commit')), false);
    assert.deepEqual(gate.alarms, []);
    assert.deepEqual(room.lost, []);
  }

  it('Claude Code runs tests contained, and hears what stopped them', async () => {
    const claude = await ensureClaudeCode(console.log);
    const launcher = await open();
    const calls = LINES.map((command) => ({ name: 'Bash', input: { command, description: 'd' } }));
    const model = await gate.serve(() => anthropic.startAnthropicServer(anthropic.agentScript(calls)));
    connectAgent(claudeCodeInstallation(claudeCodeDirectory(room.home, {}), launcher));
    await runClaudeCode({ claude, home: room.home, cwd: room.workspace, modelUrl: model.url, mode: 'default' });
    assertContained(anthropic.toolResults(model.requests.at(-1)?.body).map(({ text }) => text));
  });

  it('Copilot runs tests contained, and hears what stopped them', async () => {
    const copilot = await ensureCopilot(console.log);
    const launcher = await open();
    const calls = LINES.map((command) => ({ name: 'bash', input: { command, description: 'd' } }));
    const model = await gate.serve(() => openAi.startOpenAiServer(openAi.agentScript(calls)));
    connectAgent(copilotInstallation(copilotDirectory(room.home, {}), launcher));
    await runCopilot({ copilot, home: room.home, cwd: room.workspace, modelUrl: model.url });
    assertContained(openAi.toolResults(model.requests.at(-1)?.body));
  });

  it('Codex runs tests contained, and hears what stopped them', async () => {
    const codex = await ensureCodex(console.log);
    const launcher = await open();
    const model = await gate.serve(() =>
      openAi.startOpenAiServer((_request, index) => {
        const command = LINES[index];
        return command === undefined ? openAi.says('Done.') : openAi.callsTool('exec_command', { cmd: command });
      }),
    );
    configureCodex(room.home, model.url, 'gpt-5.5');
    connectCodex(room.home, launcher);
    await runCodexExec({ codex, home: room.home, cwd: room.workspace });
    const input = (
      model.requests.at(-1)?.body as { input?: readonly { type?: string; output?: unknown }[] } | undefined
    )?.input;
    const results = (input ?? [])
      .filter(({ type }) => type === 'function_call_output')
      .map(({ output }) => JSON.stringify(output));
    assertContained(results);
  });

  for (const program of [OPENCODE_PROGRAM, KILO_CODE_PROGRAM]) {
    it(`${program.agent.id} runs tests contained, and hears what stopped them`, async () => {
      await ensureFamilyProgram(program);
      const launcher = await open();
      const calls = LINES.map((command) => ({ name: 'bash', input: { command, description: 'd' } }));
      const model = await gate.serve(() => openAi.startOpenAiServer(openAi.agentScript(calls)));
      configureFamily(program, room.home, model.url);
      connectFamily(program, room.home, launcher);
      const server = await FamilyServer.start(program, room.home, room.workspace);
      try {
        await server.prompt();
      } finally {
        await server.stop();
      }
      assertContained(openAi.toolResults(model.requests.at(-1)?.body));
    });
  }

  it('pi runs tests contained, and hears what stopped them', async () => {
    const pi = await ensurePi(console.log);
    const launcher = await open();
    const calls = LINES.map((command) => ({ name: 'bash', input: { command } }));
    const model = await gate.serve(() => openAi.startOpenAiServer(openAi.agentScript(calls)));
    configurePi(room.home, model.url);
    connectAgent(piInstallation(piDirectory(room.home, {}), launcher));
    await runPi({ pi, home: room.home, cwd: room.workspace });
    assertContained(openAi.toolResults(model.requests.at(-1)?.body));
  });

  it('Gemini CLI in yolo mode runs tests contained, and hears what stopped them', async () => {
    const agent = await ensureGeminiCli(console.log);
    const launcher = await open();
    const calls = LINES.map((command) => ({ name: 'run_shell_command', input: { command, description: 'd' } }));
    const model = await gate.serve(() => gemini.startGeminiServer(gemini.agentScript(calls)));
    setSignIn(geminiCliSettings(room.home), 'gemini-api-key');
    connectAgent(geminiCliInstallation(geminiCliDirectory(room.home, {}), launcher));
    await runGeminiCli({ agent, home: room.home, cwd: room.workspace, modelUrl: model.url, mode: 'yolo' });
    assertContained(gemini.toolResults(model.requests.at(-1)?.body));
  });

  it('Qwen Code runs tests contained where it would ask, after a first one that the judge allowed', async () => {
    const agent = await ensureQwenCode(console.log);
    const answers = [verdict('allow'), OUTAGE];
    const launcher = await open({
      usable: () => Promise.resolve(true),
      classify: () => Promise.resolve(answers.shift() ?? OUTAGE),
    });
    const calls = ['node tests.js # once', ...LINES.slice(1)].map((command) => ({
      name: 'run_shell_command',
      input: { command, description: 'd', is_background: false },
    }));
    const model = await gate.serve(() => openAi.startOpenAiServer(openAi.agentScript(calls)));
    setSignIn(qwenCodeSettings(room.home), 'openai');
    connectAgent(qwenCodeInstallation(qwenCodeDirectory(room.home, {}), launcher));
    await promptQwenCode({ agent, home: room.home, cwd: room.workspace, modelUrl: model.url, mode: 'default' });
    // Over this protocol a result is a list of parts.
    const results = openAi.toolResults(model.requests.at(-1)?.body).map((result) => JSON.stringify(result));
    assertContained(results, 'classifier');
  });
});
