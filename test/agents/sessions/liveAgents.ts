/** The real agents that run here, each as its user has set it up before it is connected, with a model that only makes given calls. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureClaudeCode } from '../../../scripts/toolchain/claudeCode.mjs';
import { ensureCodex } from '../../../scripts/toolchain/codex.mjs';
import { ensureCopilot } from '../../../scripts/toolchain/copilot.mjs';
import { ensureGeminiCli, ensureQwenCode } from '../../../scripts/toolchain/npmAgents.mjs';
import { ensurePi } from '../../../scripts/toolchain/pi.mjs';
import { copilotDirectory } from '../../../src/agents/copilot/installation';
import { claudeCodeDirectory } from '../../../src/agents/claudeCode/installation';
import { qwenCodeDirectory } from '../../../src/agents/qwenCode/installation';
import * as anthropic from '../../modelServer/anthropicServer';
import * as gemini from '../../modelServer/geminiServer';
import * as openAi from '../../modelServer/openAiServer';
import { runClaudeCode } from './claudeCodeSession';
import { CodexServer, configureCodex } from './codexSession';
import { runCopilot } from './copilotSession';
import { KILO_CODE_PROGRAM } from './kiloCodeProgram';
import { geminiCliSettings, qwenCodeSettings, runGeminiCli, setSignIn } from './nodeAgentSession';
import {
  configureFamily,
  ensureFamilyProgram,
  FamilyServer,
  OPENCODE_PROGRAM,
  type FamilyProgram,
} from './opencodeFamilySession';
import { configurePi, runPi } from './piSession';
import { promptQwenCode } from './qwenCodeAcp';

export interface AgentPlace {
  readonly home: string;
  /** Where the session runs. */
  readonly cwd: string;
  readonly seconds: number;
}

export interface PreparedAgent {
  /** What is left to the user once it is connected. */
  readonly trust?: () => Promise<void>;
  /**
   * One session to its end.
   *
   * @returns how often the agent itself asked its user; undefined where it shows that to nobody, and refuses or waits instead
   */
  readonly run: () => Promise<number | undefined>;
}

interface ModelServer {
  readonly url: string;
  stop(): Promise<void>;
}
/** Keeps a model server until the test is over. */
export type Serve = <Server extends ModelServer>(starting: Promise<Server>) => Promise<string>;

export interface LiveAgent {
  readonly id: string;
  /** @param commands shell commands that its model runs, one after the other */
  readonly prepare: (place: AgentPlace, commands: readonly string[], serve: Serve) => Promise<PreparedAgent>;
}

interface ModelCall {
  readonly name: string;
  readonly input: object;
}
const calls = (name: string, commands: readonly string[], more: object = {}): readonly ModelCall[] =>
  commands.map((command) => ({ name, input: { command, ...more } }));
const described = { description: 'Make a file' };

const claudeCode: LiveAgent = {
  id: 'claude-code',
  prepare: async ({ home, cwd, seconds }, commands, serve) => {
    const claude = await ensureClaudeCode(console.log);
    const script = anthropic.agentScript(calls('Bash', commands, described));
    const modelUrl = await serve(anthropic.startAnthropicServer(script));
    const directory = claudeCodeDirectory(home, {});
    mkdirSync(directory);
    // As a person lays it out, and no program.
    writeFileSync(join(directory, 'settings.json'), '{ "cleanupPeriodDays":30,\n\t"hooks" : {}\n}');
    return {
      run: async () => {
        await runClaudeCode({ claude, home, cwd, modelUrl, mode: 'default' }, seconds);
        return undefined;
      },
    };
  },
};

const copilot: LiveAgent = {
  id: 'copilot',
  prepare: async ({ home, cwd, seconds }, commands, serve) => {
    const program = await ensureCopilot(console.log);
    const modelUrl = await serve(openAi.startOpenAiServer(openAi.agentScript(calls('bash', commands, described))));
    mkdirSync(copilotDirectory(home, {}));
    return {
      run: async () => {
        await runCopilot({ copilot: program, home, cwd, modelUrl }, seconds);
        return undefined;
      },
    };
  },
};

const codex: LiveAgent = {
  id: 'codex',
  prepare: async ({ home, cwd }, commands, serve) => {
    const options = { codex: await ensureCodex(console.log), home, cwd };
    const script: openAi.OpenAiScript = (_request, index) => {
      const cmd = commands[index];
      if (cmd === undefined) return openAi.says('Done.');
      const asking = { sandbox_permissions: 'require_escalated', justification: 'It must be.' };
      return openAi.callsTool('exec_command', { cmd, ...asking });
    };
    configureCodex(home, await serve(openAi.startOpenAiServer(script)), 'gpt-5.5');
    const withServer = async (work: (server: CodexServer) => Promise<void>): Promise<number> => {
      const server = new CodexServer(options);
      try {
        await server.initialize();
        await work(server);
        return server.questions.length;
      } finally {
        await server.stop();
      }
    };
    return {
      trust: async () => {
        await withServer((server) => server.trustHooks());
      },
      run: () => withServer((server) => server.turn()),
    };
  },
};

const ofFamily = (member: FamilyProgram): LiveAgent => ({
  id: member.agent.id,
  prepare: async ({ home, cwd }, commands, serve) => {
    await ensureFamilyProgram(member);
    const script = openAi.agentScript(calls('bash', commands, described));
    configureFamily(member, home, await serve(openAi.startOpenAiServer(script)));
    return {
      run: async () => {
        const server = await FamilyServer.start(member, home, cwd);
        try {
          await server.prompt();
          return undefined;
        } finally {
          await server.stop();
        }
      },
    };
  },
});

const pi: LiveAgent = {
  id: 'pi',
  prepare: async ({ home, cwd, seconds }, commands, serve) => {
    const program = await ensurePi(console.log);
    configurePi(home, await serve(openAi.startOpenAiServer(openAi.agentScript(calls('bash', commands)))));
    return {
      run: async () => {
        await runPi({ pi: program, home, cwd }, seconds);
        return undefined;
      },
    };
  },
};

const geminiCli: LiveAgent = {
  id: 'gemini-cli',
  prepare: async ({ home, cwd, seconds }, commands, serve) => {
    const agent = await ensureGeminiCli(console.log);
    const script = gemini.agentScript(calls('run_shell_command', commands, described));
    const modelUrl = await serve(gemini.startGeminiServer(script));
    setSignIn(geminiCliSettings(home), 'gemini-api-key');
    return {
      run: async () => {
        // In every other mode it asks despite an allow.
        await runGeminiCli({ agent, home, cwd, modelUrl, mode: 'yolo' }, seconds);
        return undefined;
      },
    };
  },
};

const qwenCode: LiveAgent = {
  id: 'qwen-code',
  prepare: async ({ home, cwd, seconds }, commands, serve) => {
    const agent = await ensureQwenCode(console.log);
    const script = openAi.agentScript(calls('run_shell_command', commands, { ...described, is_background: false }));
    const modelUrl = await serve(openAi.startOpenAiServer(script));
    // As it writes it by itself at its first start.
    mkdirSync(qwenCodeDirectory(home, {}));
    writeFileSync(qwenCodeSettings(home), JSON.stringify({ $version: 4 }));
    setSignIn(qwenCodeSettings(home), 'openai');
    return {
      run: async () =>
        (await promptQwenCode({ agent, home, cwd, modelUrl, mode: 'default' }, seconds)).questions.length,
    };
  },
};

/** In the order in which the product shows them. */
export const LIVE_AGENTS: readonly LiveAgent[] = [
  ...[claudeCode, copilot, codex, ofFamily(OPENCODE_PROGRAM), pi, geminiCli, qwenCode],
  ofFamily(KILO_CODE_PROGRAM),
];
