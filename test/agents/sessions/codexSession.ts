import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { codexDirectory, codexInstallation } from '../../../src/agents/codex/installation';
import { agentOutput, connectAgent } from './agentHome';

export interface CodexOptions {
  readonly codex: string;
  readonly home: string;
  /** Where the session runs. */
  readonly cwd: string;
}

export const CODEX_PROMPT = 'Please do what has to be done.';

/** Points Codex in this home at a model server. `model` decides which tools it has: one that Codex does not know has no patches. */
export function configureCodex(home: string, modelUrl: string, model: string): void {
  const directory = codexDirectory(home, {});
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    join(directory, 'config.toml'),
    [
      `model = ${JSON.stringify(model)}`,
      'model_provider = "local"',
      'check_for_update_on_startup = false',
      '[analytics]',
      'enabled = false',
      '[model_providers.local]',
      'name = "local"',
      `base_url = ${JSON.stringify(`${modelUrl}/v1`)}`,
      'env_key = "TEST_KEY"',
      'wire_api = "responses"',
      '',
    ].join('\n'),
  );
}

/** Connects Codex in this home by the product's own change of its hooks; gives the way back. */
export function connectCodex(home: string, launcherPath: string): () => void {
  return connectAgent(codexInstallation(codexDirectory(home, {}), launcherPath));
}

function start({ codex, home, cwd }: CodexOptions, args: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(codex, args, { cwd, env: { PATH: '/usr/bin:/bin', HOME: home, TEST_KEY: 'unused' } });
}

/** One run of `codex exec` to its end, in its most permissive mode; gives what it printed. */
export async function runCodexExec(
  options: CodexOptions,
  flags: readonly string[] = ['--dangerously-bypass-hook-trust'],
  seconds = 150,
): Promise<string> {
  const child = start(options, [
    'exec',
    ...['--dangerously-bypass-approvals-and-sandbox', '--skip-git-repo-check', ...flags],
    CODEX_PROMPT,
  ]);
  child.stdin.end();
  const { stdout, stderr } = await agentOutput(child, seconds);
  return stdout + stderr;
}

/** A hook as Codex lists it; only what tests read is typed. */
export interface ListedHook {
  readonly key: string;
  readonly command: string;
  readonly currentHash: string;
  readonly trustStatus: string;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** `codex app-server`, the program behind Codex's editor extensions: in it Codex asks the user before a call. */
export class CodexServer {
  /** The questions that reached the user; each is answered with a no. */
  readonly questions: string[] = [];
  /** Every hook that ran, as `event status`. */
  readonly hookRuns: string[] = [];
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly answers = new Map<number, (message: Message) => void>();
  private readonly turnEnds: (() => void)[] = [];
  private lastId = 0;

  constructor(private readonly options: CodexOptions) {
    this.child = start(options, ['app-server']);
    this.child.stderr.resume();
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      this.receive(JSON.parse(line) as Message);
    });
  }

  async initialize(): Promise<void> {
    await this.call('initialize', { clientInfo: { name: 'test', title: 'test', version: '1' } });
    this.send({ method: 'initialized' });
  }

  async hooks(): Promise<readonly ListedHook[]> {
    const { data } = (await this.call('hooks/list', { cwds: [this.options.cwd] })) as {
      data: readonly { hooks: readonly ListedHook[] }[];
    };
    return data.flatMap(({ hooks }) => hooks);
  }

  /** What the user's step in `/hooks` writes, in the form that Codex 0.169 writes it. */
  async trustHooks(): Promise<void> {
    for (const { key, currentHash } of await this.hooks()) {
      appendFileSync(
        join(codexDirectory(this.options.home, {}), 'config.toml'),
        `\n[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = ${JSON.stringify(currentHash)}\n`,
      );
    }
  }

  /** One turn to its end, with a sandbox that Codex asks to leave. */
  async turn(): Promise<void> {
    const { thread } = (await this.call('thread/start', {
      cwd: this.options.cwd,
      approvalPolicy: 'on-request',
      sandbox: 'workspace-write',
    })) as { thread: { id: string } };
    const ended = new Promise<void>((resolve) => this.turnEnds.push(resolve));
    await this.call('turn/start', { threadId: thread.id, input: [{ type: 'text', text: CODEX_PROMPT }] });
    await ended;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.child.once('close', resolve));
    this.child.kill();
    await closed;
  }

  private call(method: string, params: unknown): Promise<unknown> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.answers.set(id, ({ result, error }) => {
        if (error === undefined) resolve(result);
        else reject(new Error(`${method}: ${JSON.stringify(error)}`));
      });
      this.send({ id, method, params });
    });
  }

  private send(message: unknown): void {
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  private receive(message: Message): void {
    const { id, method, params } = message;
    if (method === undefined) {
      if (id !== undefined) this.answers.get(id)?.(message);
    } else if (id !== undefined) {
      this.questions.push(method);
      this.send({ id, result: { decision: 'decline' } });
    } else if (method === 'hook/completed') {
      const { run } = params as { run: { eventName: string; status: string } };
      this.hookRuns.push(`${run.eventName} ${run.status}`);
    } else if (method === 'turn/completed') {
      this.turnEnds.shift()?.();
    }
  }
}
