import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBridge, type Bridge, type BridgeOptions } from '../../../src/bridge/bridge';
import { gateHome } from '../../../src/disk/gateHome';
import type { Decision } from '../../../src/engine/model/decision';
import type { CheckRequest } from '../../../src/calls/request';
import type { LauncherAnswer } from './launcher/launcherRig';

export interface Asked {
  readonly window: string;
  readonly request: CheckRequest;
}

export const decided = (outcome: Decision['outcome'], reason: string): Decision => ({
  id: 'd1',
  at: '2026-11-21T08:00:00.000Z',
  durationMs: 1,
  outcome,
  stage: outcome === 'defer' ? 'disabled' : 'classifier',
  reason,
  tool: 'Bash',
  summary: '',
});

/** Windows of one user, each a real bridge, and agents that come through the real launcher. */
export class BridgeRig {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-windows-')));
  readonly home = join(this.root, 'home');
  readonly gate = gateHome(this.home);
  /** Which window decided which call, in order. */
  readonly decisions: Asked[] = [];
  /** What a window that does not decide was asked of its rules. */
  readonly restraints: Asked[] = [];
  readonly logged: string[] = [];
  private readonly bridges = new Set<Bridge>();
  private readonly children = new Set<ChildProcess>();

  constructor() {
    mkdirSync(this.home);
  }

  /** Makes a folder, and gives its path. */
  folder(...names: readonly string[]): string {
    const path = join(this.root, ...names);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** A window that allows every call, unless told otherwise. */
  async window(
    window: string,
    folders: readonly string[],
    options: Partial<BridgeOptions> & { readonly outcome?: () => Decision['outcome'] } = {},
  ): Promise<Bridge> {
    const { outcome = () => 'allow', ...rest } = options;
    const bridge = await startBridge({
      home: this.home,
      folders: () => folders,
      decide: (request) => {
        this.decisions.push({ window, request });
        return Promise.resolve(decided(outcome(), `by ${window}`));
      },
      decideOutside: (request) => {
        this.decisions.push({ window: `${window} from outside`, request });
        return Promise.resolve(decided(outcome(), `by ${window}`));
      },
      restrain: (request) => {
        this.restraints.push({ window, request });
        return Promise.resolve(decided('allow', `nothing against it in ${window}`));
      },
      log: (line) => this.logged.push(`${window}: ${line}`),
      ...rest,
    });
    const known: Bridge = {
      ...bridge,
      dispose: () => {
        this.bridges.delete(known);
        return bridge.dispose();
      },
    };
    this.bridges.add(known);
    return known;
  }

  payload(cwd: string, sessionId: string, more: object = {}): string {
    return JSON.stringify({
      session_id: sessionId,
      cwd,
      permission_mode: 'bypassPermissions',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      tool_use_id: 't1',
      ...more,
    });
  }

  /** An agent's call, through the launcher. */
  call(cwd: string, sessionId: string, agent?: string): Promise<LauncherAnswer> {
    const child = this.start(agent);
    child.stdin?.end(
      agent === 'generic'
        ? JSON.stringify({ cwd, session_id: sessionId, tool_name: 'x', tool_input: {} })
        : this.payload(cwd, sessionId),
    );
    return this.answerOf(child);
  }

  /** The launcher, in a process group of its own, still without a payload. */
  start(agent = 'claude-code'): ChildProcess {
    const child = spawn(this.gate.launcher, [agent], { env: {}, detached: true });
    this.children.add(child);
    child.once('close', () => this.children.delete(child));
    // One that is killed does not read its payload.
    child.stdin.on('error', () => undefined);
    return child;
  }

  answerOf(child: ChildProcess): Promise<LauncherAnswer> {
    let [stdout, stderr] = ['', ''];
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => {
        resolve({ code, stdout, stderr });
      });
    });
  }

  /** In which window a call was decided; `none` where the launcher had to answer: no mode in which the agent prompts is told of. */
  async decider(cwd: string, sessionId: string): Promise<string> {
    const before = this.decisions.length;
    const { code, stdout } = await this.call(cwd, sessionId);
    const deciders = this.decisions.slice(before).map(({ window }) => window);
    if (deciders.length === 0)
      return code === 0 && /"permissionDecision":"(?:ask|deny)"/.test(stdout) ? 'none' : stdout;
    return `${deciders.join(' and ')}${stdout.includes('"allow"') ? '' : ' without an allow'}`;
  }

  async dispose(): Promise<void> {
    for (const { pid } of this.children) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    await Promise.all([...this.bridges].map((bridge) => bridge.dispose()));
    rmSync(this.root, { recursive: true });
  }
}
