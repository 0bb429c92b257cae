import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentDialects } from '../../../../src/agents/agentDialects';
import { gateHome, prepareGateHome, type GateHome } from '../../../../src/disk/gateHome';
import { findPrograms } from '../../../../src/bridge/launcher/installLauncher';
import {
  launcherScript,
  type LauncherLimits,
  type LauncherPrograms,
} from '../../../../src/bridge/launcher/launcherScript';
import { ENVIRONMENT_START } from '../../../../src/bridge/protocol/requestBody';
import { LAUNCHER_MODULE } from '../../../../src/bridge/launcher/programTexts';
import { windowClient, WINDOW_CLIENT_NAME } from '../../../../src/bridge/launcher/windowClient';
import { LAUNCHER_MODULE_NAME } from '../../../../src/bridge/launcher/windowsLauncher';
import { replyFrame } from '../../../../src/bridge/protocol/replyFrame';
import { Token } from '../../../../src/bridge/protocol/token';

export const PROGRAMS = findPrograms(['/usr/bin', '/bin']);

/** What may stand behind /bin/sh on the systems that VS Code runs on, as far as this machine has it; dash once, by whichever name. */
export const SHELLS: readonly (readonly [program: string, ...options: string[]])[] = (
  [['/bin/sh'], ['/bin/dash'], ['/bin/bash', '--posix'], ['/bin/bash'], ['/bin/busybox', 'sh']] as const
).filter(([program]) => existsSync(program) && !(program === '/bin/dash' && isSameFile(program, '/bin/sh')));

function isSameFile(one: string, other: string): boolean {
  return existsSync(other) && realpathSync(one) === realpathSync(other);
}

/** Both ways in which a launcher can reach a window. */
export const CLIENTS: readonly { readonly name: string; readonly programs: LauncherPrograms }[] = [
  ...(PROGRAMS.curl === undefined ? [] : [{ name: 'curl', programs: PROGRAMS }]),
  { name: 'the editor’s runtime', programs: { ...PROGRAMS, curl: undefined } },
];

export interface LauncherAnswer {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface LauncherRun {
  readonly shell?: readonly [program: string, ...options: string[]];
  readonly programs?: LauncherPrograms;
  readonly limits?: LauncherLimits;
  readonly agent?: string;
  /** The launcher's second argument. */
  readonly kind?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** An open file in the place of the launcher's standard output. */
  readonly stdout?: number;
}

/** `whole` is what was sent: the payload behind the environment. */
export type Respond = (response: ServerResponse, payload: Buffer, request: IncomingMessage, whole: Buffer) => void;

export const sendText =
  (text: string): Respond =>
  (response) => {
    response.end(text);
  };

export const sendFrame = (stdout: string, exitCode: 0 | 2 = 0, stderr = ''): Respond =>
  sendText(replyFrame({ stdout, stderr, exitCode }));

/** A home folder of its own with a launcher in it and windows that answer as the test says. */
export class LauncherRig {
  readonly home = mkdtempSync(join(tmpdir(), 'auto-mode-launcher '));
  readonly gate: GateHome = gateHome(this.home);
  private readonly servers: Server[] = [];
  private readonly children: ChildProcess[] = [];

  constructor() {
    prepareGateHome(this.gate);
    Token.open(this.gate);
  }

  /** A window that answers every request in the same way. `age` in seconds orders the sockets. */
  async window(name: string, respond: Respond, age = 0): Promise<void> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const whole = Buffer.concat(chunks);
        const environment = Math.max(whole.lastIndexOf(0) + 1, ENVIRONMENT_START.length);
        respond(response, whole.subarray(environment + 1), request, whole);
      });
    });
    this.servers.push(server);
    const path = join(this.gate.run, name);
    await new Promise<void>((resolve) => server.listen(path, resolve));
    const time = Date.now() / 1000 - age;
    utimesSync(path, time, time);
  }

  /** Runs the launcher to its end, with nothing in its environment but what is given. */
  run(payload: string | Buffer, options: LauncherRun = {}): Promise<LauncherAnswer> {
    return answerOf(this.start(payload, options));
  }

  /** The form for Windows, which runs here on sockets in the place of pipes. */
  runModule(payload: string | Buffer, options: Omit<LauncherRun, 'shell' | 'programs'> = {}): Promise<LauncherAnswer> {
    const { limits, agent = 'claude-code', kind, environment = {}, stdout = 'pipe' } = options;
    const module = join(this.gate.directory, LAUNCHER_MODULE_NAME);
    writeFileSync(module, LAUNCHER_MODULE);
    writeFileSync(
      join(this.gate.directory, WINDOW_CLIENT_NAME),
      windowClient(this.gate, agentDialects(this.home, {}), limits),
    );
    const child = spawn(process.execPath, [module, agent, ...(kind === undefined ? [] : [kind])], {
      env: environment,
      stdio: ['pipe', stdout, 'pipe'],
    });
    return answerOf(this.feed(child, payload));
  }

  start(payload: string | Buffer, options: LauncherRun): ChildProcess {
    const {
      programs = PROGRAMS,
      limits,
      shell = ['/bin/sh'],
      agent = 'claude-code',
      kind,
      environment = {},
      stdout = 'pipe',
    } = options;
    writeFileSync(this.gate.launcher, launcherScript(this.gate, programs, agentDialects(this.home, {}), limits));
    const [program, ...before] = shell;
    const child = spawn(program, [...before, this.gate.launcher, agent, ...(kind === undefined ? [] : [kind])], {
      env: environment,
      stdio: ['pipe', stdout, 'pipe'],
    });
    return this.feed(child, payload);
  }

  private feed(child: ChildProcess, payload: string | Buffer): ChildProcess {
    this.children.push(child);
    // A launcher that refuses at once does not read its payload.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(payload);
    return child;
  }

  async dispose(): Promise<void> {
    for (const child of this.children) child.kill('SIGKILL');
    await Promise.all(
      this.servers.map(
        (server) =>
          new Promise((resolve) => {
            server.close(resolve);
            server.closeAllConnections();
          }),
      ),
    );
    rmSync(this.home, { recursive: true });
  }
}

function answerOf(child: ChildProcess): Promise<LauncherAnswer> {
  const output: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };
  child.stdout?.on('data', (data: Buffer) => output.stdout.push(data));
  child.stderr?.on('data', (data: Buffer) => output.stderr.push(data));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      resolve({
        code,
        stdout: Buffer.concat(output.stdout).toString(),
        stderr: Buffer.concat(output.stderr).toString(),
      });
    });
  });
}
