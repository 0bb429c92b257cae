import { spawn } from 'node:child_process';
import type { HookCommand } from '../../agents/hooks/agentInstallation';
import { probeAnswer } from '../../bridge/probes';

/** Far more than a launcher takes. */
const SECONDS = 10;
/** An answer takes a few hundred bytes. */
const MAX_BYTES = 64 * 1024;

export interface ProbeOrder {
  readonly command: HookCommand;
  readonly payload: string;
  /** Only this window's answer names it. */
  readonly sessionId: string;
  readonly cwd: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

export type ProbeResult =
  | { readonly kind: 'answered'; readonly milliseconds: number }
  | { readonly kind: 'failed'; readonly how: ProbeFailure };

/** Holds no output of the program. */
export type ProbeFailure =
  | 'cancelled'
  | 'no-answer-in-time'
  | 'not-started'
  | 'printed-too-much'
  | 'another-window'
  | 'broke-off'
  | 'wrong-exit-code'
  | 'printed-more';

/** As the agent would. Never rejects; ends what it started. */
export function runProbe({ command, payload, sessionId, cwd, environment, signal }: ProbeOrder): Promise<ProbeResult> {
  const [program, args] =
    command.form === 'program' ? [command.program, command.args] : ['/bin/sh', ['-c', command.line]];
  const started = performance.now();
  return new Promise((resolve) => {
    // The group ends with all children.
    const child = spawn(program, args, { cwd, env: environment, detached: true, stdio: 'pipe' });
    let stdout = '';
    let size = 0;
    const finish = (result: ProbeResult): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      resolve(result);
    };
    const stop = (how: ProbeFailure): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
      finish({ kind: 'failed', how });
    };
    const cancel = (): void => {
      stop('cancelled');
    };
    const timer = setTimeout(() => {
      stop('no-answer-in-time');
    }, SECONDS * 1000);
    signal.addEventListener('abort', cancel, { once: true });
    child.once('error', () => {
      finish({ kind: 'failed', how: 'not-started' });
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      size += text.length;
      if (size > MAX_BYTES) stop('printed-too-much');
      else stdout += text;
    });
    child.stderr.resume();
    // Fails if the program leaves input unread, which the answer shows.
    child.stdin.on('error', () => undefined).end(payload);
    child.once('close', (code) => {
      finish(judged(code, stdout, sessionId, performance.now() - started));
    });
    if (signal.aborted) cancel();
  });
}

function judged(code: number | null, stdout: string, sessionId: string, milliseconds: number): ProbeResult {
  if (!stdout.includes(probeAnswer(sessionId))) {
    return { kind: 'failed', how: code === 0 || code === 2 ? 'another-window' : 'broke-off' };
  }
  if (code !== 2) return { kind: 'failed', how: 'wrong-exit-code' };
  try {
    const answer: unknown = JSON.parse(stdout);
    if (typeof answer === 'object' && answer !== null)
      return { kind: 'answered', milliseconds: Math.round(milliseconds) };
  } catch {
    // Reported below.
  }
  return { kind: 'failed', how: 'printed-more' };
}
