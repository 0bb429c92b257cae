/**
 * The HTTP server through which agents outside the editor ask. Every request that shows the token and belongs to this window gets a reply
 * in its agent's own form; whatever fails on the way is a refusal.
 */
import { chmodSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { AgentDialect, HookCall, HookReply } from '../agents/agentDialect';
import { OUTCOMES, type Decision } from '../engine/decision';
import type { Clock } from '../engine/ports';
import type { CheckRequest } from '../engine/request';
import { Deadline } from './deadline';
import { isInFolders } from './folderOwnership';
import { LAUNCHER_LIMITS } from './launcher/launcherScript';
import { HEARTBEAT, replyFrame } from './replyFrame';
import { readBody } from './requestBody';
import { TOKEN_HEADER, type Token } from './token';

export interface HookServerLimits {
  /** Largest payload that is judged, in bytes. */
  readonly bodyBytes: number;
  /** How often a waiting launcher hears of this window, and the clocks are looked at, in milliseconds. */
  readonly tickMs: number;
  /** How long before the launcher gives up the refusal is sent, in seconds. */
  readonly marginSeconds: number;
}

const LIMITS: HookServerLimits = { bodyBytes: 32 * 1024 * 1024, tickMs: 2_000, marginSeconds: 5 };

export interface HookServerOptions {
  readonly dialects: readonly AgentDialect[];
  readonly token: Token;
  /** Absolute paths of the folders that this window has open, asked anew for each call. */
  readonly folders: () => readonly string[];
  /** Decides one call; the signal aborts when nobody waits for the answer any more. What it throws becomes a refusal. */
  readonly decide: (request: CheckRequest, signal: AbortSignal) => Promise<Decision>;
  /** One line for the log channel, with nothing of a tool's input in it. */
  readonly log: (line: string) => void;
  readonly clock?: Clock;
  readonly limits?: Partial<HookServerLimits>;
}

/** 'elsewhere': a call in a folder that this window does not have open. 'gone': the launcher ended while it was sending. */
type Answer = HookReply | 'elsewhere' | 'gone';

export class HookServer {
  private readonly server: Server;
  private readonly closing = new AbortController();
  private readonly clock: Clock;
  private readonly limits: HookServerLimits;

  constructor(private readonly options: HookServerOptions) {
    this.clock = options.clock ?? { now: () => Date.now(), monotonic: () => performance.now() };
    this.limits = { ...LIMITS, ...options.limits };
    // A launcher sends its payload at once; only a stranger takes longer.
    this.server = createServer({ requestTimeout: 60_000, headersTimeout: 10_000 }, (request, response) => {
      void this.serve(request, response);
    });
    this.server.maxConnections = 256;
  }

  /** @param address path of a unix socket or name of a pipe; rejects where it cannot be used */
  listen(address: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(address, () => {
        this.server.off('error', reject);
        // The folder keeps other users out already; this holds even where somebody opens that folder.
        if (process.platform !== 'win32') chmodSync(address, 0o600);
        resolve();
      });
    });
  }

  /** Refuses what is still being decided, and ends; Node removes the socket. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      // Time for the refusals to leave; who is still sending then is not waited for.
      const force = setTimeout(() => {
        this.server.closeAllConnections();
      }, 1_000);
      this.server.close(() => {
        clearTimeout(force);
        resolve();
      });
      this.closing.abort();
    });
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // One request a connection: a launcher ends with its answer, and closing need not wait for idle connections.
    response.setHeader('Connection', 'close');
    const dialect = this.options.dialects.find(({ id }) => request.url === `/v1/hook/${id}`);
    if (dialect === undefined || request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    const shown = request.headers[TOKEN_HEADER];
    if (!this.options.token.accepts(typeof shown === 'string' ? shown : undefined)) {
      this.log(`A request for ${dialect.id} without the right token was turned away.`);
      response.writeHead(403).end();
      return;
    }
    let answer: Answer;
    try {
      answer = await this.answer(request, response, dialect);
    } catch (error) {
      this.log(`A request of ${dialect.id} failed: ${messageOf(error)}`);
      answer = dialect.refuse('Deciding failed inside Auto Mode. See its log in VS Code.');
    }
    if (answer === 'gone') response.destroy();
    // Some other window may have the folder open: the launcher goes on to that.
    else if (answer === 'elsewhere') response.writeHead(404).end();
    else response.end(replyFrame(answer));
  }

  private async answer(request: IncomingMessage, response: ServerResponse, dialect: AgentDialect): Promise<Answer> {
    const body = await readBody(request, this.limits.bodyBytes);
    if (body.kind === 'cut-off') return 'gone';
    if (body.kind === 'too-large') {
      const limit = `${Math.floor(this.limits.bodyBytes / 1024 / 1024)} MB`;
      return this.refuse(
        dialect,
        `The call is too large to be judged (more than ${limit}). Split it into smaller ones.`,
      );
    }
    if (body.kind === 'not-text')
      return this.refuse(dialect, 'The hook payload is not UTF-8 text and cannot be judged.');

    const parsed = dialect.parse(body.text);
    if (parsed.kind === 'not-a-tool-call') return dialect.noOpinion;
    if (parsed.kind === 'error') return this.refuse(dialect, parsed.reason);
    if (!(await isInFolders(parsed.call.request.cwd, this.options.folders()))) return 'elsewhere';
    return this.judge(parsed.call, dialect, launcherSeconds(request), response);
  }

  private async judge(
    call: HookCall,
    dialect: AgentDialect,
    waitsSeconds: number,
    response: ServerResponse,
  ): Promise<Answer> {
    const seconds = Math.max(1, waitsSeconds - this.limits.marginSeconds);
    const deadline = new Deadline(this.clock, seconds * 1000);
    const stop = new AbortController();
    const stopBecause = (reason: string) => (): void => {
      stop.abort(new Error(reason));
    };
    const expire = stopBecause(`No decision was made within ${seconds} seconds.`);
    const gone = stopBecause('The agent no longer waits for a decision.');
    const close = stopBecause('The VS Code window was closed while the call was being decided.');

    const tick = setInterval(() => {
      if (deadline.passed) expire();
      else response.write(HEARTBEAT);
    }, this.limits.tickMs);
    response.once('close', gone);
    this.closing.signal.addEventListener('abort', close);
    // Both may have happened while the payload was read, and neither is told twice.
    if (response.destroyed) gone();
    if (this.closing.signal.aborted) close();
    try {
      const decision = await untilAborted(this.decide(call, dialect, stop.signal), stop.signal);
      // A command decides, and commands give whatever they like.
      if (!OUTCOMES.includes(decision.outcome)) throw new Error('The decision has no outcome.');
      return dialect.reply(decision, call);
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      return this.refuse(dialect, messageOf(stop.signal.reason));
    } finally {
      clearInterval(tick);
      response.off('close', gone);
      this.closing.signal.removeEventListener('abort', close);
    }
  }

  private async decide(call: HookCall, dialect: AgentDialect, signal: AbortSignal): Promise<Decision> {
    const transcript = await dialect.transcript(call);
    signal.throwIfAborted();
    return this.options.decide({ ...call.request, transcript: [...transcript] }, signal);
  }

  private refuse(dialect: AgentDialect, reason: string): HookReply {
    this.log(`A call of ${dialect.id} was refused: ${reason}`);
    return dialect.refuse(reason);
  }

  private log(line: string): void {
    try {
      this.options.log(line);
    } catch {
      // VS Code closes the log channel of a window that is going away, and then throws: the refusal must leave all the same.
    }
  }
}

/** How long the launcher will wait, by its own word; never longer than any launcher does. */
function launcherSeconds(request: IncomingMessage): number {
  const seconds = Number(request.headers['x-auto-mode-seconds']);
  return Number.isInteger(seconds) && seconds > 0
    ? Math.min(seconds, LAUNCHER_LIMITS.seconds)
    : LAUNCHER_LIMITS.seconds;
}

/** What the work gives, unless the signal ends it first: whoever decides need not listen to the signal. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    void work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', abort);
    });
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error';
}
