import { execFile } from 'node:child_process';
import { join } from 'node:path';

export interface HookAnswer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The program that every hook of an agent runs, where the home folder is this. */
export function launcherIn(home: string): string {
  return join(home, '.auto-mode', 'launcher');
}

/**
 * The agent's side of a hook: runs the launcher as the agent would, in an environment that says nothing else.
 *
 * @param args the agent's dialect, and `notice` for what is only told
 * @param payload what the launcher reads: text as it stands, anything else as JSON
 */
export function runHook(home: string, args: readonly string[], payload: string | object): Promise<HookAnswer> {
  return new Promise((resolve) => {
    const environment = { env: { PATH: '/usr/bin:/bin' } };
    const child = execFile(launcherIn(home), args, environment, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
    child.stdin?.end(typeof payload === 'string' ? payload : JSON.stringify(payload));
  });
}
