import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureOpencode, OPENCODE_VERSION } from '../../../scripts/toolchain/opencode.mjs';
import type { AgentIntegration } from '../../../src/agents/hooks/agentIntegration';
import { OPENCODE_AGENT } from '../../../src/agents/opencode/agent';
import { connectAgent } from './agentHome';

const STARTS_WITHIN_SECONDS = 300;

/** opencode, or a program made from it. */
export interface FamilyProgram {
  readonly agent: AgentIntegration;
  /** @returns path of the executable */
  ensure(log: (line: string) => void): Promise<string>;
  /** Where a user of it has a configuration. */
  readonly userFile: string;
  readonly schema: string;
  /** It installs them beside its configuration unless they are listed there; our plugin needs none of it. */
  readonly pluginTypes: Readonly<Record<string, string>>;
  /** Variables with which it asks nobody on the network. */
  readonly offline: Readonly<Record<string, string>>;
}

export const OPENCODE_PROGRAM: FamilyProgram = {
  agent: OPENCODE_AGENT,
  ensure: ensureOpencode,
  userFile: 'opencode.json',
  schema: 'https://opencode.ai/config.json',
  pluginTypes: { '@opencode-ai/plugin': OPENCODE_VERSION },
  offline: {
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  },
};

/** A model on this machine, as a user's own configuration names it. */
export function configureFamily({ agent, ...program }: FamilyProgram, home: string, modelUrl: string): void {
  const directory = agent.directory(home, {});
  mkdirSync(directory, { recursive: true });
  const local = {
    npm: '@ai-sdk/openai-compatible',
    options: { baseURL: `${modelUrl}/v1`, apiKey: 'unused' },
    models: { test: {} },
  };
  writeFileSync(
    join(directory, program.userFile),
    `${JSON.stringify({ $schema: program.schema, provider: { local } }, undefined, 2)}\n`,
  );
  const dependencies = { dependencies: program.pluginTypes };
  mkdirSync(join(directory, 'node_modules'), { recursive: true });
  writeFileSync(join(directory, 'package.json'), JSON.stringify(dependencies));
  writeFileSync(join(directory, 'package-lock.json'), JSON.stringify({ packages: { '': dependencies } }));
}

/** Each looked for once: its check starts the program, which takes long. */
const executables = new Map<FamilyProgram, Promise<string>>();

/** @returns path of the executable */
export function ensureFamilyProgram(program: FamilyProgram): Promise<string> {
  const known = executables.get(program) ?? program.ensure(console.log);
  executables.set(program, known);
  return known;
}

/** @returns the way back */
export function connectFamily({ agent }: FamilyProgram, home: string, launcher: string): () => void {
  return connectAgent(agent.installation(agent.directory(home, {}), launcher));
}

export interface PendingPermission {
  readonly permission: string;
}

/** The real program as a server, with nothing of this machine's environment and without an account. */
export class FamilyServer {
  #url = '';
  #session = '';
  readonly #child: ChildProcess;

  private constructor(executable: string, { offline }: FamilyProgram, home: string, cwd: string) {
    this.#child = spawn(executable, ['serve', '--port', '0'], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: '/usr/bin:/bin', HOME: home, ...offline },
    });
  }

  static async start(program: FamilyProgram, home: string, cwd: string): Promise<FamilyServer> {
    const server = new FamilyServer(await ensureFamilyProgram(program), program, home, cwd);
    try {
      server.#url = await server.#address();
      server.#session = ((await server.#call('POST', '/session', {})) as { readonly id: string }).id;
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  /** Resolves at the end of the turn. */
  async prompt(words = 'Please do what has to be done.'): Promise<void> {
    await this.#call('POST', `/session/${this.#session}/message`, {
      model: { providerID: 'local', modelID: 'test' },
      parts: [{ type: 'text', text: words }],
    });
  }

  /** What the program asks its user, as soon as there is something. */
  async asked(seconds = 120): Promise<readonly PendingPermission[]> {
    const until = Date.now() + seconds * 1000;
    while (Date.now() < until) {
      const pending = (await this.#call('GET', '/permission')) as readonly PendingPermission[];
      if (pending.length > 0) return pending;
      await delay(200);
    }
    throw new Error(`Nothing was asked within ${seconds} seconds.`);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const closed = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await closed;
  }

  #address(): Promise<string> {
    let output = '';
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`The server did not start within ${STARTS_WITHIN_SECONDS} seconds.\n${output}`));
      }, STARTS_WITHIN_SECONDS * 1000);
      const read = (part: string): void => {
        output += part;
        const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
        if (address === undefined) return;
        clearTimeout(timer);
        resolve(address);
      };
      this.#child.stdout?.setEncoding('utf8').on('data', read);
      this.#child.stderr?.setEncoding('utf8').on('data', read);
      this.#child.once('close', () => {
        clearTimeout(timer);
        reject(new Error(`The server ended.\n${output}`));
      });
    });
  }

  /** Without `fetch`, which gives up on a turn that takes five minutes. */
  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const asking = request(this.#url + path, { method, agent: false, headers: { 'content-type': 'application/json' } });
    asking.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    const answer = await text(response);
    if (response.statusCode !== 200) throw new Error(`${method} ${path}: ${response.statusCode ?? 0} ${answer}`);
    return JSON.parse(answer);
  }
}
