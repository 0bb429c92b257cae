import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claudeCodeDirectory, claudeCodeInstallation } from '../../src/agents/claudeCode/installation';

export type PermissionMode = 'default' | 'acceptEdits' | 'bypassPermissions' | 'plan' | 'dontAsk' | 'auto';

/** What `claude -p --output-format json` reports; only what tests read is typed. */
export interface SessionReport {
  readonly result: string;
  readonly permission_denials: readonly { readonly tool_name: string; readonly tool_input: unknown }[];
}

export interface RunOptions {
  readonly claude: string;
  readonly home: string;
  /** Where the session runs. */
  readonly cwd: string;
  readonly modelUrl: string;
  readonly mode: PermissionMode;
  readonly prompt?: string;
}

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

/** Connects Claude Code in this home by the product's own change of its settings; gives the way back. */
export function connectClaudeCode(home: string, launcherPath: string): () => void {
  const installation = claudeCodeInstallation(claudeCodeDirectory(home, {}), launcherPath);
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

/** Starts the real Claude Code without a terminal, with nothing of this machine's environment. */
export function startClaudeCode(options: RunOptions): ChildProcess {
  const { claude, home, cwd, modelUrl, mode, prompt = 'Please do what has to be done.' } = options;
  return spawn(claude, ['-p', prompt, '--model', 'claude-test', '--permission-mode', mode, '--output-format', 'json'], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: '/usr/bin:/bin',
      HOME: home,
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: 'unused',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      // Without it bypassPermissions is refused where the tests run as root.
      IS_SANDBOX: '1',
    },
  });
}

/** One run of the real Claude Code to its end; rejects where it takes longer than `seconds`. */
export function runClaudeCode(options: RunOptions, seconds = 40): Promise<SessionReport> {
  const child = startClaudeCode(options);
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`Claude Code did not end within ${seconds} seconds.\n${stdout}\n${stderr}`));
    }, seconds * 1000);
    child.on('error', reject);
    child.on('close', () => {
      clearTimeout(timer);
      try {
        resolve(JSON.parse(stdout) as SessionReport);
      } catch {
        reject(new Error(`Claude Code gave no report.\n${stdout}\n${stderr}`));
      }
    });
  });
}
