import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type * as VSCode from 'vscode';

/** A page needs up to 15 seconds until its extension host runs; a busy machine more. */
const HOST_START_MS = 120_000;

/** How long the folders of a workspace file may come later than the window's extension host. */
const FOLDERS_LATE_MS = 5_000;

/** What the sockets of a folder's extension hosts are named after; hostBridge/extension.js names them so. */
const prefixOf = (folder: string): string => createHash('sha256').update(folder).digest('hex').slice(0, 12);
const NO_FOLDER = prefixOf('');

/** Runs in the extension host: it sees its arguments and `require`, nothing else of the test. */
export type HostFunction<A extends unknown[], R> = (vscode: typeof VSCode, ...args: A) => R | PromiseLike<R>;

/** Calls into the extension host of the window that has one folder open, through the host bridge extension. */
export class HostConnection {
  /** Sockets of extension hosts that are about to end. */
  readonly #gone = new Set<string>();
  readonly #prefix: string;

  /**
   * @param sockets the folder in which the bridges listen
   * @param workspace absolute path of the folder that the window has open
   */
  constructor(
    private readonly sockets: string,
    workspace: string,
  ) {
    this.#prefix = prefixOf(workspace);
  }

  /**
   * Runs a function in the extension host; waits for the host where it has not started yet.
   *
   * @param args must be JSON, as must be the result
   * @throws {Error} with the stack of the host where the function fails there
   */
  async run<A extends unknown[], R>(run: HostFunction<A, R>, ...args: A): Promise<R> {
    const text = await answerTo(run, args, await this.#connect());
    if (text === '') throw new Error('The extension host ended before it answered.');
    const reply = JSON.parse(text) as { value?: R; error?: string };
    if (reply.error !== undefined) throw new Error(`In the extension host: ${reply.error}`);
    return reply.value as R;
  }

  /**
   * Runs a function that ends the extension host. From then on only hosts that start later are spoken to.
   *
   * @throws {Error} with the stack of the host where the function fails there
   */
  async runLast<A extends unknown[]>(run: HostFunction<A, unknown>, ...args: A): Promise<void> {
    const connection = await this.#connect();
    await this.forgetHost();
    // The host may end before its answer is out, or while it is.
    const text = await answerTo(run, args, connection).catch(() => '');
    const reply = text === '' ? {} : (JSON.parse(text) as { error?: string });
    if (reply.error !== undefined) throw new Error(`In the extension host: ${reply.error}`);
  }

  /** @throws {Error} where no extension host of the folder answers in time, or one of a window without folders has started. */
  async waitUntilItAnswers(limitMs = HOST_START_MS): Promise<void> {
    (await this.#connect(limitMs)).destroy();
    await this.run(() => undefined);
  }

  /** From now on only extension hosts that start later are spoken to: call it before a reload. */
  async forgetHost(): Promise<void> {
    const names = await Promise.all([this.#prefix, NO_FOLDER].map((prefix) => this.#names(prefix)));
    for (const name of names.flat()) this.#gone.add(name);
  }

  async #connect(limitMs = HOST_START_MS): Promise<Socket> {
    const end = Date.now() + limitMs;
    let withoutFolders: number | undefined;
    for (;;) {
      const socket = await this.#tryConnect(this.#prefix);
      if (socket !== undefined) return socket;
      const other = await this.#tryConnect(NO_FOLDER);
      other?.destroy();
      if (other !== undefined) withoutFolders ??= Date.now();
      if (withoutFolders !== undefined && Date.now() - withoutFolders > FOLDERS_LATE_MS) {
        throw new Error('The window has opened without its folders.');
      }
      if (Date.now() > end) throw new Error(`No extension host answered within ${limitMs / 1000} seconds.`);
      await delay(100);
    }
  }

  async #tryConnect(prefix: string): Promise<Socket | undefined> {
    for (const name of await this.#names(prefix)) {
      const socket = await tryConnect(join(this.sockets, name));
      if (socket !== undefined) return socket;
    }
    return undefined;
  }

  /** Newest first. */
  async #names(prefix: string): Promise<string[]> {
    const names = await readdir(this.sockets);
    const dated = await Promise.all(
      names
        .filter((name) => name.startsWith(prefix) && !this.#gone.has(name))
        .map(async (name) => {
          const made = await stat(join(this.sockets, name)).catch(() => undefined);
          return { name, at: made?.mtimeMs ?? 0 };
        }),
    );
    return dated.sort((a, b) => b.at - a.at).map(({ name }) => name);
  }
}

/** @returns one line of JSON; empty where the host ended first */
function answerTo(run: HostFunction<never, unknown>, args: unknown[], connection: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    connection.setEncoding('utf8');
    connection.on('data', (data: string) => (answer += data));
    connection.on('end', () => {
      resolve(answer);
    });
    connection.on('error', reject);
    connection.write(`${JSON.stringify({ source: run.toString(), args })}\n`);
  });
}

/** @returns undefined where nobody listens (any more) */
function tryConnect(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', () => {
      resolve(undefined);
    });
  });
}
