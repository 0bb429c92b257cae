import { spawn, type ChildProcess } from 'node:child_process';
import type { Copilot } from '../../../scripts/toolchain/copilot.mjs';
import { agentOutput, type AgentOutput } from './agentHome';

export interface CopilotRun {
  readonly copilot: Copilot;
  readonly home: string;
  /** Where the session runs. */
  readonly cwd: string;
  readonly modelUrl: string;
  /** `--allow-all-tools`, `--yolo`, ...; without any, what the user would be asked is refused. */
  readonly flags?: readonly string[];
  /** By its name Copilot chooses which tools to offer. */
  readonly model?: string;
}

/** Starts the real Copilot CLI without a terminal and without an account, with nothing of this machine's environment. */
export function startCopilot({ copilot, home, cwd, modelUrl, flags = [], model = 'test' }: CopilotRun): ChildProcess {
  return spawn(copilot.program, ['-p', 'Please do what has to be done.', ...flags], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: '/usr/bin:/bin',
      HOME: home,
      ...copilot.env,
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
      COPILOT_PROVIDER_API_KEY: 'unused',
      COPILOT_MODEL: model,
    },
  });
}

/** One run of the real Copilot CLI to its end; rejects where it takes longer than `seconds`. */
export function runCopilot(run: CopilotRun, seconds = 150): Promise<AgentOutput> {
  return agentOutput(startCopilot(run), seconds);
}
