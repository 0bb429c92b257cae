import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pi } from '../../../scripts/toolchain/pi.mjs';
import { piDirectory } from '../../../src/agents/pi/installation';
import { agentOutput, type AgentOutput } from './agentHome';

/** A model on this machine, as a user's own configuration names it. */
export function configurePi(home: string, modelUrl: string): void {
  const directory = piDirectory(home, {});
  mkdirSync(directory, { recursive: true });
  const local = { baseUrl: `${modelUrl}/v1`, api: 'openai-completions', apiKey: 'unused', models: [{ id: 'test' }] };
  writeFileSync(join(directory, 'models.json'), JSON.stringify({ providers: { local } }));
}

export interface PiRun {
  readonly pi: Pi;
  readonly home: string;
  readonly cwd: string;
  readonly flags?: readonly string[];
}

/** One run of the real pi to its end, without a terminal, an account and anything of this machine's environment. */
export function runPi({ pi, home, cwd, flags = [] }: PiRun, seconds = 150): Promise<AgentOutput> {
  const args = [pi.script, '--model', 'local/test', ...flags, '-p', 'Please do what has to be done.'];
  const child = spawn(pi.node, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin', HOME: home, PI_OFFLINE: '1' },
  });
  return agentOutput(child, seconds);
}
