import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { request as httpRequest, type ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HookCall } from '../../../src/agents/hooks/agentDialect';
import { claudeCodeDialect } from '../../../src/agents/claudeCode/dialect';
import { owningFolder, placeOf } from '../../../src/bridge/windows/folderOwnership';
import { gateHome, prepareGateHome, type GateHome } from '../../../src/disk/gateHome';
import { HookServer, type HookServerOptions } from '../../../src/bridge/hookServer';
import { Token } from '../../../src/bridge/protocol/token';
import type { Decision } from '../../../src/engine/model/decision';
import type { CheckRequest, TranscriptEntry } from '../../../src/calls/request';

export const decision = (outcome: Decision['outcome'], reason = 'because'): Decision => ({
  id: 'd1',
  at: '2026-11-21T08:00:00.000Z',
  durationMs: 1,
  outcome,
  stage: 'classifier',
  reason,
  tool: 'Bash',
  summary: '',
});

export interface Received {
  readonly status: number;
  readonly body: string;
}

/** A hook server on a socket of its own, anew for each test. */
export class HookServerRig {
  folder = '';
  workspace = '';
  gate: GateHome = gateHome('');
  server: HookServer | undefined;
  requests: CheckRequest[] = [];
  logged: string[] = [];

  constructor() {
    beforeEach(() => {
      this.folder = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-server-')));
      this.gate = gateHome(this.folder);
      prepareGateHome(this.gate);
      this.workspace = join(this.folder, 'workspace');
      mkdirSync(this.workspace);
      this.requests = [];
      this.logged = [];
    });
    afterEach(async () => {
      await this.server?.close();
      this.server = undefined;
      rmSync(this.folder, { recursive: true });
    });
  }

  readonly isIn = async (cwd: string, folders: readonly string[]): Promise<boolean> =>
    owningFolder(
      await placeOf(cwd),
      folders.map((path) => ({ path, real: realpathSync(path) })),
    ) !== undefined;

  readonly start = async (
    decide: HookServerOptions['decide'],
    options: Partial<HookServerOptions> = {},
    transcript: (call: HookCall) => Promise<readonly TranscriptEntry[]> = () => Promise.resolve([]),
  ): Promise<void> => {
    this.server = new HookServer({
      dialects: [claudeCodeDialect(transcript)],
      token: Token.open(this.gate),
      takes: async ({ cwd }) => this.isIn(cwd, [this.workspace]),
      decide: (request, signal) => {
        this.requests.push(request);
        return decide(request, signal);
      },
      log: (line) => this.logged.push(line),
      ...options,
    });
    await this.server.listen(this.address());
  };

  readonly payload = (more: object = {}): string =>
    JSON.stringify({
      session_id: 's1',
      cwd: this.workspace,
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      tool_use_id: 't1',
      ...more,
    });

  readonly open = (
    path = '/v1/hook/claude-code',
    method = 'POST',
    headers: Record<string, string> = {},
  ): ClientRequest => {
    const secret = /: (\w+)/.exec(readFileSync(this.gate.token, 'utf8'))?.[1] ?? '';
    return httpRequest({
      socketPath: this.address(),
      path,
      method,
      agent: false,
      headers: { 'x-auto-mode-token': secret, ...headers },
    });
  };

  readonly send = (body: string | Buffer, client: ClientRequest = this.open()): Promise<Received> => {
    return new Promise((resolve, reject) => {
      client.on('error', reject);
      client.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (data: string) => (text += data));
        response.on('error', reject);
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body: text });
        });
      });
      client.end(body);
    });
  };

  address(): string {
    return join(this.gate.run, '1-00000000.sock');
  }
}

export function frame(received: Received): { exitCode: number; stdout: string; stderr: string } {
  assert.equal(received.status, 200);
  const match = /^ *\n?(?: *\n)*auto-mode-reply ([02])\n(\{[^\n]*\})\n((?:>[^\n]*\n)*)auto-mode-end\n$/.exec(
    received.body,
  );
  assert.ok(match, received.body);
  return {
    exitCode: Number(match[1]),
    stdout: match[2] ?? '',
    stderr: (match[3] ?? '').replace(/^>/gm, '').slice(0, -1),
  };
}

export function assertRefused(received: Received, says: RegExp): void {
  const { exitCode, stdout, stderr } = frame(received);
  assert.equal(exitCode, 2);
  assert.match(stderr, says);
  assert.match(stdout, /"permissionDecision":"deny"/);
}
