import { spawn, type ChildProcess } from 'node:child_process';
import { agentOutput } from './agentHome';

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
export async function runClaudeCode(options: RunOptions, seconds = 150): Promise<SessionReport> {
  const { stdout, stderr } = await agentOutput(startClaudeCode(options), seconds);
  try {
    return JSON.parse(stdout) as SessionReport;
  } catch {
    throw new Error(`Claude Code gave no report.\n${stdout}\n${stderr}`);
  }
}
