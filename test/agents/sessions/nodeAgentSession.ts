import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { NodeAgent } from '../../../scripts/toolchain/npmAgents.mjs';
import { agentOutput, type AgentOutput } from './agentHome';

export interface NodeAgentRun {
  readonly agent: NodeAgent;
  readonly home: string;
  /** Where the session runs. */
  readonly cwd: string;
  readonly modelUrl: string;
  /** `default`, `auto_edit`, `yolo`. */
  readonly mode: string;
}

const PROMPT = 'Please do what has to be done.';

/** How an agent signs in, beside what the settings hold already. */
export function setSignIn(settingsPath: string, selectedType: string): void {
  const settings = existsSync(settingsPath) ? (JSON.parse(readFileSync(settingsPath, 'utf8')) as object) : {};
  mkdirSync(dirname(settingsPath), { recursive: true });
  writeFileSync(settingsPath, JSON.stringify({ ...settings, security: { auth: { selectedType } } }, undefined, 2));
}

/** One run of the real Qwen Code without a terminal, with nothing of this machine's environment. */
export function runQwenCode({ agent, home, cwd, modelUrl, mode }: NodeAgentRun, seconds = 240): Promise<AgentOutput> {
  const child = spawn(agent.node, [agent.script, '-p', PROMPT, '--approval-mode', mode], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: '/usr/bin:/bin',
      HOME: home,
      // A second process of its own would outlive the first one.
      QWEN_CODE_NO_RELAUNCH: 'true',
      OPENAI_API_KEY: 'unused',
      OPENAI_BASE_URL: `${modelUrl}/v1`,
      OPENAI_MODEL: 'test',
    },
  });
  return agentOutput(child, seconds);
}

/** One run of the real Gemini CLI without a terminal, with nothing of this machine's environment. */
export function runGeminiCli({ agent, home, cwd, modelUrl, mode }: NodeAgentRun, seconds = 240): Promise<AgentOutput> {
  const child = spawn(agent.node, [agent.script, '-m', 'gemini-test', '-p', PROMPT, '--approval-mode', mode], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: '/usr/bin:/bin',
      HOME: home,
      GEMINI_CLI_NO_RELAUNCH: 'true',
      GEMINI_API_KEY: 'unused',
      GOOGLE_GEMINI_BASE_URL: modelUrl,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    },
  });
  return agentOutput(child, seconds);
}

export const qwenCodeSettings = (home: string): string => join(home, '.qwen', 'settings.json');
export const geminiCliSettings = (home: string): string => join(home, '.gemini', 'settings.json');
