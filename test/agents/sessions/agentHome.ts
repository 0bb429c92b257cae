import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentInstallation } from '../../../src/agents/hooks/agentInstallation';

/** A home folder and a workspace for one real agent. */
export class AgentHome {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-agent-')));
  readonly home = join(this.root, 'home');
  readonly workspace = join(this.root, 'workspace');

  constructor() {
    mkdirSync(this.home);
    mkdirSync(this.workspace);
  }

  dispose(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Connects an agent by the product's own change of its settings; gives the way back. */
export function connectAgent(installation: AgentInstallation): () => void {
  const carryOut = (plan: ReturnType<typeof installation.planConnect>): void => {
    if (plan.kind !== 'change') throw new Error(`no change planned: ${JSON.stringify(plan)}`);
    const done = installation.apply(plan, new Date());
    if (done.kind !== 'done') throw new Error(done.reason);
  };
  carryOut(installation.planConnect());
  return () => {
    carryOut(installation.planDisconnect());
  };
}

export interface AgentOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/** What an agent printed until its end; rejects where it takes longer than `seconds`. */
export function agentOutput(child: ChildProcess, seconds: number): Promise<AgentOutput> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The agent did not end within ${seconds} seconds.\n${stdout}\n${stderr}`));
    }, seconds * 1000);
    child.on('error', reject);
    child.on('close', () => {
      clearTimeout(timer);
      resolve({ stdout, stderr });
    });
  });
}
